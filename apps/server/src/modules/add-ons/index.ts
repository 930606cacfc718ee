/** What guests can add to a stay at a price (BK-13). */
export { addOnRoutes } from './add-ons.routes.ts';
export { chooseAddOns, findAddOns, listOfferedAddOns } from './add-ons.sql.ts';
