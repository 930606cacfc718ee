import type { BodyOf, beginPayment, OnlineProvider, Payment, PaymentMethod, ReplyOf } from '@munjigi/contract';
import { LEAST_ONLINE_WON, splitVat } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../../db/index.ts';
import { publish } from '../../../events/index.ts';
import { KEY_KEPT_MS, Problem, type Caller, type UnitOfWork } from '../../../http/index.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  byCaller,
  composeReservationDetail,
  selectReservationForUpdate,
  type ReservationRecord,
} from '../../reservations/index.ts';
import { nextLookupAt } from './lookup-schedule.ts';
import { splitColumns, toPayment } from '../payment/payment-row.ts';
import { findPaymentMerchantId } from '../payment/payment-merchants.sql.ts';
import { readPayment } from '../payment/payments.sql.ts';
import type { OpenProvider } from '../providers/index.ts';
import { businessDateAt, calculateDueAmount } from '../ledger/record.ts';

interface BeginRequest {
  readonly body: BodyOf<typeof beginPayment>;
  readonly provider: OpenProvider;
  readonly requestKey: string | null;
}

/**
 * Creates a payment of a reservation at a provider in the state READY. Nothing is paid yet; the provider gets the
 * payment id as its order id. A repeated request whose reply was lost after the commit gets the payment that it began.
 */
export async function startPayment(
  work: UnitOfWork,
  { body, provider, requestKey }: BeginRequest,
): Promise<ReplyOf<typeof beginPayment>> {
  const { tx, clock } = work;
  const now = clock.now();
  const reservation = await selectReservationForUpdate(tx, body.reservationId);
  const begun = await findBegunPayment(tx, { reservationId: body.reservationId, requestKey, now });
  if (begun !== null) {
    // The keys of another merchant do not open the window of this payment: it is begun again.
    if ((await findPaymentMerchantId(tx, begun)) !== provider.storeMerchantId)
      throw new Problem('STATE_NOT_ALLOWED', { current: composeReservationDetail(reservation, now) });
    return toBegunPayment(begun, reservation, provider);
  }
  const dueAmount = calculateDueAmount(reservation, now);
  const amount = body.amount ?? dueAmount;
  if (amount > dueAmount || amount < 1)
    throw new Problem('MORE_THAN_DUE', {
      current: composeReservationDetail(reservation, now),
      detail: String(dueAmount),
    });
  if (amount < LEAST_ONLINE_WON) throw new Problem('AMOUNT_TOO_SMALL');
  const payment = await insertPayment(work, reservation, { provider, method: body.method, amount, requestKey });
  return toBegunPayment(payment, reservation, provider);
}

function toBegunPayment(
  payment: Payment,
  { row }: ReservationRecord,
  { clientKey, merchantId }: OpenProvider,
): ReplyOf<typeof beginPayment> {
  return { payment, orderId: payment.id, orderName: row.code, clientKey, merchantId };
}

interface BegunWith {
  readonly reservationId: string;
  readonly requestKey: string | null;
  readonly now: Date;
}

async function findBegunPayment(tx: Tx, { reservationId, requestKey, now }: BegunWith): Promise<Payment | null> {
  if (requestKey === null) return null;
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('reservation_id', '=', reservationId)
    .where('request_key', '=', requestKey)
    .where('created_at', '>=', new Date(now.getTime() - KEY_KEPT_MS))
    .executeTakeFirst();
  return row ? toPayment(await readPayment(tx, row.id)) : null;
}

interface NewPayment {
  /** The merchant that the payment stays with (MC-4). */
  readonly provider: Pick<OpenProvider, 'provider' | 'storeMerchantId'>;
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly requestKey?: string | null;
}

/** Writes a payment of a locked reservation in the state READY, its event and its audit entry. */
export async function insertPayment(
  { tx, clock, actor }: UnitOfWork<Caller>,
  { row }: ReservationRecord,
  { provider: { provider, storeMerchantId }, method, amount, requestKey = null }: NewPayment,
): Promise<Payment> {
  const now = clock.now();
  const id = uuidv7();
  const store = { product_id: row.product_id, store_id: row.store_id };
  const by = byCaller(actor);
  await tx
    .insertInto('payments')
    .values({
      ...store,
      id,
      reservation_id: row.id,
      method,
      provider,
      state: 'READY',
      amount,
      ...splitColumns(splitVat(amount)),
      receipt_url: null,
      cash_receipt_number: null,
      tax_invoice_number: null,
      paid_at: null,
      business_date: await businessDateAt(tx, row.store_id, now),
      created_at: now,
      created_by: by.kind === 'PERSON' ? by.id : null,
      created_by_name: by.label,
      request_key: requestKey,
      reversed_by: null,
      reversed_by_name: null,
      reverse_reason: null,
    })
    .execute();
  await insertProviderPayment(tx, { ...store, id, provider }, now);
  if (storeMerchantId !== null)
    await tx
      .insertInto('payment_merchants')
      .values({ ...store, id, merchant_id: storeMerchantId })
      .execute();
  const payment = toPayment(await readPayment(tx, id));
  await publish(tx, { productId: row.product_id, storeId: row.store_id, name: 'payment.changed', data: payment });
  await recordAudit(tx, {
    productId: row.product_id,
    storeId: row.store_id,
    at: now,
    actor: by,
    action: 'payment.begun',
    subject: { kind: 'payment', id },
    detail: { reservationId: row.id, provider, method, amount },
  });
  return payment;
}

interface NewProviderPayment {
  readonly product_id: string;
  readonly store_id: string;
  readonly id: string;
  readonly provider: OnlineProvider;
}

/** Stores what is known about the payment at its provider, and when it is looked up there first. */
async function insertProviderPayment(tx: Tx, payment: NewProviderPayment, now: Date): Promise<void> {
  const firstLookup = nextLookupAt(
    { state: 'READY', method: 'CARD', paid_at: null, created_at: now, refunds: [] },
    { confirm_asked_at: null },
    now,
  );
  await tx
    .insertInto('provider_payments')
    .values({
      ...payment,
      payment_key: null,
      deposit_secret_hash: null,
      look_at: firstLookup,
      last_error: null,
      fault: null,
    })
    .execute();
}
