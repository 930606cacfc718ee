import type { listPayoutLines, listPayouts, Payout, PayoutLine, QueryOf, ReplyOf } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { countRows, orderOf, type Tx } from '../../../db/index.ts';

const MERCHANT = sql`l.provider, l.merchant_id as "merchantId", l.merchant_store_id as "merchantStoreId"`;

/** Lines of payouts, those of the latest sales first. */
export async function findPayoutLines(
  tx: Tx,
  { page, limit, sort, storeId, state, from, to }: QueryOf<typeof listPayoutLines>,
): Promise<ReplyOf<typeof listPayoutLines>> {
  const conditions: RawBuilder<unknown>[] = [
    storeId === undefined ? null : sql`coalesce(l.store_id, l.merchant_store_id) = ${storeId}`,
    state === undefined ? null : sql`l.state = ${state}`,
    from === undefined ? null : sql`l.sold_on >= ${from}::date`,
    to === undefined ? null : sql`l.sold_on <= ${to}::date`,
  ].filter((condition) => condition !== null);
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
  const order = orderOf(sort, { soldOn: 'l.sold_on' }, 'l.id', sql`l.sold_on desc, l.id desc`);
  const [counted, { rows }] = await Promise.all([
    countRows(tx, sql`from provider_payout_lines l ${where} order by ${order}`),
    sql<Omit<PayoutLine, 'readAt'> & { readAt: Date }>`
      select ${MERCHANT}, l.id, l.state, l.kind, l.payment_id as "paymentId", l.store_id as "storeId", l.amount,
        l.fee_amount as "feeAmount", l.payout_amount as "payoutAmount", l.expected_amount as "expectedAmount",
        l.expected_fee_amount as "expectedFeeAmount", l.sold_on as "soldOn", l.paid_out_on as "paidOutOn",
        l.read_at as "readAt"
      from provider_payout_lines l ${where} order by ${order} limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { ...counted, items: rows.map((row) => ({ ...row, readAt: row.readAt.toISOString() })) };
}

/**
 * Payouts by day or month, latest first. The payout of a day to a store is looked for among the deposits that the bank of
 * the store reported on that day and the three days after it.
 */
export async function sumPayouts(
  tx: Tx,
  { page, limit, sort, by, storeId }: QueryOf<typeof listPayouts>,
): Promise<ReplyOf<typeof listPayouts>> {
  const period = by === 'DAY' ? sql`l.paid_out_on` : sql`date_trunc('month', l.paid_out_on)::date`;
  const grouped = sql`
    from (select l.provider, l.merchant_id, l.merchant_store_id, ${period} as id, count(*)::integer as count,
        sum(l.amount)::bigint as amount, sum(l.fee_amount)::bigint as fee_amount,
        sum(l.payout_amount)::bigint as payout_amount,
        (count(*) filter (where l.state <> 'MATCHED'))::integer as differences
      from provider_payout_lines l
      where l.paid_out_on is not null
        and ${storeId === undefined ? sql`true` : sql`l.merchant_store_id = ${storeId}::uuid`}
      group by 1, 2, 3, 4) l`;
  const order = orderOf(sort, { paidOutOn: 'l.id' }, 'l.merchant_id', sql`l.id desc, l.merchant_id`);
  const bank =
    by === 'MONTH'
      ? sql`null`
      : sql`case
          when l.merchant_store_id is null
            or not exists (select from deposits d where d.store_id = l.merchant_store_id) then 'NOT_READ'
          when exists (select from deposits d where d.store_id = l.merchant_store_id and d.kind = 'DEPOSIT'
            and d.amount = l.payout_amount
            and (d.at at time zone ${'Asia/Seoul'})::date between l.id and l.id + 3) then 'ARRIVED'
          else 'NOT_SEEN' end`;
  const [counted, { rows }] = await Promise.all([
    countRows(tx, sql`${grouped} order by ${order}`),
    sql<Payout>`
      select ${MERCHANT}, l.id as "paidOutOn", l.count, l.amount, l.fee_amount as "feeAmount",
        l.payout_amount as "payoutAmount", l.differences, ${bank} as bank
      ${grouped} order by ${order} limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { ...counted, items: rows };
}
