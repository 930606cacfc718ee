/** What is kept of guests, whoever keeps it: which keys it was sealed with, and sealing it anew (PD-3). */
export { eraseDue } from './erase.ts';
export { forgetUnreadable } from './forget.ts';
export { personalDataRoutes } from './personal-data.routes.ts';
export { preparePersonalKeys, rotateKeys } from './keys.ts';
export { sealedPersonalData } from './sample.ts';
export type { SealedTable } from './sealed-table.ts';
