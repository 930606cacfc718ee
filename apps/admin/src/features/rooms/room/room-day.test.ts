import type { Reservation } from '@munjigi/contract';
import { expect, it } from 'vitest';
import { sampleId, sampleRoom } from '../../../testing/samples.ts';
import { sampleReservation } from '../../../testing/store-samples.ts';
import { findClosure, findNextGuest, hourMarks, toDaySegments, toDayShare } from './room-day.ts';

const DAY = { startsAt: '2026-11-19T21:00:00.000Z', endsAt: '2026-11-20T21:00:00.000Z' };
const ROOM = sampleRoom();

const day = (reservations: Reservation[]) => ({
  ...DAY,
  rooms: [
    {
      room: ROOM,
      reservations,
      closures: [
        { startsAt: '2026-11-19T00:00:00Z', endsAt: '2026-11-19T23:00:00Z', reason: '공사', reservationId: null },
      ],
    },
  ],
});

it('the day of a room places reservations, their buffers and closures on the day, clipped to it', () => {
  const overnight = sampleReservation({
    id: sampleId(51),
    startsAt: '2026-11-20T20:00:00Z',
    endsAt: '2026-11-20T23:00:00Z',
    bufferEndsAt: '2026-11-20T23:30:00Z',
  });
  const segments = toDaySegments(day([sampleReservation({}), overnight]), ROOM.id);
  expect(segments.map(({ kind, from, to }) => [kind, Math.round(from * 48) / 2, Math.round(to * 48) / 2])).toEqual([
    ['CLOSURE', 0, 2],
    ['BUFFER', 8, 8.5],
    ['RESERVATION', 6, 8],
    ['RESERVATION', 23, 24],
  ]);
  expect(toDaySegments(day([]), sampleId(99))).toEqual([]);
});

it('the day of a room keeps an instant outside of the day at its edge', () => {
  expect([
    toDayShare(DAY, '2026-11-01T00:00:00Z'),
    toDayShare(DAY, '2026-11-20T09:00:00Z'),
    toDayShare(DAY, '2026-12-01T00:00:00Z'),
  ]).toEqual([0, 0.5, 1]);
  expect(hourMarks(DAY, 6).map(({ share }) => share)).toEqual([0, 0.25, 0.5, 0.75, 1]);
});

const [gone, inUse, later, next, block] = [
  sampleReservation({ id: sampleId(1), state: 'CANCELLED', startsAt: '2026-11-20T03:30:00Z' }),
  sampleReservation({ id: sampleId(2), state: 'IN_USE' }),
  sampleReservation({ id: sampleId(3), startsAt: '2026-11-20T09:00:00Z' }),
  sampleReservation({ id: sampleId(4), startsAt: '2026-11-20T06:00:00Z' }),
  sampleReservation({
    id: sampleId(5),
    kind: 'BLOCK',
    blockReason: 'CLEANING',
    startsAt: '2026-11-20T05:30:00Z',
    endsAt: '2026-11-20T06:00:00Z',
  }),
];
const noon = Date.parse('2026-11-20T04:00:00Z');

it('the day of a room skips blocks and cancelled reservations to find the next guest', () => {
  expect(findNextGuest([gone, inUse, later, block, next], noon)).toBe(next);
  expect(findNextGuest([gone, block], noon)).toBeNull();
});

it('the day of a room finds the closure at an instant', () => {
  const closure = {
    startsAt: '2026-11-20T03:00:00Z',
    endsAt: '2026-11-20T05:00:00Z',
    reason: '2번 룸',
    reservationId: sampleId(9),
  };
  expect(findClosure({ closures: [closure] }, noon)).toBe(closure);
  expect(findClosure({ closures: [closure] }, Date.parse(closure.endsAt))).toBeNull();
});
