import type { BodyOf, cancelReservation, RefundAccount, StartedRefund } from '@munjigi/contract';
import { allocateRefund } from '@munjigi/rules';
import { REFUND_REASONS } from '@munjigi/texts/payments';
import { Problem, type Caller, type UnitOfWork } from '../../http/index.ts';
import { requestRefundApproval } from '../approvals/index.ts';
import {
  isOnlinePayment,
  needsRefundAccount,
  needsSecondPerson,
  issueRefund,
  sumOpenRefunds,
  selectRefundablePaymentsForUpdate,
  type RefundDeps,
} from '../payments/index.ts';
import {
  byCaller,
  mayRefund,
  readReservation,
  recordRefundEvent,
  type ReservationRecord,
} from '../reservations/index.ts';

type RefundInput = Pick<BodyOf<typeof cancelReservation>, 'reason' | 'refundAccount'>;
type Payment = Awaited<ReturnType<typeof selectRefundablePaymentsForUpdate>>[number];
type Outcome = keyof StartedRefund;

/** The reason that a provider shows the guest when the person gave none. */
const DEFAULT_REASON = REFUND_REASONS.cancelled;
/** The longest reason of a request for approval. */
const REASON_LENGTH = 200;

/**
 * Starts the refund of a reservation that the transaction has cancelled and locked, for each payment by its provider.
 * Nothing is confirmed here: a provider answers later, and a person sends the money of a manual payment later.
 */
export async function startRefund(
  deps: RefundDeps,
  work: UnitOfWork<Caller>,
  lockedReservation: ReservationRecord,
  { reason, refundAccount }: RefundInput,
): Promise<{ readonly reservation: ReservationRecord; readonly refund: StartedRefund }> {
  const { tx, actor } = work;
  const refund: Record<Outcome, number> = { requestedAmount: 0, owedAmount: 0, waitingAmount: 0, notStartedAmount: 0 };
  const dueAmount = lockedReservation.row.refund_due_amount ?? 0;
  if (dueAmount === 0) return { reservation: lockedReservation, refund };
  if (!mayRefund(actor, lockedReservation.row.store_id))
    return { reservation: lockedReservation, refund: { ...refund, notStartedAmount: dueAmount } };
  const payments = await selectRefundablePaymentsForUpdate(tx, lockedReservation.row.id);
  const toStart = dueAmount - (await sumOpenRefunds(tx, lockedReservation.row.id));
  const refundable = payments.map((payment) => ({
    payment,
    isOnline: isOnlinePayment(payment),
    leftAmount: payment.amount - payment.refunded_amount,
  }));
  const said = reason.trim().slice(0, REASON_LENGTH) || DEFAULT_REASON;
  for (const {
    payment: { payment },
    amount,
  } of allocateRefund(refundable, toStart)) {
    const outcome = await startPart(deps, work, payment, { amount, reason: said, account: refundAccount });
    if (outcome !== null) refund[outcome] += amount;
  }
  if (refund.waitingAmount > 0)
    recordRefundEvent(tx, work.clock, lockedReservation, {
      kind: 'REFUND_WAITING',
      by: byCaller(actor),
      amount: refund.waitingAmount,
    });
  return { reservation: await readReservation(tx, lockedReservation.row.id), refund };
}

interface Part {
  readonly amount: number;
  readonly reason: string;
  readonly account: RefundAccount | undefined;
}

/** Returns what became of the part; `null`: it is refunded. */
async function startPart(
  deps: RefundDeps,
  work: UnitOfWork<Caller>,
  payment: Payment,
  { amount, reason, account }: Part,
): Promise<Outcome | null> {
  const { tx, actor } = work;
  // A channel that cancels returns the money that it collected itself (CH-3), so it is refunded with the cancellation.
  if (payment.provider === 'CHANNEL' && actor.kind === 'channel') {
    await issueRefund(deps, work, payment.id, { version: payment.version, amount, reason });
    return null;
  }
  // Units of a pass go back at once; no person sends money (PS-5).
  if (payment.method === 'PASS') {
    await issueRefund(deps, work, payment.id, { version: payment.version, amount, reason });
    return null;
  }
  const isOwed = !isOnlinePayment(payment);
  const needsAccount = needsRefundAccount(payment);
  if (needsAccount && account === undefined) return 'notStartedAmount';
  const body = {
    version: payment.version,
    amount,
    reason,
    isOwed,
    ...((isOwed || needsAccount) && account !== undefined && { refundAccount: account }),
  };
  if (!(await needsSecondPerson(tx, work.clock, payment.id, amount))) {
    await issueRefund(deps, work, payment.id, body);
    return isOwed ? 'owedAmount' : 'requestedAmount';
  }
  // Only a person can request an approval.
  if (actor.kind !== 'person') return 'notStartedAmount';
  try {
    await requestRefundApproval(deps, { ...work, actor }, { kind: 'REFUND', paymentId: payment.id, ...body });
    return 'waitingAmount';
  } catch (error) {
    // Only one request of a payment can wait at a time. A person starts the rest after the decision.
    if (!(error instanceof Problem) || error.code !== 'APPROVAL_WAITING') throw error;
    return 'notStartedAmount';
  }
}
