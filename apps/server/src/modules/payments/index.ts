/** Money that came in, and the notifications about it. */
export { notificationRoutes } from './notifications.routes.ts';
export { addNotification } from './notifications.ts';
