import type { OnlineProvider, PaymentMethod } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { storeActor, SYSTEM, type Database, type Tables, type Tx } from '../../db/index.ts';
import { findPaymentMerchantId, findRunningMerchantId } from '../payments/index.ts';
import type { PlannedStep } from './receipt-plan.ts';

export type ReceiptRow = Selectable<Tables['cash_receipts']>;
export type ReceiptStepRow = Selectable<Tables['cash_receipt_steps']>;
export type SettingsRow = Selectable<Tables['cash_receipt_settings']>;
export type NumberRow = Selectable<Tables['cash_receipt_numbers']>;

/** The keys of a receipt: all that is needed to work on it. */
export interface ReceiptPlace {
  readonly productId: string;
  readonly storeId: string;
  readonly id: string;
}

export interface DueReceipt extends ReceiptPlace {
  /** `productId:issuer`. */
  readonly provider: string;
}

/** Longer than a provider may take to answer a lookup and a request. */
const LEASE_MS = 150_000;
/** No receipt rests longer: a later time was written by a clock that was wrong. */
const LONGEST_REST_MS = 40 * 24 * 3600_000;

/** An SQL condition for whether there may be work at `$1`. */
export const MAY_BE_DUE = 'exists (select from cash_receipts where next_at <= $1)';

export async function findDueReceipts(
  db: Database,
  now: Date,
  busy: readonly string[],
  most: number,
): Promise<DueReceipt[]> {
  const { rows } = await db.withActor(SYSTEM, (tx) =>
    sql<{ product_id: string; store_id: string; id: string }>`
      select product_id, store_id, id from cash_receipts
      where (next_at <= ${now} or next_at > ${new Date(now.getTime() + LONGEST_REST_MS)})
        and (leased_until is null or leased_until <= ${now} or leased_until > ${new Date(now.getTime() + LEASE_MS)})
        and product_id::text <> all (${[...busy]}::text[])
      order by next_at limit ${most}`.execute(tx),
  );
  return rows.map((row) => ({
    productId: row.product_id,
    storeId: row.store_id,
    id: row.id,
    provider: row.product_id,
  }));
}

/** Claims a receipt that is due. Returns `false` when it is not due or another process works on it. */
export async function claimReceipt(
  db: Database,
  { productId, storeId, id }: ReceiptPlace,
  now: Date,
): Promise<boolean> {
  return db.withActor(storeActor(productId, storeId), async (tx) => {
    const { rows } = await sql`
      update cash_receipts set leased_until = ${new Date(now.getTime() + LEASE_MS)}
      where store_id = ${storeId} and id = ${id}
        and (next_at <= ${now} or next_at > ${new Date(now.getTime() + LONGEST_REST_MS)})
        and (leased_until is null or leased_until <= ${now} or leased_until > ${new Date(now.getTime() + LEASE_MS)})
      returning id`.execute(tx);
    return rows.length > 0;
  });
}

/** What a receipt is compared with. Amounts are in won. */
export interface PaymentFacts {
  readonly id: string;
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly kept_amount: number;
  readonly kept_tax_free_amount: number;
  readonly paid_at: Date | null;
  readonly cash_receipt_number: string | null;
  readonly provider: string;
  readonly payment_key: string | null;
  readonly deal_amount: number;
  readonly room_name: string | null;
}

/** Throws for a payment that is missing. */
export async function readPaymentFacts(tx: Tx, { storeId, id }: ReceiptPlace): Promise<PaymentFacts> {
  const facts = (await findPaymentFacts(tx, storeId, [id])).get(id);
  if (!facts) throw new Error(`The payment ${id} of a cash receipt is missing`);
  return facts;
}

/**
 * What receipts are compared with, by the id of the payment. A refund that is only requested or owed still counts as kept, as
 * in the sums of a reservation.
 */
