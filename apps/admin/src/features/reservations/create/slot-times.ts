import type { Store } from '@munjigi/contract';
import {
  addDays,
  firstSlotFrom,
  MINUTE_MS,
  openPeriods,
  walkInSlots,
  zonedDate,
  zonedInstant,
  zonedTime,
} from '@munjigi/rules';

/** The store settings that decide about times. */
export type BookingHours = Pick<
  Store,
  'timeZone' | 'dayCutoff' | 'hours' | 'slotMinutes' | 'minMinutes' | 'maxMinutes'
>;

/** A selectable time, at a border of the store's slots. */
export interface SlotTime {
  /** RFC 3339 */
  readonly at: string;
  /** `HH:mm` in the store's zone. */
  readonly label: string;
  /** Whether it is on a later day than its day or start. */
  readonly isNextDay: boolean;
}

/** A block may be as long as a day here; longer ones are closures. */
const LONGEST_BLOCK_MINUTES = 1440;

/** The selectable starts on a calendar day: within the opening hours, or, for a block, at any slot. */
export function startTimes(store: BookingHours, day: string, kind: 'GUEST' | 'BLOCK'): readonly SlotTime[] {
  const startsAt = zonedInstant(store.timeZone, day, '00:00');
  const endsAt = zonedInstant(store.timeZone, addDays(day, 1), '00:00');
  const open = kind === 'BLOCK' ? [{ startsAt, endsAt }] : openPeriods(store, startsAt, endsAt);
  const times: SlotTime[] = [];
  for (let at = startsAt.getTime(); at < endsAt.getTime(); at += store.slotMinutes * MINUTE_MS) {
    if (open.some((period) => at >= period.startsAt.getTime() && at < period.endsAt.getTime()))
      times.push(slotTime(store, at, day));
  }
  return times;
}

/** The selectable ends for a start: from the shortest to the longest bookable time, while the store is open. */
export function endTimes(store: BookingHours, startsAt: string, kind: 'GUEST' | 'BLOCK'): readonly SlotTime[] {
  const start = Date.parse(startsAt);
  const day = zonedDate(store.timeZone, new Date(start));
  const slot = store.slotMinutes;
  const shortest = kind === 'BLOCK' ? slot : Math.ceil(store.minMinutes / slot) * slot;
  const longest = kind === 'BLOCK' ? LONGEST_BLOCK_MINUTES : store.maxMinutes;
  const until = kind === 'BLOCK' ? Infinity : closingAfter(store, start, longest);
  const times: SlotTime[] = [];
  for (let minutes = shortest; minutes <= longest; minutes += slot) {
    const at = start + minutes * MINUTE_MS;
    if (at > until) break;
    times.push(slotTime(store, at, day));
  }
  return times;
}

/** The first period: the next slot from now on, for the shortest bookable time. */
export function nextPeriod(store: BookingHours, nowMs: number): { startsAt: string; endsAt: string } {
  const midnight = zonedInstant(store.timeZone, zonedDate(store.timeZone, new Date(nowMs)), '00:00').getTime();
  const step = store.slotMinutes * MINUTE_MS;
  const start = midnight + Math.ceil((nowMs - midnight) / step) * step;
  return { startsAt: iso(start), endsAt: iso(start + shortestMinutes(store) * MINUTE_MS) };
}

/**
 * The first period on a calendar day: at the time of day of the next slot if the store is open then, otherwise at the
 * opening.
 */
export function periodToOffer(
  store: BookingHours,
  day: string | null,
  nowMs: number,
): { startsAt: string; endsAt: string } {
  const next = nextPeriod(store, nowMs);
  if (day === null) return next;
  const starts = startTimes(store, day, 'GUEST');
  const clock = zonedTime(store.timeZone, new Date(next.startsAt));
  const cutoff = zonedInstant(store.timeZone, day, store.dayCutoff).toISOString();
  const startsAt =
    (starts.find((start) => start.label === clock) ?? starts.find((start) => start.at >= cutoff) ?? starts[0])?.at ??
    zonedInstant(store.timeZone, day, clock).toISOString();
  return withStart(next, startsAt);
}

