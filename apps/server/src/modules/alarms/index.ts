/** Alarms of doors, and the state that the server keeps between two reviews of a door. */
export { alarmRoutes } from './alarms.routes.ts';
export { endAlarms, reviewAlarms } from './review.ts';
export { alarmTimers } from './timers.ts';
