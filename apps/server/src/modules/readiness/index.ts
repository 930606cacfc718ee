/** The current obstacles of the next guests, and entry checks before each start (decision 030). */
export { findBlockedGuests } from './blocked-guests.ts';
export { checkReadiness, nextCheckAt, type ExpectedGuest } from './readiness-checks.ts';
export { readinessRoutes } from './readiness.routes.ts';
export { findObstacles } from './readiness.ts';
