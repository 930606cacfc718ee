import { listPaymentProviders, setPaymentProvider, setProviderFees } from '@munjigi/contract';
import { route, type Route } from '../../../http/index.ts';
import { setFees } from './fees.ts';
import { listProviders, setProvider, type SettingDeps } from './settings.ts';

export function paymentProviderRoutes(deps: SettingDeps): Route[] {
  return [
    route(listPaymentProviders, ({ tx, actor }) => listProviders(tx, deps, actor.productSlug)),
    route(setPaymentProvider, ({ work, body }) => setProvider(deps, work, body)),
    route(setProviderFees, ({ work, body }) => setFees(deps, work, body)),
  ];
}
