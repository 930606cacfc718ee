import { expect, it } from 'vitest';
import { continueNames } from './room-names.ts';

it.each([
  ['룸 1', 3, ['룸 1', '룸 2', '룸 3']],
  ['룸', 2, ['룸 1', '룸 2']],
  ['A09', 3, ['A09', 'A10', 'A11']],
  ['B101', 2, ['B101', 'B102']],
  [' ', 2, ['', '']],
])('room names continue %j for %i rooms', (first, count, names) => {
  expect(continueNames(first, count)).toEqual(names);
});
