import type { PriceFinding } from '@munjigi/contract';
import { dateOf, weekdayOfDay } from '../time/calendar-date.ts';
import { mergePeriods } from '../time/period.ts';
import type { PriceRule } from './price-bands.ts';
import type { PriceLintInput, RoomSet } from './price-lint-input.ts';
import { DAY_MS } from '../time/durations.ts';
import { listSlotRuns, type SlotRun } from '../time/slot-runs.ts';
import { timeOf } from '../time/time-of-day.ts';

interface Problem {
  readonly kind: 'GAP' | 'OVERLAP';
  readonly policyIds: readonly string[];
}

/** A problem in a part of a day; minutes since its midnight, beyond 1440 on the next day. */
interface Piece extends Problem {
  /** The weekday; 0 is a holiday. */
  readonly weekday: number;
  readonly fromMinute: number;
  readonly toMinute: number;
}

/**
 * Finds gaps and overlaps in the seven days from `monday` (days since 1970-01-01), and merges equal ones of several
 * rooms or days.
 */
export function findingsOfWeek(store: PriceLintInput, sets: readonly RoomSet[], monday: number): PriceFinding[] {
  const merged = new Map<string, PriceFinding>();
  for (const { roomIds, policies } of sets) {
    for (const finding of findingsOfRooms(store, policies, monday)) {
      const key = JSON.stringify(finding);
      merged.set(key, { ...finding, roomIds: [...(merged.get(key)?.roomIds ?? []), ...roomIds] });
    }
  }
  const order = (priceFinding: PriceFinding) =>
    `${priceFinding.kind} ${priceFinding.weekdays[0] === 0 && priceFinding.weekdays.length === 1 ? 8 : priceFinding.weekdays.join('')} ${priceFinding.fromTime}`;
  return [...merged.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** Findings without their rooms. */
function findingsOfRooms(store: PriceLintInput, policies: readonly PriceRule[], monday: number): PriceFinding[] {
  const found = new Map<string, PriceFinding>();
  for (const { kind, policyIds, weekday, fromMinute, toMinute } of piecesOf(store, policies, monday)) {
    const [fromTime, toTime] = [timeOf(fromMinute), timeOf(toMinute)];
    const key = [kind, fromTime, toTime, ...policyIds].join();
    const weekdays = [...new Set([...(found.get(key)?.weekdays ?? []), weekday])].sort((a, b) => a - b);
    found.set(key, { kind, policyIds: [...policyIds], roomIds: [], weekdays, fromTime, toTime });
  }
  return [...found.values()];
}

function piecesOf(store: PriceLintInput, policies: readonly PriceRule[], monday: number): Piece[] {
  const week = [0, 1, 2, 3, 4, 5, 6].map((after) => monday + after);
  const ordinary = runsOf(
    listSlotRuns(store, policies, { firstDay: monday - 1, lastDay: monday + 7, isHoliday: () => false }),
  ).flatMap((run) => cutAtMidnights(run));
  const onWeekdays = ordinary
    .filter((run) => week.includes(dayOf(run)))
    .map((run) => pieceOf(run, weekdayOfDay(dayOf(run))));
  const onHolidays = week.flatMap((day) => {
    const runs = runsOf(
      listSlotRuns(store, policies, { firstDay: day - 1, lastDay: day + 1, isHoliday: (date) => date === dateOf(day) }),
    );
    // The rest of the night before belongs to the holiday unless the finding of the day before, as an ordinary day, covers it.
    const fromBefore = runs.flatMap((run) => {
      if (run.at >= day * DAY_MS || run.until <= day * DAY_MS || run.until - run.at > DAY_MS) return [];
      const rest = { ...run, at: day * DAY_MS };
      return ordinary.some((other) => other.key === rest.key && other.at < rest.at && rest.until <= other.until)
        ? []
        : [rest];
    });
    const begun = runs.flatMap((run) => cutAtMidnights(run)).filter((run) => dayOf(run) === day);
    return [...fromBefore, ...begun].map((run) => pieceOf(run, 0));
  });
  return [...onWeekdays, ...joined(onHolidays)];
}

/** Joins pieces. Opening hours differ by weekday, so the pieces of a holiday overlap. */
function joined(pieces: readonly Piece[]): Piece[] {
  const alike = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = [piece.kind, ...piece.policyIds].join();
    alike.set(key, [...(alike.get(key) ?? []), piece]);
  }
  return [...alike.values()].flatMap((group) => {
    const periods = mergePeriods(
      group.map((piece) => ({ startsAt: new Date(piece.fromMinute), endsAt: new Date(piece.toMinute) })),
    );
    return group.slice(0, 1).flatMap((piece) =>
      periods.map(({ startsAt, endsAt }) => ({
        ...piece,
        fromMinute: startsAt.getTime(),
        toMinute: Math.min(endsAt.getTime(), startsAt.getTime() + 1440),
      })),
    );
  });
}

/** Consecutive places with the same problem. */
interface Run extends Problem {
  readonly key: string;
  readonly at: number;
  readonly until: number;
}

function runsOf(places: readonly SlotRun[]): Run[] {
  const underWay = new Map<string, Run>();
  const over: Run[] = [];
  for (const { at, until, pricing } of places) {
    for (const problem of problemsOf(pricing)) {
      const key = [problem.kind, ...problem.policyIds].join();
      const open = underWay.get(key);
      if (open && open.until !== at) over.push(open);
      underWay.set(key, open?.until === at ? { ...open, until } : { ...problem, key, at, until });
    }
  }
  return [...over, ...underWay.values()];
}

const dayOf = (run: Run) => Math.floor(run.at / DAY_MS);

function pieceOf(run: Run, weekday: number): Piece {
  const midnight = dayOf(run) * DAY_MS;
  return {
    kind: run.kind,
    policyIds: run.policyIds,
    weekday,
    fromMinute: (run.at - midnight) / 60_000,
    toMinute: (run.until - midnight) / 60_000,
  };
}

/** Splits a run of more than a day into days. */
function cutAtMidnights(run: Run): Run[] {
  if (run.until - run.at <= DAY_MS) return [run];
  const cuts: Run[] = [];
  for (let { at } = run; at < run.until;) {
    const until = Math.min((Math.floor(at / DAY_MS) + 1) * DAY_MS, run.until);
    cuts.push({ ...run, at, until });
    at = until;
  }
  return cuts;
}

/**
 * Reports overlaps of policies of equal priority only where it matters which one wins: not below a slot price that
 * always wins.
 */
function problemsOf(pricing: SlotRun['pricing']): Problem[] {
  if (pricing.length === 0) return [{ kind: 'GAP', policyIds: [] }];
  const certain = pricing.find((pricing) => pricing.policy.unit === 'SLOT')?.policy.priority ?? -1;
  const priorities = [...new Set(pricing.map((pricing) => pricing.policy.priority))].filter(
    (priority) => priority >= certain,
  );
  return priorities.flatMap((priority) => {
    const equals = [
      ...new Set(pricing.filter((pricing) => pricing.policy.priority === priority).map((pricing) => pricing.policy.id)),
    ];
    return equals.length > 1 ? [{ kind: 'OVERLAP', policyIds: equals }] : [];
  });
}
