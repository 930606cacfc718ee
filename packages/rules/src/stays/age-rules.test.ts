import type { AgeBasis, AgeRule } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { coversAgeBasis, findAgeBasis, isAdultOn, listBasesCovering } from './age-rules.ts';

const ROOM = '01937a10-0000-7000-8000-000000000001';
const PART = '01937a10-0000-7000-8000-000000000002';
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const rule = (change: Partial<AgeRule> = {}): AgeRule => ({
  roomIds: [],
  weekdays: EVERY_DAY,
  fromTime: '22:00',
  toTime: '09:00',
  basis: 'YOUTH_ACT',
  note: '',
  ...change,
});
const stay = (startsAt: string, endsAt: string, roomIds = [ROOM]) => ({
  timeZone: 'Asia/Seoul',
  roomIds,
  startsAt: new Date(startsAt),
  endsAt: new Date(endsAt),
});

describe('findAgeBasis', () => {
  it.each([
    ['20:00', '22:00', null],
    ['20:00', '22:01', 'YOUTH_ACT'],
    ['09:00', '10:00', null],
    ['08:59', '10:00', 'YOUTH_ACT'],
    ['00:00', '01:00', 'YOUTH_ACT'],
  ])('of a stay from %s to %s with a band from 22:00 to 09:00 is %s', (from, to, basis) =>
    expect(findAgeBasis([rule()], stay(`2026-12-01T${from}:00+09:00`, `2026-12-01T${to}:00+09:00`))).toBe(basis),
  );

  it('counts the weekday on which the band starts', () => {
    const onFriday = [rule({ weekdays: [5] })];
    // 4 December 2026 is a Friday.
    expect(findAgeBasis(onFriday, stay('2026-12-05T03:00:00+09:00', '2026-12-05T04:00:00+09:00'))).toBe('YOUTH_ACT');
    expect(findAgeBasis(onFriday, stay('2026-12-04T03:00:00+09:00', '2026-12-04T04:00:00+09:00'))).toBeNull();
  });

  it('holds the whole day where the band ends at its start', () => {
    const always = [rule({ fromTime: '00:00', toTime: '00:00' })];
    expect(findAgeBasis(always, stay('2026-12-31T23:00:00+09:00', '2027-01-01T01:00:00+09:00'))).toBe('YOUTH_ACT');
    expect(findAgeBasis(always, stay('2026-12-01T12:00:00+09:00', '2026-12-01T13:00:00+09:00'))).toBe('YOUTH_ACT');
  });

  it('counts the rooms that a combined room consists of', () => {
    const night = ['2026-12-01T22:00:00+09:00', '2026-12-01T23:00:00+09:00'] as const;
    expect(findAgeBasis([rule({ roomIds: [PART] })], stay(...night))).toBeNull();
    expect(findAgeBasis([rule({ roomIds: [PART] })], stay(...night, [ROOM, PART]))).toBe('YOUTH_ACT');
  });

  it('is the strictest of several rules', () => {
    const rules = [rule({ basis: 'BIRTHDAY_18' }), rule({ basis: 'BIRTHDAY_19' }), rule()];
    expect(findAgeBasis(rules, stay('2026-12-01T22:00:00+09:00', '2026-12-01T23:00:00+09:00'))).toBe('BIRTHDAY_19');
    expect(findAgeBasis([], stay('2026-12-01T22:00:00+09:00', '2026-12-01T23:00:00+09:00'))).toBeNull();
  });

  it('holds for the local time of a store whose clocks change', () => {
    // On 1 November 2026 the clocks of New York go back at 02:00, so the band of that night is an hour longer.
    const berlin = { ...stay('2026-11-01T06:30:00Z', '2026-11-01T07:30:00Z'), timeZone: 'America/New_York' };
    expect(findAgeBasis([rule({ toTime: '02:00' })], berlin)).toBe('YOUTH_ACT');
    expect(
      findAgeBasis([rule({ toTime: '02:00' })], {
        ...berlin,
        startsAt: new Date('2026-11-01T07:00:00Z'),
      }),
    ).toBeNull();
  });
});

describe('isAdultOn (AG-2)', () => {
  it.each<[string, AgeBasis, string, boolean | null]>([
    ['2008-02-29', 'BIRTHDAY_18', '2026-02-28', false],
    ['2008-02-29', 'BIRTHDAY_18', '2026-03-01', true],
    ['2008-02-29', 'BIRTHDAY_19', '2027-02-28', false],
    ['2008-02-29', 'BIRTHDAY_19', '2027-03-01', true],
    ['2008-02-29', 'YOUTH_ACT', '2026-12-31', false],
    ['2008-02-29', 'YOUTH_ACT', '2027-01-01', true],
    ['2007-12-31', 'YOUTH_ACT', '2025-12-31', false],
    ['2007-12-31', 'YOUTH_ACT', '2026-01-01', true],
    ['2007-01-01', 'YOUTH_ACT', '2025-12-31', false],
    ['2008-12-01', 'BIRTHDAY_18', '2026-11-30', false],
    ['2008-12-01', 'BIRTHDAY_18', '2026-12-01', true],
    ['2007-12-01', 'BIRTHDAY_19', '2026-11-30', false],
    ['2007-12-01', 'BIRTHDAY_19', '2026-12-01', true],
    ['1931-05-05', 'BIRTHDAY_19', '2026-11-30', true],
  ])('of a person born on %s by %s is on %s %s', (born, basis, date, is) =>
    expect(isAdultOn(born, basis, date)).toBe(is),
  );

  it.each(['', '2008-02-30', '2007-02-29', '08-02-29', '20080229', '2030-01-01', '0000-00-00', '1899-12-31', 'x'])(
    'does not judge the date of birth "%s"',
    (born) => expect(isAdultOn(born, 'YOUTH_ACT', '2026-11-30')).toBeNull(),
  );
});

describe('coversAgeBasis', () => {
  it('holds for each person who is adult by the stricter basis', () => {
    const dates = ['2026-01-01', '2026-02-28', '2026-03-01', '2026-11-30', '2026-12-31'];
    const births = Array.from({ length: 3 * 366 }, (_, day) =>
      new Date(Date.UTC(2006, 6, 1) + day * 86_400_000).toISOString().slice(0, 10),
    );
    for (const needed of ['BIRTHDAY_18', 'YOUTH_ACT', 'BIRTHDAY_19'] as const)
      for (const held of listBasesCovering(needed))
        for (const date of dates)
          for (const born of births)
            if (isAdultOn(born, held, date))
              expect([born, date, isAdultOn(born, needed, date)]).toEqual([born, date, true]);
    expect(coversAgeBasis('BIRTHDAY_18', 'YOUTH_ACT')).toBe(false);
  });
});
