import type { PriceLine } from '@munjigi/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inWinningOrder, calculatePrice, zonedInstant, type PriceRule } from '../index.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const always: PriceRule = {
  id: 'always',
  name: 'Always',
  roomIds: [],
  weekdays: WEEK,
  holidays: true,
  startsOn: null,
  endsOn: null,
  fromTime: '00:00',
  toTime: '00:00',
  unit: 'SLOT',
  amount: 1000,
  packageMinutes: null,
  includedHeadCount: 4,
  extraPersonAmount: 0,
  priority: 0,
};
const ruleOf = (id: string, more: Partial<PriceRule>): PriceRule => ({ ...always, id, name: id, ...more });
const timeZone = 'Asia/Seoul';
/** 2 March 2026 is a Monday. */
const on = (text: string) => new Date(`2026-03-${text}:00+09:00`);

function quote(
  policies: readonly PriceRule[],
  from: string,
  to: string,
  more: { headCount?: number; roomId?: string; holidays?: string[] } = {},
) {
  const { headCount = 2, roomId = 'room', holidays = [] } = more;
  return calculatePrice({
    timeZone,
    slotMinutes: 30,
    policies: inWinningOrder(policies),
    isHoliday: (date) => holidays.includes(date),
    roomId,
    headCount,
    startsAt: on(from),
    endsAt: on(to),
  });
}
/** Formats each line as `from–to policy count amount`. */
function lines(...question: Parameters<typeof quote>): string[] {
  const quoted = quote(...question);
  if (quoted.kind === 'unpriced') return quoted.gaps.map((gap) => `${shown(gap.startsAt)}–${shown(gap.endsAt)} gap`);
  return quoted.lines.map(
    (line) => `${shown(line.startsAt)}–${shown(line.endsAt)} ${line.policyId} ${line.count} ${line.amount}`,
  );
}
const shown = (at: Date | string) => new Date(new Date(at).getTime() + 9 * 3_600_000).toISOString().slice(11, 16);

