import { describe, expect, it } from 'vitest';
import { sampleBookingStore, sampleBookingTimes } from '../../testing/sample-booking.ts';
import { groupByDayPart, listRoomTimes } from './free-times.ts';

const { rooms } = sampleBookingStore();

describe('listRoomTimes', () => {
  it('sorts the free rooms of a start by price, then by capacity', () => {
    const rows = listRoomTimes(sampleBookingTimes(), rooms);
    expect(rows.map((row) => row.rooms.map(({ room, amount }) => [room.id, amount]))).toEqual([
      [
        ['r2', 20_000],
        ['r1', 30_000],
      ],
      [['r2', 25_000]],
      [
        ['r1', 20_000],
        ['r2', 20_000],
      ],
    ]);
  });

  it('leaves out rooms that the store does not have, and starts without a room', () => {
    const [onlyFirst] = rooms;
    const rows = listRoomTimes(sampleBookingTimes(), onlyFirst === undefined ? [] : [onlyFirst]);
    expect(rows.map(({ startsAt }) => startsAt)).toEqual(['2026-11-26T01:00:00.000Z', '2026-11-26T15:30:00.000Z']);
  });
});

describe('groupByDayPart', () => {
  it('separates the hours after midnight from the early hours of the date', () => {
    const [row] = listRoomTimes(sampleBookingTimes(), rooms);
    if (row === undefined) throw new Error('no row');
    const rows = [1, 5, 9, 13, 20, 25].map((hour) => ({ ...row, startsAt: String(hour) }));
    const groups = groupByDayPart(rows, {
      hourOf: (instant) => Number(instant) % 24,
      isNextDay: (instant) => Number(instant) >= 24,
    });
    expect(groups.map(({ part, isNextDay, rows: { length } }) => [part, isNextDay, length])).toEqual([
      ['night', false, 2],
      ['morning', false, 1],
      ['afternoon', false, 1],
      ['evening', false, 1],
      ['night', true, 1],
    ]);
  });
});
