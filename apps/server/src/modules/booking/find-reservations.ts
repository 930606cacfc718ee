import type { BodyOf, findOwnReservations, ReplyOf } from '@munjigi/contract';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import { findGuestPath, type GuestTokens } from '../guest-access/index.ts';
import { matchingGuest } from '../reservations/index.ts';
import type { BookingMarks } from './guest-proof/booking-marks.ts';
import { codeTargetOf, subjectOfCode } from './guest-proof/guest-proof.ts';
import { readOpenStore, type StorePath } from './offer/open-stores.sql.ts';
import { FINDING_CODES, useCode, verifyCode } from './guest-proof/phone-codes.ts';
import { lockMark } from './guest-proof/phone-codes.sql.ts';

const DAY_MS = 24 * 3600_000;
const MOST_FOUND = 10;

interface FindDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly marks: BookingMarks;
  readonly guestTokens: GuestTokens;
}

/**
 * Lists the reservations of a phone at a store, with their links, to the guest who proved the phone (BK-15). The code is
 * checked before anything is read, so a stranger learns nothing about a phone.
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
  return db.withActor(storeActor(store.productId, store.id), async (tx) => {
    await lockMark(tx, proof.phoneMark);
    await useCode(deps, tx, store, proof);
    const rows = await findRows(tx, { storeId: store.id, ...contact, now: clock.now() });
    const toItem = async (row: (typeof rows)[number]) => ({
      reservationCode: row.code,
      state: row.state,
      roomName: row.roomName,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      path: await findGuestPath(tx, guestTokens, { storeId: store.id, reservationId: row.id }),
    });
    return { items: await Promise.all(rows.map(toItem)) };
  });
}

interface ReservationQuery {
  readonly storeId: string;
  readonly guestPhone: string;
  readonly guestEmail?: string | undefined;
  readonly now: Date;
}

/**
 * Stays that end at most a day ago, soonest first, without lapsed holds. A phone abroad was not proven, so its stays need the
 * proven address too (BK-16).
 */
async function findRows(tx: Tx, { storeId, guestPhone, guestEmail, now }: ReservationQuery) {
  const query = tx
    .selectFrom('reservations')
    .innerJoin('rooms', (join) =>
      join.onRef('rooms.store_id', '=', 'reservations.store_id').onRef('rooms.id', '=', 'reservations.room_id'),
    )
    .select([
      'reservations.id',
      'reservations.code',
      'reservations.state',
      'reservations.starts_at as startsAt',
      'reservations.ends_at as endsAt',
      'reservations.guest_email',
      'rooms.name as roomName',
    ])
    .where('reservations.store_id', '=', storeId)
    .where(matchingGuest(tx, guestPhone))
    .where('reservations.kind', '=', 'GUEST')
    .where('reservations.ends_at', '>', new Date(now.getTime() - DAY_MS))
    .where((eb) =>
      eb.or([
        eb('reservations.state', 'in', ['CONFIRMED', 'IN_USE', 'COMPLETED', 'CANCELLED']),
        eb.and([eb('reservations.state', '=', 'PENDING'), eb('reservations.hold_expires_at', '>', now)]),
      ]),
    )
    .orderBy('reservations.starts_at')
    .orderBy('reservations.id');
  if (guestEmail === undefined) return query.limit(MOST_FOUND).execute();
  const rows = await query.execute();
  return rows.filter((row) => isSameAddress(row.guest_email, guestEmail)).slice(0, MOST_FOUND);
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
