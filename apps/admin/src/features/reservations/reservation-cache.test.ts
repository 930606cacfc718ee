import type { DailyReservations, Reservation } from '@munjigi/contract';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { boardDay, boardReservation } from '../../testing/board-samples.ts';
import { sampleId } from '../../testing/samples.ts';
import { dailyKey, putReservation, previewMove, revertMove, touchesLinkedRooms } from './reservation-cache.ts';

const question = { storeId: boardDay().storeId, date: '2026-11-21', days: 1 };
const key = dailyKey('playroom', question);

function shown(...rooms: readonly (readonly Reservation[])[]) {
  const client = new QueryClient();
  client.setQueryData<DailyReservations>(key, boardDay(...rooms));
  const now = () => client.getQueryData<DailyReservations>(key);
  return { client, now, idsOf: (row: number) => now()?.rooms[row]?.reservations.map((it) => it.id) };
}

describe('the cached days of the board', () => {
  it('replace a reservation by its newest version', () => {
    const { client, idsOf } = shown([boardReservation()], []);
    putReservation(client, 'playroom', boardReservation({ roomId: sampleId(11), version: 2 }));
    expect([idsOf(0), idsOf(1)]).toEqual([[], [sampleId(50)]]);
    putReservation(client, 'playroom', boardReservation({ version: 1 }));
    expect([idsOf(0), idsOf(1)]).toEqual([[], [sampleId(50)]]);
  });

  it('keep the object of an unchanged room, so that its row does not render again', () => {
    const { client, now } = shown([boardReservation()], []);
    const before = now()?.rooms[1];
    putReservation(client, 'playroom', boardReservation({ version: 2, headCount: 5 }));
    expect(now()?.rooms[1]).toBe(before);
  });

  it('lose a reservation that was cancelled or moved to another day, and gain one that moved onto them', () => {
    const { client, idsOf } = shown([boardReservation()]);
    putReservation(client, 'playroom', boardReservation({ version: 2, state: 'CANCELLED' }));
    expect(idsOf(0)).toEqual([]);
    putReservation(client, 'playroom', boardReservation({ id: sampleId(51) }));
    expect(idsOf(0)).toEqual([sampleId(51)]);
    const nextDay = {
      startsAt: '2026-11-22T05:00:00Z',
      endsAt: '2026-11-22T07:00:00Z',
      bufferEndsAt: '2026-11-22T07:10:00Z',
    };
    putReservation(client, 'playroom', boardReservation({ id: sampleId(51), version: 2, ...nextDay }));
    expect(idsOf(0)).toEqual([]);
  });

  it('restore the place after a refused move, unless a newer version arrived meanwhile', () => {
    const before = boardReservation();
    const { client, idsOf } = shown([before], []);
    previewMove(client, 'playroom', { ...before, roomId: sampleId(11) });
    expect(idsOf(1)).toEqual([sampleId(50)]);
    revertMove(client, 'playroom', before);
    expect(idsOf(0)).toEqual([sampleId(50)]);
    previewMove(client, 'playroom', { ...before, roomId: sampleId(11) });
    putReservation(client, 'playroom', boardReservation({ version: 2, roomId: sampleId(11), headCount: 4 }));
    revertMove(client, 'playroom', before);
    expect(idsOf(1)).toEqual([sampleId(50)]);
  });

  it('detect which changes affect linked rooms', () => {
    const days = boardDay([boardReservation()], [], []);
    const linked = {
      ...days,
      rooms: days.rooms.map((it, row) =>
        row === 1 ? { ...it, room: { ...it.room, partRoomIds: [sampleId(10)] } } : it,
      ),
    };
    expect(touchesLinkedRooms(linked, boardReservation({ roomId: sampleId(10) }))).toBe(true);
    expect(touchesLinkedRooms(linked, boardReservation({ id: sampleId(60), roomId: sampleId(12) }))).toBe(false);
    expect(touchesLinkedRooms(linked, boardReservation({ roomId: sampleId(12) }))).toBe(true);
  });

  it('detect that a move on screen leaves a linked room', () => {
    const moved = boardReservation({ roomId: sampleId(12) });
    const days = boardDay([], [], [moved]);
    const { startsAt, endsAt } = moved;
    const marked = {
      ...days,
      rooms: days.rooms.map((it, row) =>
        row === 1 ? { ...it, closures: [{ startsAt, endsAt, reason: '1번 룸', reservationId: moved.id }] } : it,
      ),
    };
    expect(touchesLinkedRooms(days, moved)).toBe(false);
    expect(touchesLinkedRooms(marked, moved)).toBe(true);
  });
});
