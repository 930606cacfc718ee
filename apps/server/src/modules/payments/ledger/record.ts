import type {
  BodyOf,
  ChannelMoney,
  NotificationKind,
  Payment,
  PaymentMethod,
  recordPayment,
  ReservationState,
} from '@munjigi/contract';
import { businessDateOf, owedFor, paymentLines, splitVat, type Fee } from '@munjigi/rules';
import type { Clock } from '../../../clock.ts';
import { pipelineStatement, type Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import { Problem, type Channel, type UnitOfWork } from '../../../http/index.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  byCaller,
  composeReservationDetail,
  heldAmountOf,
  updatePaidAmount,
  selectReservationForUpdate,
  type ReservationActor,
  type ReservationRecord,
  type ReservationRow,
} from '../../reservations/index.ts';
import { postTransaction, type NewTransaction } from './ledger.sql.ts';
import { isRoutineKind } from '../notifications/notification-rules.ts';
import { addNotification } from '../notifications/notifications.ts';
import { toArrivedPayment, toPayment } from '../payment/payment-row.ts';
import { paymentNotices } from '../payment/payment-words.ts';
import { paidFor, readPayment } from '../payment/payments.sql.ts';
import type { PaymentWithReservation } from '../payment/payment-with-reservation.ts';

/** States of a reservation that can be paid. A cancelled or expired one cannot; a completed one or a no-show can. */
const PAYABLE: ReadonlySet<string> = new Set<ReservationState>([
  'PENDING',
  'CONFIRMED',
  'IN_USE',
  'COMPLETED',
  'NO_SHOW',
]);

/** The person or program that records a payment, and the notification about it. */
interface Recorder {
  readonly by: ReservationActor;
  /** Present when a booking channel collected the money: what it keeps. */
  readonly commission?: Fee;
  /** Present when a pass paid: the part of the price that it covers, which is at least the amount (PS-3). */
  readonly coveredAmount?: number;
  /** `null`: no person. */
  readonly userId: string | null;
  readonly kind: NotificationKind;
  readonly words: typeof paymentNotices.recorded;
}

export function recordManualPayment(
  { tx, clock, actor }: UnitOfWork,
  body: BodyOf<typeof recordPayment>,
): Promise<Payment> {
  return recordBy(
    tx,
    clock,
    { by: byCaller(actor), userId: actor.userId, kind: 'PAID', words: paymentNotices.recorded },
    body,
  );
}

/** Records a transfer to the store's own account for the reservation that it was matched to. */
export function recordDeposit(
  tx: Tx,
  clock: Clock,
  { by, userId }: Pick<Recorder, 'by' | 'userId'>,
  body: Pick<BodyOf<typeof recordPayment>, 'reservationId' | 'amount' | 'mayExceedDue'>,
): Promise<Payment> {
  return recordBy(
    tx,
    clock,
    { by, userId, kind: 'DEPOSIT', words: paymentNotices.deposited },
    { ...body, method: 'TRANSFER', taxFreeAmount: 0 },
  );
}

/** Records money that a booking channel collected from its guest (CH-2). Returns the payment. */
export function recordChannelMoney(
  { tx, clock, actor }: UnitOfWork<Channel>,
  reservationId: string,
  { amount, method, commissionAmount, commissionVatAmount }: ChannelMoney,
): Promise<Payment> {
  const commission = { supplyAmount: commissionAmount, vatAmount: commissionVatAmount };
  return recordBy(
    tx,
    clock,
    { by: byCaller(actor), userId: null, kind: 'PAID', words: paymentNotices.collected, commission },
    { reservationId, amount, method, taxFreeAmount: 0, mayExceedDue: false },
  );
}

/** Records what a pass pays for a stay; the caller has locked the reservation and the pass (PS-3). */
export function recordPassPayment(
  tx: Tx,
  clock: Clock,
  { by, userId }: Pick<Recorder, 'by' | 'userId'>,
  { reservationId, amount, coveredAmount }: { reservationId: string; amount: number; coveredAmount: number },
): Promise<Payment> {
  return recordBy(
    tx,
    clock,
    { by, userId, kind: 'PAID', words: paymentNotices.recorded, coveredAmount },
    { reservationId, amount, method: 'PASS', taxFreeAmount: 0, mayExceedDue: false },
  );
}

/**
 * Records money for a reservation that came without a provider: the payment, its entry in the ledger, and the paid
 * amount of the reservation, which is confirmed when that covers its price. The lock of the reservation serialises
 * concurrent calls: a second one for the same money gets MORE_THAN_DUE.
 */
