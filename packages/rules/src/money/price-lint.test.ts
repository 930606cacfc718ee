import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  inWinningOrder,
  lintPriceRules,
  openPeriods,
  calculatePrice,
  weekdayOf,
  type PriceLintInput,
  type PriceRule,
} from '../index.ts';

const WEEK = [1, 2, 3, 4, 5, 6, 7];
const DAYS = [0, ...WEEK];
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
  priority: 10,
};
const ruleOf = (id: string, more: Partial<PriceRule> = {}): PriceRule => ({ ...always, id, name: id, ...more });
const hours = (opensAt: string, closesAt: string, weekdays = WEEK) =>
  weekdays.map((weekday) => ({ weekday, opensAt, closesAt }));

/** Monday, 2 March 2026, is the week's first day. */
function store(policies: PriceRule[], more: Partial<PriceLintInput> = {}): PriceLintInput {
  return {
    hours: hours('10:00', '22:00'),
    slotMinutes: 30,
    maxMinutes: 720,
    roomIds: ['a', 'b'],
    policies,
    isHoliday: () => false,
    date: '2026-03-05',
    ...more,
  };
}
/** Formats each finding as `KIND policies rooms days from–to`. */
const found = (policies: PriceRule[], more: Partial<PriceLintInput> = {}) =>
  lintPriceRules(store(policies, more)).map(
    (it) =>
      `${it.kind} ${it.policyIds.join('+') || '-'} ${it.roomIds.join('')} ${it.weekdays.join('')} ${it.fromTime}–${it.toTime}`,
  );

describe('the price linter finds no fault', () => {
  it('in one price for all time', () => {
    expect(found([ruleOf('one')])).toEqual([]);
    expect(found([ruleOf('one')], { hours: hours('00:00', '00:00') })).toEqual([]);
  });

  it('in a store that is never open, or has no rooms', () => {
    expect(found([], { hours: [] })).toEqual([]);
    expect(found([], { roomIds: [] })).toEqual([]);
  });

  it('in a policy of higher priority over another', () => {
    expect(found([ruleOf('day'), ruleOf('evening', { fromTime: '18:00', priority: 20 })])).toEqual([]);
  });
});

describe('open hours without a price', () => {
  it('are all of them without a policy, holidays too', () => {
    expect(found([])).toEqual(['GAP - ab 01234567 10:00–22:00']);
    expect(found([], { hours: hours('00:00', '00:00') })).toEqual(['GAP - ab 01234567 00:00–00:00']);
  });

  it('are reported by weekday, and holidays separately', () => {
    expect(found([ruleOf('weekdays', { weekdays: [1, 2, 3, 4, 5] })])).toEqual(['GAP - ab 67 10:00–22:00']);
    expect(found([ruleOf('no holidays', { holidays: false })])).toEqual(['GAP - ab 0 10:00–22:00']);
    expect(found([ruleOf('afternoon', { fromTime: '12:00', toTime: '20:00' })])).toEqual([
      'GAP - ab 01234567 10:00–12:00',
      'GAP - ab 01234567 20:00–22:00',
    ]);
  });

  it('are reported in one piece past midnight', () => {
    expect(found([ruleOf('day', { fromTime: '02:00', toTime: '22:00' })], { hours: hours('00:00', '00:00') })).toEqual([
      'GAP - ab 01234567 22:00–02:00',
    ]);
  });

  it('are reported for the rooms that they affect', () => {
    expect(found([ruleOf('a', { roomIds: ['a'] })])).toEqual(['GAP - b 01234567 10:00–22:00']);
  });

  it('are those of the given week, seasons included', () => {
    const season = [ruleOf('until Wednesday', { endsOn: '2026-03-04' })];
    expect(found(season)).toEqual(['GAP - ab 04567 10:00–22:00']);
    expect(found(season, { date: '2026-02-24' })).toEqual([]);
  });

  it('are reported for the first hours of a holiday when the day before it ends without a price', () => {
    const holidays = ruleOf('holidays', { weekdays: [], fromTime: '01:00', toTime: '00:00' });
    const fridays = ruleOf('fridays', { weekdays: [5], holidays: false, fromTime: '01:00', toTime: '01:00' });
    expect(found([holidays, fridays], { hours: hours('22:00', '22:00', [5, 6]) })).toContain('GAP - ab 0 00:00–01:00');
  });

  it('include slots that a time band covers only in part', () => {
    expect(found([ruleOf('quarter', { fromTime: '10:15', toTime: '10:00' })])).toEqual([
      'GAP - ab 01234567 10:00–10:30',
    ]);
  });

  it('exclude slots that a package can hold', () => {
    const pack = ruleOf('pack', { unit: 'PACKAGE', packageMinutes: 180, fromTime: '10:00', toTime: '15:00' });
    expect(found([pack])).toEqual(['GAP - ab 01234567 15:00–22:00']);
    expect(found([{ ...pack, toTime: '12:00' }])).toEqual([
      'GAP - ab 01234567 10:00–22:00',
      'NEVER_APPLIES pack ab 01234567 10:00–12:00',
    ]);
  });
});

