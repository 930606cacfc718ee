import { expect, it } from 'vitest';
import { sampleId, sampleRoom } from '../../testing/samples.ts';
import { filterRooms, readRoomFilter } from './room-filter.ts';

const ROOMS = [
  sampleRoom({
    id: sampleId(1),
    name: '10번 룸',
    capacity: 2,
    state: 'FREE',
    nextGuestStartsAt: '2026-11-20T12:00:00Z',
  }),
  sampleRoom({ id: sampleId(2), name: '2번 룸', capacity: 8, state: 'IN_USE', nextGuestStartsAt: null }),
  sampleRoom({
    id: sampleId(3),
    name: '1번 룸',
    capacity: 4,
    state: 'CLEANING',
    nextGuestStartsAt: '2026-11-20T11:00:00Z',
  }),
];
const names = (address: string) =>
  filterRooms(ROOMS, readRoomFilter(new URLSearchParams(address))).map((room) => room.name);

it('the room filter keeps the store’s order when no order is chosen', () => {
  expect(names('')).toEqual(['10번 룸', '2번 룸', '1번 룸']);
  expect(names('sort=nonsense&state=nonsense')).toEqual(names(''));
});

it('the room filter sorts names by their numbers, the most urgent state first, and rooms without a next guest last', () => {
  expect(names('sort=name')).toEqual(['1번 룸', '2번 룸', '10번 룸']);
  expect(names('sort=name&dir=desc')).toEqual(['10번 룸', '2번 룸', '1번 룸']);
  expect(names('sort=state')).toEqual(['2번 룸', '1번 룸', '10번 룸']);
  expect(names('sort=next')).toEqual(['1번 룸', '10번 룸', '2번 룸']);
  expect(names('sort=capacity&dir=desc')).toEqual(['2번 룸', '1번 룸', '10번 룸']);
});

it('the room filter filters by state', () => {
  expect(names('state=FREE')).toEqual(['10번 룸']);
});
