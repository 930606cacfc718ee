/**
 * Access codes of reservations: creation, loading into the locks of their doors, withdrawal (decision 020); spare
 * codes for doors that cannot be reached (decision 021).
 */
export { accessCodeRoutes } from './access-codes.routes.ts';
export { renewCode, showCode, revealCodesToChannel } from './access-codes.ts';
export type { AccessDeps } from './deps.ts';
export { findReservationDoors, readGuestCodes, type ReservationDoors } from './guest-codes.ts';
export { findReservationByCodeSlot, findReservationOfCodeSlot, type CodeSlotMatch } from './code-slot-match.ts';
export { readAccess } from './reservation-access.ts';
export { codeSeal, sealedCodes, type CodeSeal } from './seal.ts';
export { startAccessCodes } from './worker.ts';
