/** Readiness of the next guests: their current obstacles, and the checks before each start (NX-1). */
export { findBlockedGuests } from './blocked-guests.ts';
export { checkReadiness, nextCheckAt, type ExpectedGuest } from './readiness-checks.ts';
export { readinessRoutes } from './readiness.routes.ts';
export { findObstacles } from './readiness.ts';
