import { confirmAllNotifications, confirmNotifications, listNotifications } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { route, routeShared, type Route } from '../../http/index.ts';
import { confirmMatching, notificationQuestion } from './notifications.ts';

export function notificationRoutes(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly searchTimeoutMs: number;
}): Route[] {
  return [
    routeShared(listNotifications, ({ actor, query }) => notificationQuestion(deps, actor, query)),
    route(confirmNotifications, ({ tx, actor, body }) =>
      confirmMatching(tx, actor, deps.clock.now(), { ids: body.ids }),
    ),
    route(confirmAllNotifications, ({ tx, actor, body }) => confirmMatching(tx, actor, deps.clock.now(), body)),
  ];
}
