import type { Door, Room } from '@munjigi/contract';
import { isDoorOpen, doorNeedsAttention } from './door-words.ts';

export const DOOR_SHOW_CHOICES = ['all', 'open', 'attention'] as const;
export type DoorShow = (typeof DOOR_SHOW_CHOICES)[number];

export interface DoorFilter {
  readonly q: string;
  readonly show: DoorShow;
}

/** Reads the filter from the address (SH-6); a value that it cannot understand counts as not given. */
export function readDoorFilter(params: URLSearchParams): DoorFilter {
  return {
    q: (params.get('q') ?? '').slice(0, 60),
    show: DOOR_SHOW_CHOICES.find((show) => show === params.get('show')) ?? 'all',
  };
}

export interface PlacedDoor {
  readonly door: Door;
  /** `null`: an entrance of the store itself. */
  readonly room: Room | null;
}
export interface DoorGroup {
  readonly storeId: string;
  readonly storeName: string;
  readonly doors: readonly PlacedDoor[];
}

interface DoorListing {
  readonly doors: readonly Door[];
  readonly rooms: readonly Room[];
  readonly stores: readonly { id: string; name: string }[];
  readonly filter: DoorFilter;
  /** The ids of doors with an alarm. */
  readonly ringing: ReadonlySet<string>;
}

/** The doors that match the filter, by store in the given order; a store's own entrances first, then room by room. */
export function groupDoors({ doors, rooms, stores, filter, ringing }: DoorListing): readonly DoorGroup[] {
  const roomOf = new Map(rooms.map((room) => [room.id, room]));
  const placed = doors
    .map((door): PlacedDoor => ({ door, room: door.roomId === null ? null : (roomOf.get(door.roomId) ?? null) }))
    .filter((candidate) => isWanted(candidate, filter, ringing))
    .sort((a, b) => orderOf(a) - orderOf(b) || a.door.name.localeCompare(b.door.name, undefined, { numeric: true }));
  const nameOf = new Map(stores.map((store) => [store.id, store.name]));
  const storeIds = [...new Set([...stores.map((store) => store.id), ...placed.map(({ door }) => door.storeId)])];
  return storeIds
    .map((storeId) => ({
      storeId,
      storeName: nameOf.get(storeId) ?? '',
      doors: placed.filter(({ door }) => door.storeId === storeId),
    }))
    .filter((group) => group.doors.length > 0);
}

function orderOf({ door, room }: PlacedDoor): number {
  return door.roomId === null ? -1 : (room?.order ?? Number.MAX_SAFE_INTEGER);
}

function isWanted({ door, room }: PlacedDoor, { q, show }: DoorFilter, ringing: ReadonlySet<string>): boolean {
  if (show === 'open' && !isDoorOpen(door)) return false;
  if (show === 'attention' && !doorNeedsAttention(door, ringing)) return false;
  const query = q.trim().toLocaleLowerCase();
  return query === '' || `${door.name} ${room?.name ?? ''}`.toLocaleLowerCase().includes(query);
}
