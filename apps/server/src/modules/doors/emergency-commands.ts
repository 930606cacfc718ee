import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { storeActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { enqueueJob, type JobHandlers, type NewJob, type RecurringJobs } from '../../jobs/index.ts';
import type { Devices, LinkWatcher } from '../devices/index.ts';
import { findDoorOfLink, selectDoorForUpdate, type DoorRow, type LockedDoor } from './doors.sql.ts';
import { readEmergency, selectEmergencyForUpdate } from './emergencies.sql.ts';
import { publishDoorChanged } from './publish-door.ts';

/**
 * The commands of a lockdown or a fire release, door by door. Each command commits together with the door's
 * `command_id`, so a process that takes over repeats none. The results are read from the device history.
 */

const EMERGENCY_JOB = 'doors.emergency';
const REPORT_JOB = 'doors.emergency-told';
/** Prefix of the request keys of emergency commands. Distinguishes them without another query. */
export const EMERGENCY_REQUEST_KEY = 'emergency:';
/** The server retries a failed locking. Only a person repeats an opening (docs/domain.md 1.7). */
const MOST_ATTEMPTS = 3;
/** Restoring a hold is an opening. Later than so many milliseconds after the end, the door stays shut. */
const OPENS_WITHIN_MS = 10_000;
const CHECK_SOON_MS = 2000;

/** The delay before the server locks a door again that failed to lock or that a person opened. */
export const EMERGENCY_RETRY_MS = 5000;

interface Deps {
  readonly db: Database;
  readonly devices: Devices;
  readonly clock: Clock;
}

export interface EmergencyRetryDeps extends Pick<Deps, 'devices' | 'clock'> {
  readonly emergencyRetryMs: number;
}

const payload = z.object({
  productId: z.string(),
  storeId: z.string(),
  emergencyId: z.string(),
  /** A finished command whose door gets a new command. */
  insteadOf: z.string().optional(),
});
type Payload = z.infer<typeof payload>;

/** A job that gives all pending commands of an emergency. */
export function emergencyJob(payload: Payload, dueAt: Date): NewJob {
  return {
    kind: EMERGENCY_JOB,
    payload,
    dueAt,
    ...(payload.insteadOf === undefined ? {} : { dedupeKey: payload.insteadOf }),
  };
}

export function emergencyJobs(deps: Deps): JobHandlers {
  return {
    [EMERGENCY_JOB]: {
      lane: 'urgent',
      run: async (raw) => {
        const item = payload.parse(raw);
        const { insteadOf } = item;
        if (insteadOf !== undefined) {
          await deps.db.withActor(storeActor(item.productId, item.storeId), (tx) =>
            tx
              .updateTable('emergency_doors')
              .set({ command_id: null })
              .where('store_id', '=', item.storeId)
              .where('command_id', '=', insteadOf)
              .execute(),
          );
        }
        await giveOrders(deps, item);
      },
    },
    [REPORT_JOB]: {
      lane: 'urgent',
      run: async (raw) => {
        const item = payload.parse(raw);
        await deps.db.withActor(storeActor(item.productId, item.storeId), async (tx) => {
          // The emergency is locked first, so that the event published last has the state read last.
          if (await selectEmergencyForUpdate(tx, item.emergencyId))
            await publishEmergencyProgress(tx, deps.devices, item);
        });
      },
    },
  };
}

/** Gives the commands that a dead process left pending, because its job is taken over only after the lease expires. */
export function emergencyTimers(deps: Deps): RecurringJobs {
  return {
    'doors.emergencies': {
      lane: 'urgent',
      everyMs: 1000,
      hasWork: 'exists (select from emergency_doors where action is not null and command_id is null)',
      run: async () => {
        const dueDoors = await deps.db.withActor(SYSTEM, (tx) =>
          tx
            .selectFrom('emergency_doors')
            .select(['product_id', 'store_id', 'emergency_id'])
            .distinct()
            .where('action', 'is not', null)
            .where('command_id', 'is', null)
            .execute(),
        );
        for (const row of dueDoors)
          await giveOrders(deps, { productId: row.product_id, storeId: row.store_id, emergencyId: row.emergency_id });
      },
    },
  };
}

async function giveOrders(deps: Deps, payload: Payload): Promise<void> {
  const actor = storeActor(payload.productId, payload.storeId);
  const rows = await deps.db.withActor(actor, (tx) =>
    tx
      .selectFrom('emergency_doors')
      .select('door_id')
      .where('store_id', '=', payload.storeId)
      .where('emergency_id', '=', payload.emergencyId)
      .where('action', 'is not', null)
      .where('command_id', 'is', null)
      .execute(),
  );
  for (const { door_id: doorId } of rows) {
    const command = await deps.db.withActor(actor, (tx) => orderDoor(tx, deps, payload, doorId));
    if (command) deps.devices.send(command);
  }
}

async function orderDoor(
  tx: Tx,
  { devices, clock }: Deps,
  { productId, storeId, emergencyId }: Payload,
  doorId: string,
) {
  const door = await selectDoorForUpdate(tx, doorId);
  const row = await tx
    .selectFrom('emergency_doors')
    .select(['action', 'attempts'])
    .where('store_id', '=', storeId)
    .where('emergency_id', '=', emergencyId)
    .where('door_id', '=', doorId)
    .where('action', 'is not', null)
    .where('command_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const emergency = await tx
    .selectFrom('emergencies')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', emergencyId)
    .executeTakeFirst();
  if (!door || !row || !emergency) return null;
  const action = row.action === 'LOCK' ? 'LOCK' : 'OPEN';
  const isTooLate =
    action === 'OPEN' &&
    emergency.ended_at !== null &&
    clock.now().getTime() - emergency.ended_at.getTime() > OPENS_WITHIN_MS;
  if (isTooLate) return staysShut(tx, devices, { productId, storeId, emergencyId }, door);
  const command = await devices.writeCommand(tx, {
    link: door.link,
    action,
    cause:
      emergency.ended_at === null
        ? { kind: 'PERSON', id: emergency.started_by, label: emergency.started_by_name }
        : { kind: 'PERSON', id: emergency.ended_by, label: emergency.ended_by_name ?? '' },
    source: 'REMOTE',
    reason: emergency.reason,
    openSeconds: null,
    requestKey: `${EMERGENCY_REQUEST_KEY}${emergencyId}:${doorId}:${emergency.ended_at === null ? 'start' : 'end'}:${row.attempts}`,
  });
  await setRow(tx, { storeId, emergencyId, doorId }, { command_id: command.command.id, attempts: row.attempts + 1 });
  if (action === 'OPEN' && emergency.ended_at !== null) {
    // Makes the hold timer check the result of the command soon.
    await tx
      .updateTable('doors')
      .set({ held_by_command_id: command.command.id, due_at: new Date(clock.now().getTime() + CHECK_SOON_MS) })
      .where('store_id', '=', storeId)
      .where('id', '=', doorId)
      .execute();
  }
  await publishEmergencyProgress(tx, devices, { productId, storeId, emergencyId });
  return command;
}

async function staysShut(tx: Tx, devices: Devices, which: Payload, { link }: LockedDoor): Promise<null> {
  await setRow(tx, { ...which, doorId: link.target_id }, { action: null });
  await tx
    .updateTable('doors')
    .set({ door_mode: 'NORMAL', held_until: null, held_for_reservation_id: null, due_at: null })
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.target_id)
    .execute();
  const shown = await findDoorOfLink(tx, link);
  if (shown) await publishDoorChanged(tx, devices, shown);
  await publishEmergencyProgress(tx, devices, which);
  return null;
}

/** Handles the end of an emergency command: publishes the progress and retries a failed locking. */
export function handleEmergencyCommandEnd({
  devices,
  clock,
  emergencyRetryMs,
}: EmergencyRetryDeps): NonNullable<LinkWatcher['commandEnded']> {
  return async (tx, command) => {
    if (!command.request_key?.startsWith(EMERGENCY_REQUEST_KEY)) return;
    const row = await tx
      .selectFrom('emergency_doors as p')
      .innerJoin('device_history as h', (join) =>
        join.onRef('h.store_id', '=', 'p.store_id').onRef('h.id', '=', 'p.command_id'),
      )
      .innerJoin('emergencies as e', (join) =>
        join.onRef('e.store_id', '=', 'p.store_id').onRef('e.id', '=', 'p.emergency_id'),
      )
      .select(['p.emergency_id', 'p.door_id', 'p.action', 'p.attempts', 'h.status', 'e.ended_at'])
      .where('p.store_id', '=', command.store_id)
      .where('p.command_id', '=', command.id)
      .executeTakeFirst();
    if (!row) return;
    const which = { productId: command.product_id, storeId: command.store_id, emergencyId: row.emergency_id };
    if (row.status === 'EXECUTED' && row.ended_at !== null)
      await letGo(tx, command.store_id, row.door_id, row.emergency_id);
    if (row.status !== 'EXECUTED' && row.action === 'LOCK' && row.attempts < MOST_ATTEMPTS) {
      await enqueueJob(
        tx,
        emergencyJob({ ...which, insteadOf: command.id }, new Date(clock.now().getTime() + emergencyRetryMs)),
      );
    }
    await publishEmergencyProgress(tx, devices, which);
    // Two commands that end concurrently do not see each other. Publish again after both commits.
    await enqueueEmergencyProgress(tx, which, clock.now());
  };
}

/** Detaches a restored door from its ended emergency. */
async function letGo(tx: Tx, storeId: string, doorId: string, emergencyId: string): Promise<void> {
  await tx
    .updateTable('doors')
    .set({ emergency_id: null })
    .where('store_id', '=', storeId)
    .where('id', '=', doorId)
    .where('emergency_id', '=', emergencyId)
    .execute();
}

/** Locks a door of an emergency again that is back online after a rejected command, or that was opened manually. */
export async function relockEmergencyDoor(
  tx: Tx,
  { clock, emergencyRetryMs }: Pick<EmergencyRetryDeps, 'clock' | 'emergencyRetryMs'>,
  door: DoorRow,
): Promise<void> {
  if (door.emergency_id === null || door.online === 'OFFLINE' || door.is_moving) return;
  const row = await tx
    .selectFrom('emergency_doors as p')
    .innerJoin('device_history as h', (join) =>
      join.onRef('h.store_id', '=', 'p.store_id').onRef('h.id', '=', 'p.command_id'),
    )
    .select(['h.id', 'h.status', 'h.finished_at'])
    .where('p.store_id', '=', door.store_id)
    .where('p.emergency_id', '=', door.emergency_id)
    .where('p.door_id', '=', door.id)
    .where('p.action', '=', 'LOCK')
    .where('h.finished_at', 'is not', null)
    .executeTakeFirst();
  if (!row?.finished_at) return;
  const isBack = row.status === 'REJECTED_OFFLINE' && door.online === 'ONLINE';
  const wasOpened = row.status === 'EXECUTED' && (door.lock_state === 'UNLOCKED' || door.lock_state === 'UNLATCHED');
  if (!isBack && !wasOpened) return;
  const which = { productId: door.product_id, storeId: door.store_id, emergencyId: door.emergency_id };
  const soonest = row.finished_at.getTime() + (isBack ? 0 : emergencyRetryMs);
  await enqueueJob(
    tx,
    emergencyJob({ ...which, insteadOf: row.id }, new Date(Math.max(clock.now().getTime(), soonest))),
  );
}

async function setRow(
  tx: Tx,
  which: { storeId: string; emergencyId: string; doorId: string },
  to: { action?: null; command_id?: string; attempts?: number },
): Promise<void> {
  await tx
    .updateTable('emergency_doors')
    .set(to)
    .where('store_id', '=', which.storeId)
    .where('emergency_id', '=', which.emergencyId)
    .where('door_id', '=', which.doorId)
    .execute();
}

/** Publishes the progress of an emergency after this transaction. */
export async function enqueueEmergencyProgress(
  tx: Tx,
  { productId, storeId, emergencyId }: Payload,
  now: Date,
): Promise<void> {
  await enqueueJob(tx, { kind: REPORT_JOB, payload: { productId, storeId, emergencyId }, dueAt: now });
}

/** Publishes the progress of an emergency. */
export async function publishEmergencyProgress(
  tx: Tx,
  devices: Devices,
  { productId, storeId, emergencyId }: Payload,
): Promise<void> {
  const data = await readEmergency(tx, await devices.isListeningSomewhere(tx), { storeId, id: emergencyId });
  if (data) await publish(tx, { productId, storeId, name: 'emergency.changed', data });
}
