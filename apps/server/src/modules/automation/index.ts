/**
 * Automation from reservations, doors and sensors: check-in at entry, room modes that follow reservations, overruns,
 * and offers of longer stays.
 */
export { automationRoutes } from './automation.routes.ts';
export { countedOverrunTimers } from './counted-overruns.ts';
export { entryJobs, entryWatcher } from './entry.ts';
export { findOffer } from './extension-offers.ts';
export { guestTimers } from './guests.ts';
export { meterTimers } from './meter-timers.ts';
export { createOverrunWatcher } from './overruns.ts';
export { roomTimers } from './rooms.ts';
