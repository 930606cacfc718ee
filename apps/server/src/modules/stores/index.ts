/**
 * Products; stores with their settings, closures, holidays, sellers and privacy policies; the check which reservations a change would strand;
 * creating, closing, reopening and comparing stores (decision 041).
 */
export { findLocation } from './guest-information.ts';
export { refuseForeignRooms } from './foreign-rooms.ts';
export { readGuards } from './guards.ts';
export { findPrivacyPolicy, listPolicyVersions } from './sellers/privacy-policies.ts';
export { findSellerFacts } from './sellers/sellers.sql.ts';
export { readChainSeller } from './sellers/sellers.ts';
export { listStoreKeys, type StoreKey } from './directory.ts';
export { holidayCheck, readHolidays } from './holidays.ts';
export { ensureProduct, listProducts } from './products.ts';
export { storeRoutes } from './stores.routes.ts';
export { findRoomIds, findStores, readStore, selectStoreForUpdate } from './stores.sql.ts';
export { refuseToStrand, reservationsOf, strandedBy } from './stranded.ts';
