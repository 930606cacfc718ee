import type { Door, Room } from '@munjigi/contract';
import { isDoorOpen, doorNeedsAttention } from './door-words.ts';

export const DOOR_SHOW_CHOICES = ['all', 'open', 'attention'] as const;
export type DoorShow = (typeof DOOR_SHOW_CHOICES)[number];

export const DOOR_VIEWS = ['cards', 'table'] as const;
export type DoorView = (typeof DOOR_VIEWS)[number];
export const DOOR_SORTS = ['name', 'state', 'online', 'battery'] as const;
export type DoorSort = (typeof DOOR_SORTS)[number];

export interface DoorFilter {
  readonly q: string;
  readonly show: DoorShow;
  readonly view: DoorView;
  /** The order of the table; `null`: a store's own entrances first, then room by room. */
  readonly sort: DoorSort | null;
  readonly isDescending: boolean;
}

/** Reads the filter from the address (SH-6); a value that it cannot understand counts as not given. */
export function readDoorFilter(params: URLSearchParams): DoorFilter {
  return {
    q: (params.get('q') ?? '').slice(0, 60),
    show: DOOR_SHOW_CHOICES.find((show) => show === params.get('show')) ?? 'all',
    view: DOOR_VIEWS.find((view) => view === params.get('view')) ?? 'cards',
    sort: DOOR_SORTS.find((sort) => sort === params.get('sort')) ?? null,
    isDescending: params.get('dir') === 'desc',
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

/** The doors that match the filter, by store in the given order, and each store's in the order of the filter. */
export function groupDoors({ doors, rooms, stores, filter, ringing }: DoorListing): readonly DoorGroup[] {
  const roomOf = new Map(rooms.map((room) => [room.id, room]));
  const placed = doors
    .map((door): PlacedDoor => ({ door, room: door.roomId === null ? null : (roomOf.get(door.roomId) ?? null) }))
    .filter((candidate) => isShown(candidate, filter, ringing))
    .sort((a, b) => compareByRoom(a, b));
  if (filter.view === 'table' && filter.sort !== null) sortDoors(placed, filter.sort, filter.isDescending);
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

function compareByRoom(a: PlacedDoor, b: PlacedDoor): number {
  return orderOf(a) - orderOf(b) || compareNames(a, b);
}

function compareNames(a: PlacedDoor, b: PlacedDoor): number {
  return a.door.name.localeCompare(b.door.name, undefined, { numeric: true });
}

/** Trouble first. */
const ONLINE_RANK: Readonly<Record<Door['online'], number>> = {
  DEVICE_OFFLINE: 0,
  BROKER_LOST: 1,
  UNKNOWN: 2,
  ONLINE: 3,
};
const LOCK_RANK: Readonly<Record<Door['lockState'], number>> = {
  NOT_FULLY_LOCKED: 0,
  UNKNOWN: 1,
  UNLATCHED: 2,
  UNLOCKED: 3,
  LOCKED: 4,
};
/** A door without a battery comes last. */
const NO_BATTERY = 101;

const COMPARE: Readonly<Record<DoorSort, (a: PlacedDoor, b: PlacedDoor) => number>> = {
  name: compareNames,
  state: (a, b) => LOCK_RANK[a.door.lockState] - LOCK_RANK[b.door.lockState],
  online: (a, b) => ONLINE_RANK[a.door.online] - ONLINE_RANK[b.door.online],
  battery: (a, b) => (a.door.battery ?? NO_BATTERY) - (b.door.battery ?? NO_BATTERY),
};

/** Sorts in place; equal doors keep the order of their rooms. */
function sortDoors(doors: PlacedDoor[], sort: DoorSort, isDescending: boolean): void {
  doors.sort((a, b) => (isDescending ? -1 : 1) * COMPARE[sort](a, b) || compareByRoom(a, b));
}

function orderOf({ door, room }: PlacedDoor): number {
  return door.roomId === null ? -1 : (room?.order ?? Number.MAX_SAFE_INTEGER);
}

function isShown({ door, room }: PlacedDoor, { q, show }: DoorFilter, ringing: ReadonlySet<string>): boolean {
  if (show === 'open' && !isDoorOpen(door)) return false;
  if (show === 'attention' && !doorNeedsAttention(door, ringing)) return false;
  const query = q.trim().toLocaleLowerCase();
  return query === '' || `${door.name} ${room?.name ?? ''}`.toLocaleLowerCase().includes(query);
}
