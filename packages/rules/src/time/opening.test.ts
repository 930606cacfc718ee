import { describe, expect, it } from 'vitest';
import { openPeriods } from '../index.ts';

const everyDay = (opensAt: string, closesAt: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt, closesAt }));
/** 2 March 2026 is a Monday. */
function shown(
  hours: { weekday: number; opensAt: string; closesAt: string }[],
  from: string,
  to: string,
  timeZone = 'Asia/Seoul',
): string[] {
  return openPeriods({ timeZone, hours }, new Date(from), new Date(to)).map(
    (it) => `${it.startsAt.toISOString().slice(5, 16)}/${it.endsAt.toISOString().slice(5, 16)}`,
  );
}

describe('the opening periods of a store', () => {
  it('go past midnight, and count for the day on which they began', () => {
    expect(
      shown([{ weekday: 1, opensAt: '10:00', closesAt: '02:00' }], '2026-03-02T00:00+09:00', '2026-03-04T00:00+09:00'),
    ).toEqual(['03-02T01:00/03-02T17:00']);
    expect(
      shown([{ weekday: 7, opensAt: '20:00', closesAt: '04:00' }], '2026-03-02T00:00+09:00', '2026-03-03T00:00+09:00'),
    ).toEqual(['03-01T15:00/03-01T19:00']);
  });

  it('join where a day closes as the next opens', () => {
    expect(shown(everyDay('00:00', '00:00'), '2026-03-02T05:00+09:00', '2026-03-09T05:00+09:00')).toEqual([
      '03-01T20:00/03-08T20:00',
    ]);
    expect(shown(everyDay('06:00', '06:00'), '2026-03-02T05:00+09:00', '2026-03-09T05:00+09:00')).toEqual([
      '03-01T20:00/03-08T20:00',
    ]);
    expect(
      shown(
        [
          { weekday: 1, opensAt: '10:00', closesAt: '00:00' },
          { weekday: 2, opensAt: '00:00', closesAt: '03:00' },
        ],
        '2026-03-02T00:00+09:00',
        '2026-03-05T00:00+09:00',
      ),
    ).toEqual(['03-02T01:00/03-02T18:00']);
  });

  it('join where a late night reaches into the next morning', () => {
    expect(shown(everyDay('04:00', '05:00'), '2026-03-02T00:00+09:00', '2026-03-03T00:00+09:00')).toEqual([
      '03-01T19:00/03-01T20:00',
    ]);
    expect(shown(everyDay('04:00', '03:30'), '2026-03-02T04:00+09:00', '2026-03-04T04:00+09:00')).toHaveLength(2);
    expect(shown(everyDay('04:00', '04:00'), '2026-03-02T04:00+09:00', '2026-03-04T04:00+09:00')).toHaveLength(1);
  });

  it('are clipped to the requested period, and empty when there are none', () => {
    expect(shown(everyDay('10:00', '22:00'), '2026-03-02T12:00+09:00', '2026-03-02T13:00+09:00')).toEqual([
      '03-02T03:00/03-02T04:00',
    ]);
    expect(shown(everyDay('10:00', '22:00'), '2026-03-02T22:00+09:00', '2026-03-03T10:00+09:00')).toEqual([]);
    expect(shown([], '2026-03-02T00:00+09:00', '2027-03-02T00:00+09:00')).toEqual([]);
    expect(shown(everyDay('10:00', '22:00'), '2026-03-03T00:00+09:00', '2026-03-02T00:00+09:00')).toEqual([]);
  });

  it('follow the store’s local time, also in the night of a clock change', () => {
    expect(
      shown(
        [{ weekday: 6, opensAt: '22:00', closesAt: '04:00' }],
        '2026-03-07T12:00-05:00',
        '2026-03-08T12:00-04:00',
        'America/New_York',
      ),
    ).toEqual(['03-08T03:00/03-08T08:00']);
    expect(
      shown(
        [{ weekday: 6, opensAt: '22:00', closesAt: '04:00' }],
        '2026-10-31T12:00-04:00',
        '2026-11-01T12:00-05:00',
        'America/New_York',
      ),
    ).toEqual(['11-01T02:00/11-01T09:00']);
  });
});
