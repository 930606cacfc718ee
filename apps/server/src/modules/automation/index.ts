/**
 * Automation from reservations, doors and sensors: check-in at entry, room modes that follow reservations, overruns,
 * and the readiness of the next guests.
 */
export { automationRoutes } from './automation.routes.ts';
export { entryJobs, entryWatcher } from './entry.ts';
export { findObstacles } from './readiness.ts';
export { findOffer } from './extension-offers.ts';
export { guestTimers } from './guests.ts';
export { meterTimers } from './meter-timers.ts';
export { overrunWatcher } from './overruns.ts';
export { roomTimers } from './rooms.ts';
