import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { Problem } from '../../http/index.ts';
import { matchingGuest } from '../reservations/index.ts';
import { bitsNear } from './proof-of-work.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** At most so many rows in so long a time. */
interface Limit {
  readonly most: number;
  readonly withinMs: number;
}

/** Codes to one phone (BK-5). */
const CODES_OF_PHONE: readonly Limit[] = [
  { most: 3, withinMs: 10 * MINUTE_MS },
  { most: 10, withinMs: 24 * HOUR_MS },
];
/** Codes that one address requests at a chain. All guests of a store, and many of a mobile carrier, share one address. */
const CODES_OF_ADDRESS: readonly Limit[] = [
  { most: 60, withinMs: HOUR_MS },
  { most: 300, withinMs: 24 * HOUR_MS },
];
/** Codes of one store that no guest entered, because each costs money. Codes that guests used are no abuse. */
const CODES_OF_STORE: readonly Limit[] = [{ most: 200, withinMs: HOUR_MS }];
/** Reservations of one address at a chain (BK-7). */
const BOOKINGS_OF_ADDRESS: readonly Limit[] = [{ most: 60, withinMs: HOUR_MS }];
/** Unpaid reservations of one phone at the same time (BK-7). */
const MOST_UNPAID_OF_PHONE = 2;
/** Future stays of one phone at one store that cost nothing (BK-7). */
const MOST_FREE_OF_PHONE = 3;

interface CodeRequest {
  readonly storeId: string;
  readonly phoneMark: Buffer;
  readonly addressMark: Buffer;
  readonly now: Date;
}

/** Throws `TOO_MANY_ATTEMPTS` when the phone, the address or the store has requested too many codes (BK-5). */
export async function checkCodeLimits(tx: Tx, { storeId, phoneMark, addressMark, now }: CodeRequest): Promise<void> {
  const sent = { table: 'phone_codes', at: 'sent_at', now };
  await checkLimits(tx, sql`phone_mark = ${phoneMark}`, CODES_OF_PHONE, sent);
  await checkLimits(tx, sql`address_mark = ${addressMark}`, CODES_OF_ADDRESS, sent);
  await checkLimits(tx, sql`store_id = ${storeId} and proven_at is null`, CODES_OF_STORE, sent);
}

/** Codes to one range of phone numbers, from half of which on they need work. The range has no limit (BK-11). */
const CODES_OF_RANGE = 60;

/** The difficulty of a code to this range of numbers that this address requests (BK-11). */
export async function workOfCode(
  tx: Tx,
  { addressMark, rangeMark, now }: { readonly addressMark: Buffer; readonly rangeMark: Buffer; readonly now: Date },
): Promise<number> {
  const [ofAddress, ofRange] = await Promise.all([
    findWork(tx, sql`address_mark = ${addressMark}`, CODES_OF_ADDRESS, { table: 'phone_codes', at: 'sent_at', now }),
    findWork(tx, sql`range_mark = ${rangeMark}`, [{ most: CODES_OF_RANGE, withinMs: HOUR_MS }], {
      table: 'phone_codes',
      at: 'sent_at',
      now,
    }),
  ]);
  return Math.max(ofAddress, ofRange);
}

/** The difficulty of a reservation from this address (BK-11). */
export function workOfBooking(tx: Tx, { addressMark, now }: Pick<CodeRequest, 'addressMark' | 'now'>): Promise<number> {
  const made = { table: 'online_bookings', at: 'created_at', now };
  return findWork(tx, sql`address_mark = ${addressMark}`, BOOKINGS_OF_ADDRESS, made);
}

/** Throws `TOO_MANY_ATTEMPTS` when the phone holds too much unpaid time, or the address has booked too often (BK-7). */
export async function checkBookingLimits(
  tx: Tx,
  { phoneMark, addressMark, now }: Omit<CodeRequest, 'storeId'>,
): Promise<void> {
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
  { addressMark, now }: Pick<CodeRequest, 'addressMark' | 'now'>,
): Promise<void> {
  const made = { table: 'online_bookings', at: 'created_at', now };
  await checkLimits(tx, sql`address_mark = ${addressMark}`, BOOKINGS_OF_ADDRESS, made);
}

/**
 * Throws `TOO_MANY_ATTEMPTS` when the phone has too many future stays at the store that cost nothing (BK-7). The caller has
 * locked the mark of the phone.
 */
export async function checkFreeStays(
  tx: Tx,
  { storeId, guestPhone, now }: { readonly storeId: string; readonly guestPhone: string; readonly now: Date },
): Promise<void> {
  const stays = await tx
    .selectFrom('reservations')
    .select('ends_at')
    .where('store_id', '=', storeId)
    .where(matchingGuest(tx, guestPhone))
    .where('channel', '=', 'ONLINE')
    .where('state', '=', 'CONFIRMED')
    .where('price_amount', '=', 0)
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .limit(MOST_FREE_OF_PHONE)
    .execute();
  const first = stays.at(-1);
  if (stays.length >= MOST_FREE_OF_PHONE && first) throw tooMany(first.ends_at.getTime() - now.getTime());
}

async function findWork(
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
        select from ${sql.table(table)} where ${counted} and ${sql.ref(at)} > ${since} limit ${2 * most}) as latest`.execute(
      tx,
    );
    return bitsNear(rows[0]?.count ?? 0, most);
  });
  return Math.max(...(await Promise.all(difficulties)));
}

async function checkLimits(
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

function tooMany(ms: number): Problem {
  return new Problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) });
}
