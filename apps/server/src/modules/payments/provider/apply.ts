import type { NotificationKind } from '@munjigi/contract';
import { createHash } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import type { Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import type { OpenProvider, ProviderPayment } from '../providers/index.ts';
import { isRoutineKind } from '../notifications/notification-rules.ts';
import { addNotification } from '../notifications/notifications.ts';
import { disputeAfter } from './disputes.ts';
import { toPayment, type PaymentRow } from '../payment/payment-row.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { readPayment } from '../payment/payments.sql.ts';
import { nextLookupAt } from './lookup-schedule.ts';
import {
  selectProviderPaymentForUpdate,
  type PaymentPlace,
  type ProviderPaymentRow,
} from '../payment/provider-payments.sql.ts';
import { applyPaymentStep, returnExcess, type NotificationContent, type ReconciledPayment } from './provider-steps.ts';
import { namesRefund, stepsTo, type StoredPayment, type PaymentStep, type StepFault } from './steps.ts';
import { selectPaymentWithReservation } from '../payment/payment-with-reservation.ts';

/** The epoch and the `wanted` counter of the row when the provider was queried. */
export type QueriedVersion = Pick<ProviderPaymentRow, 'epoch' | 'wanted'>;

/** A query of a payment at its provider. */
export interface ProviderQuery {
  readonly provider: OpenProvider;
  readonly queried: QueriedVersion;
}

interface ProviderAnswer extends ProviderQuery {
  readonly payment: ProviderPayment;
}

/**
 * Applies the provider's status to the payment. Returns `false` without a change when another status was applied since
 * the provider was queried: this one may be older, and the caller queries again (decision 028).
 */
export async function applyProviderPayment(
  tx: Tx,
  clock: Clock,
  place: PaymentPlace,
  { provider, queried, payment: there }: ProviderAnswer,
): Promise<boolean> {
  const now = clock.now();
  const { payment, reservation } = await selectPaymentWithReservation(tx, place.id);
  const row = await selectProviderPaymentForUpdate(tx, place);
  if (row.epoch !== queried.epoch) return false;
  const { steps, fault } = stepsTo(
    {
      id: payment.id,
      state: payment.state,
      amount: payment.amount,
      isPaid: payment.paid_at !== null,
      refunds: await readStoredRefunds(tx, place),
    },
    there,
    provider,
  );
  const notifications: NotificationContent[] = [];
  let at: ReconciledPayment = {
    payment,
    reservation,
    method: there.method ?? payment.method,
    receiptUrl: safeUrl(there.receiptUrl),
  };
  for (const step of steps) at = await applyPaymentStep({ tx, clock, notifications }, at, step, provider);
  if (steps.some(({ kind }) => kind === 'PAID')) at = await returnExcess({ tx, clock, notifications }, reservation, at);
  const disputed = disputeAfter(row, fault === 'NOT_OURS' ? null : there.dispute);
  await tx
    .updateTable('provider_payments')
    .set({
      epoch: row.epoch + 1,
      ...(isSettled(at.payment, steps, there) && { failures: 0, last_error: null, told_at: null }),
      ...disputed.columns,
      looked_at: now,
      fault,
      payment_key: fault === 'NOT_OURS' ? row.payment_key : there.paymentKey,
      deposit_secret_hash: there.depositSecret === null ? row.deposit_secret_hash : secretHash(there.depositSecret),
      look_at: row.wanted === queried.wanted ? nextLookupAt(at.payment, row, now) : now,
    })
    .where('store_id', '=', place.storeId)
    .where('id', '=', place.id)
    .execute();
  if (steps.length === 0 && fault === row.fault && !disputed.isChanged) return true;
  if (disputed.isNew)
    notifications.push({ kind: 'UNMATCHED_DEPOSIT', words: paymentNotices.disputed, amount: payment.amount });
  if (fault !== null && fault !== row.fault) notifications.push(noticeOfFault(fault, there, payment.amount));
  await finishLookup(tx, clock, at, notifications);
  return true;
}

/**
 * Whether the failures before this answer are over. A refund that waits keeps their number: its lookups succeed, while
 * the provider answers the refund itself with faults.
 */
function isSettled(
  { refunds }: PaymentRow,
  steps: readonly PaymentStep[],
  { pendingCancels }: ProviderPayment,
): boolean {
  return steps.length > 0 || refunds.every(({ id, state }) => state !== 'REQUESTED' || namesRefund(pendingCancels, id));
}

async function readStoredRefunds(tx: Tx, place: PaymentPlace): Promise<StoredPayment['refunds']> {
  const rows = await tx
    .selectFrom('payment_refunds')
    .select(['id', 'amount', 'state', 'provider_key'])
    .where('store_id', '=', place.storeId)
    .where('payment_id', '=', place.id)
    .orderBy('id')
    .execute();
  return rows.map(({ id, amount, state, provider_key: providerKey }) => ({
    id,
    amount,
    state: state as 'DONE',
    providerKey,
  }));
}

const KIND_OF_FAULT: Readonly<Record<StepFault, NotificationKind>> = {
  AMOUNT_DIFFERS: 'UNMATCHED_DEPOSIT',
  NOT_OURS: 'WEBHOOK_REJECTED',
  OUT_OF_STEP: 'UNMATCHED_DEPOSIT',
  TEST_PAYMENT: 'WEBHOOK_REJECTED',
  CURRENCY_DIFFERS: 'UNMATCHED_DEPOSIT',
  SHOP_DIFFERS: 'UNMATCHED_DEPOSIT',
};

function noticeOfFault(fault: StepFault, { isRefundReturned }: ProviderPayment, amount: number): NotificationContent {
  return fault === 'OUT_OF_STEP' && isRefundReturned
    ? { kind: 'REFUND_FAILED', words: paymentNotices.refundReturned, amount }
    : { kind: KIND_OF_FAULT[fault], words: paymentNotices.faulty, amount };
}

/** Publishes the changed payment and adds its notifications. The notifications come last (decision 025). */
export async function finishLookup(
  tx: Tx,
  clock: Clock,
  { payment, reservation }: Pick<ReconciledPayment, 'payment' | 'reservation'>,
  notifications: readonly NotificationContent[],
): Promise<void> {
  const after = toPayment(await readPayment(tx, payment.id));
  const store = { productId: payment.product_id, storeId: payment.store_id };
  await publish(tx, { ...store, name: 'payment.changed', data: after });
  for (const { kind, words, amount } of notifications) {
    const text = words(reservation?.row.guest_name ?? null, after.method, amount);
    await addNotification(tx, {
      ...store,
      kind,
      reservationId: payment.reservation_id,
      amount,
      at: clock.now(),
      text,
      isRoutine: isRoutineKind(kind),
    });
  }
}

export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Returns the URL only if it is https and has at most 1000 characters. */
function safeUrl(url: string | null): string | null {
  return url !== null && url.startsWith('https://') && url.length <= 1000 ? url : null;
}
