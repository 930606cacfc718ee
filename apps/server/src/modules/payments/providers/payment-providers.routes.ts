import {
  endStoreMerchant,
  listPaymentProviders,
  listStoreMerchants,
  readCollectors,
  setPaymentProvider,
  setProviderFees,
  setStoreMerchant,
} from '@munjigi/contract';
import type { Database } from '../../../db/index.ts';
import { route, routeInSteps, type Route } from '../../../http/index.ts';
import { readStore } from '../../stores/index.ts';
import type { SettingDeps } from './connection.ts';
import { setFees } from './fees.ts';
import type { Providers } from './open-providers.ts';
import { listProviders, setProvider } from './settings.ts';
import { changeStoreMerchant, endRunningMerchant, findStoreMerchants, readStoreCollectors } from './store-merchants.ts';

export function paymentProviderRoutes(
  deps: SettingDeps & { readonly db: Database; readonly providers: Providers },
): Route[] {
  return [
    route(listPaymentProviders, ({ tx, actor }) => listProviders(tx, deps, actor.productSlug)),
    route(setPaymentProvider, ({ work, body }) => setProvider(deps, work, body)),
    route(setProviderFees, ({ work, body }) => setFees(deps, work, body)),
    route(listStoreMerchants, ({ tx, actor, query }) =>
      findStoreMerchants(tx, { ...deps, slug: actor.productSlug }, query),
    ),
    route(setStoreMerchant, ({ work, body }) => changeStoreMerchant(deps, work, body)),
    route(endStoreMerchant, ({ work, body }) => endRunningMerchant(deps, work, body)),
    routeInSteps(readCollectors, async ({ actor, params: { storeId } }) => {
      await deps.db.withActor(actor, (tx) => readStore(tx, storeId));
      return readStoreCollectors(deps.providers, { productId: actor.productId, storeId });
    }),
  ];
}