describe('overlapping prices of equal priority', () => {
  it('are reported with the winner first, for the times of the overlap', () => {
    const evening = ruleOf('evening', {
      fromTime: '18:00',
      toTime: '00:00',
      weekdays: [5, 6],
      holidays: false,
      roomIds: ['b'],
    });
    expect(found([ruleOf('one'), evening])).toEqual([
      'OVERLAP one+evening b 56 18:00–22:00',
      'NEVER_APPLIES evening b 56 18:00–00:00',
    ]);
    expect(found([evening, ruleOf('one')])).toEqual(['OVERLAP evening+one b 56 18:00–22:00']);
  });

  it('are not reported below a slot price that always wins over them', () => {
    const [low, lower] = [
      ruleOf('low', { priority: 1, toTime: '14:00' }),
      ruleOf('lower', { priority: 1, toTime: '14:00' }),
    ];
    expect(found([ruleOf('top'), low, lower]).filter((it) => it.startsWith('OVERLAP'))).toEqual([]);
    const pack = ruleOf('pack', { unit: 'PACKAGE', packageMinutes: 120, priority: 90 });
    expect(
      found([pack, ruleOf('x'), ruleOf('y', { fromTime: '20:00' })]).filter((it) => it.startsWith('OVERLAP')),
    ).toEqual(['OVERLAP x+y ab 01234567 20:00–22:00']);
  });
});

describe('a policy that never applies', () => {
  const dead = (policies: PriceRule[], more: Partial<PriceLintInput> = {}) =>
    found(policies, more)
      .filter((it) => it.startsWith('NEVER'))
      .map((it) => it.split(' ')[1]);

  it('has a lower priority than others at all its times', () => {
    expect(dead([ruleOf('top'), ruleOf('under', { priority: 5 })])).toEqual(['under']);
    expect(dead([ruleOf('top', { roomIds: ['a'] }), ruleOf('under', { priority: 5 })])).toEqual([]);
  });

  it('applies only while the store is closed, or only to rooms that cannot be reserved', () => {
    expect(dead([ruleOf('one'), ruleOf('night', { fromTime: '23:00', toTime: '09:00', priority: 20 })])).toEqual([
      'night',
    ]);
    expect(dead([ruleOf('one'), ruleOf('gone', { roomIds: ['archived'], priority: 20 })])).toEqual(['gone']);
  });

  it('is not a seasonal policy that wins in its season, outside the linted week too', () => {
    const summer = ruleOf('summer', { startsOn: '2026-07-01', endsOn: '2026-08-31', priority: 20 });
    expect(dead([ruleOf('one'), summer])).toEqual([]);
    expect(dead([ruleOf('one'), ruleOf('hot', { ...summer, id: 'hot', priority: 30 }), summer])).toEqual(['summer']);
    expect(
      dead([ruleOf('one'), ruleOf('hot', { startsOn: '2026-07-01', endsOn: '2026-08-30', priority: 30 }), summer]),
    ).toEqual([]);
  });

  it('has a season without any of its days', () => {
    const season = { startsOn: '2026-03-02', endsOn: '2026-03-05', priority: 20 };
    expect(dead([ruleOf('one'), ruleOf('saturdays', { ...season, weekdays: [6], holidays: false })])).toEqual([
      'saturdays',
    ]);
    expect(dead([ruleOf('one'), ruleOf('holidays', { ...season, weekdays: [] })])).toEqual(['holidays']);
    expect(
      dead([ruleOf('one'), ruleOf('holidays', { ...season, weekdays: [] })], {
        isHoliday: (date) => date === '2026-03-03',
      }),
    ).toEqual([]);
  });

  it('is a package that fits neither its band, nor the opening hours, nor the longest reservation', () => {
    const pack = ruleOf('pack', { unit: 'PACKAGE', packageMinutes: 180, priority: 20 });
    expect(dead([ruleOf('one'), pack])).toEqual([]);
    expect(dead([ruleOf('one'), pack], { hours: hours('10:00', '12:30') })).toEqual(['pack']);
    expect(dead([ruleOf('one'), pack], { maxMinutes: 150 })).toEqual(['pack']);
  });

  it('is a package of lower priority than one that is not longer', () => {
    const pack = (id: string, packageMinutes: number, priority: number) =>
      ruleOf(id, { unit: 'PACKAGE', packageMinutes, priority });
    expect(dead([ruleOf('one'), pack('short', 120, 30), pack('long', 180, 20)])).toEqual(['long']);
    expect(dead([ruleOf('one'), pack('short', 120, 20), pack('long', 180, 30)])).toEqual([]);
  });
});

