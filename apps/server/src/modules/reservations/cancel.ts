import { reachOf, type BodyOf, type cancelReservation, type ReservationDetail } from '@munjigi/contract';
import { cancellationOf, refundOf } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { Problem, type Caller } from '../../http/index.ts';
import { changeReservation, checkMayChange, detailOf, takeReservation, type Known } from './change.ts';
import { byCaller } from './history.ts';

export type Cancelling = Pick<BodyOf<typeof cancelReservation>, 'reason' | 'refundPercent'>;

const CANCELLABLE = ['PENDING', 'CONFIRMED'] as const;

/** Cancels one reservation and writes down what is to be given back of what was paid. */
export async function cancel(tx: Tx, clock: Clock, actor: Caller, reservationId: string, body: BodyOf<typeof cancelReservation>): Promise<ReservationDetail> {
  const now = clock.now();
  checkMayRefund(actor, body);
  const it = await takeReservation(tx, reservationId);
  checkMayChange(it, body, CANCELLABLE, now);
  return detailOf(await cancelTaken(tx, clock, actor, it, body), now);
}

/** Whoever may not refund may only cancel without (PRODUCT.md 2). */
export function checkMayRefund(actor: Caller, { refundPercent = 0 }: Cancelling): void {
  if (refundPercent > 0 && !mayRefund(actor)) throw new Problem('CAPABILITY_MISSING', { capability: 'payments:refund' });
}

/** Of one that the transaction has taken and that can be cancelled. Without a percentage the store's tier counts; of who may not refund: nothing. */
export async function cancelTaken(tx: Tx, clock: Clock, actor: Caller, it: Known, { reason, refundPercent }: Cancelling): Promise<Known> {
  const { row, terms } = it;
  const now = clock.now();
  const tier = cancellationOf(terms.cancellationTiers, { startsAt: row.starts_at, now, paidAmount: row.paid_amount });
  const percent = refundPercent ?? (mayRefund(actor) && row.kind === 'GUEST' ? tier.refundPercent : 0);
  const amount = refundOf(row.paid_amount, percent);
  return changeReservation(tx, clock, it, {
    set: { state: 'CANCELLED', hold_expires_at: null, cancelled_at: now, refund_percent: percent, refund_amount: amount },
    kind: 'CANCELLED',
    by: byCaller(actor),
    reason,
    amount,
  });
}

/** Whom a channel's guest paid gives back what the tiers say. */
function mayRefund(actor: Caller): boolean {
  return actor.kind === 'channel' || reachOf(actor.roles, 'payments:refund') !== null;
}
