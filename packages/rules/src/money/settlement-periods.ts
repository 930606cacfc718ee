import type { SettlementCycle } from '@munjigi/contract';
import { addDays, weekdayOf } from '../time/calendar-date.ts';

/** The last date of the cycle's period that contains a date: a Sunday, the 15th, the last of a month. */
function periodEnd(date: string, cycle: SettlementCycle): string {
  if (cycle === 'WEEKLY') return addDays(date, 7 - weekdayOf(date));
  if (cycle === 'HALF_MONTHLY' && Number(date.slice(-2)) <= 15) return `${date.slice(0, -2)}15`;
  const inNextMonth = addDays(`${date.slice(0, -2)}01`, 31);
  return addDays(inNextMonth, -Number(inNextMonth.slice(-2)));
}

/** The period that begins on the date: up to the end of its cycle, even if that is only a few days. */
export function periodFrom(startsOn: string, cycle: SettlementCycle): { startsOn: string; endsOn: string } {
  return { startsOn, endsOn: periodEnd(startsOn, cycle) };
}
