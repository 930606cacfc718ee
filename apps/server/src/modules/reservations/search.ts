import type { QueryOf, Reservation, searchReservations } from '@munjigi/contract';
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../db/index.ts';
import { cursorCodec, toCursorPage } from '../../http/index.ts';
import { matchingGuest } from './stay/matching-guest.ts';
import { earliestStart } from './list.ts';
import { toReservation, type ReservationRow } from './stay/reservation-row.ts';

type Query = QueryOf<typeof searchReservations>;
export type SearchFilter = Omit<Query, 'cursor' | 'limit'>;

/**
 * Returns a page of a search, latest start first unless `sort` says otherwise (RV-4). Reservations created meanwhile
 * neither shift a row to the next page nor show one twice.
 */
export async function searchByCursor(
  tx: Tx,
  { cursor, limit, ...filter }: Query,
): Promise<{ items: Reservation[]; nextCursor: string | null }> {
  const rows = await findPage(tx, filter, cursor === undefined ? null : searchCursors.read(cursor), limit + 1);
  return toCursorPage(rows, {
    limit,
    toItem: toReservation,
    toCursor: (row) => searchCursors.write(toReservationCursor(row)),
  });
}

/** The position of a row in the order of the search. */
export interface ReservationCursor {
  readonly startsAt: Date;
  readonly roomId: string;
  readonly id: string;
}

export function toReservationCursor({ starts_at: startsAt, room_id: roomId, id }: ReservationRow): ReservationCursor {
  return { startsAt, roomId, id };
}

/** Reservations after a position, where those that start together are in the order of their rooms. */
function isBeyond({ startsAt, roomId, id }: ReservationCursor, beyond: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`starts_at ${beyond}= ${startsAt}
    and (starts_at ${beyond} ${startsAt} or (room_id, id) > (${roomId}::uuid, ${id}::uuid))`;
}

export async function findPage(
  tx: Tx,
  filter: SearchFilter,
  after: ReservationCursor | null,
  limit: number,
): Promise<ReservationRow[]> {
  const isEarliestFirst = filter.sort === 'startsAt';
  const beyond = sql.raw(isEarliestFirst ? '>' : '<');
  const direction = isEarliestFirst ? 'asc' : 'desc';
  const conditions = [...filtered(tx, filter), ...(after ? [isBeyond(after, beyond)] : [])];
  return tx
    .selectFrom('reservations')
    .selectAll()
    .where((eb) => eb.and(conditions))
    .orderBy('starts_at', direction)
    .orderBy('room_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

function filtered(tx: Tx, filter: SearchFilter): Expression<SqlBool>[] {
  const { q, storeId, roomId, state, kind, channel, paid, payment, from, to } = filter;
  return [
    q === undefined ? null : matchingGuest(tx, q),
    storeId === undefined ? null : sql<SqlBool>`store_id = ${storeId}`,
    roomId === undefined ? null : sql<SqlBool>`room_id = ${roomId}`,
    state === undefined ? null : sql<SqlBool>`state = any (${state})`,
    kind === undefined ? null : sql<SqlBool>`kind = ${kind}`,
    channel === undefined ? null : sql<SqlBool>`channel = ${channel}`,
    paid === undefined
      ? null
      : paid === 'yes'
        ? sql<SqlBool>`paid_amount + waived_amount >= price_amount and paid_amount + waived_amount > 0`
        : sql<SqlBool>`paid_amount + waived_amount < price_amount`,
    payment === undefined ? null : PAYMENTS[payment],
    from === undefined
      ? null
      : sql<SqlBool>`ends_at > ${new Date(from)} and starts_at > ${earliestStart(new Date(from))}`,
    to === undefined ? null : sql<SqlBool>`starts_at < ${new Date(to)}`,
  ].filter((expression) => expression !== null);
}

const IS_DUE = sql<SqlBool>`kind = 'GUEST' and state not in ('CANCELLED', 'EXPIRED', 'NO_SHOW')
  and paid_amount + waived_amount < price_amount`;
const OWES_REFUND = sql<SqlBool>`coalesce(refund_due_amount, 0) > 0`;

/** The conditions of the payment filter. A goodwill refund of a part leaves the reservation paid as well (PY-4). */
const PAYMENTS: Readonly<Record<NonNullable<SearchFilter['payment']>, RawBuilder<SqlBool>>> = {
  UNPAID: sql`${IS_DUE} and paid_amount = 0`,
  PARTLY: sql`${IS_DUE} and paid_amount > 0`,
  PAID: sql`paid_amount > 0 and paid_amount + waived_amount >= price_amount and not ${OWES_REFUND}`,
  REFUNDED: sql`not ${OWES_REFUND} and exists (select from reservation_events e
    where e.store_id = reservations.store_id and e.reservation_id = reservations.id and e.kind = 'REFUNDED')`,
  REFUND_OWED: OWES_REFUND,
};

const searchCursors = cursorCodec({
  list: 'a search',
  fields: z.tuple([z.iso.datetime(), z.uuid(), z.uuid()]),
  toFields: ({ startsAt, roomId, id }: ReservationCursor) => [startsAt.toISOString(), roomId, id],
  toPosition: ([startsAt, roomId, id]) => ({ startsAt: new Date(startsAt), roomId, id }),
});
