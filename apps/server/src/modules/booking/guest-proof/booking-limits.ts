import { toMailbox } from '@munjigi/typed-text';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/index.ts';
import { Problem } from '../../../http/index.ts';
import { matchingGuest } from '../../reservations/index.ts';
import { bitsNear } from './proof-of-work.ts';

const HOUR_MS = 60 * 60_000;

/** At most so many rows in so long a time. */
export interface Limit {
  readonly most: number;
  readonly withinMs: number;
}

/** Reservations of one address at a chain (BK-7). */
const BOOKINGS_OF_ADDRESS: readonly Limit[] = [{ most: 60, withinMs: HOUR_MS }];
/** Unpaid reservations of one phone at the same time (BK-7). */
const MOST_UNPAID_OF_PHONE = 2;
/** Future stays of one phone at one store that cost nothing (BK-7). */
const MOST_FREE_OF_PHONE = 3;

interface BookingRequest {
  readonly phoneMark: Buffer;
  readonly addressMark: Buffer;
  readonly now: Date;
}

/** The difficulty of a reservation from this address (BK-11). */
export function workOfBooking(
  tx: Tx,
  { addressMark, now }: Pick<BookingRequest, 'addressMark' | 'now'>,
): Promise<number> {
  const bookings = { table: 'online_bookings', at: 'created_at', now };
  return findWork(tx, sql`address_mark = ${addressMark}`, BOOKINGS_OF_ADDRESS, bookings);
}

/** Throws `TOO_MANY_ATTEMPTS` when the phone holds too much unpaid time, or the address has booked too often (BK-7). */
export async function checkBookingLimits(tx: Tx, { phoneMark, addressMark, now }: BookingRequest): Promise<void> {
  await checkBookingsOfAddress(tx, { addressMark, now });
  const held = await tx
    .selectFrom('online_bookings')
    .select('held_until')
    .where('phone_mark', '=', phoneMark)
    .where('held_until', '>', now)
    .orderBy('held_until', 'desc')
    .limit(MOST_UNPAID_OF_PHONE)
    .execute();
  const last = held.at(-1)?.held_until;
  if (held.length >= MOST_UNPAID_OF_PHONE && last) throw tooMany(last.getTime() - now.getTime());
}

/** Throws `TOO_MANY_ATTEMPTS` when the address has booked too often (BK-7). */
export async function checkBookingsOfAddress(
  tx: Tx,
  { addressMark, now }: Pick<BookingRequest, 'addressMark' | 'now'>,
): Promise<void> {
  const bookings = { table: 'online_bookings', at: 'created_at', now };
  await checkLimits(tx, sql`address_mark = ${addressMark}`, BOOKINGS_OF_ADDRESS, bookings);
}

interface FreeStays {
  readonly storeId: string;
  readonly guestPhone: string;
  /** Of a guest abroad: their mailbox counts, because their phone is not proven (BK-16). */
  readonly guestEmail: string | undefined;
  readonly now: Date;
}

/**
 * Throws `TOO_MANY_ATTEMPTS` when the phone has too many future stays at the store that cost nothing (BK-7). The caller has
 * locked the mark of the phone or of the mailbox.
 */
export async function checkFreeStays(tx: Tx, { storeId, guestPhone, guestEmail, now }: FreeStays): Promise<void> {
  const query = tx
    .selectFrom('reservations')
    .select(['ends_at', 'guest_email'])
    .where('store_id', '=', storeId)
    .where('channel', '=', 'ONLINE')
    .where('state', '=', 'CONFIRMED')
    .where('price_amount', '=', 0)
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc');
  const stays =
    guestEmail === undefined
      ? await query.where(matchingGuest(tx, guestPhone)).limit(MOST_FREE_OF_PHONE).execute()
      : (await query.execute())
          .filter((stay) => isOfMailbox(stay.guest_email, guestEmail))
          .slice(0, MOST_FREE_OF_PHONE);
  const first = stays.at(-1);
  if (stays.length >= MOST_FREE_OF_PHONE && first) throw tooMany(first.ends_at.getTime() - now.getTime());
}

function isOfMailbox(email: string, other: string): boolean {
  return email !== '' && toMailbox(email) === toMailbox(other);
}

/** The difficulty for a caller who is near these limits (BK-11). */
export async function findWork(
  tx: Tx,
  counted: RawBuilder<unknown>,
  limits: readonly Limit[],
  { table, at, now }: { readonly table: string; readonly at: string; readonly now: Date },
): Promise<number> {
  const difficulties = limits.map(async ({ most, withinMs }) => {
    const since = new Date(now.getTime() - withinMs);
    // Beyond twice the limit nothing becomes more difficult.
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select from ${sql.table(table)} where ${counted} and ${sql.ref(at)} > ${since} limit ${2 * most})
          as latest`.execute(tx);
    return bitsNear(rows[0]?.count ?? 0, most);
  });
  return Math.max(...(await Promise.all(difficulties)));
}

/** Throws `TOO_MANY_ATTEMPTS` at the first limit that is reached. */
export async function checkLimits(
  tx: Tx,
  counted: RawBuilder<unknown>,
  limits: readonly Limit[],
  { table, at, now }: { readonly table: string; readonly at: string; readonly now: Date },
): Promise<void> {
  for (const { most, withinMs } of limits) {
    const since = new Date(now.getTime() - withinMs);
    const { rows } = await sql<{ count: number; first: Date | null }>`
      select count(*) as count, min(at) as first from (
        select ${sql.ref(at)} as at from ${sql.table(table)} where ${counted} and ${sql.ref(at)} > ${since}
        order by ${sql.ref(at)} desc limit ${most}) as latest`.execute(tx);
    const [found] = rows;
    if (found?.first && found.count >= most) throw tooMany(found.first.getTime() + withinMs - now.getTime());
  }
}

export function tooMany(ms: number): Problem {
  return new Problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) });
}
