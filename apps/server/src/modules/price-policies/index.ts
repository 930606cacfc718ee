/** What time in a room costs: policies, quotes, and what is wrong with them. */
export { pricePolicyRoutes } from './price-policies.routes.ts';
export { policiesOf, readPricing, type PricingContext } from './pricing.ts';
export { quote } from './quote.ts';
