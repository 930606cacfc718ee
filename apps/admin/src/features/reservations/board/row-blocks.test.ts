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

it('a board row ends the words of a closure where the next one begins, as linked rooms can take the same time', () => {
  const closed = (from: string, to: string) => ({
    startsAt: `2026-11-21T${from}:00.000Z`,
    endsAt: `2026-11-21T${to}:00.000Z`,
    reason: '',
    reservationId: sampleId(61),
  });
  const entry = { ...entryOf(), closures: [closed('04:00', '06:00'), closed('02:00', '05:00')] };
  expect(
    toRowContent(entry).closures.map(({ endMs, wordsEndMs }) =>
      [endMs, wordsEndMs].map((ms) => new Date(ms).getUTCHours()),
    ),
  ).toEqual([
    [5, 4],
    [6, 6],
  ]);
});