export async function findPaymentFacts(
  tx: Tx,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentFacts>> {
  const { rows } = await sql<PaymentFacts>`
    select p.id, p.method, p.amount, p.paid_at, p.cash_receipt_number, p.provider, o.payment_key,
      (case when k.is_kept then p.amount - p.refunded_amount + w.amount else 0 end)::bigint as kept_amount,
      (case when k.is_kept then p.tax_free_amount - p.refunded_tax_free_amount + w.tax_free_amount else 0 end)::bigint
        as kept_tax_free_amount,
      coalesce(r.price_amount, 0)::bigint as deal_amount, m.name as room_name
    from payments p
    cross join lateral (
      select p.paid_at is not null and p.reversed_at is null and p.state in ('DONE', 'PARTIAL_CANCELED', 'CANCELED')
        as is_kept) k
    cross join lateral (
      select coalesce(sum(f.amount), 0) as amount, coalesce(sum(f.tax_free_amount), 0) as tax_free_amount
      from payment_refunds f
      where f.store_id = p.store_id and f.payment_id = p.id and f.state in ('REQUESTED', 'OWED')) w
    left join provider_payments o on o.store_id = p.store_id and o.id = p.id
    left join reservations r on r.store_id = p.store_id and r.id = p.reservation_id
    left join rooms m on m.store_id = r.store_id and m.id = r.room_id
    where p.store_id = ${storeId} and p.id = any (${[...ids]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function selectReceiptForUpdate(tx: Tx, { storeId, id }: ReceiptPlace): Promise<ReceiptRow | undefined> {
  return tx
    .selectFrom('cash_receipts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The steps of receipts, oldest first. */
export async function findSteps(tx: Tx, storeId: string, receiptIds: readonly string[]): Promise<ReceiptStepRow[]> {
  if (receiptIds.length === 0) return [];
  return tx
    .selectFrom('cash_receipt_steps')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('receipt_id', 'in', receiptIds)
    .orderBy('receipt_id')
    .orderBy('number')
    .execute();
}

/** The merchant of the store that issues with a step; `null`: that of the chain. */
export async function findStepMerchant(
  tx: Tx,
  { storeId, id }: { readonly storeId: string; readonly id: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('cash_receipt_merchants')
    .select('merchant_id')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.merchant_id ?? null;
}

/**
 * Binds the step of an issue to a merchant: to that of its payment where the provider took the money itself, otherwise to
 * the running one of the store. The receipt is looked up and cancelled there later (MC-10).
 */
export async function writeStepMerchant(tx: Tx, receipt: ReceiptRow, step: ReceiptStepRow): Promise<void> {
  const place = { storeId: receipt.store_id, id: receipt.id };
  const payment = await tx
    .selectFrom('payments')
    .select('provider')
    .where('store_id', '=', place.storeId)
    .where('id', '=', place.id)
    .executeTakeFirstOrThrow();
  const merchantId =
    payment.provider === step.issuer
      ? await findPaymentMerchantId(tx, place)
      : await findRunningMerchantId(tx, { storeId: place.storeId, provider: step.issuer });
  if (merchantId === null) return;
  await tx
    .insertInto('cash_receipt_merchants')
    .values({ product_id: receipt.product_id, store_id: receipt.store_id, id: step.id, merchant_id: merchantId })
    .execute();
}

export function findSettings(tx: Tx, storeId: string): Promise<SettingsRow | undefined> {
  return tx.selectFrom('cash_receipt_settings').selectAll().where('store_id', '=', storeId).executeTakeFirst();
}

/** The number of a stay. `undefined`: none was entered, or it was erased. */
export async function findNumber(
  tx: Tx,
  storeId: string,
  reservationId: string | null,
): Promise<NumberRow | undefined> {
  if (reservationId === null) return undefined;
  const row = await tx
    .selectFrom('cash_receipt_numbers')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', reservationId)
    .executeTakeFirst();
  return row && row.guest_number !== '' ? row : undefined;
}

export function toPlannedStep(row: ReceiptStepRow): PlannedStep {
  return {
    id: row.id,
    kind: row.kind,
    issueId: row.issue_id,
    amount: row.amount,
    taxFreeAmount: row.tax_free_amount,
    isSelfIssued: row.is_self_issued,
    state: row.state,
    isLive: row.is_live,
    refusedAtWanted: row.refused_at_wanted,
    isConfiguration: row.is_configuration,
    answeredAt: row.answered_at,
  };
}

/** The provider that issues for a store. `null`: none does. */
export function issuerOf(settings: SettingsRow | undefined): OnlineProvider | null {
  return settings === undefined || settings.issuer === 'NONE' ? null : settings.issuer;
}

/** Whether a store issues cash receipts. Guests may read it. */
export async function issuesCashReceipts(tx: Tx, storeId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('cash_receipt_settings')
    .select('issues_since')
    .where('store_id', '=', storeId)
    .executeTakeFirst();
  return row !== undefined && row.issues_since !== null;
}
