import type { MonthlyPayout, QueryOf, readMonthlyPayouts, ReplyOf } from '@munjigi/contract';
import { addDays, HEAD_OFFICE_ZONE, zonedDate } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';

/** Sums closed periods by the month of their last date, from the oldest month to the present one (SL-35). */
export async function sumPayoutsByMonth(
  tx: Tx,
  clock: Clock,
  { storeId, months }: QueryOf<typeof readMonthlyPayouts>,
): Promise<ReplyOf<typeof readMonthlyPayouts>> {
  const listed = latestMonths(zonedDate(HEAD_OFFICE_ZONE, clock.now()), months);
  const { rows } = await sql<MonthlyPayout>`
    select date_trunc('month', p.ends_on)::date as month, count(*)::integer as count,
      sum(p.gross_amount - p.refund_amount)::bigint as "netAmount", sum(p.fee_amount)::bigint as "feeAmount",
      sum(p.royalty_amount)::bigint as "royaltyAmount", sum(p.payout_amount)::bigint as "payoutAmount",
      coalesce(sum(p.payout_amount) filter (where p.state = 'PAID'), 0)::bigint as "paidAmount"
    from settlements p
    where p.state <> 'OPEN' and p.ends_on >= ${listed[0] ?? null}::date
      and ${storeId === undefined ? sql`true` : sql`p.store_id = ${storeId}`}
    group by 1`.execute(tx);
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return { months: listed.map((month) => byMonth.get(month) ?? { ...NOTHING, month }) };
}

const NOTHING = { count: 0, netAmount: 0, feeAmount: 0, royaltyAmount: 0, payoutAmount: 0, paidAmount: 0 };

/** Returns the first dates of so many months up to that of a date, oldest first. */
function latestMonths(today: string, count: number): string[] {
  const months: string[] = [];
  for (let month = `${today.slice(0, 7)}-01`; months.length < count; month = `${addDays(month, -1).slice(0, 7)}-01`)
    months.unshift(month);
  return months;
}
