/**
 * Prepaid passes of a store: what it sells, the passes of guests, stays that they pay for, and gifts (PS-1 to PS-8,
 * decision 142). What is left of a pass follows from payments; nothing counts it.
 */
export { claimGift } from './gifts.ts';
export { passRoutes } from './passes.routes.ts';
export { sellsPasses } from './pass-offers.ts';
export { findPassesOfStay, useOwnPass } from './pass-use.ts';
export { readPassRow, stateOfPass, type PassWithBalance } from './passes.sql.ts';
export { sealedPasses } from './sealed-tables.ts';
