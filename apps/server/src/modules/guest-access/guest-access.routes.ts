import {
  getGuestAccess,
  issueGuestAccess,
  listStayRatings,
  readRatingSummary,
  revokeGuestAccess,
} from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';
import { endGuestAccess, issueToken, readGuestAccess } from './guest-access.ts';
import type { GuestTokens } from './tokens/guest-token.ts';
import { summarizeRatings } from './rating-summary.ts';
import { listRatings } from './stay-ratings.ts';

/** What staff do with the token of a reservation. */
export function guestAccessRoutes(tokens: GuestTokens): Route[] {
  return [
    route(getGuestAccess, ({ work, params }) => readGuestAccess(work, params.reservationId)),
    route(issueGuestAccess, ({ work, params, body }) =>
      issueToken(tokens, work, { reservationId: params.reservationId, ...body }),
    ),
    route(revokeGuestAccess, ({ work, params }) => endGuestAccess(work, params.reservationId)),
    route(listStayRatings, ({ tx, query }) => listRatings(tx, query)),
    route(readRatingSummary, ({ tx, work, query }) => summarizeRatings(tx, work.clock, query)),
  ];
}
