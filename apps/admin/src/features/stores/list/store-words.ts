import type { StoreSummary } from '@munjigi/contract';
import { businessDateOf, weekdayOf } from '@munjigi/rules';
import type { TFunction } from 'i18next';

/** The hours of a store on its current business date. */
export function hoursToday(
  t: TFunction,
  store: Pick<StoreSummary, 'hours' | 'timeZone' | 'dayCutoff'>,
  now: Date,
): string {
  const weekday = weekdayOf(businessDateOf(store, now));
  const day = store.hours.find((hour) => hour.weekday === weekday);
  if (day === undefined) return t(store.hours.length === 0 ? 'hours.unknown' : 'hours.closed');
  if (day.opensAt === day.closesAt) return t('hours.allDay');
  const { opensAt, closesAt } = day;
  return t(closesAt < opensAt ? 'hours.overnight' : 'hours.open', { opensAt, closesAt });
}

/** `550` of 10,000 as `5.5`. */
export function formatPercent(rate: number): string {
  return String(rate / 100);
}
