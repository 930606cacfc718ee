import type { BodyOf, Payment, RefundAccount, refundPayment, reversePayment } from '@munjigi/contract';
import { amountOf, leftAmountOf, oppositeLines, splitRefund } from '@munjigi/rules';
import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { pipelineStatement, type Tables, type Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import { invalidInput, Problem, staleProblem, type Caller, type UnitOfWork } from '../../../http/index.ts';
import { recordAudit, type AuditRecord } from '../../audit/index.ts';
import { byCaller, updatePaidAmount, recordRefundEvent } from '../../reservations/index.ts';
import { readPosted } from '../ledger/ledger.sql.ts';
import { addNotification } from '../notifications/notifications.ts';
import { isPassSale, readAdvantageOf, readBalanceOfSale } from '../payment/pass-balance.sql.ts';
import { refundedOf, splitColumns, splitOf, toPayment, type PaymentRow } from '../payment/payment-row.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { scheduleLookup } from '../payment/lookup-jobs.ts';
import { changePayment, paidFor, readPayment } from '../payment/payments.sql.ts';
import type { PaymentPlace } from '../payment/provider-payments.sql.ts';
import { postPaymentEntry } from '../ledger/record.ts';
import { accountEnd, type RefundAccounts } from './refund-account.ts';
import { isOnlinePayment, needsRefundAccount, refundLines } from '../payment/refund-lines.ts';
import { selectPaymentWithReservation, type PaymentWithReservation } from '../payment/payment-with-reservation.ts';

/** Locks a payment and its reservation. Throws STALE for another version than the present one (AP-4). */
export async function selectPaymentAtVersion(
  tx: Tx,
  paymentId: string,
  { version }: { readonly version: number },
): Promise<PaymentWithReservation> {
  const lockedPayment = await selectPaymentWithReservation(tx, paymentId);
  if (lockedPayment.payment.version !== version) throw staleProblem(toPayment(lockedPayment.payment));
  return lockedPayment;
}

export const paymentStateNotAllowed = (payment: PaymentRow, detail?: string) =>
  new Problem('STATE_NOT_ALLOWED', { current: toPayment(payment), ...(detail === undefined ? {} : { detail }) });

export interface RefundDeps {
  readonly accounts: RefundAccounts;
}

type RefundInput = BodyOf<typeof refundPayment> & {
  /**
   * A person sends the money of a manual payment later: the refund is `OWED`, and it is posted when the person confirms
   * it.
   */
  readonly isOwed?: boolean;
};

/**
 * Refunds a part of a payment, or all that is left of it (PY-4): its split in proportion, and the opposite entry in the
 * ledger. For a provider payment it only stores the request, which reserves the amount; the provider is asked after the
 * commit.
 */
export async function issueRefund(
  { accounts }: RefundDeps,
  work: UnitOfWork<Caller>,
  paymentId: string,
  body: RefundInput,
): Promise<Payment> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const lockedPayment = await selectPaymentAtVersion(tx, paymentId, body);
  const { payment } = lockedPayment;
  const amount = await amountToRefund(tx, payment, body);
  const isOnline = isOnlinePayment(payment);
  const openState = isOnline ? 'REQUESTED' : body.isOwed === true ? 'OWED' : null;

  const split = splitRefund(splitOf(payment), refundedOf(payment), amount);
  const place = { store_id: payment.store_id, id: uuidv7() };
  const row = {
    ...place,
    product_id: payment.product_id,
    payment_id: payment.id,
    amount: amountOf(split),
    ...splitColumns(split),
    reason: body.reason,
    state: openState ?? 'DONE',
    at: now,
    made_by: actor.kind === 'person' ? actor.userId : null,
    made_by_name: byCaller(actor).label,
    account: body.refundAccount === undefined ? null : accounts.seal(place, body.refundAccount),
    is_still_due: body.isStillDue === true,
  } satisfies Insertable<Tables['payment_refunds']>;
  pipelineStatement(tx, tx.insertInto('payment_refunds').values(row));
  if (openState !== null)
    return startOpen(work, lockedPayment, {
      state: openState,
      amount,
      reason: body.reason,
      account: body.refundAccount,
    });
  const isLast =
    amount === payment.amount - payment.refunded_amount && payment.refunds.every((refund) => refund.state !== 'OWED');
  changePayment(tx, payment, { state: isLast ? 'CANCELED' : 'PARTIAL_CANCELED' });
  await postPaymentEntry(tx, lockedPayment, {
    kind: 'REFUND',
    refundId: row.id,
    at: now,
    lines: await refundLines(tx, payment, { split, isLast }),
  });
  return finishRefund(work, lockedPayment, {
    kind: 'REFUNDED',
    action: 'payment.refunded',
    words: paymentNotices.refunded,
    amount,
    reason: body.reason,
    isStillDue: body.isStillDue === true,
    // The guest pays again in another way, and so without what the pass covered beyond its worth.
    advantageAmount: body.isStillDue === true ? -(await advantageIn(tx, payment, amount)) : 0,
  });
}

