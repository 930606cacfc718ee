import { DATE_RANGE } from '../../theme/tokens.ts';

/** The languages of the screens; a day is `YYYY-MM-DD` everywhere, and each language writes it in its own order. */
export type DateLanguage = 'kr' | 'en';

/** The order of the parts, shown in an empty field. */
export const DATE_PATTERNS: Readonly<Record<DateLanguage, string>> = { kr: 'YYYY-MM-DD', en: 'MM/DD/YYYY' };

export interface DateRange {
  readonly min: string;
  readonly max: string;
}

/** `isComplete`: the text cannot get longer, so a field need not wait for further digits. */
export type DateReading =
  | { readonly kind: 'empty' | 'unreadable' | 'impossible' }
  | { readonly kind: 'day'; readonly day: string; readonly isComplete: boolean };

/** The day in the format of the language; a text that is no day stays unchanged. */
export function formatDay(day: string, language: DateLanguage): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return language === 'en' && year !== undefined ? `${month}/${date}/${year}` : day;
}

/** Reads a typed day: the order of the language, and year first in every language, with any separators or with none. */
export function parseDay(typed: string, language: DateLanguage): DateReading {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return { kind: 'empty' };
  const readings = partsOf(text, language).map(([year, month, date]) =>
    readingOf(Number(year), Number(month), Number(date), month.length === 2 && date.length === 2),
  );
  return readings.find(({ kind }) => kind === 'day') ?? readings[0] ?? { kind: 'unreadable' };
}

type Parts = readonly [year: string, month: string, date: string];

function partsOf(text: string, language: DateLanguage): Parts[] {
  const yearFirst = /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})\D*$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  const yearLast =
    language === 'en'
      ? (/^(\d{1,2})\D+(\d{1,2})\D+(\d{4})\D*$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text))
      : null;
  const found: Parts[] = [];
  if (yearLast !== null) found.push([yearLast[3] ?? '', yearLast[1] ?? '', yearLast[2] ?? '']);
  if (yearFirst !== null) found.push([yearFirst[1] ?? '', yearFirst[2] ?? '', yearFirst[3] ?? '']);
  return found;
}

function readingOf(year: number, month: number, date: number, isComplete: boolean): DateReading {
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return { kind: 'impossible' };
  return { kind: 'day', day: dayOf(year, month, date), isComplete };
}

/** The narrower of a field's limits and those of every date field. */
export function rangeWithin(min = '', max = ''): DateRange {
  return {
    min: min > DATE_RANGE.min ? min : DATE_RANGE.min,
    max: max !== '' && max < DATE_RANGE.max ? max : DATE_RANGE.max,
  };
}

export function isWithin(day: string, { min, max }: DateRange): boolean {
  return day >= min && day <= max;
}

export function clampDay(day: string, { min, max }: DateRange): string {
  if (day < min) return min;
  return day > max ? max : day;
}

/** Adds the months first and keeps the day of the month if possible, then adds the days. */
export function moveDay(
  day: string,
  { months = 0, days = 0 }: { readonly months?: number; readonly days?: number },
): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const dayOfMonth = Math.min(date, daysIn(first.getUTCFullYear(), first.getUTCMonth() + 1));
  const moved = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), dayOfMonth + days));
  return dayOf(moved.getUTCFullYear(), moved.getUTCMonth() + 1, moved.getUTCDate());
}

/** The calendar day in a time zone. */
export function todayIn(zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(),
  );
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** `month` counts from 1. */
export function dayOf(year: number, month: number, date: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}
