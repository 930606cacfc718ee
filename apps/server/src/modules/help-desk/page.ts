import type { Door, HelpDeskPage, ReservationAccess } from '@munjigi/contract';
import { describeDoorHistory, type Period } from '@munjigi/rules';
import type { Tx } from '../../db/index.ts';
import { notFound, type UnitOfWork } from '../../http/index.ts';
import { readAccess } from '../access-codes/index.ts';
import { toDeviceCommand } from '../devices/index.ts';
import { doorsShownTo, findDoors } from '../doors/index.ts';
import { findObstacles } from '../readiness/index.ts';
import {
  coveredAmountOf,
  heldAmountOf,
  composeReservationDetail,
  findExtensions,
  readReservation,
  readSlotMinutes,
  type ReservationRecord,
} from '../reservations/index.ts';
import { findRoom } from '../rooms/index.ts';
import { findHelpOfGuest } from './answers.sql.ts';
import { findOwnCase, findOpen } from './cases.sql.ts';
import type { HelpDeskDeps } from './deps.ts';
import { findOthers, readDoorHistory, readGuestPageContext, type GuestPageContext } from './help-desk.sql.ts';

const MINUTE_MS = 60_000;
/** The time span of a door's history on the page. */
const DOOR_HISTORY_MS = 10 * MINUTE_MS;
/** A person whose case is older than this is not shown as present. */
const PRESENT_MS = 60 * MINUTE_MS;
const EXTENDABLE = new Set(['PENDING', 'CONFIRMED', 'IN_USE']);
/** States without a due amount. */
const CALLED_OFF = new Set(['CANCELLED', 'EXPIRED']);
/** The most doors read of a store. The page shows those of one reservation. */
const MOST_DOORS = 10_000;

/** Reads the reservation of a guest. Throws NOT_FOUND for a block. */
export async function readGuest(tx: Tx, reservationId: string): Promise<ReservationRecord> {
  const reservation = await readReservation(tx, reservationId);
  if (reservation.row.kind !== 'GUEST') throw notFound();
  return reservation;
}

/** Reads the page of a reservation: its present state for a guest at the door (NX-2). */
export async function composeHelpDeskPage(
  deps: HelpDeskDeps,
  work: UnitOfWork,
  reservationId: string,
): Promise<HelpDeskPage> {
  const { tx, actor } = work;
  const now = work.clock.now();
  const reservation = await readGuest(tx, reservationId);
  const { row } = reservation;
  const key = { store_id: row.store_id, reservation_id: row.id };
  const [around, room, access, obstacles, people, mine, guestHelp] = await Promise.all([
    readGuestPageContext(tx, row, now),
    findRoom(tx, now, row.room_id),
    readAccess(tx, { storeId: row.store_id, reservationId }, now),
    findObstacles(tx, reservationId, now),
    findOpen(tx, key, new Date(now.getTime() - PRESENT_MS)),
    findOwnCase(tx, key, actor.userId),
    findHelpOfGuest(tx, row.id, now),
  ]);
  if (access === null || room === null) throw notFound();
  return {
    reservation: composeReservationDetail(reservation, now),
    storeName: around.store_name,
    roomName: around.room_name,
    storePhone: around.store_phone,
    dueAmount: CALLED_OFF.has(row.state) ? 0 : Math.max(0, row.price_amount + heldAmountOf(row) - coveredAmountOf(row)),
    payments: around.payments as HelpDeskPage['payments'],
    access,
    doors: await readDoors(deps, work, { reservation, around, access }),
    room: { state: room.state, blockReason: room.blockReason, presence: room.presence },
    roomNow:
      around.room_now === null
        ? null
        : { code: around.room_now.code, endsAt: new Date(around.room_now.endsAt).toISOString() },
    obstacles,
    extension: EXTENDABLE.has(row.state)
      ? await findExtensions(tx, { reservationId, slotMinutes: await readSlotMinutes(tx, row.store_id) }, now)
      : null,
    people: people.flatMap(({ person_id: personId, person_name: name, opened_at: openedAt }) =>
      personId === null || name === null ? [] : [{ personId, name, openedAt: openedAt.toISOString() }],
    ),
    guestAskedAt: people.find((person) => person.person_id === null)?.opened_at.toISOString() ?? null,
    guestHelp,
    mine:
      mine === null
        ? null
        : {
            openedAt: mine.opened_at.toISOString(),
            resolvedAt: mine.resolved_at?.toISOString() ?? null,
            outcome: mine.outcome,
          },
  };
}

interface Of {
  readonly reservation: ReservationRecord;
  readonly around: GuestPageContext;
  readonly access: ReservationAccess;
}

/** Reads the reservation's doors: room doors first, and among them doors with codes, where the guest stands. */
async function readDoors(
  { devices }: HelpDeskDeps,
  { tx, clock, actor }: UnitOfWork,
  { reservation: { row, history: events }, around, access }: Of,
): Promise<HelpDeskPage['doors']> {
  const shown = { ...(await doorsShownTo(tx, devices, actor)), withSettings: false };
  const all = await findDoors(tx, shown, { storeId: row.store_id, page: 0, limit: MOST_DOORS });
  const keypads = new Set(access.doors.filter((door) => door.keepsCodes).map((door) => door.doorId));
  const rank = ({ id, roomId }: Door) => (roomId === null ? 2 : 0) + (keypads.has(id) ? 0 : 1);
  const own = all
    .filter((door) => access.doors.some((item) => item.doorId === door.id))
    .sort((a, b) => rank(a) - rank(b));
  const now = clock.now();
  const from = new Date(now.getTime() - DOOR_HISTORY_MS);
  // A resend renews the acknowledgement, so it is unknown whether the lock had the code before the resend.
  const sentAt =
    [access.madeAt, ...events.filter(({ kind }) => kind === 'CODE_RESENT').map(({ at }) => at)]
      .filter((text) => text !== null)
      .sort()
      .at(-1) ?? null;
  return Promise.all(
    own.map(async (door) => {
      const code = access.doors.find((item) => item.doorId === door.id)?.code ?? null;
      const window: Period = {
        startsAt: new Date(
          row.starts_at.getTime() - (door.accessBeforeMinutes ?? around.access_before_minutes) * MINUTE_MS,
        ),
        endsAt: new Date(row.ends_at.getTime() + (door.accessAfterMinutes ?? around.access_after_minutes) * MINUTE_MS),
      };
      const at = { storeId: row.store_id, doorId: door.id, from };
      const [history, others] = await Promise.all([
        readDoorHistory(tx, at),
        findOthers(tx, { ...at, now, reservationId: row.id }),
      ]);
      const codeInLock =
        code === null
          ? null
          : { knownSince: sentAt, isInLock: code.acknowledged === 'ENABLED', acknowledgedAt: code.acknowledgedAt };
      return {
        door,
        opensAt: window.startsAt.toISOString(),
        closesAt: window.endsAt.toISOString(),
        lines: describeDoorHistory({
          history: history.map(toDeviceCommand),
          reservationId: row.id,
          window,
          others,
          code: codeInLock,
        }),
      };
    }),
  );
}
