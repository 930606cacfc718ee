/** Price policies, quotes, and the check of a store's prices for errors (the arithmetic is in `packages/rules`). */
export { pricePolicyRoutes } from './price-policies.routes.ts';
export { policiesOf, readPricing, type PricingContext } from './pricing.ts';
export { quoteStay } from './quote.ts';
