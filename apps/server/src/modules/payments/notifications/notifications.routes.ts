import {
  confirmAllNotifications,
  confirmNotifications,
  getNotificationRules,
  listNotifications,
  setNotificationRules,
} from '@munjigi/contract';
import type { Database } from '../../../db/index.ts';
import { route, routeShared, type Route } from '../../../http/index.ts';
import { changeNotificationRules, readNotificationRules } from './notification-rules.ts';
import { confirmMatching, notificationQuestion } from './notifications.ts';

export function notificationRoutes(deps: { readonly db: Database; readonly searchTimeoutMs: number }): Route[] {
  return [
    routeShared(listNotifications, ({ actor, query }) => notificationQuestion(deps, actor, query)),
    route(getNotificationRules, ({ tx, actor }) => readNotificationRules(tx, actor.productId)),
    route(setNotificationRules, ({ work, body }) => changeNotificationRules(work, body)),
    route(confirmNotifications, ({ tx, work, actor, body }) =>
      confirmMatching(tx, actor, work.clock.now(), { ids: body.ids }),
    ),
    route(confirmAllNotifications, ({ tx, work, actor, body }) => confirmMatching(tx, actor, work.clock.now(), body)),
  ];
}
