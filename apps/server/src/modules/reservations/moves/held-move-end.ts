import type { Clock } from '../../../clock.ts';
import { prepareStatement, storeActor, SYSTEM, type Database, type Tx } from '../../../db/index.ts';
import { guestAuditActor } from '../../audit/index.ts';
import {
  changeReservation,
  returnMove,
  selectReservationForUpdate,
  takeHeldMove,
  type ReservationRecord,
} from '../stay/change.ts';
import { updateMoveExpiry } from '../stay/held-move.ts';
import { findLaterHoldEnd } from '../stay/hold-payments.ts';
import { SERVER_ACTOR, type ReservationActor } from '../stay/history.ts';
import { describeMove } from '../stay/move-event.ts';
import type { AgreedCoupon } from '../stay/price-extras.ts';

/**
 * Moves a locked stay to the time that its guest holds and has paid. A time that is not kept any more, or that has begun, is
 * not moved to: the move is returned, and its money is owed (GT-32).
 */
export async function applyHeldMove(
  tx: Tx,
  clock: Clock,
  held: ReservationRecord,
  by: ReservationActor,
): Promise<ReservationRecord> {
  const { held_move: move } = held.row;
  if (!move) throw new Error('The reservation has no held move');
  const { record, isKept } = await takeHeldMove(tx, clock, held);
  if (!isKept || move.starts_at <= clock.now())
    return changeReservation(tx, clock, record, { kind: 'MOVE_RETURNED', by, set: {} });
  const discount = move.discount as (AgreedCoupon & { readonly amount: number }) | null;
  return changeReservation(tx, clock, record, {
    ...describeMove(record.row, move),
    // A provider reports the money, and the guest moves.
    by: guestAuditActor({ reservationId: record.row.id, reservationCode: record.row.code }),
    amount: move.added_amount,
    set: {
      room_id: move.room_id,
      starts_at: move.starts_at,
      ends_at: move.ends_at,
      buffer_ends_at: move.buffer_ends_at,
      keeps_from: null,
      business_date: move.business_date,
      head_count: move.head_count,
      price_amount: move.price_amount,
      price_lines: move.price_lines,
      add_on_lines: move.add_on_lines,
      coupon_id: discount?.couponId ?? null,
      discount: move.discount,
    },
  });
}

/** Holds the move of a locked reservation for longer. */
export async function extendMoveHold(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  { until, by }: { readonly until: Date; readonly by: ReservationActor },
): Promise<ReservationRecord> {
  const { row } = record;
  if (!row.held_move) return record;
  await updateMoveExpiry(tx, row, until);
  const held_move = { ...row.held_move, expires_at: until };
  return changeReservation(
    tx,
    clock,
    { ...record, row: { ...row, held_move } },
    { kind: 'HOLD_EXTENDED', by, set: {} },
  );
}

const MOST = 100;
const DUE = prepareStatement<{ product_id: string; store_id: string; id: string }>(
  `select product_id, store_id, id from held_moves where expires_at <= $1 order by expires_at, id limit ${MOST}`,
);

/**
 * Returns the moves whose time to pay is over, unless a provider is asked to take the money. An error of one does not stop
 * the others; the errors are thrown at the end.
 */
export async function endMoveHolds({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const due = await db.withActor(SYSTEM, (tx) => DUE.read(tx, clock.now().toISOString()));
  const errors: unknown[] = [];
  for (const { product_id: productId, store_id: storeId, id } of due)
    await db
      .withActor(storeActor(productId, storeId), async (tx) => {
        await endMoveHold(tx, clock, await selectReservationForUpdate(tx, id));
      })
      .catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} held moves could not be returned`);
}

async function endMoveHold(tx: Tx, clock: Clock, record: ReservationRecord): Promise<void> {
  const { held_move: move } = record.row;
  const now = clock.now();
  if (!move || move.expires_at > now) return;
  const until = await findLaterHoldEnd(tx, record.row, { heldAt: move.held_at, now });
  if (until === null) await returnMove(tx, clock, record, SERVER_ACTOR);
  else await extendMoveHold(tx, clock, record, { until, by: SERVER_ACTOR });
}
