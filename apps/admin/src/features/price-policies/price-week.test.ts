import type { Store } from '@munjigi/contract';
import type { PriceRule } from '@munjigi/rules';
import { expect, it } from 'vitest';
import { sampleId } from '../../testing/samples.ts';
import { newPolicy } from './policy-draft.ts';
import { priceWeek, rowMinutes, stayChoices } from './price-week.ts';

const ROOM = sampleId(10);
const ALL_WEEK = [1, 2, 3, 4, 5, 6, 7];
const STORE = {
  timeZone: 'Asia/Seoul',
  slotMinutes: 30,
  minMinutes: 60,
  maxMinutes: 480,
  hours: ALL_WEEK.map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '02:00' })),
} satisfies Partial<Store>;

function rule(n: number, over: Partial<PriceRule>): PriceRule {
  return { ...newPolicy(sampleId(1)), id: sampleId(n), name: `요금 ${String(n)}`, ...over };
}
const DAY = rule(1, { amount: 4000, holidays: false });
const NIGHT = rule(2, {
  amount: 7000,
  fromTime: '20:00',
  toTime: '02:00',
  weekdays: [5, 6],
  holidays: true,
  priority: 1,
});

function week(policies: readonly PriceRule[], over: Partial<Parameters<typeof priceWeek>[0]> = {}) {
  return priceWeek({ store: STORE, policies, roomId: ROOM, monday: '2026-11-16', minutes: 60, headCount: 2, ...over });
}
function cell(shown: ReturnType<typeof week>, weekday: number, time: string) {
  const found = shown.cells[shown.times.indexOf(time)]?.[shown.columns.indexOf(weekday)];
  if (found === undefined) throw new Error('There is no such cell');
  return found;
}

it('the price week shows the price of an hour, and which policy wins', () => {
  const shown = week([NIGHT, DAY]);
  expect(shown.times).toHaveLength(24);
  expect(cell(shown, 1, '20:00')).toMatchObject({ kind: 'PRICED', amount: 8000 });
  expect(cell(shown, 5, '20:00')).toMatchObject({ amount: 14_000, lines: [{ label: '요금 2', count: 2 }] });
  expect(cell(shown, 5, '19:00').step).toBe(0);
  expect(cell(shown, 5, '20:00').step).toBe(4);
});

it('the price week prices the first hours of Saturday by the night that began on Friday', () => {
  const shown = week([NIGHT, DAY]);
  expect(cell(shown, 6, '01:00').amount).toBe(14_000);
  expect(cell(shown, 5, '01:00').amount).toBe(8000);
});

it('the price week distinguishes closed hours from hours without a price', () => {
  const shown = week([NIGHT]);
  expect(cell(shown, 1, '05:00').kind).toBe('CLOSED');
  expect(cell(shown, 1, '12:00').kind).toBe('GAP');
  // The stay would end after the closing time.
  expect(cell(week([DAY], { minutes: 120 }), 2, '01:00').kind).toBe('CLOSED');
});

it('the price week has a column for holidays, which weekdays do not price', () => {
  const shown = week([NIGHT, DAY]);
  expect(cell(shown, 0, '21:00').amount).toBe(14_000);
  expect(cell(shown, 0, '12:00').kind).toBe('GAP');
});

it('the price week shows a package for a stay that is long enough', () => {
  const pack = rule(3, {
    unit: 'PACKAGE',
    packageMinutes: 180,
    amount: 15_000,
    fromTime: '10:00',
    toTime: '18:00',
    priority: 5,
  });
  expect(cell(week([pack, DAY]), 1, '10:00').amount).toBe(8000);
  const long = week([pack, DAY], { minutes: 180 });
  expect(cell(long, 1, '15:00').amount).toBe(15_000);
  expect(cell(long, 1, '16:00').amount).toBe(24_000);
});

it('the price week considers the head count, other rooms, and past seasons', () => {
  expect(cell(week([{ ...DAY, extraPersonAmount: 1000 }], { headCount: 4 }), 1, '12:00').amount).toBe(12_000);
  expect(cell(week([{ ...DAY, roomIds: [sampleId(99)] }]), 1, '12:00').kind).toBe('GAP');
  expect(cell(week([{ ...DAY, endsOn: '2026-11-17' }]), 2, '12:00').kind).toBe('PRICED');
  expect(cell(week([{ ...DAY, endsOn: '2026-11-17' }]), 3, '12:00').kind).toBe('GAP');
});

it('the price week has longer rows when a slot is longer than an hour', () => {
  expect(rowMinutes({ slotMinutes: 90 })).toBe(90);
  const shown = week([DAY], { store: { ...STORE, slotMinutes: 90 }, minutes: 90 });
  expect(shown.times.slice(0, 3)).toEqual(['00:00', '01:30', '03:00']);
  expect(shown.times).toHaveLength(16);
  expect(cell(shown, 1, '12:00').amount).toBe(4000);
});

it('the price week offers the lengths of stay that the store allows', () => {
  expect(stayChoices(STORE)).toEqual([60, 120, 180, 240, 300, 360, 480]);
  expect(stayChoices({ slotMinutes: 90, minMinutes: 180, maxMinutes: 360 })).toEqual([90, 180, 360]);
});
