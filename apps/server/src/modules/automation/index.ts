/**
 * What follows from reservations, doors and sensors by itself: guests who check in by entering, rooms that are as their
 * reservations need them, who stays too long, and whether those who come can.
 */
export { automationRoutes } from './automation.routes.ts';
export { entryJobs, entryWatcher } from './entry.ts';
export { findObstacles } from './readiness.ts';
export { findOffer } from './extension-offers.ts';
export { guestTimers } from './guests.ts';
export { meterTimers } from './meter-timers.ts';
export { overrunWatcher } from './overruns.ts';
export { roomTimers } from './rooms.ts';