describe('price linting of any policies', () => {
  const times = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`);
  const policy = fc.record({
    weekdays: fc.subarray(WEEK),
    holidays: fc.boolean(),
    fromTime: times,
    toTime: times,
    priority: fc.nat(2),
    roomIds: fc.constantFrom<string[]>([], ['a'], ['b']),
  });
  const input = fc.record({
    policies: fc.array(policy, { maxLength: 5 }).map((list) => list.map((it, index) => ruleOf(`p${index}`, it))),
    hours: fc.tuple(times, times, fc.subarray(WEEK)).map(([from, to, weekdays]) => hours(from, to, weekdays)),
  });

  it('reports a gap exactly where a slot has no price, and never reports a policy that wins a slot as dead', () => {
    fc.assert(
      fc.property(input, (some) => {
        const it = store(some.policies, { ...some, slotMinutes: 60 });
        const findings = lintPriceRules(it);
        const winners = new Set<string>();
        for (const [roomId, weekday] of it.roomIds.flatMap((room) => DAYS.map((day) => [room, day] as const))) {
          // A holiday falls on each weekday in turn, as the linter assumes.
          for (const date of WEEK.map((day) => addDays('2026-03-01', day)).filter(
            (day) => weekday === 0 || weekdayOf(day) === weekday,
          )) {
            // A policy that starts on a holiday may win in the night after it.
            const [from, to, midnight] = [0, weekday === 0 ? 2 : 1, 1].map(
              (days) => new Date(`${addDays(date, days)}T00:00:00Z`),
            ) as [Date, Date, Date];
            for (const open of openPeriods({ timeZone: 'UTC', hours: it.hours }, from, to)) {
              for (let at = open.startsAt.getTime(); at < open.endsAt.getTime(); at += 3_600_000) {
                const quoted = calculatePrice({
                  timeZone: 'UTC',
                  slotMinutes: 60,
                  policies: inWinningOrder(it.policies),
                  isHoliday: (day) => weekday === 0 && day === date,
                  roomId,
                  headCount: 1,
                  startsAt: new Date(at),
                  endsAt: new Date(at + 3_600_000),
                });
                if (quoted.kind === 'priced') winners.add(quoted.lines[0]?.policyId ?? '');
                const isGap = findings.some((finding) => isGapAt(finding, roomId, weekday, new Date(at)));
                if (quoted.kind === 'unpriced' && at < midnight.getTime()) expect(isGap).toBe(true);
                if (quoted.kind === 'priced' && weekday !== 0) expect(isGap).toBe(false);
              }
            }
          }
        }
        expect(
          findings
            .filter((finding) => finding.kind === 'NEVER_APPLIES')
            .flatMap((finding) => finding.policyIds)
            .sort(),
        ).toEqual(
          it.policies
            .map((one) => one.id)
            .filter((id) => !winners.has(id))
            .sort(),
        );
      }),
      { numRuns: 150 },
    );
  });

  function isGapAt(
    finding: ReturnType<typeof lintPriceRules>[number],
    roomId: string,
    weekday: number,
    at: Date,
  ): boolean {
    if (finding.kind !== 'GAP' || !finding.roomIds.includes(roomId)) return false;
    const hour = at.getUTCHours();
    const [from, to] = [Number(finding.fromTime.slice(0, 2)), Number(finding.toTime.slice(0, 2))];
    const before = weekday === 0 ? 0 : ((weekday + 5) % 7) + 1;
    const isHeldToday = finding.weekdays.includes(weekday) && hour >= from && (to <= from || hour < to);
    // A gap past midnight is reported on the day on which it begins; before a holiday, that is an ordinary day.
    const isLeftFromBefore =
      to <= from &&
      hour < to &&
      (finding.weekdays.includes(before) ||
        (weekday === 0 && finding.weekdays.includes(weekdayOf(addDays(at.toISOString().slice(0, 10), -1)))));
    return isHeldToday || isLeftFromBefore;
  }
});
