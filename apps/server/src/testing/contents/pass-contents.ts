import { passSaleLines, paymentLines, splitVat } from '@munjigi/rules';
import { v7 as uuidv7 } from 'uuid';
import { personalOf, pipelineStatement, type Tx } from '../../db/index.ts';
import { ledgerRows } from '../../modules/payments/index.ts';

export interface PassContents {
  /** An offer of 600 minutes for 90,000 won. */
  readonly offerId: string;
  /** A pass of this offer, of which the reservation used 60 minutes. */
  readonly passId: string;
}

interface Of {
  readonly reservationId: string;
  readonly now: Date;
}

/** Adds an offer, a pass that was sold at the counter, and its use for a reservation. */
export function fillPasses(
  tx: Tx,
  row: { readonly product_id: string; readonly store_id: string },
  of: Of,
): PassContents {
  const [offerId, passId] = [uuidv7(), uuidv7()];
  const { now } = of;
  const saleId = fillPayment(tx, row, { reservationId: null, method: 'CASH', amount: 90_000, now });
  const useId = fillPayment(tx, row, { reservationId: of.reservationId, method: 'PASS', amount: 9000, now });
  pipelineStatement(
    tx,
    tx.insertInto('pass_offers').values({
      ...row,
      id: offerId,
      name: 'matrix',
      unit: 'MINUTES',
      units: 600,
      price_amount: 90_000,
      valid_days: 30,
      room_ids: [],
      created_at: now,
      created_by_name: 'test',
    }),
  );
  const keys = personalOf(tx);
  pipelineStatement(
    tx,
    tx.insertInto('passes').values({
      ...row,
      id: passId,
      offer_id: offerId,
      payment_id: saleId,
      guest_name: keys.seal('홍길동'),
      guest_phone: keys.seal('010-9999-0001'),
      phone_mark: Buffer.from(passId),
      sold_at: now,
      sold_by_name: 'test',
      ends_at: new Date(now.getTime() + 30 * 24 * 3600_000),
      gift_mark: null,
    }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('pass_reminders').values({ ...row, id: passId, decided_at: now, is_sent: false }),
  );
  pipelineStatement(
    tx,
    tx.insertInto('pass_uses').values({ ...row, id: useId, pass_id: passId, units: 60, covered_amount: 10_000 }),
  );
  return { offerId, passId };
}

interface NewPayment {
  readonly reservationId: string | null;
  readonly method: 'CASH' | 'PASS';
  readonly amount: number;
  readonly now: Date;
}

function fillPayment(
  tx: Tx,
  row: { readonly product_id: string; readonly store_id: string },
  { reservationId, method, amount, now }: NewPayment,
): string {
  const split = splitVat(amount);
  const payment = {
    ...row,
    id: uuidv7(),
    reservation_id: reservationId,
    method,
    provider: 'MANUAL',
    state: 'DONE',
    amount,
    supply_amount: split.supplyAmount,
    vat_amount: split.vatAmount,
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
  } as const;
  pipelineStatement(tx, tx.insertInto('payments').values(payment));
  const { transaction, entries } = ledgerRows({
    kind: 'PAYMENT',
    payment,
    reservation: null,
    at: now,
    businessDate: '2020-01-01',
    lines: method === 'PASS' ? paymentLines(split, { collector: 'PASS' }) : passSaleLines(amount),
  });
  pipelineStatement(tx, tx.insertInto('ledger_transactions').values(transaction));
  pipelineStatement(tx, tx.insertInto('ledger_entries').values(entries));
  return payment.id;
}
