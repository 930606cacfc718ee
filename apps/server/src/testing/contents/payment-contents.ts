import type { LedgerKind } from '@munjigi/contract';
import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, pipelineStatement, type Tx } from '../../db/index.ts';

interface InStore {
  readonly product_id: string;
  readonly store_id: string;
}

/** Adds two cash payments with their ledger entries, one of them half refunded. Returns the id of the other. */
export function fillPayments(
  tx: Tx,
  row: InStore,
  { reservationId, now }: { reservationId: string; now: Date },
): string {
  const paymentId = fillPayment(tx, row, { reservationId, now });
  const halfId = fillPayment(tx, row, { reservationId, now });
  const refundId = uuidv7();
  pipelineStatement(
    tx,
    tx.insertInto('payment_refunds').values({
      ...row,
      id: refundId,
      payment_id: halfId,
      amount: 5000,
      supply_amount: 4545,
      vat_amount: 455,
      tax_free_amount: 0,
      reason: 'test',
      state: 'DONE',
      at: now,
      made_by: null,
      made_by_name: 'test',
    }),
  );
  pipelineStatement(
    tx,
    tx
      .updateTable('payments')
      .set({ state: 'PARTIAL_CANCELED' })
      .where('store_id', '=', row.store_id)
      .where('id', '=', halfId),
  );
  post(tx, row, { kind: 'REFUND', paymentId: halfId, refundId, reservationId, now, amounts: [-5000, 4545, 455] });
  return paymentId;
}

function fillPayment(tx: Tx, row: InStore, { reservationId, now }: { reservationId: string; now: Date }): string {
  const id = uuidv7();
  pipelineStatement(
    tx,
    tx.insertInto('payments').values({
      ...row,
      id,
      reservation_id: reservationId,
      method: 'CASH',
      provider: 'MANUAL',
      state: 'DONE',
      amount: 10_000,
      supply_amount: 9091,
      vat_amount: 909,
      tax_free_amount: 0,
      receipt_url: null,
      cash_receipt_number: null,
      tax_invoice_number: null,
      paid_at: now,
      business_date: '2020-01-01',
      created_at: now,
      created_by: null,
      created_by_name: 'test',
      reversed_by: null,
      reversed_by_name: null,
      reverse_reason: null,
    }),
  );
  post(tx, row, { kind: 'PAYMENT', paymentId: id, refundId: null, reservationId, now, amounts: [10_000, -9091, -909] });
  return id;
}

/** Adds a cash payment of the reservation of which a person still has to refund 1,000 won. */
export function fillOwedRefund(
  tx: Tx,
  row: InStore,
  { reservationId, now }: { reservationId: string; now: Date },
): { owedPaymentId: string; refundId: string } {
  const owedPaymentId = fillPayment(tx, row, { reservationId, now });
  const refundId = uuidv7();
  pipelineStatement(
    tx,
    tx.insertInto('payment_refunds').values({
      ...row,
      id: refundId,
      payment_id: owedPaymentId,
      amount: 1000,
      supply_amount: 909,
      vat_amount: 91,
      tax_free_amount: 0,
      reason: 'test',
      state: 'OWED',
      at: now,
      made_by: null,
      made_by_name: 'test',
    }),
  );
  pipelineStatement(
    tx,
    tx
      .updateTable('reservations')
      .set({ refund_percent: 100, refund_amount: 1000, refund_due_amount: 1000, cancelled_at: now })
      .where('store_id', '=', row.store_id)
      .where('id', '=', reservationId),
  );
  return { owedPaymentId, refundId };
}

/** Adds a payment that was begun and is never looked up, and an unrelated message of its provider. */
export function fillOnline(
  tx: Tx,
  row: InStore,
  { reservationId, now }: { reservationId: string; now: Date },
): { begunPaymentId: string; webhookId: string } {
  const [begunPaymentId, webhookId] = [uuidv7(), uuidv7()];
  pipelineStatement(
    tx,
    tx.insertInto('payments').values({
      ...row,
      id: begunPaymentId,
      reservation_id: reservationId,
      method: 'CARD',
      provider: 'TOSS',
      state: 'READY',
      amount: 10_000,
      supply_amount: 9091,
      vat_amount: 909,
      tax_free_amount: 0,
      receipt_url: null,
      cash_receipt_number: null,
      tax_invoice_number: null,
      paid_at: null,
      business_date: '2020-01-01',
      created_at: now,
      created_by: null,
      created_by_name: 'test',
      reversed_by: null,
      reversed_by_name: null,
      reverse_reason: null,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('provider_payments').values({
      ...row,
      id: begunPaymentId,
      provider: 'TOSS',
      payment_key: null,
      deposit_secret_hash: null,
      look_at: null,
      last_error: null,
      fault: null,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('provider_webhooks').values({
      product_id: row.product_id,
      id: webhookId,
      provider: 'TOSS',
      message_key: randomBytes(32),
      headers: '{}',
      body: personalOf(tx).seal('{"eventType":"seller.changed"}'),
      type: 'seller.changed',
      state: 'IGNORED',
      reason: 'TYPE_UNKNOWN',
      payment_id: null,
      received_at: now,
      last_received_at: now,
      worked_at: now,
    }),
  );
  return { begunPaymentId, webhookId };
}

interface Posted {
  readonly kind: LedgerKind;
  readonly paymentId: string;
  readonly refundId: string | null;
  readonly reservationId: string;
  readonly now: Date;
  /** Amount, supply value and VAT. */
  readonly amounts: readonly [number, number, number];
}

function post(tx: Tx, row: InStore, posted: Posted): void {
  const id = uuidv7();
  pipelineStatement(
    tx,
    tx.insertInto('ledger_transactions').values({
      ...row,
      id,
      kind: posted.kind,
      payment_id: posted.paymentId,
      refund_id: posted.refundId,
      reverses_id: null,
      reservation_id: posted.reservationId,
      room_id: null,
      method: 'CASH',
      provider: 'MANUAL',
      channel: 'STAFF',
      occurred_at: posted.now,
      business_date: '2020-01-01',
    }),
  );
  const [money, supply, vat] = posted.amounts;
  const lines = [
    ['MONEY_AT_STORE', money],
    ['SALES_SUPPLY', supply],
    ['SALES_VAT', vat],
  ] as const;
  pipelineStatement(
    tx,
    tx
      .insertInto('ledger_entries')
      .values(
        lines.map(([account, amount], index) => ({ ...row, transaction_id: id, line: index + 1, account, amount })),
      ),
  );
}
