import { createApiKey, listApiKeys, revokeApiKey } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { route, type Route } from '../../http/index.ts';
import { createKey, revokeKey } from './api-keys.ts';
import { findKeys } from './api-keys.sql.ts';

export function apiKeyRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    route(listApiKeys, ({ tx, query }) => findKeys(tx, query)),
    route(createApiKey, ({ tx, actor, body }) => createKey(clock, tx, actor, body)),
    route(revokeApiKey, ({ tx, actor, params }) => revokeKey(clock, tx, actor, params.apiKeyId)),
  ];
}
