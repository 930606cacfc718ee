import type { BodyOf, findOwnReservations, ReplyOf } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { statement, storesActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { findGuestPath, type GuestTokens } from '../guest-access/index.ts';
import { matchingGuest } from '../reservations/index.ts';
import type { BookingMarks } from './guest-proof/booking-marks.ts';
import { codeTargetOf, subjectOfCode } from './guest-proof/guest-proof.ts';
import { readOpenStore, type StorePath } from './offer/open-stores.sql.ts';
import { FINDING_CODES, useCode, verifyCode } from './guest-proof/phone-codes.ts';
import { lockMark } from './guest-proof/phone-codes.sql.ts';

const DAY_MS = 24 * 3600_000;
/** How long an ended stay is found: long enough to book again, and short for the next owner of a number. */
const RECENT_DAYS = 30;
/** Of the stays to come, and of those that have ended. */
const MOST_FOUND = 10;

interface FindDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly marks: BookingMarks;
  readonly guestTokens: GuestTokens;
}

/**
 * Lists the reservations of a phone at the stores of a chain, with their links, to the guest who proved the phone at one of
 * them (BK-15, RG-9). The code is checked before anything is read, so a stranger learns nothing about a phone.
 */
export async function findForGuest(
  deps: FindDeps,
  path: StorePath,
  { phoneCode, ...contact }: BodyOf<typeof findOwnReservations>,
): Promise<ReplyOf<typeof findOwnReservations>> {
  const { db, clock, marks, guestTokens } = deps;
  const store = await readOpenStore(db, path);
  const target = codeTargetOf(marks, store.productId, contact);
  const proof = { phoneMark: target.mark, code: phoneCode, ...subjectOfCode(target, FINDING_CODES) };
  await verifyCode(deps, store, proof);
  const storeIds = await listStoreIds(db, store.productId);
  return db.withActor(storesActor(store.productId, storeIds), async (tx) => {
    await lockMark(tx, proof.phoneMark);
    await useCode(deps, tx, store, proof);
    const rows = await findRows(tx, { ...contact, now: clock.now() });
    const toItem = async (row: (typeof rows)[number]) => ({
      reservationCode: row.code,
      state: row.state,
      storeId: row.storeId,
      storeName: row.storeName,
      timeZone: row.timeZone,
      roomName: row.roomName,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      path: await findGuestPath(tx, guestTokens, { storeId: row.storeId, reservationId: row.id }),
    });
    return { items: await Promise.all(rows.map(toItem)) };
  });
}

/** All stores of a chain, also those that are closed or take no online bookings: their stays are the guest's too. */
async function listStoreIds(db: Database, productId: string): Promise<string[]> {
  const rows = await db.doAtOnce(
    SYSTEM,
    statement<{ id: string }>`select id from stores where product_id = ${productId}`,
  );
  return rows.map(({ id }) => id);
}

interface ReservationQuery {
  readonly guestPhone: string;
  readonly guestEmail?: string | undefined;
  readonly now: Date;
}

/**
 * The stays to come, soonest first, then the recent ones, latest first; without lapsed holds. A phone abroad was not proven,
 * so its stays need the proven address too (BK-16).
 */
async function findRows(tx: Tx, query: ReservationQuery) {
  const rows = await selectRows(tx, query);
  const { guestEmail, now } = query;
  const own = guestEmail === undefined ? rows : rows.filter((row) => isSameAddress(row.guest_email, guestEmail));
  const coming = own.filter(({ endsAt }) => endsAt > now);
  const ended = own.filter(({ endsAt }) => endsAt <= now).reverse();
  return [...coming.slice(0, MOST_FOUND), ...ended.slice(0, MOST_FOUND)];
}

function selectRows(tx: Tx, { guestPhone, now }: ReservationQuery) {
  return tx
    .selectFrom('reservations')
    .innerJoin('rooms', (join) =>
      join.onRef('rooms.store_id', '=', 'reservations.store_id').onRef('rooms.id', '=', 'reservations.room_id'),
    )
    .innerJoin('stores', 'stores.id', 'reservations.store_id')
    .select([
      'reservations.id',
      'reservations.code',
      'reservations.state',
      'reservations.starts_at as startsAt',
      'reservations.ends_at as endsAt',
      'reservations.guest_email',
      'rooms.name as roomName',
      'stores.id as storeId',
      'stores.name as storeName',
      'stores.time_zone as timeZone',
    ])
    .where(matchingGuest(tx, guestPhone))
    .where('reservations.kind', '=', 'GUEST')
    .where('reservations.ends_at', '>', new Date(now.getTime() - RECENT_DAYS * DAY_MS))
    .where((eb) =>
      eb.or([
        eb('reservations.state', 'in', ['CONFIRMED', 'IN_USE', 'COMPLETED', 'CANCELLED']),
        eb.and([eb('reservations.state', '=', 'PENDING'), eb('reservations.hold_expires_at', '>', now)]),
      ]),
    )
    .orderBy('reservations.starts_at')
    .orderBy('reservations.id')
    .execute();
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
