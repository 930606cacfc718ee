import type { NotificationKind, OnlineProvider, PaymentMethod } from '@munjigi/contract';
import { amountOf, oppositeLines, paymentLines, splitRefund } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import { systemAuditActor } from '../../audit/index.ts';
import {
  isHoldingMore,
  updatePaidAmount,
  recordRefundFailure,
  type ReservationRecord,
} from '../../reservations/index.ts';
import type { OpenProvider, ProviderCancel } from '../providers/index.ts';
import { postTransaction, readPosted } from '../ledger/ledger.sql.ts';
import { refundedOf, splitColumns, splitOf, type PaymentRow } from '../payment/payment-row.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { changePayment, paidFor, selectPaymentForUpdate, type PaymentChange } from '../payment/payments.sql.ts';
import { feeOn } from '../payment/provider-fees.sql.ts';
import { businessDateAt, postPaymentEntry } from '../ledger/record.ts';
import { needsRefundAccount, refundLines } from '../payment/refund-lines.ts';
import { requestExcessRefund } from '../refunds/return-excess.ts';
import type { PaymentStep } from './steps.ts';

/** The name that is shown in place of a person. */
const PROVIDER_NAMES: Readonly<Record<OnlineProvider, string>> = { TOSS: 'Toss Payments', PORTONE: 'PortOne' };

export interface ReconciledPayment {
  readonly payment: PaymentRow;
  readonly reservation: ReservationRecord | null;
  /** The method that the provider reports. */
  readonly method: PaymentMethod;
  readonly receiptUrl: string | null;
}

export interface NotificationContent {
  readonly kind: NotificationKind;
  readonly words: typeof paymentNotices.refunded;
  readonly amount: number;
}

/** The transaction that makes a payment match its provider, and the notifications that are added at its end. */
interface Reconciliation {
  readonly tx: Tx;
  readonly clock: Clock;
  readonly notifications: NotificationContent[];
}

/** Why a refund failed that the provider did not refuse. */
const CAUSES: Readonly<Record<(PaymentStep & { readonly kind: 'REFUND_FAILED' })['cause'], string>> = {
  NOTHING_LEFT: 'It was given back at the provider already',
  FAILED_THERE: 'The provider accepted the refund and could not make it',
};

/**
 * Applies one step towards the provider's status to the payment, the ledger and the reservation, and collects
 * notifications.
 */
export async function applyPaymentStep(
  reconciliation: Reconciliation,
  at: ReconciledPayment,
  step: PaymentStep,
  provider: OpenProvider,
): Promise<ReconciledPayment> {
  switch (step.kind) {
    case 'STATE':
      return changed(reconciliation.tx, at, { state: step.state, method: at.method });
    case 'PAID':
      return receive(reconciliation, at, step.at, provider);
    case 'TAKEN_BACK':
      return reversePayment(reconciliation, at);
    case 'REFUND_FAILED':
      return failRefund(reconciliation, at, step.refundId, CAUSES[step.cause]);
    case 'REFUND_DONE':
    case 'REFUNDED_ELSEWHERE':
      return giveBack(reconciliation, at, step.cancel, step.kind === 'REFUND_DONE' ? step.refundId : null);
  }
}

async function changed(tx: Tx, at: ReconciledPayment, set: PaymentChange): Promise<ReconciledPayment> {
  changePayment(tx, at.payment, set);
  return { ...at, payment: await selectPaymentForUpdate(tx, at.payment.id) };
}

/** The actor is the provider, not a person. */
const byProvider = (provider: string) => systemAuditActor(provider.toLowerCase());

async function paidOf(
  { tx, clock }: Reconciliation,
  at: ReconciledPayment,
  change: {
    readonly kind: 'PAID' | 'REFUNDED' | 'PAYMENT_REVERSED';
    readonly amount: number;
    readonly reason?: string;
    readonly isStillDue?: boolean;
  },
): Promise<ReconciledPayment> {
  if (!at.reservation) return at;
  const paidAmount = await paidFor(tx, at.reservation.row.id);
  return {
    ...at,
    reservation: await updatePaidAmount(tx, clock, at.reservation, {
      ...change,
      by: byProvider(at.payment.provider),
      paidAmount,
    }),
  };
}