/** The part of what a pass covers beyond its worth that belongs to a part of its payment, in won. */
async function advantageIn(tx: Tx, payment: PaymentRow, amount: number): Promise<number> {
  if (payment.method !== 'PASS') return 0;
  return Math.floor(((await readAdvantageOf(tx, payment)) * amount) / payment.amount);
}

type Refunding = Pick<RefundInput, 'amount' | 'refundAccount' | 'isOwed'>;

async function amountToRefund(
  tx: Tx,
  payment: PaymentRow,
  { amount: request, refundAccount, isOwed }: Refunding,
): Promise<number> {
  if (payment.state !== 'DONE' && payment.state !== 'PARTIAL_CANCELED') throw paymentStateNotAllowed(payment);
  const refundable = await readRefundable(tx, payment);
  const amount = request ?? refundable;
  if (isOnlinePayment(payment) && (payment.online === null || refundable === 0)) throw paymentStateNotAllowed(payment);
  if (amount > refundable)
    throw new Problem('MORE_THAN_PAID', { current: toPayment(payment), detail: String(refundable) });
  if (isOnlinePayment(payment) || isOwed !== true) checkAccount(payment, refundAccount);
  return amount;
}

/** What is left to refund of a payment, in won; of the sale of a pass what no stay has used (PS-6). */
async function readRefundable(tx: Tx, payment: PaymentRow): Promise<number> {
  const balance = isPassSale(payment) ? await readBalanceOfSale(tx, payment) : null;
  if (balance === null) return payment.amount - payment.refunded_amount;
  const leftAmount = leftAmountOf(balance);
  if (leftAmount === 0) throw paymentStateNotAllowed(payment);
  return leftAmount;
}

type Checked = Pick<PaymentRow, 'store_id' | 'reservation_id' | 'amount'>;

/** Throws the error that the refund would get now; otherwise returns its amount. Locks and changes nothing. */
export async function checkRefund(
  tx: Tx,
  paymentId: string,
  body: Refunding & { readonly version: number },
): Promise<{ readonly payment: Checked; readonly amount: number }> {
  const payment = await readPayment(tx, paymentId);
  if (payment.version !== body.version) throw staleProblem(toPayment(payment));
  return { payment, amount: await amountToRefund(tx, payment, body) };
}

/** The same check for a reversal. */
export async function checkReversal(
  tx: Tx,
  paymentId: string,
  { version }: { readonly version: number },
): Promise<{ readonly payment: Checked; readonly amount: number }> {
  const payment = await readPayment(tx, paymentId);
  if (payment.version !== version) throw staleProblem(toPayment(payment));
  await refuseToReverse(tx, payment);
  return { payment, amount: payment.amount };
}

/** Throws STATE_NOT_ALLOWED for money that came. A pass that paid for a stay was sold, so its sale is refunded instead. */
async function refuseToReverse(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.provider !== 'MANUAL' || payment.state !== 'DONE') throw paymentStateNotAllowed(payment);
  const balance = isPassSale(payment) ? await readBalanceOfSale(tx, payment) : null;
  if (balance !== null && balance.usedAmount > 0) throw paymentStateNotAllowed(payment);
}

/**
 * A refund of a virtual account needs an account. Any other refund goes back where the money came from and must not
 * name one.
 */
function checkAccount(payment: PaymentRow, account: RefundAccount | undefined): void {
  const isNeeded = needsRefundAccount(payment);
  if (isNeeded && account === undefined)
    throw invalidInput([
      { path: 'refundAccount', code: 'required', message: 'The money of a virtual account needs an account to go to' },
    ]);
  if (!isNeeded && account !== undefined)
    throw invalidInput([
      { path: 'refundAccount', code: 'not_expected', message: 'This payment goes back where it came from' },
    ]);
}

interface OpenRefund {
  readonly state: 'REQUESTED' | 'OWED';
  readonly amount: number;
  readonly reason: string;
  readonly account: RefundAccount | undefined;
}

/**
 * Records a refund that is not confirmed yet. For `REQUESTED`, one process asks the provider after the commit: at once,
 * or after a crash by the timer.
 */
