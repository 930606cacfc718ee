import type { BodyOf, cancelReservation, ReplyOf, StartedRefund } from '@munjigi/contract';
import type { Caller, UnitOfWork } from '../../http/index.ts';
import { notifyOwedRefund, type RefundDeps } from '../payments/index.ts';
import { cancelSingleReservation, composeReservationDetail, type ReservationRecord } from '../reservations/index.ts';
import { startRefund } from './start-refund.ts';

type CancelInput = BodyOf<typeof cancelReservation>;

/** Cancels one reservation and starts its refund. */
export async function cancelWithRefund(
  deps: RefundDeps,
  work: UnitOfWork<Caller>,
  reservationId: string,
  body: CancelInput,
): Promise<ReplyOf<typeof cancelReservation>> {
  return withRefund(deps, work, [await cancelSingleReservation(work, reservationId, body)], body);
}

/**
 * Starts the refunds of reservations that the transaction has cancelled. Returns the first reservation with the sum of
 * all refunds.
 */
export async function withRefund(
  deps: RefundDeps,
  work: UnitOfWork<Caller>,
  cancelled: readonly [named: ReservationRecord, ...others: ReservationRecord[]],
  body: CancelInput,
): Promise<ReplyOf<typeof cancelReservation>> {
  const [named, ...others] = cancelled;
  const first = await startRefund(deps, work, named, body);
  const started = [first];
  for (const other of others) started.push(await startRefund(deps, work, other, body));
  // Notifications come last, because they wait for those of other transactions (decision 025).
  for (const { reservation, refund } of started) {
    const amount = refund.owedAmount + refund.notStartedAmount;
    if (amount > 0) await notifyOwedRefund(work, reservation.row, amount);
  }
  return {
    ...composeReservationDetail(first.reservation, work.clock.now()),
    refund: started.map(({ refund }) => refund).reduce(addUp),
  };
}

/** Starts the refund of what a cheaper stay owes its guest, as a cancellation does (GT-33). */
export async function refundDifference(
  deps: RefundDeps,
  work: UnitOfWork<Caller>,
  record: ReservationRecord,
  reason: string,
): Promise<ReservationRecord> {
  const { reservation, refund } = await startRefund(deps, work, record, { reason });
  const amount = refund.owedAmount + refund.notStartedAmount;
  if (amount > 0) await notifyOwedRefund(work, reservation.row, amount);
  return reservation;
}

function addUp(a: StartedRefund, b: StartedRefund): StartedRefund {
  return {
    requestedAmount: a.requestedAmount + b.requestedAmount,
    owedAmount: a.owedAmount + b.owedAmount,
    waitingAmount: a.waitingAmount + b.waitingAmount,
    notStartedAmount: a.notStartedAmount + b.notStartedAmount,
  };
}
