/**
 * Doors, approval of discovered locks, replacement of locks (decision 026), relocking, holding open, lockdown and fire
 * release.
 */
export { doorRoutes } from './doors.routes.ts';
export { beginEmergency as startEmergency } from './emergencies.ts';
export type { HoldDeps } from './holding.ts';
export { emergencyRoutes } from './emergencies.routes.ts';
export {
  EMERGENCY_REQUEST_KEY,
  EMERGENCY_RETRY_MS,
  emergencyJobs,
  emergencyTimers,
  enqueueEmergencyProgress,
} from './emergency-commands.ts';
export { holdTimers } from './hold-timers.ts';
export { relockJobs } from './relock.ts';
export { readDoorVisibility as doorsShownTo } from './doors.ts';
export { findDoors, findDoorStates, onlineState, type StoredDoorState } from './doors.sql.ts';
export { checkReason, commandDoor, operateDoor } from './operate.ts';
export { doorWatcher } from './door-watcher.ts';
