import { dateOf, dayNumber } from './calendar-date.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { minutesOf, timeOf } from './time-of-day.ts';

/** A UTC day in a zone: its offset, and the offset from `changesAt` on. */
interface DayOffsets {
  readonly offset: number;
  readonly changesAt: number;
  readonly offsetAfter: number;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, DayOffsets>;
}

const zones = new Map<string, Zone>();
/** The number of days that are cached per zone; ten years are 3,653. */
const MOST_DAYS = 8000;
/** Earlier clocks showed solar time, and years below 1 have another notation; no date of the product is that old. */
const EARLIEST = Date.UTC(1800, 0, 1);

/**
 * The instant at which clocks in the zone show this local time. A skipped time moves forward by the length of the
 * change; of a repeated one the first instant is returned. Throws a RangeError for an unknown zone, as all functions of
 * this file do.
 */
export function zonedInstant(timeZone: string, date: string, time: string): Date {
  return new Date(zonedMs(timeZone, dayNumber(date), minutesOf(time)));
}

/** The same in milliseconds, from days since 1970-01-01 and minutes since midnight. */
export function zonedMs(timeZone: string, day: number, minutes: number): number {
  const shown = day * DAY_MS + minutes * MINUTE_MS;
  const before = offsetAt(timeZone, shown - DAY_MS);
  const after = offsetAt(timeZone, shown + DAY_MS);
  if (before === after || offsetAt(timeZone, shown - before) === before) return shown - before;
  return offsetAt(timeZone, shown - after) === after ? shown - after : shown - before;
}

/** The local date in the zone, `YYYY-MM-DD`. */
export function zonedDate(timeZone: string, at: Date): string {
  return dateOf(zonedDay(timeZone, at.getTime()));
}

/** The local date in the zone, as days since 1970-01-01. */
export function zonedDay(timeZone: string, ms: number): number {
  return Math.floor((ms + offsetAt(timeZone, ms)) / DAY_MS);
}

/** The local time in the zone, `HH:mm`. */
export function zonedTime(timeZone: string, at: Date): string {
  return timeOf(minutesOfDay(timeZone, at));
}

/** Whole minutes since local clocks showed 00:00. */
export function minutesOfDay(timeZone: string, at: Date): number {
  const shown = at.getTime() + offsetAt(timeZone, at.getTime());
  return Math.floor((shown - Math.floor(shown / DAY_MS) * DAY_MS) / MINUTE_MS);
}

/** Milliseconds by which local time is ahead of UTC. Intl is slow, so the offsets of a day are cached. */
function offsetAt(timeZone: string, ms: number): number {
  const zone = zoneOf(timeZone);
  const day = Math.floor(Math.max(ms, EARLIEST) / DAY_MS);
  let zonedDay = zone.days.get(day);
  if (zonedDay === undefined) {
    if (zone.days.size >= MOST_DAYS) zone.days.clear();
    zonedDay = offsetsOfDay(zone.format, day * DAY_MS);
    zone.days.set(day, zonedDay);
  }
  return ms < zonedDay.changesAt ? zonedDay.offset : zonedDay.offsetAfter;
}

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    zone = { format, days: new Map() };
    zones.set(timeZone, zone);
  }
  return zone;
}

/** No zone changes its clocks twice within a day. */
function offsetsOfDay(format: Intl.DateTimeFormat, start: number): DayOffsets {
  const offset = readOffset(format, start);
  const offsetAfter = readOffset(format, start + DAY_MS);
  if (offset === offsetAfter) return { offset, changesAt: Infinity, offsetAfter };
  let [low, high] = [start, start + DAY_MS];
  while (high - low > 1000) {
    const middle = low + Math.floor((high - low) / 2000) * 1000;
    if (readOffset(format, middle) === offset) low = middle;
    else high = middle;
  }
  return { offset, changesAt: high, offsetAfter };
}

function readOffset(format: Intl.DateTimeFormat, ms: number): number {
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = (format.format(ms).match(/\d+/g) ?? []).map(
    Number,
  );
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}
