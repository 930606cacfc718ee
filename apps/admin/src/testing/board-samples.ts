import type { DailyReservations, Reservation } from '@munjigi/contract';
import { STORES } from './render-screen.tsx';
import { sampleId } from './samples.ts';
import { sampleReservation } from './store-samples.ts';

/** A guest's two hours in a room (from 0) of `boardDay`: by default from 14:00 in Seoul on 21 November 2026. */
export function boardReservation(over: Partial<Reservation> = {}): Reservation {
  return sampleReservation({
    id: sampleId(50),
    roomId: sampleId(10),
    startsAt: '2026-11-21T05:00:00.000Z',
    endsAt: '2026-11-21T07:00:00.000Z',
    bufferEndsAt: '2026-11-21T07:10:00.000Z',
    state: 'CONFIRMED',
    priceAmount: 24_000,
    paidAmount: 24_000,
    waivedAmount: 0,
    version: 1,
    ...over,
  });
}

/** The business day of 21 November 2026, 06:00 to 06:00 in Seoul, open from 10:00 to 04:00: one room for each list of reservations. */
export function boardDay(...rooms: readonly (readonly Reservation[])[]): DailyReservations {
  return {
    storeId: STORES[0].id,
    date: '2026-11-21',
    startsAt: '2026-11-20T21:00:00.000Z',
    endsAt: '2026-11-21T21:00:00.000Z',
    open: [{ startsAt: '2026-11-21T01:00:00.000Z', endsAt: '2026-11-21T19:00:00.000Z' }],
    rooms: rooms.map((reservations, index) => ({
      room: {
        id: sampleId(10 + index),
        storeId: STORES[0].id,
        name: `${index + 1}번 룸`,
        capacity: 4,
        order: index,
        partRoomIds: [],
      },
      reservations: [...reservations],
      closures: [],
    })),
  };
}
