import { createDayFormat } from '../shared/guest-format.ts';
import type { ShownStay } from './door-state.ts';

/** Times of the store in one language. `null` of a zone that an old browser does not know: its own zone. */
export interface DisplayFormat {
  /** `18:30`, with the weekday if it is not the day of `now`. */
  time(at: number, now: number): string;
  period(stay: ShownStay, now: number): string;
  date(now: number): string;
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

export function createDisplayFormat(locale: 'ko' | 'en', timeZone: string): DisplayFormat {
  const language = locale === 'ko' ? 'ko-KR' : 'en-GB';
  const clock = new Intl.DateTimeFormat('en-GB', { ...CLOCK, timeZone });
  const day = new Intl.DateTimeFormat('en-CA', { timeZone });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone });
  const date = createDayFormat(locale === 'ko' ? 'kr' : 'en', timeZone);
  const time = (at: number, now: number) =>
    day.format(at) === day.format(now) ? clock.format(at) : `${weekday.format(at)} ${clock.format(at)}`;
  return {
    time,
    // The end needs no weekday: a stay ends within a day of its start.
    period: ({ startsAt, endsAt }, now) => `${time(startsAt, now)}–${clock.format(endsAt)}`,
    date,
  };
}

/** The hour of the store, from 0 to 23. */
export function hourOf(timeZone: string, at: number): number {
  return Number(new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(at));
}

/** Hours and minutes until a moment, the minute under way included: one second before it is one minute. */
export function minutesUntil(at: number, now: number): { hours: number; minutes: number } {
  const total = Math.max(0, Math.ceil((at - now) / 60_000));
  return { hours: Math.floor(total / 60), minutes: total % 60 };
}
