import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { Problem, type AuthenticateChannel, type CredentialLookups } from '../../http/index.ts';
import { hashOfKey, isKey } from './api-keys.ts';
import { useKey } from './api-keys.sql.ts';

/** The limit for one key per clock minute, across all processes. */
const MOST_A_MINUTE = 600;
const MINUTE_MS = 60_000;

interface ChannelAuthentication {
  readonly db: Database;
  readonly clock: Clock;
  readonly lookups: CredentialLookups;
}

/**
 * Authenticates a channel by its API key. Queries the database for each request, so that a revoked key is refused from
 * the next request on and all processes share the count. An unknown, a revoked and a malformed key get the same
 * refusal.
 */
export function createChannelAuthenticator({ db, clock, lookups }: ChannelAuthentication): AuthenticateChannel {
  return async (token, address) => {
    const now = clock.now();
    const hash = isKey(token) ? hashOfKey(token) : null;
    const key = await lookups.find({ kind: 'channel', address, hash }, async () =>
      hash ? useKey(db, { hash, now, most: MOST_A_MINUTE }) : null,
    );
    if (!key) throw new Problem('API_KEY_INVALID');
    if (!key.is_within) {
      const retryAfterSeconds = Math.ceil((MINUTE_MS - (now.getTime() % MINUTE_MS)) / 1000);
      throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds, detail: `At most ${MOST_A_MINUTE} in a minute` });
    }
    return {
      kind: 'channel',
      keyId: key.id,
      name: key.name,
      productId: key.product_id,
      productSlug: key.slug,
      storeIds: key.store_ids ?? 'all',
      address,
    };
  };
}
