import { fillText } from '@munjigi/texts';
import { PAYOUT_NOTICE } from '@munjigi/texts/payments';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../clock.ts';
import { storesActor, type Database, type Tx } from '../../../db/index.ts';
import { addNotification } from '../notifications/notifications.ts';
import type { ReportedLine } from '../providers/index.ts';
import type { PaidMerchant } from './payout-merchants.sql.ts';

interface CompareDeps {
  readonly db: Database;
  readonly clock: Clock;
}

interface ReadLines {
  readonly lines: readonly ReportedLine[];
  readonly today: string;
}

/**
 * Stores the lines that a provider listed for a merchant, compares each one with the ledger (MC-12), adds what the
 * provider should have listed, and notifies the stores of new differences once (MC-14). A repeated line is one line.
 */
export async function writePayoutLines(
  { db, clock }: CompareDeps,
  merchant: PaidMerchant,
  { lines, today }: ReadLines,
): Promise<void> {
  const actor = storesActor(merchant.productId, merchant.storeIds);
  await db.withActor(actor, async (tx) => {
    const now = clock.now();
    if (await isReadToday(tx, merchant, today)) return;
    const before = await readDifferences(tx, merchant);
    for (const line of new Map(lines.map((one) => [`${one.kind} ${one.key}`, one])).values())
      await upsertLine(tx, merchant, line, now);
    await compareLines(tx, merchant, today);
    await dropFoundLines(tx, merchant);
    await addMissingLines(tx, merchant, { today, now });
    await notifyOfDifferences(tx, merchant, { before, now });
    await tx
      .insertInto('provider_payout_reads')
      .values({
        product_id: merchant.productId,
        provider: merchant.provider,
        merchant_id: merchant.merchantId,
        read_on: today,
      })
      .onConflict((conflict) =>
        conflict.columns(['product_id', 'provider', 'merchant_id']).doUpdateSet({ read_on: today }),
      )
      .execute();
  });
}

/** Two processes that read the same merchant wait for each other here, and the second one has nothing left to do. */
async function isReadToday(tx: Tx, { productId, provider, merchantId }: PaidMerchant, today: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${productId} ${provider} ${merchantId}`}, 147))`.execute(
    tx,
  );
  const row = await tx
    .selectFrom('provider_payout_reads')
    .select('read_on')
    .where('product_id', '=', productId)
    .where('provider', '=', provider)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.read_on === today;
}

function upsertLine(tx: Tx, merchant: PaidMerchant, line: ReportedLine, now: Date) {
  const values = {
    amount: line.amount,
    fee_amount: line.feeAmount,
    payout_amount: line.payoutAmount,
    sold_on: line.soldOn,
    paid_out_on: line.paidOutOn,
    read_at: now,
  };
  return tx
    .insertInto('provider_payout_lines')
    .values({
      product_id: merchant.productId,
      id: uuidv7({ msecs: now.getTime() }),
      provider: merchant.provider,
      merchant_id: merchant.merchantId,
      merchant_store_id: merchant.merchantStoreId,
      line_key: `${line.kind}.${line.key}`,
      order_id: line.orderId,
      state: 'UNKNOWN',
      kind: line.kind,
      store_id: null,
      payment_id: null,
      refund_id: null,
      expected_amount: null,
      expected_fee_amount: null,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'provider', 'merchant_id', 'line_key']).doUpdateSet(values),
    )
    .execute();
}

/** An order id of this server. */
const ORDER_ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** The condition that a line is of this merchant. */
const ofMerchant = ({ productId, provider, merchantId }: PaidMerchant) =>
  sql`l.product_id = ${productId} and l.provider = ${provider} and l.merchant_id = ${merchantId}`;
/** By the id at the provider, because stores may share an account there. */
const begunWith = ({ provider, merchantId, storeMerchantId }: PaidMerchant) =>
  storeMerchantId === null
    ? sql`not exists (select from payment_merchants m where m.store_id = p.store_id and m.id = p.id)`
    : sql`exists (select from payment_merchants m join store_merchants a
        on a.store_id = m.store_id and a.id = m.merchant_id
      where m.store_id = p.store_id and m.id = p.id and a.provider = ${provider} and a.merchant_id = ${merchantId})`;

/** What the ledger keeps as the fee of a payment, or returned with a refund. */
const FEE = sql`(select coalesce(sum(e.amount), 0) from ledger_transactions t join ledger_entries e
    on e.store_id = t.store_id and e.transaction_id = t.id
  where t.store_id = p.store_id and t.payment_id = p.id and e.account in ('PROVIDER_FEE', 'PROVIDER_FEE_VAT')
    and case when f.id is null then t.kind <> 'REFUND' else t.refund_id = f.id end)`;

/** Providers round the part of a fee that a refund returns in other ways, by a won. */
const MOST_ROUNDING = 1;

