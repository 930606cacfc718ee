import type { listReservations, QueryOf, Reservation } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { orderOf, readGrowingPage, type GrowingTotal, type Tx } from '../../db/index.ts';
import { LONGEST_DAYS } from './stay/booking.ts';
import { toReservation } from './stay/reservation-row.ts';

const DAY_MS = 24 * 3600_000;

/** Lists reservations that overlap a period, earliest first; without `from` those that have not ended. */
export async function findReservations(
  tx: Tx,
  clock: Clock,
  query: QueryOf<typeof listReservations>,
): Promise<GrowingTotal & { items: Reservation[] }> {
  const from = query.from === undefined ? clock.now() : new Date(query.from);
  const { storeId, roomId, state, to } = query;
  let matching = tx.selectFrom('reservations').where('ends_at', '>', from).where('starts_at', '>', earliestStart(from));
  if (to !== undefined) matching = matching.where('starts_at', '<', new Date(to));
  if (storeId !== undefined) matching = matching.where('store_id', '=', storeId);
  if (roomId !== undefined) matching = matching.where('room_id', '=', roomId);
  if (state !== undefined) matching = matching.where('state', '=', state);
  const { rows, ...count } = await readGrowingPage(tx, matching.selectAll(), {
    page: query.page,
    limit: query.limit,
    order: orderOf(query.sort, { startsAt: 'starts_at' }, 'id', sql`starts_at, id`),
  });
  return { ...count, items: rows.map(toReservation) };
}

/** Reservations that end after `from` start after this instant. */
export function earliestStart(from: Date): Date {
  return new Date(from.getTime() - LONGEST_DAYS * DAY_MS);
}