async function receive(
  reconciliation: Reconciliation,
  before: ReconciledPayment,
  paidAt: Date,
  provider: OpenProvider,
): Promise<ReconciledPayment> {
  const { tx, clock, notifications } = reconciliation;
  const { payment, reservation, method } = before;
  // The provider's clock can differ: limit the time to between the creation of the payment and now.
  const at = new Date(Math.max(payment.created_at.getTime(), Math.min(paidAt.getTime(), clock.now().getTime())));
  const businessDate = await businessDateAt(tx, payment.store_id, at);
  const fee = feeOn(provider.feeTerms, method, businessDate, payment.amount);
  const paid = await changed(tx, before, {
    state: 'DONE',
    method,
    paid_at: at,
    business_date: businessDate,
    receipt_url: before.receiptUrl ?? payment.receipt_url,
    fee_amount: fee.supplyAmount + fee.vatAmount,
    fee_vat_amount: fee.vatAmount,
  });
  postTransaction(tx, {
    kind: 'PAYMENT',
    payment: paid.payment,
    reservation: reservation?.row ?? null,
    at,
    businessDate,
    lines: paymentLines(splitOf(payment), {
      collector: provider.storeMerchantId === null ? 'PROVIDER' : 'MERCHANT',
      fee,
    }),
  });
  notifications.push({ kind: 'PAID', words: paymentNotices.received, amount: payment.amount });
  const after = await paidOf(reconciliation, paid, { kind: 'PAID', amount: payment.amount });
  const state = after.reservation?.row.state;
  if (state === 'CANCELLED' || state === 'EXPIRED')
    notifications.push({ kind: 'REFUND_OWED', words: paymentNotices.paidTooLate, amount: payment.amount });
  return after;
}

/**
 * Returns what a payment that has just arrived brought beyond the price of a stay that takes place: the guest paid in two
 * windows, or for an extension that was returned. Runs after all steps, because the provider may have returned it.
 */
export async function returnExcess(
  { tx, clock, notifications }: Reconciliation,
  before: ReservationRecord | null,
  at: ReconciledPayment,
): Promise<ReconciledPayment> {
  const { payment, reservation } = at;
  if (reservation === null || reservation.row.state === 'CANCELLED' || reservation.row.state === 'EXPIRED') return at;
  const owed = (reservation.row.refund_due_amount ?? 0) - (before?.row.refund_due_amount ?? 0);
  const amount = Math.min(owed, payment.amount - payment.refunded_amount);
  if (amount <= 0) return at;
  // The provider does not know which account paid into a virtual one, so a person asks the guest for it.
  const isAutomatic = !needsRefundAccount(payment);
  // A return in this transaction has its own notification.
  if (isAutomatic || (before !== null && !isHoldingMore(before.row)))
    notifications.push({
      kind: 'REFUND_OWED',
      words: isAutomatic ? paymentNotices.paidTwice : paymentNotices.paidBeyondPrice,
      amount,
    });
  if (!isAutomatic) return at;
  await requestExcessRefund(tx, payment, amount, clock.now());
  return { ...at, payment: await selectPaymentForUpdate(tx, payment.id) };
}

/** The bank reversed a deposit: reverses the payment, which waits for a deposit again. */
async function reversePayment(reconciliation: Reconciliation, before: ReconciledPayment): Promise<ReconciledPayment> {
  const { tx, clock, notifications } = reconciliation;
  const { payment } = before;
  const now = clock.now();
  const posted = await readPosted(tx, payment);
  await postPaymentEntry(tx, before, {
    kind: 'REVERSAL',
    reversesId: posted.transactionId,
    at: now,
    lines: oppositeLines(posted.lines),
  });
  const waiting = await changed(tx, before, {
    state: 'WAITING_FOR_DEPOSIT',
    paid_at: null,
    fee_amount: 0,
    fee_vat_amount: 0,
  });
  notifications.push({ kind: 'CANCELED', words: paymentNotices.takenBack, amount: payment.amount });
  return paidOf(reconciliation, waiting, { kind: 'PAYMENT_REVERSED', amount: payment.amount });
}

