import type { PriceFinding } from '@munjigi/contract';
import { dateOf, dayNumber } from '../time/calendar-date.ts';
import type { PriceRule } from './price-bands.ts';
import type { PriceLintInput, RoomSet } from './price-lint-input.ts';
import { listSlotRuns, type SlotRun, type DayRange } from '../time/slot-runs.ts';

/** A period in which no season begins or ends; days since 1970-01-01, both included. */
interface Span {
  readonly firstDay: number;
  readonly lastDay: number;
}

/**
 * A span of at most so many days is examined day by day with its real holidays; of a longer one a week is examined,
 * each day with and without a holiday.
 */
const MOST_DAYS_ONE_BY_ONE = 14;

/**
 * Finds policies that win nowhere. All weeks between two days on which a season begins or ends are alike, so each such
 * span is examined once for the policies that have not won yet. A seasonal policy is therefore dead if it wins on no
 * day of its season.
 */
export function findDeadPolicies(store: PriceLintInput, sets: readonly RoomSet[]): PriceFinding[] {
  const undecided = new Set(store.policies);
  for (const span of spansOf(store.policies)) {
    for (const { policies } of sets) {
      const mayWin = policies.some((policy) => undecided.has(policy) && holdsIn(policy, span));
      if (!mayWin) continue;
      for (const days of daysOf(span, store.isHoliday)) {
        for (const place of listSlotRuns(store, policies, days))
          for (const policy of winnersAt(place)) undecided.delete(policy);
      }
    }
  }
  return [...undecided].map((priceRule) => ({
    kind: 'NEVER_APPLIES',
    policyIds: [priceRule.id],
    roomIds: priceRule.roomIds.length === 0 ? [...store.roomIds] : priceRule.roomIds,
    weekdays: [...(priceRule.holidays ? [0] : []), ...priceRule.weekdays].sort((a, b) => a - b),
    fromTime: priceRule.fromTime,
    toTime: priceRule.toTime,
  }));
}

/**
 * A unit wins in some reservation unless a policy of higher rank has a unit that is not longer, which fits wherever
 * this one fits.
 */
function winnersAt({ starting }: SlotRun): PriceRule[] {
  let shortest = Infinity;
  return starting.flatMap(({ policy, unitMs }) => {
    if (unitMs >= shortest) return [];
    shortest = unitMs;
    return [policy];
  });
}

function spansOf(policies: readonly PriceRule[]): Span[] {
  const firstDays = policies.flatMap(({ startsOn, endsOn }) => [
    ...(startsOn === null ? [] : [dayNumber(startsOn)]),
    ...(endsOn === null ? [] : [dayNumber(endsOn) + 1]),
  ]);
  const sorted = [-Infinity, ...[...new Set(firstDays)].sort((a, b) => a - b)];
  return sorted.map((firstDay, index) => ({ firstDay, lastDay: (sorted[index + 1] ?? Infinity) - 1 }));
}

function holdsIn({ startsOn, endsOn }: PriceRule, { firstDay, lastDay }: Span): boolean {
  return (startsOn === null || dayNumber(startsOn) <= firstDay) && (endsOn === null || lastDay <= dayNumber(endsOn));
}

function daysOf({ firstDay, lastDay }: Span, isHoliday: (date: string) => boolean): DayRange[] {
  if (lastDay - firstDay < MOST_DAYS_ONE_BY_ONE) return [{ firstDay, lastDay, isHoliday }];
  // Away from the edges of the span, where the night before belongs to another season.
  const first = Number.isFinite(firstDay) ? firstDay + 2 : Number.isFinite(lastDay) ? lastDay - 9 : 0;
  const asHolidays = [0, 1, 2, 3, 4, 5, 6].map((after) => {
    const holiday = dateOf(first + after);
    return { firstDay: first + after, lastDay: first + after + 1, isHoliday: (date: string) => date === holiday };
  });
  return [{ firstDay: first, lastDay: first + 6, isHoliday: () => false }, ...asHolidays];
}
