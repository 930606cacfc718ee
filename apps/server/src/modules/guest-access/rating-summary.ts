import type { QueryOf, RatingSummary, readRatingSummary } from '@munjigi/contract';
import { addDays, zonedDate } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { readStore } from '../stores/index.ts';

/** Returns the mean ratings of a store by month and by room (GP-5). Throws NOT_FOUND for a store that is not visible. */
export async function summarizeRatings(
  tx: Tx,
  clock: Clock,
  { storeId, months }: QueryOf<typeof readRatingSummary>,
): Promise<RatingSummary> {
  const { timeZone } = await readStore(tx, storeId);
  const listed: string[] = [];
  for (
    let month = `${zonedDate(timeZone, clock.now()).slice(0, 7)}-01`;
    listed.length < months;
    month = `${addDays(month, -1).slice(0, 7)}-01`
  )
    listed.unshift(month);
  const inMonths = sql`t.store_id = ${storeId} and (t.rated_at at time zone ${timeZone})::date >=
    ${listed[0] ?? null}::date`;
  const [{ rows: byMonth }, { rows: rooms }] = await Promise.all([
    sql<RatingSummary['months'][number]>`
      select date_trunc('month', t.rated_at at time zone ${timeZone})::date as month, count(*)::integer as count,
        round(avg(t.score), 1)::float8 as "meanScore"
      from stay_ratings t where ${inMonths} group by 1`.execute(tx),
    sql<RatingSummary['rooms'][number]>`
      select m.id as "roomId", m.name as "roomName", count(*)::integer as count,
        round(avg(t.score), 1)::float8 as "meanScore"
      from stay_ratings t
        join reservations r on r.store_id = t.store_id and r.id = t.reservation_id
        join rooms m on m.store_id = r.store_id and m.id = r.room_id
      where ${inMonths} group by m.id, m.name, m.sort_order order by m.sort_order, m.id`.execute(tx),
  ]);
  const found = new Map(byMonth.map((row) => [row.month, row]));
  return { months: listed.map((month) => found.get(month) ?? { month, count: 0, meanScore: null }), rooms };
}