describe('a quoted price', () => {
  it('is the sum of all slots, in which the policy of higher priority wins, with a line for each policy', () => {
    const evening = ruleOf('evening', { fromTime: '18:00', toTime: '23:00', amount: 2000, priority: 10 });
    expect(lines([always, evening], '02T17:00', '02T19:00')).toEqual([
      '17:00–18:00 always 2 2000',
      '18:00–19:00 evening 2 4000',
    ]);
    expect(quote([always, evening], '02T17:00', '02T19:00')).toMatchObject({ kind: 'priced', totalAmount: 6000 });
  });

  it('uses the older policy when priorities are equal', () => {
    expect(lines([ruleOf('first', {}), ruleOf('second', { amount: 9 })], '02T10:00', '02T11:00')).toEqual([
      '10:00–11:00 first 2 2000',
    ]);
  });

  it('reports the times without a price', () => {
    const day = ruleOf('day', { fromTime: '10:00', toTime: '12:00' });
    expect(lines([day], '02T09:00', '02T13:00')).toEqual(['09:00–10:00 gap', '12:00–13:00 gap']);
    expect(lines([], '02T09:00', '02T13:00')).toEqual(['09:00–13:00 gap']);
    expect(lines([ruleOf('off grid', { fromTime: '10:15', toTime: '12:15' })], '02T10:00', '02T12:30')).toEqual([
      '10:00–10:30 gap',
      '12:00–12:30 gap',
    ]);
    expect(lines([always], '02T10:00', '02T10:40')).toEqual(['10:30–10:40 gap']);
  });

  it('uses a policy only for the rooms that it names', () => {
    const other = ruleOf('other', { roomIds: ['other room'], priority: 5 });
    expect(lines([always, other], '02T10:00', '02T11:00')).toEqual(['10:00–11:00 always 2 2000']);
    expect(lines([always, other], '02T10:00', '02T11:00', { roomId: 'other room' })).toEqual([
      '10:00–11:00 other 2 2000',
    ]);
  });

  it('belongs to the day on which the time band starts, also past midnight', () => {
    const fridayNight = ruleOf('night', {
      weekdays: [5],
      holidays: false,
      fromTime: '22:00',
      toTime: '06:00',
      priority: 10,
    });
    expect(lines([always, fridayNight], '06T23:00', '07T07:00')).toEqual([
      '23:00–06:00 night 14 14000',
      '06:00–07:00 always 2 2000',
    ]);
    expect(lines([always, fridayNight], '06T04:00', '06T05:00')).toEqual(['04:00–05:00 always 2 2000']);
  });

  it('on a holiday uses the policies for holidays, on any weekday', () => {
    const monday = ruleOf('monday', { weekdays: [1], holidays: false });
    const holiday = ruleOf('holiday', { weekdays: [], holidays: true, amount: 3000 });
    expect(lines([monday, holiday], '02T10:00', '02T11:00')).toEqual(['10:00–11:00 monday 2 2000']);
    expect(lines([monday, holiday], '02T10:00', '02T11:00', { holidays: ['2026-03-02'] })).toEqual([
      '10:00–11:00 holiday 2 6000',
    ]);
    expect(lines([holiday], '02T10:00', '02T11:00')).toEqual(['10:00–11:00 gap']);
  });

  it('uses a seasonal policy only in its season, the first and last day included', () => {
    const season = ruleOf('season', { startsOn: '2026-03-03', endsOn: '2026-03-04', priority: 10 });
    const on10 = (day: string) => lines([always, season], `${day}T10:00`, `${day}T10:30`)[0]?.split(' ')[1];
    expect(['02', '03', '04', '05'].map(on10)).toEqual(['always', 'season', 'season', 'always']);
  });

  it('adds each person above the included number, once per slot or once per package', () => {
    const persons = { includedHeadCount: 2, extraPersonAmount: 500 };
    expect(quote([ruleOf('slot', persons)], '02T10:00', '02T11:00', { headCount: 5 })).toMatchObject({
      totalAmount: 5000,
      lines: [{ unit: 'SLOT', count: 2, unitAmount: 1000, extraPersons: 3, extraPersonAmount: 500, amount: 5000 }],
    });
    const pack = ruleOf('pack', { ...persons, unit: 'PACKAGE', packageMinutes: 180, amount: 10_000 });
    expect(quote([pack], '02T10:00', '02T13:00', { headCount: 5 })).toMatchObject({
      totalAmount: 11_500,
      lines: [{ unit: 'PACKAGE', count: 1, amount: 11_500 }],
    });
  });

  it('uses a package only where it fits completely into the reservation and its time band', () => {
    const pack = ruleOf('pack', {
      unit: 'PACKAGE',
      packageMinutes: 180,
      amount: 5000,
      fromTime: '12:00',
      toTime: '18:00',
      priority: 10,
    });
    expect(lines([always, pack], '02T12:00', '02T14:30')).toEqual(['12:00–14:30 always 5 5000']);
    expect(lines([always, pack], '02T12:00', '02T15:30')).toEqual([
      '12:00–15:00 pack 1 5000',
      '15:00–15:30 always 1 1000',
    ]);
    expect(lines([always, pack], '02T11:00', '02T19:00')).toEqual([
      '11:00–12:00 always 2 2000',
      '12:00–18:00 pack 2 10000',
      '18:00–19:00 always 2 2000',
    ]);
    expect(lines([always, pack], '02T16:00', '02T19:00')).toEqual(['16:00–19:00 always 6 6000']);
    const night = ruleOf('night', {
      unit: 'PACKAGE',
      packageMinutes: 480,
      fromTime: '22:00',
      toTime: '06:00',
      priority: 20,
    });
    expect(lines([always, night], '02T21:00', '03T07:00')).toEqual([
      '21:00–22:00 always 2 2000',
      '22:00–06:00 night 1 1000',
      '06:00–07:00 always 2 2000',
    ]);
  });

  it('is calculated in elapsed time where clocks change', () => {
    const zone = 'America/New_York';
    const night = {
      timeZone: zone,
      slotMinutes: 30,
      policies: [ruleOf('night', { fromTime: '22:00', toTime: '06:00' })],
      isHoliday: () => false,
      roomId: 'room',
      headCount: 1,
    };
    const slots = (from: string, to: string) =>
      calculatePrice({
        ...night,
        startsAt: zonedInstant(zone, from, '22:00'),
        endsAt: zonedInstant(zone, to, '06:00'),
      });
    expect(slots('2026-03-07', '2026-03-08')).toMatchObject({ totalAmount: 14_000 });
    expect(slots('2026-10-31', '2026-11-01')).toMatchObject({ totalAmount: 18_000 });
  });
});

