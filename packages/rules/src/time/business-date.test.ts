import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, businessDateOf, businessDay, covers } from '../index.ts';

const seoul = { timeZone: 'Asia/Seoul', dayCutoff: '06:00' };

describe('the business date', () => {
  it('is the day before until the cut-off', () => {
    const of = (text: string) => businessDateOf(seoul, new Date(text));
    expect(of('2026-03-01T05:59:59.999+09:00')).toBe('2026-02-28');
    expect(of('2026-03-01T06:00:00+09:00')).toBe('2026-03-01');
    expect(of('2026-03-01T23:59:00+09:00')).toBe('2026-03-01');
    expect(of('2026-03-02T00:00:00+09:00')).toBe('2026-03-01');
  });

  it('is the date of the clock with a cut-off at midnight', () => {
    expect(businessDateOf({ ...seoul, dayCutoff: '00:00' }, new Date('2026-03-02T00:00:00+09:00'))).toBe('2026-03-02');
  });

  it('is unique for every moment, also where clocks change', () => {
    const moments = fc.date({
      min: new Date('2025-01-01T00:00:00Z'),
      max: new Date('2028-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const cutoffs = fc.constantFrom('00:00', '01:30', '02:30', '06:00', '23:30');
    const zones = fc.constantFrom('Asia/Seoul', 'America/New_York', 'Europe/Berlin', 'America/Havana', 'Asia/Beirut');
    fc.assert(
      fc.property(moments, cutoffs, zones, (at, dayCutoff, timeZone) => {
        const store = { timeZone, dayCutoff };
        const date = businessDateOf(store, at);
        expect(covers(businessDay(store, date), { startsAt: at, endsAt: new Date(at.getTime() + 1) })).toBe(true);
        expect(businessDay(store, date).endsAt).toEqual(businessDay(store, addDays(date, 1)).startsAt);
      }),
      { numRuns: 1000 },
    );
  });
});
