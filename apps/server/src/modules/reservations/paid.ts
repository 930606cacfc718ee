import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { changeReservation, type Change, type Known } from './change.ts';
import { remember } from './history.ts';

interface Paying extends Pick<Change, 'by' | 'reason'> {
  readonly kind: 'PAID' | 'REFUNDED' | 'PAYMENT_REVERSED';
  /** Won that came in or went back. */
  readonly amount: number;
}

/**
 * What was paid for a reservation that the transaction has taken, as its payments say: nobody else writes it. Whoever has paid the whole
 * price of a `PENDING` one has it confirmed. A confirmed refund lowers what a cancelled one still owes.
 */
export async function keepPaid(tx: Tx, clock: Clock, it: Known, paidAmount: number, change: Paying): Promise<Known> {
  const { refund_due_amount: due } = it.row;
  const stillDue = due === null ? null : Math.min(paidAmount, Math.max(0, change.kind === 'REFUNDED' ? due - change.amount : due));
  const paid = await changeReservation(tx, clock, it, { ...change, set: { paid_amount: paidAmount, refund_due_amount: stillDue } });
  const isCovered = change.kind === 'PAID' && paid.row.state === 'PENDING' && paidAmount >= paid.row.price_amount;
  return isCovered ? changeReservation(tx, clock, paid, { kind: 'CONFIRMED', by: change.by, set: { state: 'CONFIRMED', hold_expires_at: null } }) : paid;
}

interface RefundEvent extends Pick<Change, 'by' | 'reason'> {
  readonly amount: number;
}

/** Adds to the history of a cancelled reservation that a part of its refund was started. */
export function recordRefundEvent(tx: Tx, clock: Clock, it: Known, event: RefundEvent & { readonly kind: 'REFUND_REQUESTED' | 'REFUND_OWED' | 'REFUND_WAITING' }): void {
  remember(tx, it.row, { ...event, at: clock.now() });
}

/** Adds a failed refund to the history of a reservation that the transaction has taken, and publishes the change. */
export function recordRefundFailure(tx: Tx, clock: Clock, it: Known, event: RefundEvent): Promise<Known> {
  return changeReservation(tx, clock, it, { ...event, kind: 'REFUND_FAILED', set: {} });
}
