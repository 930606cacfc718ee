/** Access codes: one for each reservation, held by the locks of its doors during the access window. */
export { accessCodeRoutes } from './access-codes.routes.ts';
export { renewCode, showCode, revealCodesToChannel } from './access-codes.ts';
export type { AccessDeps } from './deps.ts';
export { findReservationByCodeSlot, type CodeSlotMatch } from './entering.ts';
export { readAccess } from './shown.ts';
export { codeSeal, sealedCodes, type CodeSeal } from './seal.ts';
export { startAccessCodes } from './worker.ts';
