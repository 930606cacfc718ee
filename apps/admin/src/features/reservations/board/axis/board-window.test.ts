import { expect, it } from 'vitest';
import { toBoardWindow } from './board-window.ts';

const size = { labelWidth: 168, rowHeight: 52, headHeight: 52 };
const seen = (left: number, top: number) => toBoardWindow({ left, top, width: 1000, height: 700 }, size, 200);

it('the rendered window of the board covers the visible part and a little more on each side', () => {
  const { firstRow, endRow, fromX, toX } = seen(2000, 5200);
  expect([firstRow, endRow]).toEqual([94, 120]);
  expect(fromX).toBeLessThanOrEqual(2000 - 320);
  expect(toX).toBeGreaterThanOrEqual(3000 + 320);
});

it('the rendered window of the board never exceeds the number of rooms', () => {
  expect(seen(0, 0).firstRow).toBe(0);
  expect(seen(0, 200 * 52).endRow).toBe(200);
  expect(toBoardWindow({ left: 0, top: 0, width: 1000, height: 700 }, size, 3).endRow).toBe(3);
});

it('the rendered window of the board stays the same for a scroll of a few pixels', () => {
  expect(seen(2010, 5210)).toEqual(seen(2020, 5215));
});
