import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import type { Devices } from '../devices/index.ts';
import { selectDoorForUpdate, type LockedDoor } from './doors.sql.ts';
import { endHold } from './holding.ts';

/** Ends holds and locks their doors at any running process. `due_at` of the door's row says when. */

type WrittenOrder = Awaited<ReturnType<Devices['writeCommand']>>;

interface Deps {
  readonly db: Database;
  readonly devices: Devices;
  readonly clock: Clock;
}

/** How often to check whether a reservation or a command has ended. */
const CHECK_EVERY_MS = 2000;
/** Delay between two attempts to lock. The server repeats locking, but never opening (docs/domain.md 1.7). */
const RETRY_LOCK_MS = 15_000;
/** After so many attempts a person must go to the door. The alarm of the leaf or the device reports it. */
const MOST_ATTEMPTS = 5;
/** A lock that did not answer in time can still open late. */
const OPENS_LATE_MS = 60_000;

export function holdTimers(deps: Deps): RecurringJobs {
  return {
    'doors.due': {
      lane: 'urgent',
      everyMs: 1000,
      hasWork: 'exists (select from doors where due_at <= $1)',
      run: () => settleDue(deps),
    },
  };
}

async function settleDue({ db, devices, clock }: Deps): Promise<void> {
  const dueDoors = await db.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('doors')
      .select(['product_id', 'store_id', 'id'])
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(500)
      .execute(),
  );
  const failed: unknown[] = [];
  for (const { product_id: productId, store_id: storeId, id } of dueDoors) {
    await db
      .withActor(storeActor(productId, storeId), (tx) => settleHold(tx, { devices, clock }, id))
      .then(
        (command) => command && devices.send(command),
        // A failure does not block the other doors. It is thrown at the end, and the next run retries.
        (error: unknown) => failed.push(error),
      );
  }
  if (failed.length > 0)
    throw new AggregateError(failed, `${failed.length} doors that were held open could not be looked after`);
}

/** Ends, continues or relocks a hold. Resolves with the command to send after the commit, or `null`. */
export async function settleHold(tx: Tx, deps: Omit<Deps, 'db'>, doorId: string): Promise<WrittenOrder | null> {
  const door = await selectDoorForUpdate(tx, doorId);
  if (!door) return null;
  const now = deps.clock.now();
  if (door.doorMode === 'HELD_OPEN' && door.hold.until !== null) {
    const opening = door.hold.commandId === null ? null : await findOrder(tx, door, door.hold.commandId);
    const hasFailed = opening !== null && opening.finished_at !== null && opening.status !== 'EXECUTED';
    if (hasFailed) await endHold(tx, deps, door);
    else if (door.hold.until <= now || (await isReservationOver(tx, door, now))) {
      await endHold(tx, deps, door);
      return retryLock(tx, deps, door);
    } else {
      const isToBeWatched = door.hold.reservationId !== null || opening?.finished_at === null;
      await scheduleCheck(
        tx,
        door,
        isToBeWatched ? earlier(door.hold.until, new Date(now.getTime() + CHECK_EVERY_MS)) : door.hold.until,
      );
    }
    return null;
  }
  if (door.doorMode === 'NORMAL' && door.hold.commandId !== null)
    return settleRelock(tx, deps, door, door.hold.commandId);
  await scheduleCheck(tx, door, null);
  return null;
}

/** Locks the door after a hold, until the lock reports it locked, a new command opens it, or the attempts run out. */
async function settleRelock(
  tx: Tx,
  deps: Omit<Deps, 'db'>,
  door: LockedDoor,
  openedBy: string,
): Promise<WrittenOrder | null> {
  const { link, hold } = door;
  const now = deps.clock.now();
  const last = link.last_command_id === null ? null : await findOrder(tx, door, link.last_command_id);
  const isReopened = last?.action === 'OPEN' && link.last_command_id !== openedBy;
  if (isReopened || hold.relockAttempts >= MOST_ATTEMPTS) return forget(tx, door);
  if (last?.finished_at === null) return scheduleCheck(tx, door, new Date(now.getTime() + CHECK_EVERY_MS));
  if (link.lock_state === 'LOCKED' && !link.is_moving) {
    const mayOpenLate =
      last?.action === 'OPEN' &&
      last.status !== 'EXECUTED' &&
      last.sent_at !== null &&
      now.getTime() - (last.finished_at?.getTime() ?? 0) < OPENS_LATE_MS;
    return mayOpenLate ? scheduleCheck(tx, door, new Date(now.getTime() + CHECK_EVERY_MS)) : forget(tx, door);
  }
  return retryLock(tx, deps, door);
}

async function retryLock(tx: Tx, { devices, clock }: Omit<Deps, 'db'>, door: LockedDoor): Promise<WrittenOrder | null> {
  const { hold, link } = door;
  const retryAt = new Date(clock.now().getTime() + RETRY_LOCK_MS);
  // An offline device gets no command. Check again later.
  if (link.online === 'OFFLINE') return scheduleCheck(tx, door, retryAt);
  const command = await devices.writeCommand(tx, {
    link,
    action: 'LOCK',
    cause: { kind: 'AUTOMATION', id: hold.commandId, label: 'hold-open' },
    source: 'AUTO',
    reason: null,
    requestKey: `hold-end:${hold.commandId ?? ''}:${hold.relockAttempts}`,
  });
  await tx
    .updateTable('doors')
    .set({ relock_attempts: hold.relockAttempts + 1, due_at: retryAt })
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.target_id)
    .execute();
  return command;
}

async function scheduleCheck(tx: Tx, { link }: LockedDoor, at: Date | null): Promise<null> {
  await tx
    .updateTable('doors')
    .set({ due_at: at })
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.target_id)
    .execute();
  return null;
}

async function forget(tx: Tx, { link }: LockedDoor): Promise<null> {
  await tx
    .updateTable('doors')
    .set({ due_at: null, held_by_command_id: null, relock_attempts: 0 })
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.target_id)
    .execute();
  return null;
}

async function findOrder(tx: Tx, { link }: LockedDoor, commandId: string) {
  const row = await tx
    .selectFrom('device_history')
    .select(['action', 'status', 'sent_at', 'finished_at'])
    .where('store_id', '=', link.store_id)
    .where('id', '=', commandId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the hold's reservation has ended, was cancelled or is otherwise not in force. An extension moves its end. */
async function isReservationOver(tx: Tx, { link, hold }: LockedDoor, now: Date): Promise<boolean> {
  if (hold.reservationId === null) return false;
  const row = await tx
    .selectFrom('reservations')
    .select(['state', 'ends_at'])
    .where('store_id', '=', link.store_id)
    .where('id', '=', hold.reservationId)
    .executeTakeFirst();
  return !row || row.ends_at <= now || !['CONFIRMED', 'IN_USE'].includes(row.state);
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}
