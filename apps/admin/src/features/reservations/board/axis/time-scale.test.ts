import { expect, it } from 'vitest';
import { firstFullHour, hourTicks, msAt, snapToSlot, measureAxisWidth, toAxisX, type TimeScale } from './time-scale.ts';

const at = (text: string) => Date.parse(text);
const seoul: TimeScale = {
  startMs: at('2026-11-20T21:00:00Z'),
  endMs: at('2026-11-21T21:00:00Z'),
  pxPerHour: 50,
  timeZone: 'Asia/Seoul',
};

it('the board’s time scale maps time to pixels and back', () => {
  expect(measureAxisWidth(seoul)).toBe(1200);
  expect(toAxisX(seoul, at('2026-11-21T05:30:00Z'))).toBe(425);
  expect(msAt(seoul, 425)).toBe(at('2026-11-21T05:30:00Z'));
});

it('the board’s time scale snaps to whole slots since local midnight', () => {
  expect(snapToSlot(at('2026-11-21T05:20:00Z'), 30, 'Asia/Seoul')).toBe(at('2026-11-21T05:30:00Z'));
  expect(snapToSlot(at('2026-11-21T05:20:00Z'), 30, 'Asia/Seoul', 'before')).toBe(at('2026-11-21T05:00:00Z'));
  // In Seoul the 90-minute slots of a day begin at 00:00, 01:30 … 13:30, 15:00.
  expect(snapToSlot(at('2026-11-21T05:20:00Z'), 90, 'Asia/Seoul')).toBe(at('2026-11-21T06:00:00Z'));
  // Kathmandu is 5:45 ahead of UTC: 14:00 there is 08:15 UTC.
  expect(snapToSlot(at('2026-11-21T08:20:10Z'), 30, 'Asia/Kathmandu')).toBe(at('2026-11-21T08:15:00Z'));
});

it('the board’s time scale labels the hours that the store’s clocks show, past midnight as well', () => {
  expect(hourTicks(seoul).map((it) => it.hour)).toEqual([
    6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 0, 1, 2, 3, 4, 5,
  ]);
  expect(hourTicks({ ...seoul, pxPerHour: 12 }).map((it) => it.hour)).toEqual([6, 9, 12, 15, 18, 21, 0, 3]);
});

it('the board’s time scale keeps time linear where clocks are put back', () => {
  const newYork: TimeScale = {
    startMs: at('2026-11-01T04:00:00Z'),
    endMs: at('2026-11-02T05:00:00Z'),
    pxPerHour: 50,
    timeZone: 'America/New_York',
  };
  expect(measureAxisWidth(newYork)).toBe(1250);
  expect(
    hourTicks(newYork)
      .map((it) => it.hour)
      .slice(0, 4),
  ).toEqual([0, 1, 1, 2]);
});

it('the board’s time scale finds the first full hour of a day that starts at half past', () => {
  expect(firstFullHour({ ...seoul, startMs: at('2026-11-20T20:30:00Z') })).toBe(at('2026-11-20T21:00:00Z'));
});
