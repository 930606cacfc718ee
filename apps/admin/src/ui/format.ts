import { useTranslation } from 'react-i18next';
import { useZone } from './zone.ts';

const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [Infinity, 'day', 86_400],
] as const;

export interface Format {
  /** The local time, `HH:mm`. */
  readonly time: (instant: string) => string;
  /** The day in common words: today, yesterday, or the date with its weekday. */
  readonly date: (instant: string) => string;
  readonly dateTime: (instant: string) => string;
  /** As `dateTime`, with seconds, which are the same in every zone. */
  readonly dateTimeSeconds: (instant: string) => string;
  /** A relative time, past or future. */
  readonly relative: (instant: string) => string;
  readonly number: (value: number) => string;
  /** Won, in the format of the shown language. */
  readonly money: (won: number) => string;
}

/** Formatters of the shown language, by the reference's locale codes, in the zone of the chosen store. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  return createFormat(i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR', useZone());
}

const formats = new Map<string, Format>();

/** The formatters of one locale code. */
export function createFormat(code: string, timeZone: string): Format {
  const key = `${code} ${timeZone}`;
  const cached = formats.get(key);
  if (cached !== undefined) return cached;
  const format = make(code, timeZone);
  formats.set(key, format);
  return format;
}

function make(code: string, timeZone: string): Format {
  const clock = new Intl.DateTimeFormat(code, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const day = new Intl.DateTimeFormat(code, { timeZone, month: 'short', day: 'numeric', weekday: 'short' });
  const dayOfYear = new Intl.DateTimeFormat(code, { timeZone, year: 'numeric', month: 'short', day: 'numeric' });
  const iso = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const ago = new Intl.RelativeTimeFormat(code, { numeric: 'auto' });
  const plain = new Intl.NumberFormat(code);
  const won = new Intl.NumberFormat(code, { style: 'currency', currency: 'KRW' });

  const daysAway = (at: Date, now: Date) =>
    Math.round((Date.parse(iso.format(at)) - Date.parse(iso.format(now))) / 86_400_000);
  const date = (instant: string) => {
    const at = new Date(instant);
    const now = new Date();
    const away = daysAway(at, now);
    if (Math.abs(away) <= 1) return ago.format(away, 'day');
    return (iso.format(at).slice(0, 4) === iso.format(now).slice(0, 4) ? day : dayOfYear).format(at);
  };
  const time = (instant: string) => clock.format(new Date(instant));
  return {
    time,
    date,
    dateTime: (instant) => `${date(instant)} ${time(instant)}`,
    dateTimeSeconds: (instant) => `${date(instant)} ${time(instant)}:${new Date(instant).toISOString().slice(17, 19)}`,
    relative: (instant) => {
      const seconds = Math.round((Date.parse(instant) - Date.now()) / 1000);
      for (const [below, unit, size] of STEPS)
        if (Math.abs(seconds) < below) return ago.format(Math.trunc(seconds / size), unit);
      return date(instant);
    },
    number: (value) => plain.format(value),
    money: (value) => won.format(value),
  };
}
