import { createDeviceAccount, readBrokerAccess, revokeDeviceAccount } from '@munjigi/contract';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import {
  acceptDeviceAccounts,
  addDeviceAccount,
  endDeviceAccount,
  readBroker,
  type DeviceAccountDeps,
} from './device-accounts.ts';

/** The address of the broker for locks, and the accounts of the devices of a store. */
export function deviceAccountRoutes(deps: DeviceAccountDeps): Route[] {
  const { db, clock, broker } = deps;
  acceptDeviceAccounts(deps);
  return [
    route(readBrokerAccess, ({ tx, params }) => readBroker(deps, tx, params.storeId)),
    route(createDeviceAccount, ({ work, params, body }) => addDeviceAccount(deps, work, { ...params, ...body })),
    routeInSteps(revokeDeviceAccount, async ({ actor, params }) => {
      const ended = await db.withActor(actor, (tx) => endDeviceAccount({ tx, clock, actor }, params.accountId));
      broker.accounts?.end(ended.userName);
      return ended;
    }),
  ];
}
