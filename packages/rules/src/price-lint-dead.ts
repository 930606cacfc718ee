import type { PriceFinding } from '@munjigi/contract';
import { dateOf, dayNumber } from './calendar-date.ts';
import type { PriceRule } from './price-bands.ts';
import type { PriceLintInput, RoomSet } from './price-lint-input.ts';
import { listSlotRuns, type SlotRun, type DayRange } from './slot-runs.ts';

/** A time in which no season begins or ends; days since 1970-01-01, both included. */
interface Span {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** Up to so long a span is looked at day by day with its real holidays; of a longer one a week, each day with and without a holiday. */
const MOST_DAYS_ONE_BY_ONE = 14;

/**
 * Policies that win nowhere. Between two days on which any season begins or ends all weeks are alike, so each such span is looked
 * at once, as long as a policy has not been seen to win. A seasonal policy is therefore dead when it wins on no day of its season.
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

/** A unit wins in some reservation unless one that ranks higher is no longer than it, and so fits wherever it fits. */
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
  // Away from the edges, where the night before is of another season.
  const first = Number.isFinite(firstDay) ? firstDay + 2 : Number.isFinite(lastDay) ? lastDay - 9 : 0;
  const asHolidays = [0, 1, 2, 3, 4, 5, 6].map((after) => {
    const holiday = dateOf(first + after);
    return { firstDay: first + after, lastDay: first + after + 1, isHoliday: (date: string) => date === holiday };
  });
  return [{ firstDay: first, lastDay: first + 6, isHoliday: () => false }, ...asHolidays];
}
