import type { SeriesRule } from '@munjigi/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandSeries, weekdayOf, zonedDate, zonedInstant, zonedTime } from '../index.ts';

const rule = (more: Partial<SeriesRule>): SeriesRule => ({ frequency: 'WEEKLY', interval: 1, weekdays: [], ...more });

function expand(more: Partial<SeriesRule>, date = '2026-03-03', from = '19:00', to = '21:00', timeZone = 'Asia/Seoul') {
  const startsAt = zonedInstant(timeZone, date, from);
  const endsAt = new Date(
    startsAt.getTime() + ((Number(to.slice(0, 2)) - Number(from.slice(0, 2)) + 24) % 24) * 3_600_000,
  );
  return expandSeries({ rule: rule(more), startsAt, endsAt, timeZone });
}
function dates(...args: Parameters<typeof expand>): string[] {
  const series = expand(...args);
  return series.kind === 'periods'
    ? series.periods.map((it) => zonedDate(args[4] ?? 'Asia/Seoul', it.startsAt))
    : [series.detail];
}

/** 3 March 2026 is a Tuesday. */
describe('a series', () => {
  it('repeats weekly on the weekday of its first date, a number of times or until a day, that day included', () => {
    expect(dates({ count: 3 })).toEqual(['2026-03-03', '2026-03-10', '2026-03-17']);
    expect(dates({ until: '2026-03-17' })).toEqual(['2026-03-03', '2026-03-10', '2026-03-17']);
    expect(dates({ until: '2026-03-16' })).toEqual(['2026-03-03', '2026-03-10']);
    expect(dates({ until: '2026-03-03' })).toEqual(['2026-03-03']);
  });

  it('repeats on several weekdays every so many weeks', () => {
    expect(dates({ weekdays: [4, 2, 2], interval: 2, count: 5 })).toEqual([
      '2026-03-03',
      '2026-03-05',
      '2026-03-17',
      '2026-03-19',
      '2026-03-31',
    ]);
    expect(dates({ weekdays: [1], count: 3 })).toEqual(['2026-03-03', '2026-03-09', '2026-03-16']);
  });

  it('repeats every so many days, across month ends and leap days', () => {
    expect(dates({ frequency: 'DAILY', count: 4 }, '2028-02-27')).toEqual([
      '2028-02-27',
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(dates({ frequency: 'DAILY', interval: 2, count: 3 }, '2026-02-27')).toEqual([
      '2026-02-27',
      '2026-03-01',
      '2026-03-03',
    ]);
    expect(dates({ count: 2 }, '2028-02-29')).toEqual(['2028-02-29', '2028-03-07']);
  });

  it('keeps the local time when clocks change', () => {
    const series = expand({ frequency: 'DAILY', count: 3 }, '2026-03-07', '22:00', '04:00', 'America/New_York');
    const shown =
      series.kind === 'periods'
        ? series.periods.map((it) => [
            zonedTime('America/New_York', it.startsAt),
            zonedTime('America/New_York', it.endsAt),
            (it.endsAt.getTime() - it.startsAt.getTime()) / 3_600_000,
          ])
        : [];
    // The first period spans the change: 22:00 plus six hours is 05:00.
    expect(shown).toEqual([
      ['22:00', '05:00', 6],
      ['22:00', '05:00', 7],
      ['22:00', '05:00', 7],
    ]);
    const skipped = expandSeries({
      rule: rule({ frequency: 'DAILY', count: 2 }),
      timeZone: 'America/New_York',
      startsAt: zonedInstant('America/New_York', '2026-03-07', '02:30'),
      endsAt: zonedInstant('America/New_York', '2026-03-07', '03:00'),
    });
    expect(skipped.kind === 'periods' && skipped.periods[1]).toEqual({
      startsAt: new Date('2026-03-08T07:30:00Z'),
      endsAt: new Date('2026-03-08T08:00:00Z'),
    });
  });

  it.each([
    ['no_end', 'rule', {}],
    ['two_ends', 'rule', { count: 2, until: '2026-04-01' }],
    ['until_before_start', 'rule.until', { until: '2026-03-02' }],
    ['too_many', 'rule.until', { frequency: 'DAILY', until: '2056-03-02' }],
    ['too_many', 'rule.count', { frequency: 'DAILY', count: 10_000 }],
    ['weekdays_of_daily', 'rule.weekdays', { frequency: 'DAILY', count: 2, weekdays: [1] }],
  ] satisfies [string, string, Partial<SeriesRule>][])('is refused: %s', (detail, path, more) => {
    expect(expand(more)).toEqual({ kind: 'refused', path, detail });
  });

  it('is refused when its first period ends before it starts', () => {
    expect(expand({ count: 2 }, '2026-03-03', '19:00', '19:00')).toEqual({
      kind: 'refused',
      path: 'endsAt',
      detail: 'not_after_start',
    });
  });

  it('accepts 200 dates and refuses 201', () => {
    expect(dates({ frequency: 'DAILY', count: 200 })).toHaveLength(200);
    expect(dates({ frequency: 'DAILY', until: '2026-09-18' })).toHaveLength(200);
    expect(dates({ frequency: 'DAILY', until: '2026-09-19' })).toEqual(['too_many']);
  });

  it('starts with the first date, continues in order on its weekdays, and keeps the time of day, for any rule', () => {
    const rules = fc.record({
      frequency: fc.constantFrom<'DAILY' | 'WEEKLY'>('DAILY', 'WEEKLY'),
      interval: fc.integer({ min: 1, max: 12 }),
      weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
      count: fc.integer({ min: 1, max: 60 }),
    });
    const zones = fc.constantFrom('Asia/Seoul', 'America/New_York', 'Europe/Berlin');
    fc.assert(
      fc.property(
        rules,
        zones,
        fc.integer({ min: 0, max: 365 * 48 }),
        fc.integer({ min: 1, max: 48 }),
        (some, timeZone, slot, length) => {
          const startsAt = new Date(Date.parse('2026-01-01T00:00:00Z') + slot * 1_800_000);
          const weekdays = some.frequency === 'DAILY' ? [] : some.weekdays;
          const series = expandSeries({
            rule: { ...some, weekdays },
            timeZone,
            startsAt,
            endsAt: new Date(startsAt.getTime() + length * 1_800_000),
          });
          if (series.kind === 'refused') throw new Error(series.detail);
          const { periods } = series;
          expect(periods).toHaveLength(some.count);
          expect(periods[0]?.startsAt).toEqual(startsAt);
          for (const [index, it] of periods.entries()) {
            expect(it.startsAt < it.endsAt).toBe(true);
            const before = periods[index - 1];
            if (!before) continue;
            expect(before.startsAt < it.startsAt).toBe(true);
            const weekday = weekdayOf(zonedDate(timeZone, it.startsAt));
            if (some.frequency === 'WEEKLY')
              expect(weekdays.length === 0 ? [weekdayOf(zonedDate(timeZone, startsAt))] : weekdays).toContain(weekday);
            // A start that clocks skip moves to a later time.
            const time = zonedTime(timeZone, startsAt);
            const canBeSkipped = timeZone !== 'Asia/Seoul' && time >= '02:00' && time < '03:00';
            if (!canBeSkipped) expect(zonedTime(timeZone, it.startsAt)).toBe(time);
          }
        },
      ),
    );
  });
});
