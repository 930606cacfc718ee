/** Alarms of doors: they open and close by themselves, and are acknowledged by people. */
export { alarmRoutes } from './alarms.routes.ts';
export { endAlarms, reviewAlarms } from './review.ts';
export { alarmTimers } from './timers.ts';
