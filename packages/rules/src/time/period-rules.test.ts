import { describe, expect, it } from 'vitest';
import {
  checkPeriod,
  checkSlots,
  firstSlotFrom,
  zonedInstant,
  type RequestedPeriod,
  type PeriodRules,
} from '../index.ts';

const store: PeriodRules = {
  timeZone: 'Asia/Seoul',
  slotMinutes: 30,
  minMinutes: 60,
  maxMinutes: 240,
  horizonDays: 30,
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '02:00' })),
};
/** A Monday. */
const now = new Date('2026-03-02T12:10:00+09:00');
const on = (text: string) => new Date(`2026-${text}:00+09:00`);

function refused(
  from: string,
  to: string,
  more: Partial<RequestedPeriod> = {},
  settings: Partial<PeriodRules> = {},
): string | null {
  const refusal = checkPeriod(
    { ...store, ...settings },
    { startsAt: on(from), endsAt: on(to), now, closures: [], ...more },
  );
  return refusal && `${refusal.code} ${refusal.path} ${refusal.detail}`;
}

describe('the period of a reservation', () => {
  it('is accepted when it keeps all rules, also past midnight', () => {
    expect(refused('03-02T14:00', '03-02T15:00')).toBeNull();
    expect(refused('03-02T22:00', '03-03T02:00')).toBeNull();
    expect(refused('03-04T00:00', '03-04T02:00')).toBeNull();
  });

  it.each([
    ['PERIOD_INVALID endsAt not_after_start', '03-03T14:00', '03-03T14:00'],
    ['PERIOD_INVALID endsAt not_after_start', '03-03T14:00', '03-03T13:00'],
    ['OFF_SLOT_GRID startsAt off_slot_grid', '03-03T14:10', '03-03T15:10'],
    ['OFF_SLOT_GRID endsAt off_slot_grid', '03-03T14:00', '03-03T15:10'],
    ['TOO_SHORT endsAt shorter_than_min', '03-03T14:00', '03-03T14:30'],
    ['TOO_LONG endsAt longer_than_max', '03-03T14:00', '03-03T18:30'],
    ['IN_THE_PAST startsAt before_now', '03-02T12:00', '03-02T13:00'],
    ['BEYOND_HORIZON startsAt after_horizon', '04-01T14:00', '04-01T15:00'],
    ['STORE_CLOSED startsAt outside_hours', '03-03T09:30', '03-03T10:30'],
    ['STORE_CLOSED endsAt outside_hours', '03-03T01:00', '03-03T02:30'],
    ['STORE_CLOSED startsAt outside_hours', '03-07T10:00', '03-07T12:00'],
  ])('is refused: %s', (words, from, to) => {
    expect(refused(from, to)).toBe(words);
  });

  it('is refused in a closure, and in a store without hours', () => {
    const closures = [{ startsAt: on('03-03T15:00'), endsAt: on('03-03T16:00') }];
    expect(refused('03-03T14:00', '03-03T15:00', { closures })).toBeNull();
    expect(refused('03-03T16:00', '03-03T17:00', { closures })).toBeNull();
    expect(refused('03-03T14:00', '03-03T15:30', { closures })).toBe('STORE_CLOSED endsAt closure');
    expect(refused('03-03T15:30', '03-03T16:30', { closures })).toBe('STORE_CLOSED startsAt closure');
    expect(refused('03-03T14:00', '03-03T15:00', {}, { hours: [] })).toBe('STORE_CLOSED startsAt no_hours');
  });

  it('of a walk-in may start in the current slot, and in no earlier one', () => {
    expect(refused('03-02T12:00', '03-02T13:00', { isWalkIn: true })).toBeNull();
    expect(refused('03-02T11:30', '03-02T13:00', { isWalkIn: true })).toBe('IN_THE_PAST startsAt before_now');
    expect(refused('03-02T12:00', '03-02T13:00', { isWalkIn: true, now: on('03-02T12:30') })).toBe(
      'IN_THE_PAST startsAt before_now',
    );
  });

  it('of a block is not limited by hours, lengths or horizon', () => {
    const isBlock = true;
    expect(refused('03-07T04:05', '03-07T04:10', { isBlock })).toBeNull();
    expect(refused('03-01T00:00', '09-01T00:00', { isBlock })).toBeNull();
    expect(refused('03-07T04:05', '03-07T04:05', { isBlock })).toBe('PERIOD_INVALID endsAt not_after_start');
    expect(refused('03-07T04:03', '03-07T04:10', { isBlock })).toBe('OFF_SLOT_GRID startsAt off_slot_grid');
    expect(refused('03-07T04:05', '03-07T04:11', { isBlock })).toBe('OFF_SLOT_GRID endsAt off_slot_grid');
    expect(refused('03-02T10:00', '03-02T12:00', { isBlock })).toBe('IN_THE_PAST endsAt before_now');
  });

  it('of an extension is checked by its end only', () => {
    const isExtension = true;
    expect(refused('03-02T11:10', '03-02T13:10', { isExtension })).toBeNull();
    expect(refused('03-02T11:00', '03-02T15:30', { isExtension })).toBe('TOO_LONG endsAt longer_than_max');
    expect(refused('03-02T11:00', '03-02T13:10', { isExtension })).toBe('OFF_SLOT_GRID endsAt off_slot_grid');
    expect(refused('03-02T10:00', '03-02T12:00', { isExtension })).toBe('IN_THE_PAST endsAt before_now');
    expect(refused('03-03T00:00', '03-03T02:30', { isExtension })).toBe('STORE_CLOSED endsAt outside_hours');
  });

  it('counts slots in elapsed minutes where clocks change', () => {
    const newYork: PeriodRules = {
      ...store,
      timeZone: 'America/New_York',
      slotMinutes: 120,
      hours: [{ weekday: 7, opensAt: '00:00', closesAt: '00:00' }],
    };
    const check = (from: string, to: string) =>
      checkPeriod(newYork, {
        startsAt: zonedInstant(newYork.timeZone, '2026-03-08', from),
        endsAt: zonedInstant(newYork.timeZone, '2026-03-08', to),
        now,
        closures: [],
      });
    expect(check('03:00', '05:00')).toBeNull();
    expect(check('00:00', '05:00')).toBeNull();
    expect(check('04:00', '06:00')).toMatchObject({ code: 'OFF_SLOT_GRID' });
  });

  it('may begin at the first slot after any moment, and not between slots', () => {
    const isSlot = (at: number) =>
      checkSlots(store, { startsAt: new Date(at), endsAt: new Date(at + 30 * 60_000) }) === null;
    const begin = on('03-02T23:40').getTime();
    for (let at = begin; at < begin + 3_600_000; at += 61_003) {
      const first = firstSlotFrom(store, new Date(at)).getTime();
      expect([first >= at, first - at < 30 * 60_000, isSlot(first)]).toEqual([true, true, true]);
    }
    expect(firstSlotFrom(store, on('03-03T14:30'))).toEqual(on('03-03T14:30'));
    // A day of 23 hours ends in the middle of its last two-hour slot.
    const newYork = { timeZone: 'America/New_York', slotMinutes: 120 };
    expect(firstSlotFrom(newYork, new Date('2026-03-08T23:30:00-04:00'))).toEqual(
      new Date('2026-03-09T00:00:00-04:00'),
    );
  });

  it('is rejected without an exception at the limits of representable dates', () => {
    const period = {
      startsAt: new Date('9999-12-31T20:00:00Z'),
      endsAt: new Date('9999-12-31T21:00:00Z'),
      now,
      closures: [],
    };
    expect(checkPeriod(store, period)).toMatchObject({ code: 'BEYOND_HORIZON' });
    expect(
      checkPeriod(store, {
        ...period,
        startsAt: new Date('0000-01-01T00:00:00Z'),
        endsAt: new Date('0000-01-01T01:00:00Z'),
      }),
    ).toMatchObject({ code: 'IN_THE_PAST' });
    expect(checkPeriod(store, { ...period, endsAt: new Date(Number.NaN) })).toMatchObject({ code: 'PERIOD_INVALID' });
  });
});
