/**
 * The forms of a date for people, one in each language (decision 113): on screens, on the pages of guests, in messages
 * and in documents. Without Intl, whose texts change with the version of the browser and of Node.
 */
export type WordLanguage = 'ko' | 'en';

const WEEKDAYS = {
  ko: ['일', '월', '화', '수', '목', '금', '토'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const;
const LONG_WEEKDAYS = {
  ko: WEEKDAYS.ko.map((name) => `${name}요일`),
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
} as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** `토`, `Sat`, and with `long` `토요일`, `Saturday`: of a date, or of a number, whose 0 and 7 are Sunday. */
export function formatWeekday(of: number | string, language: WordLanguage, length: 'short' | 'long' = 'short'): string {
  const weekday = typeof of === 'string' ? new Date(`${of}T00:00:00Z`).getUTCDay() : of % 7;
  return (length === 'short' ? WEEKDAYS : LONG_WEEKDAYS)[language][weekday] ?? '';
}

/** The short date: `11월 28일 (토)`, `Sat 28 Nov`. For dates of this year. */
export function formatShortDate(date: string, language: WordLanguage): string {
  const weekday = formatWeekday(date, language);
  const day = formatMonthDay(date, language);
  return language === 'ko' ? `${day} (${weekday})` : `${weekday} ${day}`;
}

/** The long date: `2026년 11월 28일`, `28 Nov 2026`. For dates of other years, and wherever the year matters. */
export function formatLongDate(date: string, language: WordLanguage): string {
  const day = formatMonthDay(date, language);
  return language === 'ko' ? `${yearOf(date)}년 ${day}` : `${day} ${yearOf(date)}`;
}

/** `2026년 11월`, `Nov 2026`: of a `YYYY-MM` or of a date. */
export function formatMonth(date: string, language: WordLanguage): string {
  const name = formatMonthName(date, language);
  return language === 'ko' ? `${yearOf(date)}년 ${name}` : `${name} ${yearOf(date)}`;
}

/** `11월`, `Nov`: of a `YYYY-MM` or of a date. */
export function formatMonthName(date: string, language: WordLanguage): string {
  const month = Number(date.slice(5, 7));
  return language === 'ko' ? `${month}월` : (MONTHS[month - 1] ?? '');
}

/** Dates of a period, both inclusive: `11월 23일 – 11월 29일`, `23 Nov – 29 Nov`; with years unless both are in `thisYear`. */
export function formatDatePeriod(from: string, to: string, language: WordLanguage, thisYear: string | null): string {
  if (from === to) return yearOf(from) === thisYear ? formatShortDate(from, language) : formatLongDate(from, language);
  const [first, last] = [yearOf(from), yearOf(to)];
  const isYearShown = first !== last || first !== thisYear;
  const isFirstLong = isYearShown && (first !== last || language === 'ko');
  const isLastLong = isYearShown && (first !== last || language === 'en');
  const say = (date: string, isLong: boolean) => (isLong ? formatLongDate : formatMonthDay)(date, language);
  return `${say(from, isFirstLong)} – ${say(to, isLastLong)}`;
}

function formatMonthDay(date: string, language: WordLanguage): string {
  const day = Number(date.slice(8, 10));
  const month = formatMonthName(date, language);
  return language === 'ko' ? `${month} ${day}일` : `${day} ${month}`;
}

function yearOf(date: string): string {
  return date.slice(0, 4);
}
