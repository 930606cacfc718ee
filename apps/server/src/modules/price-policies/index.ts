/** Prices of time in a room: policies, quotes, and the linter. */
export { pricePolicyRoutes } from './price-policies.routes.ts';
export { policiesOf, readPricing, type PricingContext } from './pricing.ts';
export { quoteStay } from './quote.ts';
