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
    route(createPricePolicy, ({ tx, actor, body }) => create(deps, tx, actor, body)),
    route(editPricePolicy, ({ tx, actor, params, body }) => edit(deps, tx, actor, params.policyId, body)),
    route(deletePricePolicy, ({ tx, actor, params, query }) =>
      remove(deps, tx, actor, { policyId: params.policyId, version: query.version }),
    ),
    route(quotePrice, ({ tx, body }) => quote(tx, body)),
    route(lintPrices, ({ tx, query }) => lint(tx, deps.clock.now(), query)),
  ];
}