describe('quotes for any policies (PR-4)', () => {
  const times = fc
    .integer({ min: 0, max: 47 })
    .map((slot) => `${String(slot >> 1).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`);
  const dates = fc.option(
    fc.integer({ min: 1, max: 9 }).map((day) => `2026-03-0${day}`),
    { nil: null },
  );
  const slotPolicy = fc.record({
    weekdays: fc.subarray(WEEK),
    holidays: fc.boolean(),
    startsOn: dates,
    endsOn: dates,
    fromTime: times,
    toTime: times,
    amount: fc.nat(100_000),
    includedHeadCount: fc.integer({ min: 1, max: 6 }),
    extraPersonAmount: fc.nat(5000),
    priority: fc.nat(3),
    roomIds: fc.constantFrom<string[]>([], ['room'], ['other']),
  });
  const anyPolicy = fc
    .tuple(slotPolicy, fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }))
    .map(([it, slots]): Partial<PriceRule> =>
      slots === null ? it : { ...it, unit: 'PACKAGE', packageMinutes: slots * 30 },
    );
  const policiesOf = (policy: fc.Arbitrary<Partial<PriceRule>>) =>
    fc
      .array(policy, { maxLength: 8 })
      .map((list) =>
        inWinningOrder([...list.map((it, index) => ruleOf(`p${index}`, it)), ruleOf('rest', { priority: -1 })]),
      );
  const questionOf = (policy: fc.Arbitrary<Partial<PriceRule>>) =>
    fc.record({
      policies: policiesOf(policy),
      timeZone: fc.constantFrom('Asia/Seoul', 'America/New_York', 'Europe/Berlin'),
      headCount: fc.integer({ min: 1, max: 12 }),
      start: fc.integer({ min: 0, max: 48 * 9 }),
      slots: fc.integer({ min: 1, max: 40 }),
      at: fc.nat(40),
      holiday: fc.constantFrom('2026-03-02', '2026-03-07'),
    });
  type Question = typeof questionOf extends (policy: never) => fc.Arbitrary<infer T> ? T : never;

  /** On 8 March 2026 New York puts its clocks forward. */
  const instant = (slot: number) => new Date(Date.parse('2026-03-01T00:00:00Z') + slot * 1_800_000);
  function price({ start, slots, holiday, ...question }: Omit<Question, 'at'>): {
    totalAmount: number;
    lines: PriceLine[];
  } {
    const quoted = calculatePrice({
      ...question,
      slotMinutes: 30,
      isHoliday: (date) => date === holiday,
      roomId: 'room',
      startsAt: instant(start),
      endsAt: instant(start + slots),
    });
    if (quoted.kind === 'unpriced') throw new Error('one policy always holds');
    return quoted;
  }

  it('never cost less by slots for more time', () => {
    fc.assert(
      fc.property(questionOf(slotPolicy), (question) => {
        expect(price({ ...question, slots: question.slots + 1 }).totalAmount).toBeGreaterThanOrEqual(
          price(question).totalAmount,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('cost the same by slots when they are split at a slot', () => {
    fc.assert(
      fc.property(questionOf(slotPolicy), (question) => {
        const first = 1 + (question.at % question.slots);
        const rest = question.slots - first;
        const split =
          price({ ...question, slots: first }).totalAmount +
          (rest === 0 ? 0 : price({ ...question, start: question.start + first, slots: rest }).totalAmount);
        expect(split).toBe(price(question).totalAmount);
      }),
      { numRuns: 500 },
    );
  });

  it('have lines from start to end without gap or overlap, in whole won, that sum to the total', () => {
    fc.assert(
      fc.property(questionOf(anyPolicy), (question) => {
        const { lines: found, totalAmount } = price(question);
        const units = new Map(question.policies.map((it) => [it.id, it]));
        let at = instant(question.start).toISOString();
        for (const line of found) {
          expect(line.startsAt).toBe(at);
          at = line.endsAt;
          expect(line.amount).toBe(line.count * (line.unitAmount + line.extraPersons * line.extraPersonAmount));
          expect(Number.isSafeInteger(line.amount)).toBe(true);
          const minutes = (Date.parse(line.endsAt) - Date.parse(line.startsAt)) / 60_000;
          expect(minutes).toBe(line.count * (units.get(line.policyId)?.packageMinutes ?? 30));
        }
        expect(at).toBe(instant(question.start + question.slots).toISOString());
        expect(found.reduce((sum, line) => sum + line.amount, 0)).toBe(totalAmount);
        expect(price(question)).toEqual({ kind: 'priced', totalAmount, lines: found });
      }),
      { numRuns: 500 },
    );
  });
});
