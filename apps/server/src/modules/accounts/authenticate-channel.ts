import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { Problem, type AuthenticateChannel } from '../../http/index.ts';
import { hashOfKey, isKey } from './api-keys.ts';
import { useKey } from './api-keys.sql.ts';

/** Requests of one key in a minute of the clock, at all processes together. */
const MOST_A_MINUTE = 600;
const MINUTE_MS = 60_000;

/**
 * API key → channel. The database is asked each time, so that a revoked key is refused from the next request on and the count
 * is that of all processes. What was never given out, what was revoked and what is no key are refused alike.
 */
export function createChannelAuthenticator(db: Database, clock: Clock): AuthenticateChannel {
  return async (token, address) => {
    if (!isKey(token)) throw new Problem('API_KEY_INVALID');
    const now = clock.now();
    const key = await useKey(db, { hash: hashOfKey(token), now, most: MOST_A_MINUTE });
    if (!key) throw new Problem('API_KEY_INVALID');
    if (!key.is_within) {
      const retryAfterSeconds = Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1000);
      throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds, detail: `At most ${MOST_A_MINUTE} in a minute` });
    }
    return { kind: 'channel', keyId: key.id, name: key.name, productId: key.product_id, productSlug: key.slug, storeIds: key.store_ids ?? 'all', address };
  };
}
