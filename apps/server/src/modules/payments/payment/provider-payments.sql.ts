import type { OnlineProvider } from '@munjigi/contract';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { storeActor, SYSTEM, type Database, type Tables, type Tx } from '../../../db/index.ts';

export type ProviderPaymentRow = Selectable<Tables['provider_payments']>;

/** The keys of a payment: all that is needed to work on it. */
export interface PaymentPlace {
  readonly productId: string;
  readonly storeId: string;
  readonly id: string;
}

/**
 * The idempotency key of a confirmation: the payment id, so that the provider takes the money once. A provider answers a
 * repeated key with its first answer, so the attempt after a refusal has another one.
 */
export function confirmationKey(paymentId: string, refusals: number): string {
  return refusals === 0 ? paymentId : `${paymentId}:${refusals}`;
}

/** Finds the payment of this product and provider by its order id. */
export async function findPaymentByOrderId(
  db: Database,
  { productId, provider }: { readonly productId: string; readonly provider: OnlineProvider },
  orderId: string,
): Promise<PaymentPlace | null> {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(orderId)) return null;
  const row = await db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('provider_payments')
      .select('store_id')
      .where('id', '=', orderId)
      .where('product_id', '=', productId)
      .where('provider', '=', provider)
      .executeTakeFirst(),
  );
  return row ? { productId, storeId: row.store_id, id: orderId } : null;
}

export interface DuePayment extends PaymentPlace {
  /** The provider of one product: `productId:provider`. */
  readonly provider: string;
}

/** Finds payments that are due for a lookup, longest overdue first, without those of busy providers. */
export async function findDuePayments(
  db: Database,
  now: Date,
  busy: readonly string[],
  most: number,
): Promise<DuePayment[]> {
  const { rows } = await db.withActor(SYSTEM, (tx) =>
    sql<{ product_id: string; store_id: string; id: string; provider: string }>`
      select product_id, store_id, id, provider from provider_payments
      where look_at <= ${now} and (product_id::text || ':' || provider) <> all (${[...busy]}::text[]) order by look_at
        limit ${most}`.execute(tx),
  );
  return rows.map((row) => ({
    productId: row.product_id,
    storeId: row.store_id,
    id: row.id,
    provider: `${row.product_id}:${row.provider}`,
  }));
}

/**
 * The lease of a lookup. It is longer than a provider may take to answer a lookup and a refund, so that two processes
 * look up the same payment only after a crash.
 */
const LEASE_MS = 150_000;

export interface ClaimedPayment extends ProviderPaymentRow {
  readonly provider: OnlineProvider;
}

/** Claims a payment that is due for a lookup. Returns `null` when it is not due or another process holds the lease. */
export async function claimPayments(
  db: Database,
  { productId, storeId, id }: PaymentPlace,
  now: Date,
): Promise<ClaimedPayment | null> {
  return db.withActor(storeActor(productId, storeId), async (tx) => {
    const { rows } = await sql<ClaimedPayment>`
      update provider_payments o set look_at = ${new Date(now.getTime() + LEASE_MS)} from payments p
      where o.store_id = ${storeId} and o.id = ${id} and o.look_at <= ${now} and p.store_id = o.store_id and p.id = o.id
      returning o.*`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Requests a lookup now. A process that is looking the payment up looks it up again. */
export async function requestLookupNow(
  tx: Tx,
  { storeId, id }: Pick<PaymentPlace, 'storeId' | 'id'>,
  now: Date,
): Promise<void> {
  await sql`update provider_payments set wanted = wanted + 1, look_at = ${now} where store_id = ${storeId}
    and id = ${id}`.execute(tx);
}

/** Reads the row and locks it until the transaction ends. Lock its payment first. */
export async function selectProviderPaymentForUpdate(
  tx: Tx,
  { storeId, id }: Pick<PaymentPlace, 'storeId' | 'id'>,
): Promise<ProviderPaymentRow> {
  return tx
    .selectFrom('provider_payments')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
