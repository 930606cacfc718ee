import { listPaymentProviders, setPaymentProvider, setProviderFees } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { route, type Route } from '../../http/index.ts';
import { setFees } from './fees.ts';
import type { ProviderSeal } from './seal.ts';
import { listProviders, setProvider, type Troubles } from './settings.ts';

export function paymentProviderRoutes(deps: { readonly clock: Clock; readonly seal: ProviderSeal; readonly troubles: Troubles }): Route[] {
  return [
    route(listPaymentProviders, ({ tx, actor }) => listProviders(tx, deps.troubles, actor.productSlug)),
    route(setPaymentProvider, ({ tx, actor, body }) => setProvider(tx, deps, actor, body)),
    route(setProviderFees, ({ tx, actor, body }) => setFees(tx, deps, actor, body)),
  ];
}
