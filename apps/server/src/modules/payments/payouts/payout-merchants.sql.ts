import type { OnlineProvider } from '@munjigi/contract';
import { sql } from 'kysely';
import { SYSTEM, type Database } from '../../../db/index.ts';

/** A merchant whose payouts are read: of the chain, or of a store. */
export interface PaidMerchant {
  readonly productId: string;
  readonly provider: OnlineProvider;
  /** The id of the account at the provider. */
  readonly merchantId: string;
  /** The row of `store_merchants` and its store; `null`: the merchant of the chain. */
  readonly storeMerchantId: string | null;
  readonly merchantStoreId: string | null;
  /** All stores of the product, whose payments the lines can be of. */
  readonly storeIds: readonly string[];
  /** The day on which its payouts were read last. */
  readonly readOn: string | null;
}

/** Payouts are read while a payment was begun within so many days. */
const READ_DAYS = 45;

/** The least id of a payment that was begun at a time: ids begin with it (UUIDv7). */
const firstIdAt = (time: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** Whether a payment was begun lately and not today, so that payouts may be read at `$1`. It uses the index of the ids. */
export const MAY_HAVE_PAYOUTS = `exists (select from provider_payments o
  where o.id >= ${firstIdAt(`$1::timestamptz - interval '${READ_DAYS} days'`)}
    and o.id < ${firstIdAt("$1::timestamptz - interval '18 hours'")} and o.provider = 'TOSS')`;

/** Finds the merchants of all products that have not been read today. */
export async function findMerchantsToRead(db: Database, today: string): Promise<PaidMerchant[]> {
  const { rows } = await db.withActor(SYSTEM, (tx) =>
    sql<PaidMerchant>`
      with merchants as (
        select p.product_id, p.provider, p.merchant_id, null::uuid as store_merchant_id, null::uuid as store_id
        from payment_providers p where p.provider = 'TOSS'
        union all
        select m.product_id, m.provider, m.merchant_id, m.id, m.store_id from store_merchants m
        where m.provider = 'TOSS' and (m.ended_at is null or m.ended_at > ${today}::date - ${READ_DAYS}::integer))
      select m.product_id as "productId", m.provider, m.merchant_id as "merchantId",
        m.store_merchant_id as "storeMerchantId", m.store_id as "merchantStoreId", r.read_on as "readOn",
        array(select s.id from stores s where s.product_id = m.product_id order by s.id) as "storeIds"
      from merchants m left join provider_payout_reads r on r.product_id = m.product_id and r.provider = m.provider
        and r.merchant_id = m.merchant_id
      where r.read_on is null or r.read_on < ${today}::date
      order by 1, 3`.execute(tx),
  );
  return rows.filter(({ storeIds }) => storeIds.length > 0);
}
