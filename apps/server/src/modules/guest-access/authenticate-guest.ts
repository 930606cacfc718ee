import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/index.ts';
import {
  Problem,
  requestLimits,
  type AuthenticateGuest,
  type CredentialLookups,
  type GuestCaller,
} from '../../http/index.ts';
import { useCompanionLink, type UsedCompanionLink } from './tokens/companion-links.sql.ts';
import { hashOfGuestToken, isCompanionToken, isGuestToken } from './tokens/guest-token.ts';
import { useToken, type UsedToken } from './tokens/guest-tokens.sql.ts';

/** Reads of one token per minute. */
const MOST_READS_A_MINUTE = 120;
/** Acts of one token per minute, such as opening a door. */
const MOST_ACTS_A_MINUTE = 60;

interface GuestAuthentication {
  readonly db: Database;
  readonly clock: Clock;
  readonly lookups: CredentialLookups;
  /** False: the operator has switched off the limits of requests. */
  readonly isLimited: boolean;
}

/**
 * Authenticates a guest by the access token of a reservation (GT-4). Queries the database for each request, so that a
 * revoked token is refused from the next request on. An unknown, a revoked, an expired and a malformed token get the
 * same refusal.
 *
 * A companion has a link of their own, with separate limits, and is refused unless the endpoint admits companions (GT-21).
 *
 * Acts count apart from reads: all friends of a guest share one link, and their open pages must not use up the requests
 * that open the door.
 *
 * Wrong tokens count by address (decision 046). A token that was valid before is not affected by those of its address, because
 * all guests of a store may share one; a new one waits.
 */
export function createGuestAuthenticator({ db, clock, lookups, isLimited }: GuestAuthentication): AuthenticateGuest {
  const limitsOfReads = requestLimits(isLimited ? MOST_READS_A_MINUTE : 0);
  const limitsOfActs = requestLimits(isLimited ? MOST_ACTS_A_MINUTE : 0);

  return async (token, { address, device, isAct, admitsCompanions, isDocument = false }) => {
    const hash = token !== null && isGuestToken(token) ? hashOfGuestToken(token) : null;
    const isCompanion = token !== null && isCompanionToken(token);
    const used = await lookups.find(
      { kind: 'guest', address, hash },
      async (): Promise<UsedToken | UsedCompanionLink | null | undefined> => {
        if (hash === null) return null;
        const now = clock.now();
        return isCompanion
          ? useCompanionLink(db, { hash, now })
          : useToken(db, { hash, device, marksShared: !isDocument, now });
      },
    );
    if (!used) throw new Problem('GUEST_TOKEN_INVALID');
    const guest = toGuestCaller(used, address);
    (isAct ? limitsOfActs : limitsOfReads).countRequest(guest.companion?.id ?? guest.tokenId);
    if (guest.companion !== null && !admitsCompanions) throw new Problem('NOT_FOR_COMPANIONS');
    return guest;
  };
}

function toGuestCaller(used: UsedToken | UsedCompanionLink, address: string): GuestCaller {
  const isCompanion = 'companion_id' in used;
  return {
    kind: 'guest',
    tokenId: used.id,
    companion: isCompanion ? { id: used.companion_id, number: used.number, issuedAt: used.issued_at } : null,
    reservationId: used.reservation_id,
    reservationCode: used.reservation_code,
    productId: used.product_id,
    productSlug: used.slug,
    productName: used.product_name,
    storeId: used.store_id,
    // An act that is the guest's alone never takes a companion for the guest.
    isLinkShared: isCompanion || used.is_shared,
    isLinkOfStaff: isCompanion || used.is_of_staff,
    address,
  };
}
