/**
 * The keys that encrypt guests' data, re-encryption with a new key, and erasure after the retention time (decision
 * 037).
 */
export { eraseDue } from './erase.ts';
export { forgetUnreadable } from './forget.ts';
export { personalDataRoutes } from './personal-data.routes.ts';
export { preparePersonalKeys, rotateKeys } from './keys.ts';
export { readKeptMonths } from './terms.ts';
export { sealedPersonalData } from './sample.ts';
export type { SealedTable } from './sealed-table.ts';
