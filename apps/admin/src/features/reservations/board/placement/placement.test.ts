import { describe, expect, it } from 'vitest';
import { boardDay, boardReservation } from '../../../../testing/board-samples.ts';
import { sampleId } from '../../../../testing/samples.ts';
import {
  findConflict,
  drawPlacement,
  findGrips,
  movePlacement,
  resizePlacement,
  type Placement,
  type PlacementRules,
} from './placement.ts';
import type { BoardEntry } from '../row-blocks.ts';

const at = (clock: string) => Date.parse(`2026-11-21T${clock}:00+09:00`);
const rules: PlacementRules = {
  slotMinutes: 30,
  minMinutes: 60,
  maxMinutes: 240,
  bufferMinutes: 10,
  timeZone: 'Asia/Seoul',
};
const guest = boardReservation();
const held: Placement = { reservation: guest, row: 0, startMs: at('14:00'), endMs: at('16:00') };
const hours = ({ startMs, endMs }: Placement) =>
  [startMs, endMs].map((ms) => new Date(ms + 9 * 3_600_000).toISOString().slice(11, 16)).join('–');

describe('a placement', () => {
  it('moves as a whole and snaps to the slot', () => {
    expect(hours(movePlacement(held, 2, at('15:13'), rules))).toBe('15:00–17:00');
    expect(movePlacement(held, 2, at('15:13'), rules).row).toBe(2);
  });

  it('is resized at either end within the shortest and the longest time', () => {
    expect(hours(resizePlacement(held, 'end', at('17:20'), rules))).toBe('14:00–17:30');
    expect(hours(resizePlacement(held, 'end', at('14:10'), rules))).toBe('14:00–15:00');
    expect(hours(resizePlacement(held, 'end', at('23:00'), rules))).toBe('14:00–18:00');
    expect(hours(resizePlacement(held, 'start', at('15:50'), rules))).toBe('15:00–16:00');
  });

  it('of a block may last from one slot to a whole day', () => {
    const block = { ...held, reservation: boardReservation({ kind: 'BLOCK', blockReason: 'CLEANING' }) };
    expect(hours(resizePlacement(block, 'end', at('14:10'), rules))).toBe('14:00–14:30');
    expect(hours(resizePlacement(block, 'end', at('23:00'), rules))).toBe('14:00–23:00');
  });

  it('of a new reservation covers the slots from where the pointer went down, in either direction', () => {
    expect(hours(drawPlacement(0, at('14:10'), at('14:12'), rules))).toBe('14:00–15:00');
    expect(hours(drawPlacement(0, at('14:10'), at('16:40'), rules))).toBe('14:00–17:00');
    expect(hours(drawPlacement(0, at('14:10'), at('12:40'), rules))).toBe('12:30–14:30');
  });
});

it('allows only the end of a stay in use to move, and nothing of a completed one', () => {
  expect(findGrips(boardReservation({ state: 'PENDING' }), true)).toContain('whole');
  expect(findGrips(boardReservation({ state: 'IN_USE' }), true)).toEqual(['end']);
  expect(findGrips(boardReservation({ state: 'COMPLETED' }), true)).toEqual([]);
});

it('allows no move of a block to a person without the right to change blocks', () => {
  expect(findGrips(boardReservation({ kind: 'BLOCK' }), false)).toEqual([]);
  expect(findGrips(boardReservation({ kind: 'BLOCK' }), true)).toContain('whole');
  expect(findGrips(boardReservation({ state: 'CONFIRMED' }), false)).toContain('whole');
});

describe('a conflict', () => {
  const other = boardReservation({
    id: sampleId(51),
    startsAt: '2026-11-21T18:00:00+09:00',
    endsAt: '2026-11-21T19:00:00+09:00',
    bufferEndsAt: '2026-11-21T19:10:00+09:00',
  });
  const [entry] = boardDay([guest, other]).rooms as [BoardEntry];
  const around = { entry, open: [{ startMs: at('10:00'), endMs: at('23:00') }], bufferMinutes: 10, nowMs: at('12:00') };
  const placed = (from: string, to: string, reservation: Placement['reservation'] = guest): Placement => ({
    reservation,
    row: 0,
    startMs: at(from),
    endMs: at(to),
  });

  it('is an overlap with another reservation, including either buffer', () => {
    expect(findConflict(placed('16:00', '17:30'), around)).toBeNull();
    expect(findConflict(placed('16:00', '18:00'), around)).toBe('taken');
    expect(findConflict(placed('19:00', '20:00'), around)).toBe('taken');
    expect(findConflict(placed('19:30', '20:00'), around)).toBeNull();
  });

  it('is no overlap with itself or with a no-show', () => {
    const absent = boardDay([guest, { ...other, state: 'NO_SHOW' }]).rooms[0] as BoardEntry;
    expect(findConflict(placed('17:30', '18:30'), { ...around, entry: absent })).toBeNull();
    expect(findConflict(placed('15:00', '17:00'), around)).toBeNull();
  });

  it('is a closure, a linked room in use, the past, or the time outside opening hours', () => {
    const closure = {
      startsAt: '2026-11-21T20:00:00+09:00',
      endsAt: '2026-11-21T21:00:00+09:00',
      reason: '점검',
      reservationId: null,
    };
    const closed = { ...entry, closures: [closure] };
    const linked = { ...entry, closures: [{ ...closure, reservationId: sampleId(77) }] };
    expect(findConflict(placed('20:30', '21:30'), { ...around, entry: closed })).toBe('closure');
    expect(findConflict(placed('20:30', '21:30'), { ...around, entry: linked })).toBe('taken');
    expect(findConflict(placed('11:00', '12:30'), around)).toBe('past');
    expect(findConflict(placed('22:00', '23:30', null), around)).toBe('closed');
  });

  it('is a room that is too small for the guests', () => {
    expect(findConflict(placed('16:00', '17:00', boardReservation({ headCount: 5 })), around)).toBe('capacity');
  });

  it('does not count the past start of a guest already in the room', () => {
    expect(findConflict(placed('14:00', '17:00'), { ...around, nowMs: at('15:00') })).toBeNull();
  });
});
