import type { QueryOf, Reservation, searchReservations } from '@munjigi/contract';
import { normaliseReservationCode, phoneDigits } from '@munjigi/rules';
import { sql, type Expression, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../db/index.ts';
import { invalidInput } from '../../http/index.ts';
import { earliestStart } from './list.ts';
import { shapedReservation, type ReservationRow } from './reservation-row.ts';

type Query = QueryOf<typeof searchReservations>;
export type SearchFilter = Omit<Query, 'cursor' | 'limit'>;

/** A page of a search, latest start first (RV-4). What is made meanwhile neither moves a row to the next page nor shows one twice. */
export async function search(tx: Tx, { cursor, limit, ...filter }: Query): Promise<{ items: Reservation[]; nextCursor: string | null }> {
  const rows = await findPage(tx, filter, cursor === undefined ? null : readCursor(cursor), limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items: items.map(shapedReservation), nextCursor: rows.length > limit && last ? writeCursor(placeOf(last)) : null };
}

/** The place after a row. */
export interface Place {
  readonly startsAt: Date;
  readonly id: string;
}

export function placeOf({ starts_at: startsAt, id }: ReservationRow): Place {
  return { startsAt, id };
}

export async function findPage(tx: Tx, filter: SearchFilter, after: Place | null, limit: number): Promise<ReservationRow[]> {
  const conditions = [...filtered(filter), ...(after ? [sql<SqlBool>`(starts_at, id) < (${after.startsAt}, ${after.id}::uuid)`] : [])];
  return tx
    .selectFrom('reservations')
    .selectAll()
    .where((it) => it.and(conditions))
    .orderBy('starts_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

function filtered(filter: SearchFilter): Expression<SqlBool>[] {
  const { q, storeId, roomId, state, kind, channel, paid, from, to } = filter;
  return [
    q === undefined ? null : matchingGuest(q),
    storeId === undefined ? null : sql<SqlBool>`store_id = ${storeId}`,
    roomId === undefined ? null : sql<SqlBool>`room_id = ${roomId}`,
    state === undefined ? null : sql<SqlBool>`state = any (${state})`,
    kind === undefined ? null : sql<SqlBool>`kind = ${kind}`,
    channel === undefined ? null : sql<SqlBool>`channel = ${channel}`,
    paid === undefined ? null : paid === 'yes' ? sql<SqlBool>`paid_amount >= price_amount and paid_amount > 0` : sql<SqlBool>`paid_amount < price_amount`,
    from === undefined ? null : sql<SqlBool>`ends_at > ${new Date(from)} and starts_at > ${earliestStart(new Date(from))}`,
    to === undefined ? null : sql<SqlBool>`starts_at < ${new Date(to)}`,
  ].filter((it) => it !== null);
}

const LAST_FOUR = 4;
const SHORTEST_PHONE = 7;

/**
 * What somebody typed: the last four digits of a phone, a phone, a code, or how a name begins. Each by an index: row-level security
 * lets none be used by a LIKE.
 */
export function matchingGuest(q: string): Expression<SqlBool> {
  const digits = phoneDigits(q);
  if (/^\+?[\d\s()-]+$/.test(q)) {
    if (digits.length === LAST_FOUR) return sql<SqlBool>`phone_last_four = ${digits}`;
    if (digits.length >= SHORTEST_PHONE) return sql<SqlBool>`phone_last_four = ${digits.slice(-LAST_FOUR)} and guest_phone_digits = ${digits}`;
  }
  const name = q.normalize('NFC');
  const begins = sql<SqlBool>`guest_name ~>=~ ${name} and guest_name ~<~ ${name + LAST_CHARACTER}`;
  const code = normaliseReservationCode(q);
  return code === null ? begins : sql<SqlBool>`(code = ${code} or (${begins}))`;
}

/** After every other in the order of bytes. */
const LAST_CHARACTER = '\u{10ffff}';

const cursorContents = z.tuple([z.iso.datetime(), z.uuid()]);

function writeCursor({ startsAt, id }: Place): string {
  return Buffer.from(JSON.stringify([startsAt.toISOString(), id])).toString('base64url');
}

function readCursor(cursor: string): Place {
  try {
    const [startsAt, id] = cursorContents.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { startsAt: new Date(startsAt), id };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw invalidInput([{ path: 'cursor', code: 'unknown_cursor', message: 'This is no cursor of a search' }]);
  }
}
