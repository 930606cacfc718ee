/** Presets of device states, and the result of each application to a room. */
export { applyPurpose, restoreFormerStates } from './automatic.ts';
export { modeRoutes } from './modes.routes.ts';
export { causeOfReservation, type RunDeps } from './start-run.ts';
