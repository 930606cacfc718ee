/** Alarms of doors: they open and close automatically, and people acknowledge them. */
export { alarmRoutes } from './alarms.routes.ts';
export { endAlarms, reviewAlarms } from './review.ts';
export { alarmTimers } from './timers.ts';