async function startOpen(
  { tx, clock, actor }: UnitOfWork<Caller>,
  { payment, reservation }: PaymentWithReservation,
  { state, amount, reason, account }: OpenRefund,
): Promise<Payment> {
  const { product_id: productId, store_id: storeId, id } = payment;
  const place: PaymentPlace = { productId, storeId, id };
  changePayment(tx, payment, { state: payment.state });
  if (state === 'REQUESTED') await scheduleLookup(tx, place, clock.now());
  if (reservation?.row.state === 'CANCELLED')
    recordRefundEvent(tx, clock, reservation, {
      kind: state === 'OWED' ? 'REFUND_OWED' : 'REFUND_REQUESTED',
      by: byCaller(actor),
      amount,
      reason,
    });
  const after = toPayment(await readPayment(tx, id));
  await publish(tx, { productId, storeId, name: 'payment.changed', data: after });
  await recordAudit(tx, {
    productId,
    storeId,
    at: clock.now(),
    actor: byCaller(actor),
    action: state === 'OWED' ? 'payment.refund-owed' : 'payment.refund-requested',
    subject: { kind: 'payment', id },
    detail: { reservationId: payment.reservation_id, amount, reason, ...(account && { to: accountEnd(account) }) },
  });
  return after;
}

/**
 * Reverses a manual payment that was recorded by mistake. A provider payment is refunded instead, because its money was
 * received.
 */
export async function reverseRecordedPayment(
  work: UnitOfWork,
  paymentId: string,
  body: BodyOf<typeof reversePayment>,
): Promise<Payment> {
  const { tx, clock, actor } = work;
  const now = clock.now();
  const lockedPayment = await selectPaymentAtVersion(tx, paymentId, body);
  const { payment } = lockedPayment;
  await refuseToReverse(tx, payment);
  // The money of a reversed payment was never received, so its owed refunds fail.
  pipelineStatement(
    tx,
    tx
      .updateTable('payment_refunds')
      .set({ state: 'FAILED', failure: body.reason })
      .where('store_id', '=', payment.store_id)
      .where('payment_id', '=', payment.id)
      .where('state', '=', 'OWED'),
  );
  const posted = await readPosted(tx, payment);
  changePayment(tx, payment, {
    state: 'CANCELED',
    reversed_at: now,
    reversed_by: actor.userId,
    reversed_by_name: actor.name,
    reverse_reason: body.reason,
  });
  await postPaymentEntry(tx, lockedPayment, {
    kind: 'REVERSAL',
    reversesId: posted.transactionId,
    at: now,
    lines: oppositeLines(posted.lines),
  });
  return finishRefund(work, lockedPayment, {
    kind: 'PAYMENT_REVERSED',
    action: 'payment.reversed',
    words: paymentNotices.reversed,
    amount: payment.amount,
    reason: body.reason,
    advantageAmount: -(await advantageIn(tx, payment, payment.amount)),
  });
}

interface Done {
  readonly kind: 'REFUNDED' | 'PAYMENT_REVERSED';
  readonly action: AuditRecord['action'];
  readonly words: typeof paymentNotices.refunded;
  readonly amount: number;
  readonly reason: string;
  readonly isStillDue?: boolean;
  /** Negative: what a pass covered beyond its worth is due again. */
  readonly advantageAmount?: number;
}

/** Updates the paid amount of the reservation, publishes the payment, and adds the audit entry and the notification. */
export async function finishRefund(
  { tx, clock, actor }: UnitOfWork<Caller>,
  { payment, reservation }: PaymentWithReservation,
  { kind, action, words, amount, reason, isStillDue = false, advantageAmount = 0 }: Done,
): Promise<Payment> {
  const by = byCaller(actor);
  if (reservation)
    await updatePaidAmount(tx, clock, reservation, {
      kind,
      by,
      amount,
      reason,
      isStillDue,
      advantageAmount,
      paidAmount: await paidFor(tx, reservation.row.id),
    });
  const after = toPayment(await readPayment(tx, payment.id));
  const [productId, storeId, at] = [payment.product_id, payment.store_id, clock.now()];
  await publish(tx, { productId, storeId, name: 'payment.changed', data: after });
  await recordAudit(tx, {
    productId,
    storeId,
    at,
    actor: by,
    action,
    subject: { kind: 'payment', id: payment.id },
    detail: { reservationId: payment.reservation_id, amount, reason },
  });
  await addNotification(tx, {
    productId,
    storeId,
    kind: 'CANCELED',
    isRoutine: true,
    reservationId: payment.reservation_id,
    amount,
    at,
    text: words(reservation?.row.guest_name ?? null, after.method, amount),
  });
  return after;
}
