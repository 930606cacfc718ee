import { createApiKey, listApiKeys, revokeApiKey } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { createKey, revokeKey } from './api-keys.ts';
import { findKeys } from './api-keys.sql.ts';

export function apiKeyRoutes(): Route[] {
  return [
    route(listApiKeys, ({ tx, query }) => findKeys(tx, query)),
    route(createApiKey, ({ work, body }) => createKey(work, body)),
    route(revokeApiKey, ({ work, params }) => revokeKey(work, params.apiKeyId)),
  ];
}
