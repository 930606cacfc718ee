import type { ManualMethod } from '@munjigi/contract';
import {
  amountOf,
  businessDateOf,
  businessDay,
  oppositeLines,
  paymentLines,
  splitRefund,
  splitVat,
  type Fee,
  type Period,
} from '@munjigi/rules';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tables, Tx } from '../../db/index.ts';
import { ledgerRows } from '../../modules/payments/index.ts';
import type { SeededRandom } from '../random.ts';

interface Place {
  readonly productId: string;
  readonly storeId: string;
  readonly random: SeededRandom;
}

interface Paid {
  readonly id: string;
  readonly room_id: string;
  readonly channel: string;
  readonly created_at: Date;
  readonly cancelled_at: Date | null;
  /** Amounts in won: paid now, and refunded by the cancellation. */
  readonly paid_amount: number;
  readonly refund_amount: number;
}

const METHODS: readonly ManualMethod[] = ['CARD', 'CARD', 'CARD', 'TRANSFER', 'TRANSFER', 'CASH', 'ON_SITE'];
const CLERK = '박점주';
const CHANNEL = '예약 채널';
const AT_ONCE = 2000;

/** Seeds the payments of paid reservations that have none yet, with their refunds and ledger entries. */
export async function seedPayments(tx: Tx, { productId, storeId, random }: Place): Promise<void> {
  const { rows } = await sql<Paid>`
    select r.id, r.room_id, r.channel, r.created_at, r.cancelled_at, r.paid_amount, case when r.state = 'CANCELLED'
      then coalesce(r.refund_amount, 0) else 0 end as refund_amount
    from reservations r
    where r.store_id = ${storeId} and (r.paid_amount > 0 or (r.state = 'CANCELLED' and r.refund_amount > 0))
    order by r.created_at, r.id`.execute(tx);
  // A separate query: PostgreSQL has no statistics of these tables yet, and a join would scan one for each row of the
  // other.
  const paid = await tx.selectFrom('payments').select('reservation_id').where('store_id', '=', storeId).execute();
  const arePaid = new Set(paid.map((item) => item.reservation_id));
  const unpaid = rows.filter((row) => !arePaid.has(row.id));
  if (unpaid.length === 0) return;
  const store = await tx
    .selectFrom('stores')
    .select(['time_zone', 'day_cutoff'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  const dateOf = businessDates({ timeZone: store.time_zone, dayCutoff: store.day_cutoff });
  const payments = unpaid.map((row) =>
    rowsOf({ product_id: productId, store_id: storeId }, row, random.pick(METHODS), dateOf),
  );
  for (let at = 0; at < payments.length; at += AT_ONCE) await insert(tx, payments.slice(at, at + AT_ONCE));
}

/** Like `businessDateOf`, with the calendar computed once for each date. */
function businessDates(zone: { readonly timeZone: string; readonly dayCutoff: string }): (at: Date) => string {
  const periods: (Period & { readonly date: string })[] = [];
  return (at) => {
    const found = periods.find((day) => day.startsAt <= at && at < day.endsAt);
    if (found) return found.date;
    const date = businessDateOf(zone, at);
    periods.push({ date, ...businessDay(zone, date) });
    return date;
  };
}

type Rows = ReturnType<typeof rowsOf>;

async function insert(tx: Tx, some: readonly Rows[]): Promise<void> {
  const refunds = some.flatMap((item) => (item.refund === null ? [] : [item.refund]));
  await put(
    tx,
    'payments',
    some.map((item) => item.payment),
  );
  if (refunds.length > 0) {
    await put(tx, 'payment_refunds', refunds);
    for (const state of ['CANCELED', 'PARTIAL_CANCELED'] as const) {
      const ids = some
        .filter((item) => item.refund !== null && item.stateAfter === state)
        .map((item) => item.payment.id);
      if (ids.length > 0)
        await tx
          .updateTable('payments')
          .set({ state, version: 2 })
          .where('store_id', '=', some[0]?.payment.store_id ?? '')
          .where('id', 'in', ids)
          .execute();
    }
  }
  await put(
    tx,
    'ledger_transactions',
    some.flatMap((item) => item.posted.map(({ transaction }) => transaction)),
  );
  await put(
    tx,
    'ledger_entries',
    some.flatMap((item) => item.posted.flatMap(({ entries }) => entries)),
  );
}

/** Passes thousands of rows as one parameter, because one parameter per value takes several times as long. */
async function put(tx: Tx, table: keyof Tables, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(tx);
}

/** What the demo's channel keeps of an amount: 12 % without VAT, rounded down. */
function commissionOf(amount: number): Fee {
  const supplyAmount = Math.floor((amount * 12) / 100);
  return { supplyAmount, vatAmount: Math.floor(supplyAmount / 10) };
}

/** The part of a commission that a refund returns: all of it with the whole amount, otherwise in proportion. */
function commissionBack({ supplyAmount, vatAmount }: Fee, refunded: number, amount: number): Fee {
  const share = (part: number) => Math.floor((part * refunded) / amount);
  return { supplyAmount: share(supplyAmount), vatAmount: share(vatAmount) };
}

/** The rows that `POST /payment` and its refund, or the report of a channel, would write. */
function rowsOf(store: StoreKey, reservation: Paid, method: ManualMethod, dateOf: (at: Date) => string) {
  const split = splitVat(reservation.paid_amount + reservation.refund_amount);
  const at = reservation.created_at;
  const commission = reservation.channel === 'CHANNEL' ? commissionOf(amountOf(split)) : null;
  const payment = paymentRow(store, reservation, {
    method: commission ? 'CARD' : method,
    split,
    businessDate: dateOf(at),
    commission,
  });
  const paid = ledgerRows({
    kind: 'PAYMENT',
    payment,
    reservation,
    at,
    businessDate: payment.business_date,
    lines: paymentLines(split, commission ? { collector: 'CHANNEL', fee: commission } : { collector: 'STORE' }),
  });
  if (reservation.refund_amount === 0 || reservation.cancelled_at === null)
    return { payment, refund: null, stateAfter: 'DONE' as const, posted: [paid] };

  const back = splitRefund(split, { supplyAmount: 0, vatAmount: 0, taxFreeAmount: 0 }, reservation.refund_amount);
  const refund = refundRow(store, payment.id, { split: back, at: reservation.cancelled_at });
  const fee = commission && commissionBack(commission, amountOf(back), amountOf(split));
  const lines = oppositeLines(paymentLines(back, fee ? { collector: 'CHANNEL', fee } : { collector: 'STORE' }));
  const ledger = ledgerRows({
    kind: 'REFUND',
    payment,
    reservation,
    refundId: refund.id,
    at: reservation.cancelled_at,
    businessDate: dateOf(reservation.cancelled_at),
    lines,
  });
  return {
    payment,
    refund,
    stateAfter: reservation.paid_amount === 0 ? ('CANCELED' as const) : ('PARTIAL_CANCELED' as const),
    posted: [paid, ledger],
  };
}

interface StoreKey {
  readonly product_id: string;
  readonly store_id: string;
}

interface Received {
  readonly method: ManualMethod;
  readonly split: ReturnType<typeof splitVat>;
  readonly businessDate: string;
  /** `null`: the store collected the money itself. */
  readonly commission: Fee | null;
}

function paymentRow(store: StoreKey, reservation: Paid, { method, split, businessDate, commission }: Received) {
  const at = reservation.created_at;
  return {
    ...store,
    id: uuidv7({ msecs: at.getTime() }),
    reservation_id: reservation.id,
    method,
    provider: commission ? ('CHANNEL' as const) : ('MANUAL' as const),
    fee_amount: commission ? commission.supplyAmount + commission.vatAmount : 0,
    fee_vat_amount: commission?.vatAmount ?? 0,
    state: 'DONE' as const,
    amount: reservation.paid_amount + reservation.refund_amount,
    supply_amount: split.supplyAmount,
    vat_amount: split.vatAmount,
    tax_free_amount: split.taxFreeAmount,
    receipt_url: null,
    cash_receipt_number: null,
    tax_invoice_number: null,
    paid_at: at,
    business_date: businessDate,
    created_at: at,
    created_by: null,
    created_by_name: commission ? CHANNEL : CLERK,
    reversed_by: null,
    reversed_by_name: null,
    reverse_reason: null,
  };
}

interface GivenBack {
  readonly split: ReturnType<typeof splitRefund>;
  readonly at: Date;
}

function refundRow(store: StoreKey, paymentId: string, { split, at }: GivenBack) {
  return {
    ...store,
    id: uuidv7({ msecs: at.getTime() }),
    payment_id: paymentId,
    amount: amountOf(split),
    supply_amount: split.supplyAmount,
    vat_amount: split.vatAmount,
    tax_free_amount: split.taxFreeAmount,
    reason: '예약 취소',
    state: 'DONE' as const,
    at,
    made_by: null,
    made_by_name: CLERK,
  };
}