async function recordBy(
  tx: Tx,
  clock: Clock,
  recorder: Recorder,
  body: Omit<BodyOf<typeof recordPayment>, 'method'> & { readonly method: PaymentMethod },
): Promise<Payment> {
  const now = clock.now();
  const { commission, coveredAmount = body.amount } = recorder;
  const reservation = await selectReservationForUpdate(tx, body.reservationId);
  const { row } = reservation;
  const dueAmount = calculateDueAmount(reservation, now);
  if (coveredAmount > dueAmount && !body.mayExceedDue)
    throw new Problem('MORE_THAN_DUE', {
      current: composeReservationDetail(reservation, now),
      detail: String(dueAmount),
    });

  const businessDate = await businessDateAt(tx, row.store_id, now);
  const split = splitVat(body.amount, body.taxFreeAmount);
  const payment = {
    ...toArrivedPayment({
      productId: row.product_id,
      storeId: row.store_id,
      reservationId: row.id,
      method: body.method,
      provider: commission ? 'CHANNEL' : 'MANUAL',
      split,
      at: now,
      businessDate,
      by: { userId: recorder.userId, label: recorder.by.label },
    }),
    cash_receipt_number: body.cashReceiptNumber ?? null,
    ...(commission && feeColumns(commission)),
  };
  pipelineStatement(tx, tx.insertInto('payments').values(payment));
  postTransaction(tx, {
    kind: 'PAYMENT',
    payment,
    reservation: row,
    at: now,
    businessDate,
    lines: paymentLines(split, collectorOf(payment, commission)),
  });

  const paidAmount = await paidFor(tx, row.id);
  await updatePaidAmount(tx, clock, reservation, {
    kind: 'PAID',
    by: recorder.by,
    amount: body.amount,
    paidAmount,
    advantageAmount: coveredAmount - body.amount,
  });
  const recorded = toPayment(await readPayment(tx, payment.id));
  await announceRecorded(tx, recorder, { payment: recorded, reservation, at: now });
  return recorded;
}

function collectorOf({ method }: { readonly method: PaymentMethod }, commission: Fee | undefined) {
  if (commission) return { collector: 'CHANNEL', fee: commission } as const;
  return { collector: method === 'PASS' ? 'PASS' : 'STORE' } as const;
}

function feeColumns({ supplyAmount, vatAmount }: Fee): { fee_amount: number; fee_vat_amount: number } {
  return { fee_amount: supplyAmount + vatAmount, fee_vat_amount: vatAmount };
}

/** Returns the amount that is due for a reservation. Throws STATE_NOT_ALLOWED for one that cannot be paid. */
export function calculateDueAmount(reservation: ReservationRecord, now: Date): number {
  const dueAmount = dueAmountOf(reservation.row);
  if (dueAmount === null)
    throw new Problem('STATE_NOT_ALLOWED', { current: composeReservationDetail(reservation, now) });
  return dueAmount;
}

/** The amount that is due for a reservation and what its guest holds in won, or `null` for one that cannot be paid. */
export function dueAmountOf(row: ReservationRow): number | null {
  if (row.kind !== 'GUEST' || !PAYABLE.has(row.state)) return null;
  const { dueAmount } = owedFor({
    state: row.state,
    priceAmount: row.price_amount + heldAmountOf(row),
    paidAmount: row.paid_amount,
    waivedAmount: row.waived_amount,
    refundAmount: null,
    refundedSinceAmount: 0,
  });
  return dueAmount;
}

interface RecordedPayment {
  readonly payment: Payment;
  readonly reservation: ReservationRecord;
  readonly at: Date;
}

/** Publishes a recorded payment and adds the audit entry and the notification. */
async function announceRecorded(
  tx: Tx,
  { by, kind, words }: Recorder,
  { payment, reservation: { row }, at }: RecordedPayment,
): Promise<void> {
  const store = { productId: row.product_id, storeId: row.store_id };
  await publish(tx, { ...store, name: 'payment.changed', data: payment });
  await recordAudit(tx, {
    ...store,
    at,
    actor: by,
    action: 'payment.recorded',
    subject: { kind: 'payment', id: payment.id },
    detail: { reservationId: row.id, method: payment.method, amount: payment.amount },
  });
  await addNotification(tx, {
    ...store,
    kind,
    reservationId: row.id,
    amount: payment.amount,
    at,
    text: words(row.guest_name, payment.method, payment.amount),
    isRoutine: isRoutineKind(kind),
  });
}

/** Returns the business date of a moment by the present cut-off of the store. */
export async function businessDateAt(tx: Tx, storeId: string, at: Date): Promise<string> {
  const store = await tx
    .selectFrom('stores')
    .select(['time_zone', 'day_cutoff'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  return businessDateOf({ timeZone: store.time_zone, dayCutoff: store.day_cutoff }, at);
}

/**
 * Writes a ledger entry of a payment, on the business date of its store at that time. The inserts are pipelined.
 */
export async function postPaymentEntry(
  tx: Tx,
  { payment, reservation }: PaymentWithReservation,
  entry: Omit<NewTransaction, 'payment' | 'reservation' | 'businessDate'>,
): Promise<void> {
  const businessDate = await businessDateAt(tx, payment.store_id, entry.at);
  postTransaction(tx, { ...entry, payment, reservation: reservation?.row ?? null, businessDate });
}
