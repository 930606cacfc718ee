import { describe, expect, it } from 'vitest';
import { checkPeriod, walkInSlots, zonedInstant, type PeriodRules } from '../index.ts';

const store: PeriodRules = {
  timeZone: 'Asia/Seoul',
  slotMinutes: 30,
  minMinutes: 60,
  maxMinutes: 240,
  horizonDays: 30,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '00:00', closesAt: '00:00' })),
};
const at = (clock: string, day = '2026-03-02') => zonedInstant('Asia/Seoul', day, clock);
const hours = (from: Date, to: Date) => `${from.toISOString()}/${to.toISOString()}`;

describe('the slots that a walk-in pays (decision 058)', () => {
  it.each([
    ['whole slots from the border before its start', at('14:07'), at('15:07'), at('14:00'), at('15:00')],
    ['its own time when it starts at a border', at('14:30'), at('15:30'), at('14:30'), at('15:30')],
    ['a part of the last slot as a whole one', at('14:07'), at('15:00'), at('14:00'), at('15:00')],
    ['across midnight', at('23:47'), at('00:47', '2026-03-03'), at('23:30'), at('00:30', '2026-03-03')],
    ['at a minute before 06:00', at('05:59'), at('06:59'), at('05:30'), at('06:30')],
    ['at midnight', at('00:00'), at('01:00'), at('00:00'), at('01:00')],
  ])('are %s', (_what, startsAt, endsAt, from, to) => {
    const paid = walkInSlots(store, { startsAt, endsAt });
    expect(hours(paid.startsAt, paid.endsAt)).toBe(hours(from, to));
  });
});

describe('the period of a walk-in', () => {
  const refusal = (startsAt: Date, endsAt: Date, now: Date, isWalkIn = true) => {
    const found = checkPeriod(store, { startsAt, endsAt, now, closures: [], isWalkIn });
    return found && `${found.code} ${found.path}`;
  };

  it('starts at any minute near now and ends after whole slots or at a border', () => {
    expect(refusal(at('14:07'), at('15:07'), at('14:07'))).toBeNull();
    expect(refusal(at('14:07'), at('15:00'), at('14:07'))).toBeNull();
    expect(refusal(at('14:07'), at('15:10'), at('14:07'))).toBe('OFF_SLOT_GRID endsAt');
    expect(refusal(new Date(at('14:07').getTime() + 1000), at('15:00'), at('14:08'))).toBe('OFF_SLOT_GRID startsAt');
    expect(refusal(at('14:07'), at('15:07'), at('14:07'), false)).toBe('OFF_SLOT_GRID startsAt');
  });

  it('starts at a border when it starts later, and never more than a slot ago', () => {
    expect(refusal(at('16:00'), at('17:00'), at('14:07'))).toBeNull();
    expect(refusal(at('16:07'), at('17:07'), at('14:07'))).toBe('OFF_SLOT_GRID startsAt');
    expect(refusal(at('13:37'), at('14:37'), at('14:07'))).toBe('IN_THE_PAST startsAt');
  });

  it('is as long as the slots that it pays', () => {
    expect(refusal(at('14:07'), at('14:30'), at('14:07'))).toBe('TOO_SHORT endsAt');
    expect(refusal(at('14:07'), at('18:07'), at('14:07'))).toBeNull();
    expect(refusal(at('14:07'), at('18:30'), at('14:07'))).toBe('TOO_LONG endsAt');
  });
});
