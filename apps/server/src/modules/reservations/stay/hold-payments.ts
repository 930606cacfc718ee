import type { Tx } from '../../../db/index.ts';
import type { Booking } from './booking.ts';
import type { ReservationRow } from './reservation-row.ts';

const MINUTE_MS = 60_000;

/** The time to pay for an extension or a move is the hold time of the store, within these limits (GT-12, GT-32). */
const SHORTEST_HOLD_MINUTES = 5;
const LONGEST_HOLD_MINUTES = 10;

export function holdMinutesOf({ store }: Booking): number {
  return Math.max(SHORTEST_HOLD_MINUTES, Math.min(LONGEST_HOLD_MINUTES, store.holdMinutes));
}

/** How long a confirmation without a known result keeps the held time: the server repeats it for as long. */
const CONFIRMING_MS = 15 * MINUTE_MS;
/** PortOne takes the money in its window. While it does not answer, the server asks again, and holds so much longer. */
const UNANSWERED_MS = 2 * MINUTE_MS;
/** However long a provider is asked, held time is returned so long after it was held. */
export const LONGEST_HOLD_MS = 40 * MINUTE_MS;

/** Until when held time is kept although the time to pay is over, because a provider is asked to take the money. */
export async function findLaterHoldEnd(
  tx: Tx,
  row: Pick<ReservationRow, 'store_id' | 'id'>,
  { heldAt, now }: { readonly heldAt: Date | null; readonly now: Date },
): Promise<Date | null> {
  const payments = await tx
    .selectFrom('provider_payments as o')
    .innerJoin('payments as p', (join) => join.onRef('p.store_id', '=', 'o.store_id').onRef('p.id', '=', 'o.id'))
    .select(['p.provider', 'o.confirm_asked_at', 'o.failures'])
    .where('p.store_id', '=', row.store_id)
    .where('p.reservation_id', '=', row.id)
    .where('p.state', '=', 'READY')
    .execute();
  const waits = payments.map(({ provider, confirm_asked_at: requestedAt, failures }) => {
    if (requestedAt !== null) return requestedAt.getTime() + CONFIRMING_MS;
    return provider === 'PORTONE' && failures > 0 ? now.getTime() + UNANSWERED_MS : 0;
  });
  const until = Math.min(Math.max(0, ...waits), (heldAt?.getTime() ?? 0) + LONGEST_HOLD_MS);
  return until > now.getTime() ? new Date(until) : null;
}
