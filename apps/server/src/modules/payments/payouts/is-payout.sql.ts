import { HEAD_OFFICE_ZONE, zonedDate } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../../db/index.ts';

/** Sales whose payouts are compared with a deposit lie at most so many days before it. */
const OLDEST_SALE_DAYS = 60;

/**
 * Whether money that arrived at the account of a store is what a provider paid out on that day, or in the three days
 * before it, to the merchant of the store or of the chain (MC-17). Runs as the store.
 */
export async function isProviderPayout(
  tx: Tx,
  { storeId, amount, at }: { readonly storeId: string; readonly amount: number; readonly at: Date },
): Promise<boolean> {
  const day = zonedDate(HEAD_OFFICE_ZONE, at);
  const { rows } = await sql`
    select from provider_payout_lines l
    where l.product_id = (select actor_product()) and l.sold_on > ${day}::date - ${OLDEST_SALE_DAYS}::integer
      and l.paid_out_on between ${day}::date - 3 and ${day}::date
      and (l.merchant_store_id is null or l.merchant_store_id = ${storeId})
    group by l.provider, l.merchant_id, l.paid_out_on having sum(l.payout_amount) = ${amount} limit 1`.execute(tx);
  return rows.length > 0;
}
