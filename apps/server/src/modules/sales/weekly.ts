import type { QueryOf, readWeeklySales, WeeklySales } from '@munjigi/contract';
import { addDays, businessDateOf, zonedDate } from '@munjigi/rules';
import type { Clock } from '../../clock.ts';
import type { Tx } from '../../db/index.ts';
import { notFound, type UnitOfWork } from '../../http/index.ts';
import { checkPlace } from './filter.ts';
import { listDates, NOTHING_SOLD } from './sales.ts';
import { sumByDay } from './sales.sql.ts';

/** Returns the seven business dates up to a date, by default today, and the seven before them, of a filter (SL-2). */
export async function weeklySales(
  { tx, clock, actor }: UnitOfWork,
  { date, ...filter }: QueryOf<typeof readWeeklySales>,
): Promise<WeeklySales> {
  const [today] = await Promise.all([readToday(tx, clock, filter.storeId), checkPlace(tx, filter)]);
  const last = date ?? today;
  const [lastWeekFrom, thisWeekFrom] = [addDays(last, -13), addDays(last, -6)];
  const sums = await sumByDay(tx, actor, { ...filter, from: lastWeekFrom, to: last });
  const days = (from: string) =>
    listDates(from, addDays(from, 6)).map((businessDate) => {
      const { grossAmount, refundAmount, netAmount, paymentCount } = sums.get(businessDate) ?? NOTHING_SOLD;
      return {
        date: businessDate,
        businessDate,
        grossAmount,
        refundAmount,
        netAmount,
        paymentCount,
        count: paymentCount,
      };
    });
  return { thisWeek: days(thisWeekFrom), lastWeek: days(lastWeekFrom) };
}

/**
 * Returns the present business date of the store. Without a store, it is the latest of all stores that the person sees,
 * so that none is left out.
 */
async function readToday(tx: Tx, clock: Clock, storeId: string | undefined): Promise<string> {
  const now = clock.now();
  const all = tx.selectFrom('stores').select(['time_zone', 'day_cutoff']).distinct();
  const stores = await (storeId === undefined ? all : all.where('id', '=', storeId)).execute();
  if (storeId !== undefined && stores.length === 0) throw notFound();
  const dates = stores
    .map((store) => businessDateOf({ timeZone: store.time_zone, dayCutoff: store.day_cutoff }, now))
    .sort();
  return dates.at(-1) ?? zonedDate('UTC', now);
}
