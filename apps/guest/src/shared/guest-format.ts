import { groupDigits } from '@munjigi/typed-text';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@munjigi/rules/durations';
import type { GuestLanguage } from './guest-language.ts';
import type { TimeText } from './texts.ts';

/** Dates in the time zone of the store, and amounts, in the language of the page. */
export interface GuestFormat {
  /** `11월 25일 (수)` */
  readonly day: (instant: string | number) => string;
  /** `19:50` */
  readonly time: (instant: string | number) => string;
  /** `19:50`, and `11월 25일 (수) 19:50` on another day than `now`. */
  readonly moment: (instant: string | number, now: number) => string;
  /** `19:00–21:00` */
  readonly period: (from: string, to: string) => string;
  /** `20,000원` */
  readonly won: (amount: number) => string;
}

export function createGuestFormat(language: GuestLanguage, timeZone: string): GuestFormat {
  const formatDay = createDayFormat(language, timeZone);
  const timeFormat = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const toMs = (instant: string | number) => (typeof instant === 'number' ? instant : Date.parse(instant));
  const day: GuestFormat['day'] = (instant) => formatDay(toMs(instant));
  const time: GuestFormat['time'] = (instant) => timeFormat.format(toMs(instant));
  return {
    day,
    time,
    moment: (instant, now) => (day(instant) === day(now) ? time(instant) : `${day(instant)} ${time(instant)}`),
    period: (from, to) => `${time(from)}–${time(to)}`,
    won: (amount) => formatGuestWon(amount, language),
  };
}

/** The short date of decision 113 in the zone of the store. */
export function createDayFormat(language: GuestLanguage, timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat(language === 'kr' ? 'ko-KR' : 'en-US', {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  if (language === 'kr') return (at) => format.format(at);
  // By its parts, because British English has "Sept" and American English another order.
  return (at) => {
    const parts = format.formatToParts(at);
    return (['weekday', 'day', 'month'] as const)
      .map((name) => parts.find(({ type }) => type === name)?.value)
      .join(' ');
  };
}

/** `2026`, for papers that are kept for years. */
export function createYearFormat(timeZone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric' });
  return (at) => format.format(at);
}

/** `20,000원`, and `₩20,000` in English. Without Intl, which costs an old phone milliseconds before the first paint. */
export function formatGuestWon(amount: number, language: GuestLanguage): string {
  return language === 'kr' ? `${groupDigits(amount)}원` : `₩${groupDigits(amount)}`;
}

/** A remaining time in words: `2일 3시간`, `1시간 20분`, `12분`, and with seconds below ten minutes. */
export function formatRemaining(ms: number, text: TimeText): string {
  const left = Math.max(0, ms);
  const days = Math.floor(left / DAY_MS);
  const hours = Math.floor((left % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((left % HOUR_MS) / MINUTE_MS);
  const seconds = Math.floor((left % MINUTE_MS) / 1000);
  const parts =
    days > 0
      ? [text('time.days', { count: days }), hours > 0 ? text('time.hours', { count: hours }) : '']
      : hours > 0
        ? [text('time.hours', { count: hours }), minutes > 0 ? text('time.minutes', { count: minutes }) : '']
        : left >= 10 * MINUTE_MS
          ? [text('time.minutes', { count: minutes })]
          : [minutes > 0 ? text('time.minutes', { count: minutes }) : '', text('time.seconds', { count: seconds })];
  return parts.filter((part) => part !== '').join(' ');
}
