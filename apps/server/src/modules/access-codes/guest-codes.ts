import type { GuestCode } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { codesOf } from '../devices/index.ts';
import {
  findDoorsOfStore,
  findExpected,
  findPlacesOf,
  findPresentCodes,
  type CodeRow,
  type Expected,
} from './access-codes.sql.ts';
import type { AccessDeps } from './deps.ts';
import type { PlaceRow } from './places.ts';
import { findGivenSpares, findPlacesOfCodes } from './spares.sql.ts';
import { calculateAccessWindow, type AccessWindow } from './windows.ts';

/** The doors that lead to the room of a reservation, each with its access window. */
export interface ReservationDoors {
  /** Whether the reservation is in a state in which its guest may enter. */
  readonly isExpected: boolean;
  readonly windows: readonly AccessWindow[];
}

interface Of {
  readonly storeId: string;
  readonly reservationId: string;
}

const ENTERING_STATES = new Set(['CONFIRMED', 'IN_USE']);

/** Finds the doors into the store and to the room of a reservation, in the order of the way (GT-7). `null`: there is no such reservation. */
export async function findReservationDoors(tx: Tx, of: Of): Promise<ReservationDoors | null> {
  const [[expected], doors] = await Promise.all([
    findExpected(tx, of.storeId, [of.reservationId]),
    findDoorsOfStore(tx, of.storeId),
  ]);
  if (!expected) return null;
  // The page shows the check in place of the doors (AG-7).
  if (expected.is_withheld) return { isExpected: false, windows: [] };
  return {
    isExpected: expected.kind === 'GUEST' && ENTERING_STATES.has(expected.state),
    windows: doors
      .filter((door) => leadsTo(door, expected))
      .sort((a, b) => placeOnWay(a, expected) - placeOnWay(b, expected))
      .map((door) => calculateAccessWindow(expected, door)),
  };
}

function leadsTo(door: { readonly room_id: string | null }, { room_ids: roomIds }: Expected): boolean {
  return door.room_id === null || roomIds.includes(door.room_id);
}

/** Guests pass the doors into the store first, then the door of their room, then those of its parts. */
function placeOnWay({ room_id: roomId }: { readonly room_id: string | null }, { room_ids: roomIds }: Expected): number {
  return roomId === null ? 0 : roomIds.length - roomIds.indexOf(roomId);
}

/** Reads the code of each door with a keypad as its guest may see it at this moment (GT-6). */
export async function readGuestCodes(
  { seal }: Pick<AccessDeps, 'seal'>,
  tx: Tx,
  of: Of,
  { doors: found, now }: { readonly doors: ReservationDoors; readonly now: Date },
): Promise<GuestCode[]> {
  const [[code], places, spares] = await Promise.all([
    findPresentCodes(tx, of.storeId, [of.reservationId]),
    findPlacesOf(tx, of.storeId, of.reservationId),
    findGivenSpares(tx, of.storeId, [of.reservationId]),
  ]);
  const sparePlaces = await findPlacesOfCodes(
    tx,
    of.storeId,
    spares.map((spare) => spare.id),
  );
  return found.windows
    .filter(({ door }) => codesOf(door) !== null)
    .map((window) => {
      const { door, opensAt, closesAt } = window;
      const shown = {
        doorId: door.id,
        doorName: door.name,
        code: null,
        opensAt: opensAt.toISOString(),
        closesAt: closesAt.toISOString(),
      };
      if (!found.isExpected || now >= closesAt) return { ...shown, state: 'ENDED' };
      if (now < opensAt) return { ...shown, state: 'NOT_YET' };
      // An offline lock can still have the code. No guest is sent to the door of a lockdown (DR-8).
      if (door.door_mode === 'LOCKED_DOWN') return { ...shown, state: 'LOCKED_DOWN' };
      const own = openCode(seal, code, enabledPlace(places, code, window));
      if (own !== null) return { ...shown, state: 'ACTIVE', code: own };
      const spare = spares.find((one) => one.spare_door_id === door.id);
      const digits = openCode(seal, spare, enabledPlace(sparePlaces, spare, window));
      return digits === null ? { ...shown, state: 'PREPARING' } : { ...shown, state: 'SPARE', code: digits };
    });
}

/** The place of the code in the present lock of the door, if the lock has acknowledged the code as enabled. */
function enabledPlace(
  places: readonly PlaceRow[],
  code: CodeRow | undefined,
  { door }: AccessWindow,
): PlaceRow | undefined {
  return places.find(
    (place) =>
      place.code_id === code?.id &&
      place.door_id === door.id &&
      place.link_id === door.link_id &&
      place.is_wanted &&
      place.acknowledged === 'ENABLED',
  );
}

function openCode(seal: AccessDeps['seal'], code: CodeRow | undefined, place: PlaceRow | undefined): string | null {
  return code === undefined || place === undefined || code.sealed === null ? null : seal.open(code.sealed, code.id);
}
