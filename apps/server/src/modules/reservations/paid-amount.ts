import { LEAST_ONLINE_WON } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { changeReservation, returnMove, type ReservationChange, type ReservationRecord } from './stay/change.ts';
import { applyHeldExtension, returnExtension } from './extensions/guest-extension.ts';
import { applyHeldMove } from './moves/held-move-end.ts';
import { isMoveOf } from './stay/held-move.ts';
import { addHistory, SERVER_ACTOR } from './stay/history.ts';
import { heldAmountOf, isHoldingMore } from './stay/reservation-row.ts';

interface Paying extends Pick<ReservationChange, 'by' | 'reason'> {
  readonly kind: 'PAID' | 'REFUNDED' | 'PAYMENT_REVERSED';
  /** The total paid amount after this payment or refund, in won. */
  readonly paidAmount: number;
  /** The amount of this payment or refund, in won. */
  readonly amount: number;
  /** Of a payment: what it covers of the price beyond its amount (PS-3). Of its reversal: the same, negative. */
  readonly advantageAmount?: number;
  /** Of a refund: the guest is to pay the amount again. */
  readonly isStillDue?: boolean;
}

/**
 * Sets the paid amount of a locked reservation from its payments; nothing else writes it. A `PENDING` reservation that
 * is fully paid is confirmed, and a held extension that is fully paid becomes part of the stay (GT-13). A completed
 * refund lowers what a reservation still owes.
 */
export async function updatePaidAmount(
  tx: Tx,
  clock: Clock,
  locked: ReservationRecord,
  { paidAmount, isStillDue = false, advantageAmount = 0, ...change }: Paying,
): Promise<ReservationRecord> {
  // A process of the release before changes a stay without returning its held move.
  const isOther = locked.row.held_move && !isMoveOf(locked.row, locked.row.held_move);
  const record = isOther ? await returnMove(tx, clock, locked, SERVER_ACTOR) : locked;
  const paying = { ...change, paidAmount, isStillDue, advantageAmount };
  const waivedAmount = waivedAfter(record, paying);
  const paid = await changeReservation(tx, clock, record, {
    ...change,
    set: { paid_amount: paidAmount, refund_due_amount: refundDueAfter(record, paying), waived_amount: waivedAmount },
  });
  if (change.kind !== 'PAID') return paid;
  const { price_amount: priceAmount } = paid.row;
  if (isHoldingMore(paid.row)) {
    // Money on its way back to the guest does not pay for the time.
    const keptAmount = paidAmount + waivedAmount - (await sumOpenRefundsOf(tx, paid.row));
    return keptAmount >= priceAmount + heldAmountOf(paid.row) ? endPaidHold(tx, clock, paid, change.by) : paid;
  }
  return paid.row.state === 'PENDING' && paidAmount + waivedAmount >= priceAmount
    ? changeReservation(tx, clock, paid, {
        kind: 'CONFIRMED',
        by: change.by,
        set: { state: 'CONFIRMED', hold_expires_at: null },
      })
    : paid;
}

/**
 * Extends the stay by the time that is paid, or moves it. Time that has passed meanwhile, and a move whose time is not kept
 * any more, is returned, and its money is owed.
 */
function endPaidHold(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  by: ReservationChange['by'],
): Promise<ReservationRecord> {
  if (record.row.held_move) return applyHeldMove(tx, clock, record, by);
  const { extension_ends_at: endsAt } = record.row;
  const isOver = endsAt !== null && endsAt <= clock.now();
  return isOver ? returnExtension(tx, clock, record, by) : applyHeldExtension(tx, clock, record, by);
}

/** The amount of the refunds of a reservation that have begun and are not completed, in won. */
async function sumOpenRefundsOf(tx: Tx, { store_id: storeId, id }: ReservationRecord['row']): Promise<number> {
  const { open } = await tx
    .selectFrom('payment_refunds as f')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.store_id', '=', 'f.store_id').onRef('p.id', '=', 'f.payment_id'),
    )
    .select(({ fn }) => fn.sum<number | null>('f.amount').as('open'))
    .where('p.store_id', '=', storeId)
    .where('p.reservation_id', '=', id)
    .where('f.state', 'in', ['REQUESTED', 'OWED'])
    .executeTakeFirstOrThrow();
  return open ?? 0;
}

/**
 * What a reservation owes its guest after a payment or a refund, in won; `null`: nothing was ever owed. A stay that takes
 * place owes what a provider took beyond its price: two windows were paid, or an extension was returned (GT-13).
 */
function refundDueAfter({ row }: ReservationRecord, { kind, by, amount, paidAmount }: Paying): number | null {
  const { refund_due_amount: due } = row;
  // The provider took the money of a guest who agreed before the end: all of it goes back.
  if (kind === 'PAID' && (row.state === 'CANCELLED' || row.state === 'EXPIRED'))
    return Math.min(paidAmount, (due ?? 0) + amount);
  if (kind === 'PAID' && by.kind === 'SYSTEM') {
    const excess = Math.max(0, paidAmount - row.price_amount - heldAmountOf(row));
    return excess === 0 ? due : Math.min(excess, (due ?? 0) + amount);
  }
  if (due === null) return null;
  return Math.min(paidAmount, Math.max(0, kind === 'REFUNDED' ? due - amount : due));
}

/**
 * What the guest need not pay after this payment or refund, in won: what refunds returned beyond what was owed, and what a
 * pass covers beyond its worth. A
 * refund lowers what the store keeps and never makes the guest pay again, unless the guest is to pay in another way.
 */
function waivedAfter(
  { row }: ReservationRecord,
  { kind, by, amount, paidAmount, isStillDue, advantageAmount = 0 }: Paying,
): number {
  const isOver = row.state === 'CANCELLED' || row.state === 'EXPIRED';
  const returnedAmount = amount - Math.min(amount, row.refund_due_amount ?? 0);
  const isWaived = kind === 'REFUNDED' && isStillDue !== true && !isOver;
  const missingAmount = Math.max(0, row.price_amount + heldAmountOf(row) - paidAmount);
  // No provider takes what is left, so the guest keeps it.
  const isTooLittle = kind === 'PAID' && by.kind === 'SYSTEM' && missingAmount < LEAST_ONLINE_WON;
  if (isTooLittle) return missingAmount;
  return Math.min(missingAmount, Math.max(0, row.waived_amount + advantageAmount + (isWaived ? returnedAmount : 0)));
}

interface RefundEvent extends Pick<ReservationChange, 'by' | 'reason'> {
  readonly amount: number;
}

/** Records in the history of a cancelled reservation that a part of its refund was started. */
export function recordRefundEvent(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  event: RefundEvent & { readonly kind: 'REFUND_REQUESTED' | 'REFUND_OWED' | 'REFUND_WAITING' },
): void {
  addHistory(tx, record.row, { ...event, at: clock.now() });
}

/** Records a failed refund in the history of a locked reservation and publishes the change. */
export function recordRefundFailure(
  tx: Tx,
  clock: Clock,
  record: ReservationRecord,
  event: RefundEvent,
): Promise<ReservationRecord> {
  return changeReservation(tx, clock, record, { ...event, kind: 'REFUND_FAILED', set: {} });
}
