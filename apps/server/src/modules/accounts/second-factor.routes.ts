import {
  beginSecondFactor,
  confirmSecondFactor,
  editSignInRules,
  getSecondFactor,
  getSignInRules,
  removeSecondFactor,
  renewRecoveryCodes,
  stayActive,
  verifySecondFactor,
} from '@munjigi/contract';
import { SYSTEM } from '../../db/index.ts';
import { route, routePublic, routeInSteps, type Route } from '../../http/index.ts';
import { recordActivity } from './sessions/idle-sessions.ts';
import { beginFactor, confirmOwnFactor, readFactor, removeFactor, renewCodes } from './second-factor/second-factor.ts';
import { completeSecondStep } from './second-factor/second-step.ts';
import { editRules, readSignInRules } from './sessions/sign-in-rules.ts';
import type { SignInDeps } from './sign-in/sign-in.ts';

export function secondFactorRoutes(deps: SignInDeps): Route[] {
  const { db, clock } = deps;
  return [
    routePublic(verifySecondFactor, ({ body, address, userAgent }) =>
      completeSecondStep(deps, { ...body, address, userAgent }),
    ),
    routeInSteps(getSecondFactor, ({ actor }) => readFactor(deps, actor)),
    routeInSteps(beginSecondFactor, ({ actor, body }) => beginFactor(deps, actor, body.password)),
    routeInSteps(confirmSecondFactor, ({ actor, body }) => confirmOwnFactor(deps, actor, body.code)),
    routeInSteps(renewRecoveryCodes, ({ actor, body }) => renewCodes(deps, actor, body)),
    routeInSteps(removeSecondFactor, ({ actor, body }) => removeFactor(deps, actor, body)),
    routeInSteps(stayActive, async ({ actor }) => {
      await db.withActor(SYSTEM, (tx) => recordActivity(tx, actor.sessionId, clock.now()));
      return {};
    }),
    route(getSignInRules, ({ tx, actor }) => readSignInRules(tx, actor.productId)),
    route(editSignInRules, ({ work, body }) => editRules(work, body)),
  ];
}
