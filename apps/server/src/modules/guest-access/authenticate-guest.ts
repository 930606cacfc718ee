import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import { limiterKeyOf, Problem, requestLimits, type AuthenticateGuest } from '../../http/index.ts';
import { hashOfGuestToken, isGuestToken } from './guest-token.ts';
import { useToken } from './guest-tokens.sql.ts';

/** Reads of one token per minute. */
const MOST_READS_A_MINUTE = 120;
/** Acts of one token per minute, such as opening a door. */
const MOST_ACTS_A_MINUTE = 60;
/** Wrong tokens of one address per minute. */
const MOST_WRONG_A_MINUTE = 20;

interface GuestAuthentication {
  readonly db: Database;
  readonly clock: Clock;
  /** False: the operator has switched off the limits of requests. */
  readonly isLimited: boolean;
}

/**
 * Authenticates a guest by the access token of a reservation (GT-4). Queries the database for each request, so that a
 * revoked token is refused from the next request on. An unknown, a revoked, an expired and a malformed token get the
 * same refusal.
 *
 * Acts count apart from reads: all friends of a guest share one link, and their open pages must not use up the requests
 * that open the door.
 *
 * Wrong tokens count by address (decision 046). They do not block a valid token from the same address, because all
 * guests of a store may share one address.
 */
export function createGuestAuthenticator({ db, clock, isLimited }: GuestAuthentication): AuthenticateGuest {
  const limitsOfReads = requestLimits(isLimited ? MOST_READS_A_MINUTE : 0);
  const limitsOfActs = requestLimits(isLimited ? MOST_ACTS_A_MINUTE : 0);
  const limitsOfAddresses = requestLimits(isLimited ? MOST_WRONG_A_MINUTE : 0);

  function refusal(address: string): Problem {
    const retryAfterSeconds = limitsOfAddresses.takeToken(limiterKeyOf(address));
    return retryAfterSeconds > 0
      ? new Problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds })
      : new Problem('GUEST_TOKEN_INVALID');
  }

  return async (token, { address, isAct }) => {
    if (token === null || !isGuestToken(token)) throw refusal(address);
    const used = await useToken(db, { hash: hashOfGuestToken(token), now: clock.now() });
    if (!used) throw refusal(address);
    (isAct ? limitsOfActs : limitsOfReads).countRequest(used.id);
    return {
      kind: 'guest',
      tokenId: used.id,
      reservationId: used.reservation_id,
      reservationCode: used.reservation_code,
      productId: used.product_id,
      productSlug: used.slug,
      productName: used.product_name,
      storeId: used.store_id,
      address,
    };
  };
}
