import { describe, expect, it } from 'vitest';
import { findReservationNeed, isAccessOpen, placeOpening, type NeedFacts } from './reservation-needs.ts';

const OPENS = Date.parse('2026-11-21T04:50:00Z');
const CLOSES = Date.parse('2026-11-21T07:10:00Z');
const TIMES = { before: OPENS - 1, first: OPENS, last: CLOSES - 1, after: CLOSES } as const;
const CODES = {
  none: { hasCode: false, isCodeGiven: false },
  kept: { hasCode: true, isCodeGiven: false },
  given: { hasCode: true, isCodeGiven: true },
} as const;
const STATES = ['PENDING', 'CONFIRMED', 'IN_USE', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'NO_SHOW'] as const;

const facts = (more: Partial<NeedFacts>): NeedFacts => ({
  kind: 'GUEST',
  state: 'CONFIRMED',
  dueAmount: 0,
  opensAt: new Date(OPENS).toISOString(),
  closesAt: new Date(CLOSES).toISOString(),
  ...CODES.none,
  ...more,
});

/** The need of each state × paid or due × code × time: before the window, at its first moment, at its last, after it. */
const NEEDS = {
  PENDING: {
    paid: { none: 'CCCC', kept: 'CCCC', given: 'CCCC' },
    due: { none: 'PPPP', kept: 'PPPP', given: 'PPPP' },
  },
  CONFIRMED: {
    paid: { none: '-OO-', kept: 'GGG-', given: '-OO-' },
    due: { none: 'PPPP', kept: 'PPPP', given: 'PPPP' },
  },
  IN_USE: {
    paid: { none: '-OO-', kept: '-OO-', given: '-OO-' },
    due: { none: 'PPPP', kept: 'PPPP', given: 'PPPP' },
  },
  COMPLETED: {
    paid: { none: '----', kept: '----', given: '----' },
    due: { none: 'PPPP', kept: 'PPPP', given: 'PPPP' },
  },
  CANCELLED: {
    paid: { none: '----', kept: '----', given: '----' },
    due: { none: '----', kept: '----', given: '----' },
  },
  EXPIRED: {
    paid: { none: '----', kept: '----', given: '----' },
    due: { none: '----', kept: '----', given: '----' },
  },
  NO_SHOW: {
    paid: { none: '----', kept: '----', given: '----' },
    due: { none: '----', kept: '----', given: '----' },
  },
} as const;
const LETTERS = { C: 'CONFIRM', P: 'TAKE_PAYMENT', G: 'GIVE_CODE', O: 'OPEN', '-': null } as const;

const CASES = STATES.flatMap((state) =>
  (['paid', 'due'] as const).flatMap((money) =>
    (['none', 'kept', 'given'] as const).flatMap((code) =>
      (['before', 'first', 'last', 'after'] as const).map((time, at) => {
        const letter = NEEDS[state][money][code][at] as keyof typeof LETTERS;
        return { state, money, code, time, need: LETTERS[letter] };
      }),
    ),
  ),
);

describe('what a reservation needs now (RV-60)', () => {
  it.each(CASES)('is $need for $state, $money, code $code, $time', ({ state, money, code, time, need }) => {
    const of = facts({ state, dueAmount: money === 'due' ? 1 : 0, ...CODES[code] });
    expect(findReservationNeed(of, TIMES[time])).toBe(need);
  });

  it.each(CASES)('places the opening for $state, $money, code $code, $time', ({ state, money, code, time, need }) => {
    const of = facts({ state, dueAmount: money === 'due' ? 1 : 0, ...CODES[code] });
    const isOpen = (state === 'CONFIRMED' || state === 'IN_USE') && (time === 'first' || time === 'last');
    expect(isAccessOpen(of, TIMES[time])).toBe(isOpen);
    expect(placeOpening(of, TIMES[time])).toBe(!isOpen ? 'MENU' : need === 'OPEN' ? 'LEADS' : 'BESIDE');
  });

  it('opens a block for the people who work in it', () => {
    expect(findReservationNeed(facts({ kind: 'BLOCK' }), TIMES.first)).toBe('OPEN');
    expect(findReservationNeed(facts({ kind: 'BLOCK' }), TIMES.before)).toBeNull();
  });
});
