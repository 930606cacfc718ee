import { expect, it } from 'vitest';
import { boardDay, boardReservation } from '../../../testing/board-samples.ts';
import { sampleId } from '../../../testing/samples.ts';
import { toRowContent, type BoardEntry } from './row-blocks.ts';

const entryOf = (...reservations: ReturnType<typeof boardReservation>[]): BoardEntry => {
  const [entry] = boardDay(reservations).rooms;
  if (entry === undefined) throw new Error('There is no room');
  return entry;
};
const lanesOf = (entry: BoardEntry) => toRowContent(entry).blocks.map((it) => `${it.lane}/${it.lanes}`);

it('a board row gives consecutive reservations the whole height', () => {
  const next = boardReservation({
    id: sampleId(51),
    startsAt: '2026-11-21T07:00:00.000Z',
    endsAt: '2026-11-21T08:00:00.000Z',
  });
  expect(lanesOf(entryOf(boardReservation(), next))).toEqual(['0/1', '0/1']);
});

it('a board row puts a no-show and the guest after it side by side', () => {
  const absent = boardReservation({ id: sampleId(51), state: 'NO_SHOW' });
  const after = boardReservation({
    id: sampleId(52),
    startsAt: '2026-11-21T06:00:00.000Z',
    endsAt: '2026-11-21T08:00:00.000Z',
  });
  const alone = boardReservation({
    id: sampleId(53),
    startsAt: '2026-11-21T09:00:00.000Z',
    endsAt: '2026-11-21T10:00:00.000Z',
  });
  expect(lanesOf(entryOf(alone, after, absent))).toEqual(['0/2', '1/2', '0/1']);
});

it('a board row parses an entry once while it is the same object', () => {
  const entry = entryOf(boardReservation());
  expect(toRowContent(entry)).toBe(toRowContent(entry));
});
