import { DAY_MS, HOUR_MS } from '@munjigi/rules/durations';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { createGuestFormat, formatGuestWon, type GuestFormat } from '../shared/guest-format.ts';
import type { BookingText } from './booking-texts.ts';

const KOREAN_OFFSET_MS = 9 * HOUR_MS;
/** Until then a time of the day is one of the night. */
const NIGHT_ENDS = '06:00';

/** The words of the page for business dates, times, lengths and amounts, in the time zone of the store. */
export interface BookingFormat extends GuestFormat {
  /** `11월 25일 (수)` of a business date. */
  readonly date: (date: string) => string;
  /** The date of the calendar at the store. Before the cut-off it is later than the business date. */
  readonly today: string;
  /** `오늘 · 11월 25일 (수)` by the calendar; without a word for days other than today and tomorrow. */
  readonly dateWords: (date: string) => string;
  /** The date of the calendar on which a stay starts. */
  readonly dateOf: (instant: string) => string;
  /** `오늘 20:00`, `내일 새벽 01:00`, and with the date on other days. */
  readonly near: (instant: string) => string;
  /** `25`, and with the month on the first day of one: `12/1`, in English `1 Dec`. */
  readonly dayNumber: (date: string) => string;
  /** The word of a business date that has one: `오늘`, and `오늘 새벽` while the date of the calendar is a later one. */
  readonly dayWord: (date: string) => string | null;
  /** `일` to `토`. */
  readonly weekdays: readonly string[];
  /** `2026년 11월`, or two months: `2026년 11월 – 12월`. */
  readonly months: (from: string, to: string) => string;
  /** The time of day, and `11월 26일 (목) 01:00` after the midnight of its business date. */
  readonly timeOf: (instant: string, date: string) => string;
  readonly isNextDay: (instant: string, date: string) => boolean;
  /** `1시간 30분` */
  readonly length: (minutes: number) => string;
  /** `20,000원`, and the word for free. */
  readonly price: (amount: number) => string;
  /** The hour of day in the time zone of the store. */
  readonly hour: (instant: string) => number;
}

interface FormatOptions {
  readonly language: GuestLanguage;
  readonly timeZone: string;
  /** The time of the server. */
  readonly now: string;
  /** The present business date of the store. */
  readonly businessDate: string;
  readonly text: BookingText;
}

/**
 * Dates of the calendar come from the texts: each Intl format costs an old phone milliseconds before the first paint, so
 * the first step needs none.
 */
export function createBookingFormat({ language, timeZone, now, businessDate, text }: FormatOptions): BookingFormat {
  const weekdays = text('date.weekdays').split(' ');
  const monthNames = text('date.months').split(' ');
  const ofStore = keepFirst(() => createGuestFormat(language, timeZone));
  const dateFormat = keepFirst(
    () => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  );
  const date = (value: string) => {
    const [, month = 1, day = 1] = value.split('-').map(Number);
    const weekday = weekdays[weekdayIndexOf(value)] ?? '';
    return text('date.day', { month, name: monthNames[month - 1] ?? '', day, weekday });
  };
  // Korea has one offset and no summer time: the first paint needs no Intl.
  const dateOf = (instant: string) =>
    timeZone === 'Asia/Seoul'
      ? new Date(Date.parse(instant) + KOREAN_OFFSET_MS).toISOString().slice(0, 10)
      : dateFormat().format(Date.parse(instant));
  const today = dateOf(now);
  const isNextDay = (instant: string, value: string) => dateOf(instant) > value;
  const isNight = (value: string) => value === businessDate && value < today;
  return {
    day: (instant) => ofStore().day(instant),
    time: (instant) => ofStore().time(instant),
    moment: (instant, at) => ofStore().moment(instant, at),
    period: (from, to) => ofStore().period(from, to),
    won: (amount) => formatGuestWon(amount, language),
    date,
    today,
    dateOf,
    dateWords: (value) => {
      // After midnight the rest of the business date is a night of today.
      if (isNight(value)) return `${text('day.night')} · ${date(today)}`;
      const word = value === today ? text('day.today') : value === shiftDate(today, 1) ? text('day.tomorrow') : null;
      return word === null ? date(value) : `${word} · ${date(value)}`;
    },
    near: (instant) => {
      const [value, time] = [dateOf(instant), ofStore().time(instant)];
      const isTomorrow = value === shiftDate(today, 1);
      if (value !== today && !isTomorrow) return `${date(value)} ${time}`;
      const word = time < NIGHT_ENDS ? 'night' : 'day';
      return text(`near.${isTomorrow ? 'tomorrow' : 'today'}.${word}`, { time });
    },
    dayNumber: (value) => {
      const [, month = 1, day] = value.split('-').map(Number);
      if (day !== 1) return String(day);
      return language === 'kr' ? `${month}/1` : `1 ${monthNames[month - 1] ?? ''}`;
    },
    dayWord: (value) => (isNight(value) ? text('day.night') : value === today ? text('day.today') : null),
    weekdays,
    months: (from, to) => nameMonths([from, to], monthNames, text),
    timeOf: (instant, value) =>
      isNextDay(instant, value) ? `${date(dateOf(instant))} ${ofStore().time(instant)}` : ofStore().time(instant),
    isNextDay,
    length: (minutes) => formatLength(minutes, text),
    price: (amount) => (amount === 0 ? text('price.free') : formatGuestWon(amount, language)),
    hour: (instant) => Number(ofStore().time(instant).slice(0, 2)),
  };
}

/** Makes a value when it is needed first. */
function keepFirst<T>(make: () => T): () => T {
  let kept: { readonly value: T } | null = null;
  return () => (kept ??= { value: make() }).value;
}

function nameMonths([from, to]: readonly [string, string], names: readonly string[], text: BookingText): string {
  const partsOf = (date: string) => {
    const [year = 0, month = 1] = date.split('-').map(Number);
    return { year, month, name: names[month - 1] ?? '' };
  };
  const [first, last] = [partsOf(from), partsOf(to)];
  if (first.year !== last.year) return `${text('date.month', first)} – ${text('date.month', last)}`;
  if (first.month === last.month) return text('date.month', first);
  return text('date.months.two', { ...first, lastMonth: last.month, lastName: last.name });
}

/** A length in hours and minutes; 26 hours stay hours, because a day of a price or a stay is not a day of the calendar. */
function formatLength(minutes: number, text: BookingText): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [text('time.hours', { count: hours })] : []),
    ...(rest > 0 ? [text('time.minutes', { count: rest })] : []),
  ].join(' ');
}

function toUtc(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The date so many days later, or earlier. */
export function shiftDate(date: string, days: number): string {
  return new Date(toUtc(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayIndexOf(date: string): number {
  return new Date(toUtc(date)).getUTCDay();
}

/** Days from one date to another. */
export function countDaysBetween(from: string, to: string): number {
  return Math.round((toUtc(to) - toUtc(from)) / DAY_MS);
}
