import type { ReservationAccess } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { codesOf } from '../devices/index.ts';
import {
  findDoorsOfStore,
  findExpected,
  findPlacesOf,
  findPresentCodes,
  type CodeRow,
  type Expected,
  type StoreDoor,
} from './access-codes.sql.ts';
import { requestedCodeState, type CodeTime, type PlaceRow } from './places.ts';
import { findGivenSpares, findPlacesOfCodes, findReadySpares } from './spares.sql.ts';
import { needsSpareFrom, calculateAccessWindow } from './windows.ts';

/** Reads the access of a reservation without the codes. */
export async function readAccess(
  tx: Tx,
  of: { readonly storeId: string; readonly reservationId: string },
  now: Date,
): Promise<ReservationAccess | null> {
  const [[expected], doors] = await Promise.all([
    findExpected(tx, of.storeId, [of.reservationId]),
    findDoorsOfStore(tx, of.storeId),
  ]);
  return expected ? shownAccess(tx, doors, expected, now) : null;
}

async function shownAccess(
  tx: Tx,
  doors: readonly StoreDoor[],
  expected: Expected,
  now: Date,
): Promise<ReservationAccess> {
  const [[code], places, spares] = await Promise.all([
    findPresentCodes(tx, expected.store_id, [expected.id]),
    findPlacesOf(tx, expected.store_id, expected.id),
    findGivenSpares(tx, expected.store_id, [expected.id]),
  ]);
  const sparePlaces =
    spares.length === 0
      ? []
      : await findPlacesOfCodes(
          tx,
          expected.store_id,
          spares.map((spare) => spare.id),
        );
  const own = doors.filter((door) => door.room_id === null || expected.room_ids.includes(door.room_id));
  const placeAt = (door: StoreDoor) =>
    places.find(
      (one) => one.door_id === door.id && one.link_id === door.link_id && one.code_id === code?.id && one.is_wanted,
    );
  const spareAt = (door: StoreDoor) => spares.find((spare) => spare.spare_door_id === door.id);
  const lacking = new Set<string>();
  for (const door of code === undefined ? [] : own.filter((one) => codesOf(one) !== null && !spareAt(one))) {
    if (await lacksSpare(tx, { expected, door, place: placeAt(door), now })) lacking.add(door.id);
  }
  return {
    reservationId: expected.id,
    storeId: expected.store_id,
    codeId: code?.id ?? null,
    madeAt: code?.made_at.toISOString() ?? null,
    doors: own.map((door) => {
      const place = placeAt(door);
      return {
        doorId: door.id,
        doorName: door.name,
        keepsCodes: codesOf(door) !== null,
        code: place ? shownPlace(place, { now, isSuspended: door.door_mode === 'LOCKED_DOWN' }) : null,
        spare: shownSpare(spareAt(door), sparePlaces),
        lacksSpare: lacking.has(door.id),
      };
    }),
  };
}

interface AtDoor {
  readonly expected: Expected;
  readonly door: StoreDoor;
  readonly place: PlaceRow | undefined;
  readonly now: Date;
}

/** Whether the guest needs a spare code and the lock has no free one. `false` while a free one is not given yet. */
async function lacksSpare(tx: Tx, { expected, door, place, now }: AtDoor): Promise<boolean> {
  const window = calculateAccessWindow(expected, door);
  const from = needsSpareFrom(window, place);
  if (
    !(expected.state === 'CONFIRMED' || expected.state === 'IN_USE') ||
    from === null ||
    from > now ||
    now >= window.closesAt
  )
    return false;
  return (
    (await findReadySpares(tx, { storeId: expected.store_id, doorId: door.id, linkId: door.link_id })).length === 0
  );
}

function shownPlace(place: PlaceRow, at: CodeTime): ReservationAccess['doors'][number]['code'] {
  return {
    opensAt: place.opens_at.toISOString(),
    closesAt: place.closes_at.toISOString(),
    wanted: requestedCodeState(place, at),
    acknowledged: place.acknowledged,
    acknowledgedAt: place.acknowledged_at?.toISOString() ?? null,
    isUnderWay: place.pushed !== null,
    error: place.error,
  };
}

function shownSpare(
  code: CodeRow | undefined,
  places: readonly PlaceRow[],
): ReservationAccess['doors'][number]['spare'] {
  const place = places.find((place) => place.code_id === code?.id);
  return code?.given_at && place
    ? { id: code.id, givenAt: code.given_at.toISOString(), closesAt: place.closes_at.toISOString() }
    : null;
}

/** Publishes the access of a reservation. Call it after all writes to it in the transaction. */
export async function publishAccess(
  tx: Tx,
  of: { readonly product_id: string; readonly store_id: string; readonly id: string },
  now: Date,
): Promise<void> {
  const data = await readAccess(tx, { storeId: of.store_id, reservationId: of.id }, now);
  if (data) await publish(tx, { productId: of.product_id, storeId: of.store_id, name: 'access-code.changed', data });
}

/** Like `publishAccess`, for a reservation and doors that the transaction has already read. */
export async function publishLoadedAccess(
  tx: Tx,
  doors: readonly StoreDoor[],
  expected: Expected,
  now: Date,
): Promise<void> {
  await publish(tx, {
    productId: expected.product_id,
    storeId: expected.store_id,
    name: 'access-code.changed',
    data: await shownAccess(tx, doors, expected, now),
  });
}
