/** Doors: their state, opening and locking them, holding them open, emergencies of a store, and making one of a discovered lock. */
export { doorRoutes } from './doors.routes.ts';
export { emergencyRoutes } from './emergencies.routes.ts';
export { emergencyJobs, emergencyTimers } from './emergency-orders.ts';
export { holdTimers } from './hold-timers.ts';
export { relockJobs } from './relock.ts';
export { doorWatcher } from './watching.ts';
