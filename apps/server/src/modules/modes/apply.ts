import type { applyMode, BodyOf, Mode, ModeRun } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { invalidInput, notFound, Problem, type Person } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import type { WrittenCommand } from '../devices/index.ts';
import { selectDevicesOfRoomForUpdate } from '../room-devices/index.ts';
import { findMode } from './modes.sql.ts';
import { findFailed, findLatestRun, findRun, findRunByKey, readRun, setCommand } from './runs.sql.ts';
import { writeCommands, startRun, publishRun, type RunCause, type RunDeps } from './start-run.ts';

/**
 * The commands of a mode are like those of any other request: written in one transaction and sent after the commit. If
 * the process stops in between, each command ends at its deadline and is not sent again, except by a retry.
 */

export interface StartedRun {
  readonly run: ModeRun;
  /** The commands to send after the commit. */
  readonly orders: readonly WrittenCommand[];
}

interface ApplyModeRequest {
  readonly actor: Person;
  readonly body: BodyOf<typeof applyMode>;
  readonly requestKey: string | null;
}

/**
 * Sends every device of a room its state of the mode. The room is locked, so of two concurrent requests the later one
 * takes effect as a whole.
 */
export async function startModeRun(
  deps: RunDeps,
  { actor, body: { roomId, modeId }, requestKey }: ApplyModeRequest,
): Promise<ModeRun> {
  return sendCommands(
    deps,
    await deps.db.withActor(actor, async (tx): Promise<StartedRun> => {
      const room = await selectRoomForRun(tx, roomId);
      const earlier = requestKey === null ? null : await findRunByKey(tx, room.storeId, requestKey);
      if (earlier) return { run: await readRun(tx, earlier), orders: [] };
      if (room.isArchived) throw new Problem('ROOM_ARCHIVED');
      const mode = await readModeFor(tx, modeId, room.storeId);
      const { row, orders } = await startRun(deps, tx, {
        productId: actor.productId,
        storeId: room.storeId,
        roomId,
        mode,
        cause: causeOf(actor),
        source: 'REMOTE',
        requestKey,
      });
      const detail = { modeId: mode.id, name: mode.name, runId: row.id };
      await recordChange(
        { tx, clock: deps.clock, actor },
        {
          storeId: room.storeId,
          action: 'room.mode-applied',
          subject: { kind: 'room', id: roomId },
          detail,
        },
      );
      return { run: await publishRun(tx, row), orders };
    }),
  );
}

/** Sends the state again to the devices that failed and are still in the room. A second request finds none. */
export async function repeatModeRun(deps: RunDeps, actor: Person, runId: string): Promise<ModeRun> {
  return sendCommands(
    deps,
    await deps.db.withActor(actor, async (tx): Promise<StartedRun> => {
      const row = await findRun(tx, runId);
      if (!row) throw notFound();
      const room = await selectRoomForRun(tx, row.room_id);
      if (room.isArchived) throw new Problem('ROOM_ARCHIVED');
      // The room has a later run, so the states of this one no longer apply.
      if ((await findLatestRun(tx, row))?.id !== row.id) throw new Problem('STATE_NOT_ALLOWED');
      const failed = await findFailed(tx, row);
      const here =
        failed.length === 0
          ? []
          : await selectDevicesOfRoomForUpdate(tx, { storeId: row.store_id, roomId: row.room_id });
      const requestedStates = here.flatMap((target) => {
        const found = failed.find((failedDevice) => failedDevice.deviceId === target.link.target_id);
        return found ? [{ target, state: found.state }] : [];
      });
      if (requestedStates.length === 0) return { run: await readRun(tx, row), orders: [] };
      const orders = await writeCommands(deps, tx, requestedStates, { cause: causeOf(actor), source: 'REMOTE' });
      for (const [at, { target }] of requestedStates.entries())
        await setCommand(tx, row, target.link.target_id, orders[at]?.command.id ?? '');
      const detail = { modeId: row.mode_id, name: row.mode_name, runId };
      await recordChange(
        { tx, clock: deps.clock, actor },
        {
          storeId: row.store_id,
          action: 'room.mode-retried',
          subject: { kind: 'room', id: row.room_id },
          detail,
        },
      );
      return { run: await publishRun(tx, row), orders };
    }),
  );
}

export function sendCommands({ devices }: RunDeps, { run, orders }: StartedRun): ModeRun {
  for (const order of orders) devices.send(order);
  return run;
}

export function causeOf(actor: Person): RunCause {
  return { kind: 'PERSON', id: actor.userId, label: actor.name };
}

/** Locks a room, so that modes are applied to it one after the other. */
export async function selectRoomForRun(
  tx: Tx,
  roomId: string,
): Promise<{ readonly storeId: string; readonly isArchived: boolean }> {
  const room = await tx
    .selectFrom('rooms')
    .select(['store_id', 'archived_at'])
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!room) throw notFound();
  return { storeId: room.store_id, isArchived: room.archived_at !== null };
}

async function readModeFor(tx: Tx, modeId: string, storeId: string): Promise<Mode> {
  const mode = await findMode(tx, modeId);
  if (!mode || (mode.storeId !== null && mode.storeId !== storeId)) {
    throw invalidInput([
      { path: 'modeId', code: 'unknown_mode', message: 'There is no such mode in the store of the room' },
    ]);
  }
  return mode;
}
