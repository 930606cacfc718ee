import {
  changePassword,
  checkPasswordReset,
  editOwnAccount,
  endOtherSessions,
  endOwnSession,
  getOwnAccount,
  login,
  logout,
  me,
  readSignUp,
  requestPasswordReset,
  resetPassword,
  signUp,
} from '@munjigi/contract';
import { SYSTEM } from '../../db/index.ts';
import { formatPlace, type EventReader } from '../../events/index.ts';
import { route, routePublic, routeInSteps, type Route } from '../../http/index.ts';
import { requestReset } from './own-account/forgotten-password.ts';
import { editAccount, endOwnSessions, readAccount, setPassword } from './own-account/own-account.ts';
import { checkReset, resetByLink } from './own-account/password-reset.ts';
import { markSessionEnded } from './sessions/sessions.ts';
import { signIn, type SignInDeps } from './sign-in/sign-in.ts';
import { requestAccount, findChain } from './sign-in/sign-up.ts';

export function accountRoutes(deps: SignInDeps, events: EventReader): Route[] {
  return [
    routePublic(login, ({ body, address, userAgent }) => signIn(deps, { ...body, address, userAgent })),

    route(me, async ({ tx, actor }) => {
      const eventPosition = formatPlace({ epoch: events.epoch, position: events.position() });
      const product = await tx
        .selectFrom('products')
        .select(['slug', 'name'])
        .where('id', '=', actor.productId)
        .executeTakeFirstOrThrow();
      const stores = await tx
        .selectFrom('stores')
        .select(['id', 'name', 'time_zone as timeZone'])
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return {
        id: actor.userId,
        email: actor.email,
        name: actor.name,
        roles: [...actor.roles],
        stores,
        products: [product],
        locale: actor.locale,
        eventPosition,
      };
    }),

    routeInSteps(logout, async ({ actor }) => {
      await deps.db.withActor(SYSTEM, (tx) => markSessionEnded(tx, actor.sessionId, deps.clock.now(), 'SIGNED_OUT'));
      return {};
    }),

    routePublic(readSignUp, async ({ query }) => ({ product: await findChain(deps.db, query.product) })),
    routePublic(signUp, ({ body, address }) => requestAccount(deps, { ...body, address })),

    routePublic(requestPasswordReset, ({ body, address }) => requestReset(deps, { ...body, address })),
    routePublic(checkPasswordReset, ({ body, address }) => checkReset(deps, { ...body, address })),
    routePublic(resetPassword, ({ body, address }) => resetByLink(deps, { ...body, address })),

    route(getOwnAccount, ({ tx, work, actor }) => readAccount(tx, actor, work.clock.now())),
    route(editOwnAccount, ({ work, body }) => editAccount(work, body)),
    routeInSteps(changePassword, ({ actor, body, userAgent }) => setPassword(deps, { ...body, actor, userAgent })),
    route(endOwnSession, ({ work, params }) => endOwnSessions(work, { only: params.sessionId })),
    route(endOtherSessions, ({ work, actor }) => endOwnSessions(work, { except: actor.sessionId })),
  ];
}
