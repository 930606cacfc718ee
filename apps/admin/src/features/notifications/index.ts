/** Payment notifications: the number of unconfirmed ones, and the screen that confirms them. */
export { WaitingNotifications } from './waiting-notifications.tsx';
export { useFirstNotificationCount } from './notifications.api.ts';
