import {
  formatDatePeriod,
  formatLongDate,
  formatMonth,
  formatMonthName,
  formatShortDate,
  formatWeekday,
} from '@munjigi/rules/date-words';
import { useTranslation } from 'react-i18next';
import { useZone } from './time/zone.ts';

const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [Infinity, 'day', 86_400],
] as const;

/** Instants are ISO texts and shown in the zone of the format; dates are `YYYY-MM-DD` and belong to no zone. */
export interface Format {
  /** The local time, `HH:mm`. */
  readonly time: (instant: string) => string;
  /** The day in common words: today, yesterday, tomorrow, or the date. */
  readonly date: (instant: string) => string;
  readonly dateTime: (instant: string) => string;
  /** As `dateTime`, with seconds, which are the same in every zone. */
  readonly dateTimeSeconds: (instant: string) => string;
  /** `오늘 19:00–21:00`; an end on another day has its day. */
  readonly period: (from: string, to: string) => string;
  /** As `dateTime` and `period`, without "today": for paper, messages and files. */
  readonly fixedDateTime: (instant: string) => string;
  readonly fixedPeriod: (from: string, to: string) => string;
  /** A relative time, past or future. */
  readonly relative: (instant: string) => string;
  /** `11월 28일 (토)`, and `2025년 11월 28일` of another year. */
  readonly day: (date: string) => string;
  /** `2026년 11월 28일` */
  readonly longDay: (date: string) => string;
  /** `11월 23일 – 11월 29일`: days, both inclusive. */
  readonly days: (from: string, to: string) => string;
  /** As `days`, always with the year. */
  readonly longDays: (from: string, to: string) => string;
  /** `2026년 11월`: of a `YYYY-MM` or of a date. */
  readonly month: (date: string) => string;
  readonly monthName: (date: string) => string;
  /** Of a date, or of a number, whose 0 and 7 are Sunday. */
  readonly weekday: (of: number | string, length?: 'short' | 'long') => string;
  readonly number: (value: number) => string;
  /** Won, in the format of the shown language. */
  readonly money: (won: number) => string;
}

/** Formatters of the shown language, by the reference's locale codes, in the zone of the chosen store. */
export function useFormat(): Format {
  return useFormatIn(useZone());
}

/** The same in the zone of another store. */
export function useFormatIn(timeZone: string): Format {
  const { i18n } = useTranslation();
  return createFormat(i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR', timeZone);
}

const formats = new Map<string, Format>();

/** The formatters of one locale code. */
export function createFormat(code: string, timeZone: string): Format {
  const key = `${code} ${timeZone}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const format = { ...createDayFormat(code), ...createInstantFormat(code, timeZone), ...createNumberFormat(code) };
  formats.set(key, format);
  return format;
}

type NumberWords = Pick<Format, 'number' | 'money'>;

function createNumberFormat(code: string): NumberWords {
  const plain = new Intl.NumberFormat(code);
  const won = new Intl.NumberFormat(code, { style: 'currency', currency: 'KRW' });
  return { number: (value) => plain.format(value), money: (value) => won.format(value) };
}

type DayWords = Pick<Format, 'day' | 'longDay' | 'days' | 'longDays' | 'month' | 'monthName' | 'weekday'>;

function createDayFormat(code: string): DayWords {
  const language = languageOf(code);
  const thisYear = () => String(new Date().getFullYear());
  return {
    day: (date) => (date.startsWith(thisYear()) ? formatShortDate : formatLongDate)(date, language),
    longDay: (date) => formatLongDate(date, language),
    days: (from, to) => formatDatePeriod(from, to, language, thisYear()),
    longDays: (from, to) => formatDatePeriod(from, to, language, null),
    month: (date) => formatMonth(date, language),
    monthName: (date) => formatMonthName(date, language),
    weekday: (of, length) => formatWeekday(of, language, length),
  };
}

function createInstantFormat(code: string, timeZone: string): Omit<Format, keyof DayWords | keyof NumberWords> {
  const clock = new Intl.DateTimeFormat(code, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const iso = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const ago = new Intl.RelativeTimeFormat(code, { numeric: 'auto' });
  const language = languageOf(code);

  const fixedDate = (instant: string) => {
    const day = iso.format(new Date(instant));
    return (day.slice(0, 4) === iso.format(new Date()).slice(0, 4) ? formatShortDate : formatLongDate)(day, language);
  };
  const date = (instant: string) => {
    const dayMs = (at: Date) => Date.parse(iso.format(at));
    const away = Math.round((dayMs(new Date(instant)) - dayMs(new Date())) / 86_400_000);
    return Math.abs(away) <= 1 ? ago.format(away, 'day') : fixedDate(instant);
  };
  const time = (instant: string) => clock.format(new Date(instant));
  const periodBy = (say: (instant: string) => string) => (from: string, to: string) =>
    say(from) === say(to)
      ? `${say(from)} ${time(from)}–${time(to)}`
      : `${say(from)} ${time(from)} – ${say(to)} ${time(to)}`;
  return {
    time,
    date,
    dateTime: (instant) => `${date(instant)} ${time(instant)}`,
    dateTimeSeconds: (instant) => `${date(instant)} ${time(instant)}:${new Date(instant).toISOString().slice(17, 19)}`,
    period: periodBy(date),
    fixedDateTime: (instant) => `${fixedDate(instant)} ${time(instant)}`,
    fixedPeriod: periodBy(fixedDate),
    relative: (instant) => {
      const seconds = Math.round((Date.parse(instant) - Date.now()) / 1000);
      for (const [below, unit, size] of STEPS)
        if (Math.abs(seconds) < below) return ago.format(Math.trunc(seconds / size), unit);
      return date(instant);
    },
  };
}

function languageOf(code: string): 'ko' | 'en' {
  return code.startsWith('en') ? 'en' : 'ko';
}
