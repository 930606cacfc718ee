import { readPush, removePush, subscribePush } from '@munjigi/contract';
import { SYSTEM } from '../../db/index.ts';
import { route, routeInSteps, type Route } from '../../http/index.ts';
import { readPair } from './pair.ts';
import { findBrowsers, removeSubscription, subscribeBrowser, type PushDeps } from './subscriptions.ts';

export function pushRoutes(deps: PushDeps): Route[] {
  return [
    routeInSteps(readPush, async ({ actor }) => {
      const { publicKey } = await deps.db.withActor(SYSTEM, (tx) => readPair(tx, deps));
      return { publicKey, browsers: await deps.db.withActor(actor, findBrowsers) };
    }),
    routeInSteps(subscribePush, ({ actor, userAgent, body }) => subscribeBrowser(deps, actor, userAgent, body)),
    route(removePush, ({ work, params }) => removeSubscription(work, params.browserId)),
  ];
}
