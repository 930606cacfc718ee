/** Payment notifications: how many are unconfirmed, and the way to confirm them. */
export { WaitingNotifications } from './waiting-notifications.tsx';
export { useKnownNotificationCount } from './notifications.api.ts';
