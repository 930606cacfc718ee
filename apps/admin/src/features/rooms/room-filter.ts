import type { Room } from '@munjigi/contract';
import { ROOM_STATES, type RoomState } from '@munjigi/contract/room-values';

export const ROOM_STATE_CHOICES = ROOM_STATES.filter((state) => state !== 'ARCHIVED');
export const SORTS = ['order', 'name', 'state', 'next', 'capacity'] as const;
export const VIEWS = ['cards', 'table'] as const;

export interface RoomFilter {
  readonly view: (typeof VIEWS)[number];
  readonly state: (typeof ROOM_STATE_CHOICES)[number] | null;
  readonly isArchived: boolean;
  readonly sort: (typeof SORTS)[number];
  readonly isDescending: boolean;
}

/** Reads the filter from the address (SH-6). A value that it cannot understand counts as not given. */
export function readRoomFilter(params: URLSearchParams): RoomFilter {
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'cards',
    state: ROOM_STATE_CHOICES.find((state) => state === params.get('state')) ?? null,
    isArchived: params.get('archived') === 'only',
    sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'order',
    isDescending: params.get('dir') === 'desc',
  };
}

/** Trouble comes first, then rooms with people, because problems are most likely where guests are. */
const STATE_RANK: Readonly<Record<RoomState, number>> = {
  OVERRUN: 0,
  OCCUPIED: 1,
  LOCKED_DOWN: 2,
  FIRE_RELEASED: 2,
  LEAVING: 3,
  IN_USE: 4,
  SEEN_EMPTY: 4,
  RESERVED: 5,
  UNKNOWN: 6,
  CLEANING: 7,
  BLOCKED: 8,
  FREE: 9,
  ARCHIVED: 10,
};

/** The rooms of the filter, in its order; equal ones stay in the store's order. */
export function filterRooms(rooms: readonly Room[], { state, sort, isDescending }: RoomFilter): readonly Room[] {
  const shown = state === null ? [...rooms] : rooms.filter((room) => room.state === state);
  if (sort === 'order') return isDescending ? shown.toReversed() : shown;
  const sign = isDescending ? -1 : 1;
  return shown.sort((a, b) => sign * compare(a, b, sort));
}

function compare(a: Room, b: Room, sort: Exclude<RoomFilter['sort'], 'order'>): number {
  switch (sort) {
    // Numeric order: «2번 룸» before «10번 룸».
    case 'name':
      return a.name.localeCompare(b.name, 'ko', { numeric: true });
    case 'capacity':
      return a.capacity - b.capacity;
    case 'state':
      return STATE_RANK[a.state] - STATE_RANK[b.state];
    case 'next':
      return nextOf(a) - nextOf(b);
  }
}

/** Rooms without a next guest come last. */
function nextOf({ nextGuestStartsAt }: Room): number {
  return nextGuestStartsAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextGuestStartsAt);
}
