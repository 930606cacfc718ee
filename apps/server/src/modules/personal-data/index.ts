/** Personal data of guests in all modules: encryption keys, re-encryption and erasure (PD-3). */
export { eraseDue } from './erase.ts';
export { forgetUnreadable } from './forget.ts';
export { personalDataRoutes } from './personal-data.routes.ts';
export { preparePersonalKeys, rotateKeys } from './keys.ts';
export { sealedPersonalData } from './sample.ts';
export type { SealedTable } from './sealed-table.ts';