async function giveBack(
  reconciliation: Reconciliation,
  before: ReconciledPayment,
  cancel: ProviderCancel,
  refundId: string | null,
): Promise<ReconciledPayment> {
  const { tx, clock, notifications } = reconciliation;
  const now = clock.now();
  const { payment } = before;
  const refund =
    refundId === null
      ? await refundedElsewhere(tx, payment, cancel, now)
      : await completeRefund(tx, { storeId: payment.store_id, id: refundId }, cancel, now);
  const done = await tx
    .selectFrom('payment_refunds')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<string>('amount'), lit(0)).as('amount'))
    .where('store_id', '=', payment.store_id)
    .where('payment_id', '=', payment.id)
    .where('state', '=', 'DONE')
    .executeTakeFirstOrThrow();
  const isLast = Number(done.amount) === payment.amount;
  const after = await changed(tx, before, { state: isLast ? 'CANCELED' : 'PARTIAL_CANCELED' });
  await postPaymentEntry(tx, before, {
    kind: 'REFUND',
    refundId: refund.id,
    at: now,
    lines: await refundLines(tx, payment, { split: refund.split, isLast }),
  });
  notifications.push(
    cancel.isChargeback
      ? { kind: 'UNMATCHED_DEPOSIT', words: paymentNotices.chargedBack, amount: cancel.amount }
      : { kind: 'CANCELED', words: paymentNotices.refunded, amount: cancel.amount },
  );
  return paidOf(reconciliation, after, {
    kind: 'REFUNDED',
    amount: cancel.amount,
    reason: refund.reason,
    isStillDue: refund.isStillDue,
  });
}

interface Refunded {
  readonly id: string;
  readonly reason: string;
  readonly isStillDue: boolean;
  readonly split: ReturnType<typeof splitOf>;
}

/** Records a refund that was made at the provider. */
async function refundedElsewhere(tx: Tx, payment: PaymentRow, cancel: ProviderCancel, now: Date): Promise<Refunded> {
  const split = splitRefund(splitOf(payment), refundedOf(payment), cancel.amount);
  const name = PROVIDER_NAMES[payment.provider as keyof typeof PROVIDER_NAMES];
  const id = uuidv7();
  const reason = cancel.reason.trim().slice(0, 300) || name;
  await tx
    .insertInto('payment_refunds')
    .values({
      product_id: payment.product_id,
      store_id: payment.store_id,
      id,
      payment_id: payment.id,
      amount: amountOf(split),
      ...splitColumns(split),
      reason,
      state: 'DONE',
      at: now,
      made_by: null,
      made_by_name: name,
      provider_key: cancel.key,
    })
    .execute();
  return { id, reason, split, isStillDue: false };
}

/** Marks a requested refund as made at the provider. */
async function completeRefund(
  tx: Tx,
  { storeId, id }: { readonly storeId: string; readonly id: string },
  cancel: ProviderCancel,
  now: Date,
): Promise<Refunded> {
  const row = await tx
    .updateTable('payment_refunds')
    .set({ state: 'DONE', provider_key: cancel.key, at: now })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('state', '=', 'REQUESTED')
    .returningAll()
    .executeTakeFirstOrThrow();
  return { id: row.id, reason: row.reason, split: splitOf(row), isStillDue: row.is_still_due };
}

/** Marks a requested refund as failed, frees its amount and collects a notification (PY-4). */
export async function failRefund(
  { tx, clock, notifications }: Reconciliation,
  before: ReconciledPayment,
  refundId: string,
  failure: string,
): Promise<ReconciledPayment> {
  const { store_id: storeId } = before.payment;
  const failed = await tx
    .updateTable('payment_refunds')
    .set({ state: 'FAILED', failure: failure.slice(0, 300) })
    .where('store_id', '=', storeId)
    .where('id', '=', refundId)
    .where('state', '=', 'REQUESTED')
    .returning('amount')
    .executeTakeFirst();
  if (!failed) return before;
  notifications.push({ kind: 'REFUND_FAILED', words: paymentNotices.refundFailed, amount: failed.amount });
  const reservation =
    before.reservation &&
    (await recordRefundFailure(tx, clock, before.reservation, {
      by: byProvider(before.payment.provider),
      amount: failed.amount,
      reason: failure.slice(0, 300),
    }));
  return changed(tx, { ...before, reservation }, {});
}