/** When a walk-in can start: this minute, or the next border of the slots (RV-7). */
export function walkInStarts(store: BookingHours, nowMs: number): { readonly now: string; readonly next: string } {
  const minute = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return { now: iso(minute), next: firstSlotFrom(store, new Date(minute + 1)).toISOString() };
}

/**
 * The periods offered to a walk-in, the shortest first: whole slots from its start on, and the time until the room is
 * needed or the store closes when that is a border (decision 058). `freeUntil`: the start of the next reservation, less
 * the cleaning before it.
 */
export function walkInOffers(
  store: BookingHours,
  startsAt: string,
  freeUntil: string | null,
): readonly { startsAt: string; endsAt: string }[] {
  const start = Date.parse(startsAt);
  const until = Math.min(
    closingAfter(store, start, store.maxMinutes),
    freeUntil === null ? Infinity : Date.parse(freeUntil),
  );
  const step = store.slotMinutes * MINUTE_MS;
  const ends: number[] = [];
  for (
    let end = start + shortestMinutes(store) * MINUTE_MS;
    end <= until && end - start <= store.maxMinutes * MINUTE_MS && ends.length < MOST_OFFERS;
    end += step
  )
    ends.push(end);
  if (ends.length < MOST_OFFERS && ends.at(-1) !== until && endsAtBorder(store, start, until)) ends.push(until);
  return ends.map((end) => ({ startsAt, endsAt: iso(end) }));
}

/** Six prices fit on a phone; a longer stay is extended, or reserved in the dialog of a new reservation. */
const MOST_OFFERS = 6;

/** Whether it is a border after at least one whole slot, and the time until then can be booked. */
function endsAtBorder(store: BookingHours, start: number, end: number): boolean {
  const step = store.slotMinutes * MINUTE_MS;
  if (!Number.isFinite(end) || end - start < step) return false;
  const paid = walkInSlots(store, { startsAt: new Date(start), endsAt: new Date(end) });
  const paidMs = paid.endsAt.getTime() - paid.startsAt.getTime();
  return (
    (end - paid.startsAt.getTime()) % step === 0 &&
    paidMs >= shortestMinutes(store) * MINUTE_MS &&
    paidMs <= store.maxMinutes * MINUTE_MS
  );
}

/** The same times of day on another calendar day. */
export function onDay(
  store: BookingHours,
  period: { startsAt: string; endsAt: string },
  day: string,
): { startsAt: string; endsAt: string } {
  const start = new Date(period.startsAt);
  return withStart(period, zonedInstant(store.timeZone, day, zonedTime(store.timeZone, start)).toISOString());
}

/** Returns another start with the same length. */
export function withStart(
  period: { startsAt: string; endsAt: string },
  startsAt: string,
): { startsAt: string; endsAt: string } {
  return { startsAt, endsAt: iso(Date.parse(startsAt) + Date.parse(period.endsAt) - Date.parse(period.startsAt)) };
}

/** Whole minutes of a period. */
export function countMinutes(period: { startsAt: string; endsAt: string }): number {
  return Math.round((Date.parse(period.endsAt) - Date.parse(period.startsAt)) / MINUTE_MS);
}

function shortestMinutes(store: BookingHours): number {
  return Math.ceil(store.minMinutes / store.slotMinutes) * store.slotMinutes;
}

function closingAfter(store: BookingHours, start: number, longestMinutes: number): number {
  const open = openPeriods(store, new Date(start), new Date(start + longestMinutes * MINUTE_MS + 1));
  return (
    open.find((period) => period.startsAt.getTime() <= start && start < period.endsAt.getTime())?.endsAt.getTime() ??
    Infinity
  );
}

function slotTime(store: BookingHours, at: number, day: string): SlotTime {
  const when = new Date(at);
  return {
    at: when.toISOString(),
    label: zonedTime(store.timeZone, when),
    isNextDay: zonedDate(store.timeZone, when) > day,
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
