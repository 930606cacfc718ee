/** Payment notifications: how many wait for a person, and the way to confirm them. */
export { WaitingNotifications } from './waiting-notifications.tsx';
export { useKnownNotificationCount } from './notifications.api.ts';
