/**
 * Check-in by entering; modes that follow reservations (decision 022); overruns (decision 110); offers of longer stays
 * (decision 030).
 */
export { automationRoutes } from './automation.routes.ts';
export { countedOverrunTimers } from './counted-overruns.ts';
export { entryJobs, entryWatcher } from './entry.ts';
export { findOffer } from './extension-offers.ts';
export { guestTimers } from './guests.ts';
export { meterTimers } from './meter-timers.ts';
export { createOverrunWatcher } from './overruns.ts';
export { roomTimers } from './rooms.ts';
