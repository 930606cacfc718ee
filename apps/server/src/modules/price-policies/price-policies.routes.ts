import {
  createPricePolicy,
  deletePricePolicy,
  editPricePolicy,
  lintPrices,
  listPricePolicies,
  quotePrice,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { lint } from './lint.ts';
import { create, edit, remove, type PriceDeps } from './price-policies.ts';
import { findPolicies } from './price-policies.sql.ts';
import { quote } from './quote.ts';

export function pricePolicyRoutes(deps: PriceDeps): Route[] {
  return [
    route(listPricePolicies, ({ tx, query }) => findPolicies(tx, query)),
    route(createPricePolicy, ({ work, body }) => create(work, body)),
    route(editPricePolicy, ({ work, params, body }) => edit(work, params.policyId, body)),
    route(deletePricePolicy, ({ work, params, query }) =>
      remove(work, { policyId: params.policyId, version: query.version }),
    ),
    route(quotePrice, ({ tx, body }) => quote(tx, body)),
    route(lintPrices, ({ tx, query }) => lint(tx, deps.clock.now(), query)),
  ];
}
