import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  minutesOfDay,
  mondayOf,
  weekdayOf,
  zonedDate,
  zonedInstant,
  zonedTime,
  zoneOfStores,
} from '../index.ts';

const ZONES = [
  'Asia/Seoul',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'America/St_Johns',
  'UTC',
];
const at = (text: string) => new Date(text);
const moments = fc.date({ min: at('1975-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z'), noInvalidDate: true });

describe('calendar dates', () => {
  it('are numbered by days as in UTC, in any year', () => {
    fc.assert(
      fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), (days) => {
        const date = addDays('1970-01-01', days);
        const utc = new Date(days * 86_400_000);
        expect(date).toBe(utc.toISOString().slice(0, 10));
        expect(daysBetween('1970-01-01', date)).toBe(days);
        expect(weekdayOf(date)).toBe(utc.getUTCDay() || 7);
      }),
    );
    expect(addDays('9999-12-31', 1)).toBe('10000-01-01');
    expect(daysBetween('9999-12-31', '10000-01-01')).toBe(1);
  });

  it('belong to the week that begins on their Monday', () => {
    expect(['2026-03-02', '2026-03-05', '2026-03-08', '2026-03-09'].map(mondayOf)).toEqual([
      '2026-03-02',
      '2026-03-02',
      '2026-03-02',
      '2026-03-09',
    ]);
  });
});

describe('conversions in a time zone', () => {
  it.each(ZONES)('show for %s the same local time as Intl', (timeZone) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
    fc.assert(
      fc.property(moments, (moment) => {
        expect(`${zonedDate(timeZone, moment)} ${zonedTime(timeZone, moment)}`).toBe(format.format(moment));
      }),
      { numRuns: 300 },
    );
  });

  it.each(ZONES)(
    'lead in %s from an instant to local time and back, to the first of two instants with the same local time',
    (timeZone) => {
      fc.assert(
        fc.property(moments, (moment) => {
          const minute = new Date(Math.floor(moment.getTime() / 60_000) * 60_000);
          const back = zonedInstant(timeZone, zonedDate(timeZone, minute), zonedTime(timeZone, minute));
          expect([zonedDate(timeZone, back), zonedTime(timeZone, back)]).toEqual([
            zonedDate(timeZone, minute),
            zonedTime(timeZone, minute),
          ]);
          expect(back.getTime()).toBeLessThanOrEqual(minute.getTime());
          expect(minute.getTime() - back.getTime()).toBeLessThanOrEqual(3_600_000);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('move skipped local times forward, and use the first of repeated ones', () => {
    const instant = (zone: string, date: string, time: string) => zonedInstant(zone, date, time).toISOString();
    expect(instant('America/New_York', '2026-03-08', '01:59')).toBe('2026-03-08T06:59:00.000Z');
    expect(instant('America/New_York', '2026-03-08', '02:30')).toBe('2026-03-08T07:30:00.000Z');
    expect(instant('America/New_York', '2026-03-08', '03:00')).toBe('2026-03-08T07:00:00.000Z');
    expect(instant('America/New_York', '2026-11-01', '01:30')).toBe('2026-11-01T05:30:00.000Z');
    expect(instant('America/New_York', '2026-11-01', '02:00')).toBe('2026-11-01T07:00:00.000Z');
    expect(instant('Europe/Berlin', '2026-03-29', '02:00')).toBe('2026-03-29T01:00:00.000Z');
    expect(instant('Europe/Berlin', '2026-10-25', '02:59')).toBe('2026-10-25T00:59:00.000Z');
    expect(instant('Australia/Lord_Howe', '2026-10-04', '02:15')).toBe('2026-10-03T15:45:00.000Z');
    expect(instant('Pacific/Apia', '2011-12-30', '12:00')).toBe('2011-12-30T22:00:00.000Z');
  });

  it('know that Seoul had summer time in 1988 and has none now', () => {
    expect(zonedInstant('Asia/Seoul', '1988-05-08', '02:30').toISOString()).toBe('1988-05-07T17:30:00.000Z');
    expect(zonedInstant('Asia/Seoul', '1988-07-01', '12:00').toISOString()).toBe('1988-07-01T02:00:00.000Z');
    expect(zonedInstant('Asia/Seoul', '2026-07-01', '12:00').toISOString()).toBe('2026-07-01T03:00:00.000Z');
    expect(minutesOfDay('Asia/Seoul', at('2026-07-01T14:59:59.999Z'))).toBe(1439);
  });

  it('work at the limits of representable dates, and throw for an unknown zone', () => {
    expect(zonedDate('Asia/Seoul', at('9999-12-31T20:00:00Z'))).toBe('10000-01-01');
    expect(zonedInstant('Asia/Seoul', '10000-01-01', '05:00').toISOString()).toBe('9999-12-31T20:00:00.000Z');
    expect(zonedDate('Asia/Seoul', at('0000-01-01T00:00:00Z'))).toBe('0000-01-01');
    expect(() => zonedDate('Mars/Olympus', at('2026-01-01T00:00:00Z'))).toThrow(RangeError);
  });
});

describe('the zone for a list of several stores', () => {
  const of = (...zones: string[]) => zoneOfStores(zones.map((timeZone) => ({ timeZone })));
  it('is their common zone, or else that of head office', () => {
    expect([of('Europe/Berlin', 'Europe/Berlin'), of('Europe/Berlin', 'America/New_York'), of()]).toEqual([
      'Europe/Berlin',
      'Asia/Seoul',
      'Asia/Seoul',
    ]);
  });
});
