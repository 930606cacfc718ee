/** Products and their stores. */
export { listStoreKeys, type StoreKey } from './directory.ts';
export { ensureProduct, listProducts } from './products.ts';
export { storeRoutes } from './stores.routes.ts';
