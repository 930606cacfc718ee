import type {
  getGuestAccessCode,
  getGuestCancellation,
  GuestDoor,
  GuestReservation,
  listGuestDoors,
  ReplyOf,
} from '@munjigi/contract';
import { canMove } from '@munjigi/rules';
import { sql } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { notFound, type GuestCaller, type UnitOfWork } from '../../http/index.ts';
import { findReservationDoors, readGuestCodes, type AccessDeps, type ReservationDoors } from '../access-codes/index.ts';
import type { Devices } from '../devices/index.ts';
import { findDoorStates, onlineState } from '../doors/index.ts';
import {
  addOnLinesOf,
  calculateCancellation,
  readReservation,
  toHeldExtension,
  toHeldMove,
  toReservationDiscount,
  type ReservationRecord,
  type ReservationRow,
} from '../reservations/index.ts';
import { READABLE_UNTIL } from './tokens/guest-tokens.sql.ts';
import { findOpeningsByStaff, isOpenSince } from './door-openings.sql.ts';
import { permissionsOf, permitCancelling, permitOpening, proofOf, proofOfAccount } from './guest-permissions.ts';

/** What a guest reads. Every query runs as `munjigi_guest` and so sees this one reservation. */

export type GuestWork = UnitOfWork<GuestCaller>;

export async function readGuestReservation({ tx, clock, actor }: GuestWork): Promise<GuestReservation> {
  const [record, place, doors] = await Promise.all([
    readReservation(tx, actor.reservationId),
    readPlace(tx, actor),
    readDoorsOf(tx, actor),
  ]);
  return toGuestReservation(record, place, doors, clock.now());
}

export function toGuestReservation(
  record: ReservationRecord,
  place: GuestPlace,
  doors: ReservationDoors,
  now: Date,
): GuestReservation {
  const { row } = record;
  return {
    reservationId: row.id,
    storeId: row.store_id,
    code: row.code,
    state: row.state,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    headCount: row.head_count,
    priceAmount: row.price_amount,
    addOns: addOnLinesOf(row).map(({ label, quantity, amount }) => ({ label, quantity, amount })),
    discount: toGuestDiscount(row),
    paidAmount: row.paid_amount,
    waivedAmount: row.waived_amount,
    owedAmount: row.refund_due_amount ?? 0,
    holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
    heldExtension: toHeldExtension(row),
    heldMove: toHeldMove(row.held_move ?? null),
    store: { name: place.name, address: place.address, phone: place.phone, timeZone: place.time_zone },
    roomName: place.room_name,
    version: row.version,
    may: permissionsOf(record, doors, { now, expiresAt: place.expires_at, sellsOnline: place.sells_online }),
  };
}

function toGuestDiscount(row: ReservationRow): GuestReservation['discount'] {
  const discount = toReservationDiscount(row);
  if (discount?.amount === 0) return null;
  return discount && { name: discount.name, amount: discount.amount };
}

export interface GuestPlace {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly time_zone: string;
  readonly room_name: string;
  /** When the acts of the guest end (GT-3). */
  readonly expires_at: Date;
  readonly readable_until: Date;
  readonly sells_online: boolean;
  readonly booking_terms: string;
  readonly booking_terms_en: string;
}

export async function readPlace(tx: Tx, { reservationId, tokenId }: GuestCaller): Promise<GuestPlace> {
  const { rows } = await sql<GuestPlace>`
    select s.name, s.address, s.phone, s.time_zone, m.name as room_name, t.expires_at,
      ${READABLE_UNTIL} as readable_until, s.booking_is_open and s.closed_at is null as sells_online, s.booking_terms,
        s.booking_terms_en
    from reservations r join stores s on s.product_id = r.product_id and s.id = r.store_id
      join rooms m on m.store_id = r.store_id and m.id = r.room_id
      join guest_tokens t on t.store_id = r.store_id and t.id = ${tokenId}
    where r.id = ${reservationId}`.execute(tx);
  const [place] = rows;
  if (!place) throw notFound();
  return place;
}

/** Without the doors and their states after the acts have ended: then the page shows what is over (GT-3). */
export function withoutEndedDoors(
  doors: ReservationDoors,
  { expires_at: expiresAt }: GuestPlace,
  now: Date,
): ReservationDoors {
  return now < expiresAt ? doors : { isExpected: false, windows: [] };
}

async function readOpenDoors({ tx, clock, actor }: GuestWork): Promise<ReservationDoors> {
  const [doors, place] = await Promise.all([readDoorsOf(tx, actor), readPlace(tx, actor)]);
  return withoutEndedDoors(doors, place, clock.now());
}

export async function readDoorsOf(tx: Tx, { storeId, reservationId }: GuestCaller): Promise<ReservationDoors> {
  const found = await findReservationDoors(tx, { storeId, reservationId });
  if (!found) throw notFound();
  return found;
}

/** Returns the codes that the locks have acknowledged, in their access windows (GT-6). */
export async function readCodesOfGuest(
  deps: Pick<AccessDeps, 'seal'>,
  work: GuestWork,
): Promise<ReplyOf<typeof getGuestAccessCode>> {
  const { tx, clock, actor } = work;
  const { storeId, reservationId } = actor;
  const doors = await readOpenDoors(work);
  return {
    reservationId,
    storeId,
    doors: await readGuestCodes(deps, tx, { storeId, reservationId }, { doors, now: clock.now() }),
  };
}

export async function readDoorsOfGuest(devices: Devices, work: GuestWork): Promise<ReplyOf<typeof listGuestDoors>> {
  const items = await readGuestDoors(devices, work, await readOpenDoors(work));
  return { total: items.length, items };
}

/** Returns the doors of the reservation with their present states (GT-7). */
export async function readGuestDoors(
  devices: Devices,
  { tx, clock, actor }: GuestWork,
  found: ReservationDoors,
): Promise<GuestDoor[]> {
  const now = clock.now();
  const { storeId, reservationId } = actor;
  const doors = found.windows.map(({ door }) => door);
  const [states, openings, isListening] = await Promise.all([
    findDoorStates(
      tx,
      storeId,
      doors.map(({ id }) => id),
    ),
    findOpeningsByStaff(tx, { storeId, reservationId, doors, now }),
    devices.isListeningSomewhere(tx),
  ]);
  return found.windows.flatMap((window) => {
    const state = states.get(window.door.id);
    const openedAt = openings.get(window.door.id);
    return state === undefined
      ? []
      : [
          {
            doorId: window.door.id,
            storeId,
            doorName: window.door.name,
            roomId: window.door.room_id,
            lockState: state.lockState,
            online: onlineState(state.online, isListening),
            mayOpen: permitOpening(found, window, now),
            openedByStaff: openedAt
              ? { openedAt: openedAt.toISOString(), isOpen: isOpenSince(state, openedAt, now) }
              : null,
          },
        ];
  });
}

export async function readCancellationOfGuest({
  tx,
  clock,
  actor,
}: GuestWork): Promise<ReplyOf<typeof getGuestCancellation>> {
  return composeCancellation(await readReservation(tx, actor.reservationId), actor, clock.now());
}

export function composeCancellation(
  { row, terms }: ReservationRecord,
  guest: GuestCaller,
  now: Date,
): ReplyOf<typeof getGuestCancellation> {
  return {
    reservationId: row.id,
    storeId: row.store_id,
    version: row.version,
    mayCancel: permitCancelling(row, now),
    cancellation: canMove(row.state, 'CANCELLED') ? calculateCancellation(row, terms, now) : null,
    proof: proofOf(guest, row),
    accountProof: proofOfAccount(row),
  };
}
