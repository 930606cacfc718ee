import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, bankDayAfter, isBankDay, periodFrom, weekdayOf } from '../index.ts';

/** Public holidays from the gazette (docs/domain.md 7). */
const HOLIDAYS = new Set([
  '2026-02-16',
  '2026-02-17',
  '2026-02-18',
  '2026-09-24',
  '2026-09-25',
  '2026-09-26',
  '2026-10-03',
  '2026-10-05',
  '2026-10-09',
]);
const isHoliday = (date: string) => HOLIDAYS.has(date);

describe('bank days', () => {
  it.each([
    ['2026-01-31', 3, '2026-02-04'],
    // Across Seollal: three holidays in a row after a weekend.
    ['2026-02-13', 1, '2026-02-19'],
    // Across National Foundation Day, its substitute and Hangeul Day.
    ['2026-09-30', 5, '2026-10-08'],
    ['2026-09-30', 6, '2026-10-12'],
    // Labour Day closes banks although it is not a public holiday.
    ['2026-04-30', 1, '2026-05-04'],
    ['2026-11-15', 0, '2026-11-16'],
    ['2026-11-16', 0, '2026-11-16'],
  ])('of %s, %d later: %s', (date, days, expected) => {
    expect(bankDayAfter(date, days, isHoliday)).toBe(expected);
  });

  it('are counted one after the other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 60 }), (start, days) => {
        const date = addDays('2026-01-01', start);
        const found = bankDayAfter(date, days, isHoliday);
        let count = 0;
        for (let day = addDays(date, 1); day <= found; day = addDays(day, 1)) if (isBankDay(day, isHoliday)) count += 1;
        expect([count, isBankDay(found, isHoliday)]).toEqual([days, true]);
      }),
    );
  });
});

describe('periods of a settlement', () => {
  it.each([
    ['2026-11-01', 'MONTHLY', '2026-11-30'],
    ['2028-02-10', 'MONTHLY', '2028-02-29'],
    ['2026-12-31', 'MONTHLY', '2026-12-31'],
    ['2026-11-15', 'HALF_MONTHLY', '2026-11-15'],
    ['2026-02-16', 'HALF_MONTHLY', '2026-02-28'],
    ['2026-11-16', 'WEEKLY', '2026-11-22'],
    ['2026-11-22', 'WEEKLY', '2026-11-22'],
  ] as const)('from %s, %s, go to %s', (from, cycle, to) => {
    expect(periodFrom(from, cycle)).toEqual({ startsOn: from, endsOn: to });
  });

  it('follow each other without a gap, and end with their week or half of a month', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.array(fc.constantFrom('WEEKLY' as const, 'HALF_MONTHLY' as const, 'MONTHLY' as const), { maxLength: 30 }),
        (start, cycles) => {
          let from = addDays('2020-01-01', start);
          for (const cycle of cycles) {
            const { startsOn, endsOn } = periodFrom(from, cycle);
            expect(startsOn <= endsOn).toBe(true);
            const next = addDays(endsOn, 1);
            if (cycle === 'WEEKLY') expect(weekdayOf(endsOn)).toBe(7);
            else expect(cycle === 'MONTHLY' ? [1] : [1, 16]).toContain(Number(next.slice(-2)));
            from = next;
          }
        },
      ),
    );
  });
});
