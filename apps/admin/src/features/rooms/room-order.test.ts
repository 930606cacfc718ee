import { expect, it } from 'vitest';
import { moveEntry, findDropIndex } from './room-order.ts';

it('reordering rooms moves an entry, and keeps it inside the list', () => {
  expect(moveEntry(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moveEntry(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
  expect(moveEntry(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c']);
  expect(moveEntry(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
  expect(moveEntry([], 0, 1)).toEqual([]);
});

it('reordering rooms finds the row under a finger, also above and below the list', () => {
  expect([5, 15, 25, 900, -3].map((y) => findDropIndex([0, 10, 20], y))).toEqual([0, 1, 2, 2, 0]);
});
