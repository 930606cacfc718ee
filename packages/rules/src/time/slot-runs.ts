import { DAY_MS } from './durations.ts';
import { openPeriods } from './opening.ts';
import { bandsOf, type PriceRule } from '../money/price-bands.ts';
import type { PriceLintInput } from '../money/price-lint-input.ts';

// The linter uses local times as if clocks never changed: milliseconds in UTC.

/** The policies that can price a place, in their winning order. */
interface Pricing {
  readonly policy: PriceRule;
  readonly unitMs: number;
  readonly rank: number;
  /** The first time at which a unit may start. */
  readonly from: number;
  /** The end of the times at which a unit may start. */
  readonly startsTo: number;
  /** The end of the time that a unit may price. */
  readonly pricesTo: number;
}

/** Consecutive slots within opening hours that have the same pricing. */
export interface SlotRun {
  readonly at: number;
  readonly until: number;
  /** The policies of which a unit can start here. */
  readonly starting: readonly Pricing[];
  /** The policies that can price the place: by such a unit, or by a package that started earlier. */
  readonly pricing: readonly Pricing[];
}

export interface DayRange {
  /** Days since 1970-01-01, both included. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly isHoliday: (date: string) => boolean;
}

/**
 * The places of these days, soonest first; none crosses midnight. `policies` are those of a room, the winning one
 * first.
 */
export function listSlotRuns(store: PriceLintInput, policies: readonly PriceRule[], days: DayRange): SlotRun[] {
  const slotMs = store.slotMinutes * 60_000;
  const [from, to] = [days.firstDay * DAY_MS, (days.lastDay + 1) * DAY_MS];
  // Packages may begin on the day before, or end on the day after.
  const open = openPeriods({ timeZone: 'UTC', hours: store.hours }, new Date(from - DAY_MS), new Date(to + DAY_MS)).map(
    (period) => ({
      startsAt: Math.ceil(period.startsAt.getTime() / slotMs) * slotMs,
      endsAt: Math.floor(period.endsAt.getTime() / slotMs) * slotMs,
    }),
  );
  const all = pricingsIn(open, store, policies, days).sort((a, b) => a.from - b.from);
  const edges = [
    ...open.flatMap((item) => [item.startsAt, item.endsAt]),
    ...all.flatMap((pricing) => [pricing.from, pricing.startsTo, pricing.pricesTo]),
  ];
  for (let midnight = from; midnight <= to; midnight += DAY_MS) edges.push(midnight);
  const ats = [...new Set(edges)].sort((a, b) => a - b);

  const places: SlotRun[] = [];
  let present: Pricing[] = [];
  let next = 0;
  for (const [index, at] of ats.entries()) {
    const current = next;
    while ((all[next]?.from ?? Infinity) <= at) next += 1;
    present = [...present, ...all.slice(current, next)]
      .filter((pricing) => at < pricing.pricesTo)
      .sort((a, b) => a.rank - b.rank);
    const until = ats[index + 1];
    if (
      until === undefined ||
      at < from ||
      until > to ||
      !open.some((item) => item.startsAt <= at && until <= item.endsAt)
    )
      continue;
    places.push({ at, until, starting: present.filter((pricing) => at < pricing.startsTo), pricing: present });
  }
  return places;
}

function pricingsIn(
  open: readonly { startsAt: number; endsAt: number }[],
  store: PriceLintInput,
  policies: readonly PriceRule[],
  days: DayRange,
): Pricing[] {
  const { slotMinutes, maxMinutes } = store;
  const slotMs = slotMinutes * 60_000;
  const ranks = new Map(policies.map((policy, rank) => [policy, rank]));
  const bands = bandsOf(policies, {
    ...days,
    timeZone: 'UTC',
    slotMinutes,
    firstDay: days.firstDay - 1,
    lastDay: days.lastDay + 1,
  });
  return bands.flatMap(({ policy, startsAt, endsAt, unitMs }) => {
    if (unitMs > maxMinutes * 60_000) return [];
    return open.flatMap((item) => {
      const from = Math.ceil(Math.max(startsAt, item.startsAt) / slotMs) * slotMs;
      const lastStart = Math.floor((Math.min(endsAt, item.endsAt) - unitMs) / slotMs) * slotMs;
      if (lastStart < from) return [];
      return [
        {
          policy,
          unitMs,
          rank: ranks.get(policy) ?? 0,
          from,
          startsTo: lastStart + slotMs,
          pricesTo: lastStart + Math.max(slotMs, Math.floor(unitMs / slotMs) * slotMs),
        },
      ];
    });
  });
}
