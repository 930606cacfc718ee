import {
  confirmAdult,
  getAgeCheck,
  getAgeRules,
  getIdentityProvider,
  previewAgeCheck,
  setAgeRules,
  setIdentityProvider,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { changeAgeRules, readAgeRules } from '../age-checks/index.ts';
import type { IdentityDeps } from './checks.ts';
import { readIdentityProvider, saveIdentityProvider, type IdentitySettingDeps } from './providers.ts';
import { confirmAdultGuest, previewCheck, readCheckForStaff } from './stay-checks.ts';

/** What staff set and confirm. The endpoints of guests are among those of booking and of the guest's token. */
export function identityCheckRoutes({
  identities,
  ...deps
}: IdentitySettingDeps & Pick<IdentityDeps, 'identities'>): Route[] {
  const hasProvider = async (productId: string) => ({
    hasIdentityProvider: (await identities.open(productId)) !== null,
  });
  return [
    route(getAgeRules, async ({ tx, actor, params }) => ({
      ...(await readAgeRules(tx, params.storeId)),
      ...(await hasProvider(actor.productId)),
    })),
    route(setAgeRules, async ({ work, actor, params, body }) => ({
      ...(await changeAgeRules(work, params.storeId, body)),
      ...(await hasProvider(actor.productId)),
    })),
    route(getIdentityProvider, ({ tx }) => readIdentityProvider(tx, deps)),
    route(setIdentityProvider, ({ work, body }) => saveIdentityProvider(deps, work, body)),
    route(getAgeCheck, ({ tx, params }) => readCheckForStaff(tx, params.reservationId)),
    route(previewAgeCheck, ({ work, body }) => previewCheck(work, body)),
    route(confirmAdult, ({ work, params, body }) => confirmAdultGuest(work, params.reservationId, body)),
  ];
}
