import { describe, expect, it } from 'vitest';
import { boardDay, boardReservation } from '../../../../testing/board-samples.ts';
import { sampleId } from '../../../../testing/samples.ts';
import {
  stopAfter,
  stopAt,
  stopBefore,
  stopInRow,
  stretchCursor,
  type BoardCursor,
  type CursorBounds,
} from './board-cursor.ts';
import { toRowContent, type BoardEntry } from '../row-blocks.ts';

const at = (clock: string) => Date.parse(`2026-11-21T${clock}:00+09:00`);
const bounds: CursorBounds = {
  startMs: at('06:00'),
  endMs: at('06:00') + 86_400_000,
  slotMinutes: 30,
  timeZone: 'Asia/Seoul',
};
const next = boardReservation({
  id: sampleId(51),
  startsAt: '2026-11-21T16:00:00+09:00',
  endsAt: '2026-11-21T16:50:00+09:00',
});
const absent = boardReservation({
  id: sampleId(52),
  state: 'NO_SHOW',
  startsAt: '2026-11-21T15:00:00+09:00',
  endsAt: '2026-11-21T16:00:00+09:00',
});
const contentFor = (...reservations: ReturnType<typeof boardReservation>[]) =>
  toRowContent(boardDay(reservations).rooms[0] as BoardEntry);
const labelOf = (cursor: BoardCursor) =>
  cursor.reservationId?.slice(-2) ?? new Date(cursor.startMs + 9 * 3_600_000).toISOString().slice(11, 16);

function walk(
  content: ReturnType<typeof contentFor>,
  from: BoardCursor,
  step: typeof stopAfter,
  times: number,
): string[] {
  const stops = [from];
  for (let time = 0; time < times; time += 1) stops.push(step(stops.at(-1) ?? from, content, bounds));
  return stops.map(labelOf);
}

describe('the keyboard cursor', () => {
  it('moves slot by slot over free time and stops once at each reservation', () => {
    const content = contentFor(boardReservation(), next);
    expect(walk(content, stopAt(0, content, at('13:10'), bounds), stopAfter, 5)).toEqual([
      '13:00',
      '13:30',
      '50',
      '51',
      '17:00',
      '17:30',
    ]);
    expect(walk(content, stopAt(0, content, at('17:35'), bounds), stopBefore, 5)).toEqual([
      '17:30',
      '17:00',
      '51',
      '50',
      '13:30',
      '13:00',
    ]);
  });

  it('reaches reservations that share time', () => {
    const content = contentFor(boardReservation(), absent);
    expect(walk(content, stopAt(0, content, at('13:40'), bounds), stopAfter, 3)).toEqual([
      '13:30',
      '50',
      '52',
      '16:00',
    ]);
    expect(walk(content, stopAt(0, content, at('16:10'), bounds), stopBefore, 3)).toEqual([
      '16:00',
      '52',
      '50',
      '13:30',
    ]);
  });

  it('stays at both ends of the shown time', () => {
    const content = contentFor();
    expect(walk(content, stopAt(0, content, at('06:00'), bounds), stopBefore, 1)).toEqual(['06:00', '06:00']);
    expect(walk(content, stopAt(0, content, bounds.endMs, bounds), stopAfter, 1)).toEqual(['05:30', '05:30']);
  });

  it('can extend over free time, never less than a slot', () => {
    const start = stopAt(0, contentFor(), at('13:00'), bounds);
    expect(stretchCursor(stretchCursor(start, 1, bounds), 1, bounds).endMs).toBe(at('14:30'));
    expect(stretchCursor(start, -1, bounds).endMs).toBe(at('13:30'));
  });
});

it('keeps the time of the column across a reservation that began earlier (SH-30)', () => {
  const start = stopAt(0, contentFor(), at('15:30'), bounds);
  const onBlock = stopInRow(start, 1, contentFor(boardReservation()), bounds);
  expect(onBlock).toMatchObject({ row: 1, reservationId: boardReservation().id, startMs: at('14:00') });
  expect(labelOf(stopInRow(onBlock, 2, contentFor(), bounds))).toBe('15:30');
  expect(labelOf(stopInRow(stopInRow(onBlock, 2, contentFor(), bounds), 1, contentFor(), bounds))).toBe('15:30');
});