/** Compares the lines of the latest sales. Older ones do not change any more. */
async function compareLines(tx: Tx, merchant: PaidMerchant, today: string): Promise<void> {
  await sql`
    update provider_payout_lines l set store_id = c.store_id, payment_id = c.payment_id, refund_id = c.refund_id,
      expected_amount = c.amount, expected_fee_amount = c.fee,
      state = case when c.amount is null then 'UNKNOWN' when c.amount <> l.amount then 'AMOUNT_DIFFERS'
        when abs(c.fee - l.fee_amount) > ${MOST_ROUNDING} * (l.kind = 'REFUND')::integer then 'FEE_DIFFERS'
        else 'MATCHED' end
    from (
      select l.id, p.store_id, p.id as payment_id, f.id as refund_id,
        case when l.kind = 'PAYMENT' then p.amount else -f.amount end as amount, ${FEE} as fee
      from provider_payout_lines l
        left join provider_payments o on o.product_id = l.product_id
          and o.id = case when l.order_id ~ ${ORDER_ID} then l.order_id::uuid end
        left join payments p on p.store_id = o.store_id and p.id = o.id and p.paid_at is not null
          and ${begunWith(merchant)}
        left join payment_refunds f on l.kind = 'REFUND' and f.store_id = p.store_id and f.payment_id = p.id
          and f.state = 'DONE' and 'REFUND.' || f.provider_key = l.line_key
      where ${ofMerchant(merchant)} and l.state <> 'MISSING' and l.sold_on > ${today}::date - 45) c
    where l.product_id = ${merchant.productId} and l.id = c.id`.execute(tx);
}

/** A line that was missing and is listed now is no difference any more. */
async function dropFoundLines(tx: Tx, merchant: PaidMerchant): Promise<void> {
  await sql`
    delete from provider_payout_lines l where ${ofMerchant(merchant)} and l.state = 'MISSING'
      and exists (select from provider_payout_lines b where b.product_id = l.product_id
        and b.payment_id = l.payment_id and b.kind = l.kind and b.refund_id is not distinct from l.refund_id
        and b.state <> 'MISSING')`.execute(tx);
}

/**
 * Adds the payments and refunds of this merchant that the provider does not list while it has paid out sales of a later
 * day. What is older than the first listed sale was never read.
 */
async function addMissingLines(
  tx: Tx,
  merchant: PaidMerchant,
  { today, now }: { readonly today: string; readonly now: Date },
): Promise<void> {
  await sql`
    with reach as (
      select min(l.sold_on) as first, max(l.sold_on) filter (where l.paid_out_on <= ${today}::date) as last
      from provider_payout_lines l where ${ofMerchant(merchant)} and l.paid_out_on is not null),
    booked as (
      select p.store_id, p.id, f.id as refund_id, case when f.id is null then 'PAYMENT' else 'REFUND' end as kind,
        case when f.id is null then p.amount else -f.amount end as amount, ${FEE} as fee,
        (coalesce(f.at, p.paid_at) at time zone ${'Asia/Seoul'})::date as sold_on
      from payments p
        cross join lateral (
          select null::uuid as id, null::bigint as amount, null::timestamptz as at
          union all
          select r.id, r.amount, r.at from payment_refunds r
          where r.store_id = p.store_id and r.payment_id = p.id and r.state = 'DONE') f
      where p.product_id = ${merchant.productId} and p.provider = ${merchant.provider} and p.paid_at is not null
        and p.paid_at > ${now}::timestamptz - interval '45 days' and ${begunWith(merchant)})
    insert into provider_payout_lines (product_id, id, provider, merchant_id, merchant_store_id, line_key, order_id,
      state, kind, store_id, payment_id, refund_id, amount, fee_amount, payout_amount, expected_amount,
      expected_fee_amount, sold_on, paid_out_on, read_at)
    select ${merchant.productId}::uuid, gen_random_uuid(), ${merchant.provider}, ${merchant.merchantId},
      ${merchant.merchantStoreId}::uuid, 'MISSING.' || coalesce(b.refund_id, b.id), b.id::text, 'MISSING', b.kind,
      b.store_id, b.id, b.refund_id, 0, 0, 0, b.amount, b.fee, b.sold_on, null, ${now}
    from booked b, reach
    where b.sold_on >= reach.first and b.sold_on < reach.last
      and not exists (select from provider_payout_lines l where ${ofMerchant(merchant)} and l.payment_id = b.id
        and l.kind = b.kind and l.refund_id is not distinct from b.refund_id)
    on conflict do nothing`.execute(tx);
}

interface Difference {
  readonly id: string;
  readonly state: string;
  readonly store_id: string | null;
}

async function readDifferences(tx: Tx, merchant: PaidMerchant): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select l.id, l.state, coalesce(l.store_id, l.merchant_store_id) as store_id from provider_payout_lines l
    where ${ofMerchant(merchant)} and l.state <> 'MATCHED'`.execute(tx);
  return rows;
}

/** One notification for each store with new differences. A line without a store is on the screen of head office only. */
async function notifyOfDifferences(
  tx: Tx,
  merchant: PaidMerchant,
  { before, now }: { readonly before: readonly Difference[]; readonly now: Date },
): Promise<void> {
  const reported = new Set(before.map(({ id, state }) => `${id} ${state}`));
  const found = (await readDifferences(tx, merchant)).filter(({ id, state }) => !reported.has(`${id} ${state}`));
  const stores = new Set(found.flatMap(({ store_id: storeId }) => (storeId === null ? [] : [storeId])));
  for (const storeId of [...stores].sort()) {
    const count = found.filter((one) => one.store_id === storeId).length;
    await addNotification(tx, {
      productId: merchant.productId,
      storeId,
      kind: 'UNMATCHED_DEPOSIT',
      reservationId: null,
      amount: 0,
      at: now,
      text: fillText(PAYOUT_NOTICE, { count: String(count) }),
      isRoutine: false,
    });
  }
}
