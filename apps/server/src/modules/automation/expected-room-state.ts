import type { Reservation, RoomState } from '@munjigi/contract';

/**
 * The judge of the proof of room states (RM-7): it derives the state of a room from what the test itself did to people,
 * sensors and doors and from the records of the reservations. It shares no code with the server.
 */

/** A room with its door, and its sensor if it has one. */
export interface TrueRoom {
  readonly id: string;
  /** A person is inside. */
  isOccupied: boolean;
  readonly hasSensor: boolean;
  isSensorOnline: boolean;
  isDoorOpen: boolean;
  /** The guest who has not left, by its sensor, since the end of the stay. */
  stayed: GuestWhoStayed | null;
}

export interface GuestWhoStayed {
  readonly reservationId: string;
  readonly countsFrom: number;
  /** The rooms of the stay that no later guest has entered. */
  readonly rooms: readonly TrueRoom[];
}

/** Time for packing up after the end of a stay. */
const PACKING_MS = 5 * 60_000;

function seesPerson({ hasSensor, isSensorOnline, isOccupied }: TrueRoom): boolean {
  return hasSensor && isSensorOnline && isOccupied;
}

/** At the end of a stay: its guest stays in the first of its rooms where a sensor sees a person. */
export function recordSeenGuest({ id, endsAt }: Reservation, rooms: readonly TrueRoom[]): void {
  const room = rooms.find(seesPerson);
  if (room) room.stayed = { reservationId: id, countsFrom: Date.parse(endsAt) + PACKING_MS, rooms };
}

/** After people or sensors changed: a guest who is no longer seen is in another room of the stay, or has left. */
export function followGuest(room: TrueRoom): void {
  const { stayed } = room;
  if (stayed === null || (seesPerson(room) && stayed.rooms.includes(room))) return;
  room.stayed = null;
  const next = stayed.rooms.find(seesPerson);
  if (next) next.stayed = stayed;
}

/** A guest has checked in: whom a sensor sees in these rooms from now on is no guest of an earlier stay. */
export function enterRooms(all: readonly TrueRoom[], entered: readonly TrueRoom[], reservationId: string): void {
  for (const room of all) {
    if (room.stayed === null || room.stayed.reservationId === reservationId) continue;
    room.stayed = { ...room.stayed, rooms: room.stayed.rooms.filter((other) => !entered.includes(other)) };
    followGuest(room);
  }
}

export interface Truth {
  readonly nowMs: number;
  /** The rooms of the judged room: itself, or the parts of a joined one. */
  readonly rooms: readonly TrueRoom[];
  /** The reservations that take one of these rooms, as the server records them. */
  readonly reservations: readonly Reservation[];
  readonly isClosed: boolean;
  readonly emergency: 'LOCKDOWN' | 'FIRE_RELEASE' | null;
}

export function decideExpectedState(truth: Truth): RoomState {
  const { nowMs, rooms, emergency } = truth;
  const sensors = rooms.filter((room) => room.hasSensor && room.isSensorOnline);
  const isSeen = sensors.some((room) => room.isOccupied);
  if (
    truth.reservations.some(
      (stay) => stay.kind === 'GUEST' && stay.state === 'IN_USE' && Date.parse(stay.endsAt) > nowMs,
    )
  )
    return sensors.length > 0 && !isSeen ? 'SEEN_EMPTY' : 'IN_USE';
  const stayed = rooms.flatMap((room) => room.stayed ?? []);
  if (stayed.length > 0) return stayed.some(({ countsFrom }) => countsFrom <= nowMs) ? 'OVERRUN' : 'LEAVING';
  const live = truth.reservations.filter(({ startsAt }) => Date.parse(startsAt) <= nowMs);
  const isBlocked = live.some(
    ({ kind, state, endsAt }) =>
      kind === 'BLOCK' && (state === 'CONFIRMED' || state === 'IN_USE') && Date.parse(endsAt) > nowMs,
  );
  const isCleaned = live.some(isInBuffer);
  if (isSeen && !isBlocked && !isCleaned) return 'OCCUPIED';
  if (emergency !== null) return emergency === 'LOCKDOWN' ? 'LOCKED_DOWN' : 'FIRE_RELEASED';
  if (isBlocked || truth.isClosed) return 'BLOCKED';
  if (live.some(({ kind, state, endsAt }) => kind === 'GUEST' && isExpected(state) && Date.parse(endsAt) > nowMs))
    return 'RESERVED';
  if (isCleaned) return 'CLEANING';
  const isLost = sensors.length === 0 && rooms.some(({ hasSensor }) => hasSensor);
  const isUnseen = sensors.length === 0 && rooms.some(({ isDoorOpen }) => isDoorOpen);
  return isLost || isUnseen ? 'UNKNOWN' : 'FREE';

  function isInBuffer({ kind, state, endsAt, bufferEndsAt }: Reservation): boolean {
    const hasLeft = state === 'COMPLETED' || (isExpected(state) && Date.parse(endsAt) <= nowMs);
    return kind === 'GUEST' && hasLeft && Date.parse(bufferEndsAt) > nowMs;
  }
}

function isExpected(state: Reservation['state']): boolean {
  return state === 'CONFIRMED' || state === 'PENDING';
}

/** The access window of a stay of a store with these minutes around it, while its guest may enter. */
export function mayEnter(
  stay: Reservation,
  { beforeMinutes, afterMinutes }: { readonly beforeMinutes: number; readonly afterMinutes: number },
  nowMs: number,
): boolean {
  const isLive = stay.state === 'CONFIRMED' || stay.state === 'IN_USE';
  return (
    isLive &&
    nowMs >= Date.parse(stay.startsAt) - beforeMinutes * 60_000 &&
    nowMs < Date.parse(stay.endsAt) + afterMinutes * 60_000
  );
}
