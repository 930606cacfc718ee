/** Doors: their state, opening and locking them, and making one of a discovered lock. */
export { doorRoutes } from './doors.routes.ts';
export { relockJobs } from './relock.ts';
export { doorWatcher } from './watching.ts';
