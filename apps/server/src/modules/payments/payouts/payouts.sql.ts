import type { listPayoutLines, listPayouts, Payout, PayoutLine, QueryOf, ReplyOf } from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { countRows, orderOf, type Tx } from '../../../db/index.ts';

const MERCHANT = sql`l.provider, l.merchant_id as "merchantId", l.merchant_store_id as "merchantStoreId"`;

const LINE = sql`
  ${MERCHANT}, l.id, l.state, l.kind, l.payment_id as "paymentId", l.store_id as "storeId", l.amount,
  l.fee_amount as "feeAmount", l.payout_amount as "payoutAmount", l.expected_amount as "expectedAmount",
  l.expected_fee_amount as "expectedFeeAmount", l.sold_on as "soldOn", l.paid_out_on as "paidOutOn",
  l.read_at as "readAt"`;

type LineRow = Omit<PayoutLine, 'readAt'> & { readonly readAt: Date };
type LineFilter = Pick<QueryOf<typeof listPayoutLines>, 'storeId' | 'state' | 'from' | 'to'>;

/** Lines of payouts, those of the latest sales first. */
export async function findPayoutLines(
  tx: Tx,
  { page, limit, sort, ...filter }: QueryOf<typeof listPayoutLines>,
): Promise<ReplyOf<typeof listPayoutLines>> {
  const where = sql`where ${matchLines(filter)}`;
  const order = orderOf(sort, { soldOn: 'l.sold_on' }, 'l.id', sql`l.sold_on desc, l.id desc`);
  const [counted, { rows }] = await Promise.all([
    countRows(tx, sql`from provider_payout_lines l ${where} order by ${order}`),
    sql<LineRow>`select ${LINE} from provider_payout_lines l ${where} order by ${order}
      limit ${limit} offset ${page * limit}`.execute(tx),
  ]);
  return { ...counted, items: rows.map((row) => ({ ...row, readAt: row.readAt.toISOString() })) };
}

/** Reads the lines after a line, those of the latest sales first, with the code of the reservation. */
export async function readPayoutLines(
  tx: Tx,
  { filter, after }: { readonly filter: LineFilter; readonly after: Pick<PayoutLine, 'soldOn' | 'id'> | null },
  limit: number,
): Promise<(LineRow & { readonly reservationCode: string | null })[]> {
  const further = after === null ? sql`true` : sql`(l.sold_on, l.id) < (${after.soldOn}::date, ${after.id}::uuid)`;
  const { rows } = await sql<LineRow & { readonly reservationCode: string | null }>`
    select ${LINE}, r.code as "reservationCode"
    from provider_payout_lines l
    left join payments p on p.store_id = l.store_id and p.id = l.payment_id
    left join reservations r on r.store_id = p.store_id and r.id = p.reservation_id
    where ${matchLines(filter)} and ${further} order by l.sold_on desc, l.id desc limit ${limit}`.execute(tx);
  return rows;
}

function matchLines({ storeId, state, from, to }: LineFilter): RawBuilder<unknown> {
  const conditions = [
    storeId === undefined ? null : sql`coalesce(l.store_id, l.merchant_store_id) = ${storeId}`,
    state === undefined ? null : sql`l.state = ${state}`,
    from === undefined ? null : sql`l.sold_on >= ${from}::date`,
    to === undefined ? null : sql`l.sold_on <= ${to}::date`,
  ].filter((condition) => condition !== null);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
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
