import {
  createPricePolicy,
  deletePricePolicy,
  editPricePolicy,
  lintPrices,
  listPricePolicies,
  quotePrice,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { lintPolicies } from './pricing.ts';
import { addPolicy, changePolicy, deletePolicy } from './price-policies.ts';
import { findPolicies } from './price-policies.sql.ts';
import { quoteStay } from './quote.ts';

export function pricePolicyRoutes(): Route[] {
  return [
    route(listPricePolicies, ({ tx, query }) => findPolicies(tx, query)),
    route(createPricePolicy, ({ work, body }) => addPolicy(work, body)),
    route(editPricePolicy, ({ work, params, body }) => changePolicy(work, params.policyId, body)),
    route(deletePricePolicy, ({ work, params, query }) =>
      deletePolicy(work, { policyId: params.policyId, version: query.version }),
    ),
    route(quotePrice, ({ tx, body }) => quoteStay(tx, body)),
    route(lintPrices, ({ tx, work, query }) => lintPolicies(tx, work.clock.now(), query)),
  ];
}
