/** Access codes: one for each reservation, held by the locks of its doors during the access window. */
export { accessCodeRoutes } from './access-codes.routes.ts';
export { renewCode as replaceCode, showCode as revealCode, tellChannel } from './access-codes.ts';
export type { AccessDeps } from './deps.ts';
export { findEntering, type Entering } from './entering.ts';
export { readAccess } from './shown.ts';
export { codeSeal, sealedCodes, type CodeSeal } from './seal.ts';
export { startAccessCodes } from './worker.ts';
