import { describe, expect, it } from 'vitest';
import { reservableStore } from '../../../testing/reservation-samples.ts';
import {
  endTimes,
  nextPeriod,
  onDay,
  periodToOffer,
  startTimes,
  walkInOffers,
  walkInStarts,
  withStart,
} from './slot-times.ts';

const store = reservableStore();
const seoul = (text: string) => new Date(`${text}:00+09:00`).toISOString();

describe('the selectable times', () => {
  it('are the slots of the opening hours on that calendar day, including those of the night before', () => {
    const starts = startTimes(store, '2026-11-21', 'GUEST').map((it) => it.label);
    expect([starts[0], starts[7], starts[8], starts.at(-1)]).toEqual(['00:00', '03:30', '10:00', '23:30']);
    expect(starts).toHaveLength(36);
    expect(startTimes(store, '2026-11-21', 'GUEST')[8]).toEqual({
      at: seoul('2026-11-21T10:00'),
      label: '10:00',
      isNextDay: false,
    });
  });

  it('are all slots of the calendar day for a block', () => {
    const starts = startTimes(store, '2026-11-21', 'BLOCK');
    expect([starts[0]?.at, starts.at(-1)?.at]).toEqual([seoul('2026-11-21T00:00'), seoul('2026-11-21T23:30')]);
    expect(starts).toHaveLength(48);
  });

  it('end between the shortest and the longest time, at the latest when the store closes', () => {
    expect(endTimes(store, seoul('2026-11-21T14:00'), 'GUEST').map((it) => it.label)).toEqual([
      '15:00',
      '15:30',
      '16:00',
      '16:30',
      '17:00',
      '17:30',
      '18:00',
    ]);
    const late = endTimes(store, seoul('2026-11-22T02:00'), 'GUEST');
    expect(late.map((it) => [it.label, it.isNextDay])).toEqual([
      ['03:00', false],
      ['03:30', false],
      ['04:00', false],
    ]);
    expect(endTimes(store, seoul('2026-11-21T23:00'), 'GUEST')[0]).toMatchObject({ label: '00:00', isNextDay: true });
  });

  it('are empty on a day on which the store is closed', () => {
    expect(startTimes(reservableStore({ hours: [] }), '2026-11-21', 'GUEST')).toEqual([]);
  });
});

describe('a period', () => {
  it('begins with the next slot', () => {
    const now = Date.parse(seoul('2026-11-21T14:10'));
    expect(nextPeriod(store, now)).toEqual({ startsAt: seoul('2026-11-21T14:30'), endsAt: seoul('2026-11-21T15:30') });
  });

  it('begins on the shown calendar day at the time of day of the next slot, or at the opening', () => {
    const now = Date.parse(seoul('2026-11-21T14:10'));
    expect(periodToOffer(store, null, now)).toEqual(nextPeriod(store, now));
    expect(periodToOffer(store, '2026-11-25', now)).toEqual({
      startsAt: seoul('2026-11-25T14:30'),
      endsAt: seoul('2026-11-25T15:30'),
    });
    // The store is closed at 05:00, so the period starts at the opening.
    expect(periodToOffer(store, '2026-11-22', Date.parse(seoul('2026-11-21T05:00')))).toEqual({
      startsAt: seoul('2026-11-22T10:00'),
      endsAt: seoul('2026-11-22T11:00'),
    });
    const evening = reservableStore({
      hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '18:00', closesAt: '23:00' })),
    });
    expect(periodToOffer(evening, '2026-11-25', now).startsAt).toBe(seoul('2026-11-25T18:00'));
  });

  it('keeps its time of day on another day', () => {
    const night = { startsAt: seoul('2026-11-22T01:00'), endsAt: seoul('2026-11-22T03:00') };
    expect(onDay(store, night, '2026-11-25')).toEqual({
      startsAt: seoul('2026-11-25T01:00'),
      endsAt: seoul('2026-11-25T03:00'),
    });
  });

  it('keeps its length with another start', () => {
    const period = { startsAt: seoul('2026-11-21T14:00'), endsAt: seoul('2026-11-21T16:00') };
    expect(withStart(period, seoul('2026-11-21T23:00'))).toEqual({
      startsAt: seoul('2026-11-21T23:00'),
      endsAt: seoul('2026-11-22T01:00'),
    });
  });
});

describe('a walk-in in the dialog (RV-7)', () => {
  it.each([
    ['2026-11-21T14:07', '2026-11-21T14:30'],
    ['2026-11-21T14:30', '2026-11-21T15:00'],
    ['2026-11-21T05:59', '2026-11-21T06:00'],
    ['2026-11-21T06:00', '2026-11-21T06:30'],
    ['2026-11-21T23:59', '2026-11-22T00:00'],
    ['2026-11-22T00:00', '2026-11-22T00:30'],
  ])('starts at %s or at the next border, %s', (now, next) => {
    expect(walkInStarts(store, Date.parse(seoul(now)) + 59_000)).toEqual({ now: seoul(now), next: seoul(next) });
  });

  const offered = (start: string, freeUntil: string | null) =>
    walkInOffers(store, seoul(start), freeUntil === null ? null : seoul(freeUntil)).map(({ endsAt }) => endsAt);
  it('is offered in whole slots, and until the next reservation', () => {
    expect(offered('2026-11-21T14:07', null)).toHaveLength(6);
    expect(offered('2026-11-21T14:07', '2026-11-21T16:00')).toEqual(
      ['2026-11-21T15:07', '2026-11-21T15:37', '2026-11-21T16:00'].map(seoul),
    );
    expect(offered('2026-11-21T14:00', '2026-11-21T15:30')).toEqual(
      ['2026-11-21T15:00', '2026-11-21T15:30'].map(seoul),
    );
    expect(offered('2026-11-21T14:07', '2026-11-21T15:00')).toEqual([seoul('2026-11-21T15:00')]);
    expect(offered('2026-11-21T14:59', '2026-11-21T15:00')).toEqual([]);
  });
});
