import type { UnitOfWork, Caller } from '../../../http/index.ts';
import { changeReservation, type ReservationRecord } from '../stay/change.ts';
import { heldExtensionOf } from '../stay/held-extension.ts';
import { extendMoveHold } from '../moves/held-move-end.ts';
import { byCaller } from '../stay/history.ts';
import type { ReservationRow } from '../stay/reservation-row.ts';

const MINUTE_MS = 60_000;
/** The time that a payment gives its guest: providers end their own windows after about as long. */
const PAYING_MS = 10 * MINUTE_MS;
/** However often payments begin, the hold ends this long after the hold time of the store. */
const LONGEST_EXTENSION_MS = 20 * MINUTE_MS;

/**
 * True for an unpaid reservation, or one with an unpaid extension, whose time to pay is over, even if the timer has not
 * ended the hold yet.
 */
export function isHoldOver({ row }: ReservationRecord, now: Date): boolean {
  const heldUntil = heldUntilOf(row);
  return heldUntil !== null && heldUntil <= now;
}

/** Until when a guest can pay what they hold: the unpaid reservation, or its unpaid extension. `null`: nothing is held. */
export function heldUntilOf(row: ReservationRow): Date | null {
  return row.state === 'PENDING'
    ? row.hold_expires_at
    : (row.extension_expires_at ?? row.held_move?.expires_at ?? null);
}

/**
 * Holds a locked unpaid reservation, or its unpaid extension, while its guest pays: for ten minutes from now, within a
 * bound (GT-11, GT-12). Another reservation, and one that is held long enough, stay unchanged.
 */
export async function extendHoldForPayment(
  { tx, clock, actor }: UnitOfWork<Caller>,
  record: ReservationRecord,
): Promise<ReservationRecord> {
  const { row } = record;
  const now = clock.now();
  const held = heldExtensionOf(row);
  if (held !== null) {
    const until = new Date(Math.min(now.getTime() + PAYING_MS, held.heldAt.getTime() + LONGEST_EXTENSION_MS));
    return until <= held.expiresAt
      ? record
      : changeReservation(tx, clock, record, {
          kind: 'HOLD_EXTENDED',
          by: byCaller(actor),
          set: { extension_expires_at: until },
        });
  }
  const { held_move: move } = row;
  if (move) {
    const until = new Date(Math.min(now.getTime() + PAYING_MS, move.held_at.getTime() + LONGEST_EXTENSION_MS));
    return until <= move.expires_at ? record : extendMoveHold(tx, clock, record, { until, by: byCaller(actor) });
  }
  if (row.state !== 'PENDING' || row.hold_expires_at === null) return record;
  const store = await tx
    .selectFrom('stores')
    .select((eb) => [
      'hold_minutes',
      // An offer to a waiting guest is held for a separate time (WL-1).
      eb
        .selectFrom('waitlist as w')
        .whereRef('w.store_id', '=', 'stores.id')
        .where('w.offered_reservation_id', '=', row.id)
        .select('stores.waitlist_offer_minutes')
        .as('offer_minutes'),
    ])
    .where('id', '=', row.store_id)
    .executeTakeFirstOrThrow();
  const heldUntil = row.created_at.getTime() + (store.offer_minutes ?? store.hold_minutes) * MINUTE_MS;
  // An offer ends at its start at the latest.
  const bound = store.offer_minutes === null ? heldUntil : Math.min(heldUntil, row.starts_at.getTime());
  const latest = bound + LONGEST_EXTENSION_MS;
  const until = new Date(Math.min(now.getTime() + PAYING_MS, latest, row.ends_at.getTime()));
  if (until <= row.hold_expires_at) return record;
  return changeReservation(tx, clock, record, {
    kind: 'HOLD_EXTENDED',
    by: byCaller(actor),
    set: { hold_expires_at: until },
  });
}
