import type { ModeRun } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { notFound, Problem, staleProblem, type Person } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';
import { isState } from '../devices/index.ts';
import { selectDevicesOfRoomForUpdate, type LockedDevice } from '../room-devices/index.ts';
import { causeOf, sendCommands, selectRoomForRun, type StartedRun } from './apply.ts';
import {
  findLatestRun,
  findRun,
  findRunByKey,
  findRunDevices,
  readRun,
  type RunDevice,
  type RunRow,
} from './runs.sql.ts';
import { publishRun, writeRun, type RunDeps } from './start-run.ts';
import { toSettableState, type TargetState } from './requested-states.ts';

interface UndoInput {
  readonly actor: Person;
  readonly runId: string;
  readonly requestKey: string | null;
}

/**
 * Sends the devices of a run the states that they had before it, and restores the former mode of the room, or none
 * (decision 060). The undo is a separate run: its commands are in the history, and a retry repeats those that failed.
 */
export async function undoRun(deps: RunDeps, { actor, runId, requestKey }: UndoInput): Promise<ModeRun> {
  return sendCommands(
    deps,
    await deps.db.withActor(actor, async (tx): Promise<StartedRun> => {
      const undone = await findRun(tx, runId);
      if (!undone) throw notFound();
      const { store_id: storeId, room_id: roomId } = undone;
      const room = await selectRoomForRun(tx, roomId);
      const earlier = requestKey === null ? null : await findRunByKey(tx, storeId, requestKey);
      if (earlier) return { run: await readRun(tx, earlier), orders: [] };
      if (room.isArchived) throw new Problem('ROOM_ARCHIVED');
      if (undone.undoes_run_id !== null) throw new Problem('STATE_NOT_ALLOWED');
      const formerStates = await findFormerStates(tx, undone);
      const former = await findLatestRun(tx, undone, 1);
      const mode = former?.mode_id && former.mode_name !== null ? { id: former.mode_id, name: former.mode_name } : null;
      const { row, orders } = await writeRun(
        deps,
        tx,
        {
          productId: actor.productId,
          storeId,
          roomId,
          mode,
          cause: causeOf(actor),
          source: 'REMOTE',
          requestKey,
          undoesRunId: runId,
        },
        formerStates,
      );
      const detail = { modeId: undone.mode_id, name: undone.mode_name, runId: row.id, undoneRunId: runId };
      await recordChange(
        { tx, clock: deps.clock, actor },
        {
          storeId,
          action: 'room.mode-undone',
          subject: { kind: 'room', id: roomId },
          detail,
        },
      );
      return { run: await publishRun(tx, row), orders };
    }),
  );
}

/**
 * The state of each device before the run. Throws STALE unless the run is the latest change of the room and of these
 * devices.
 */
async function findFormerStates(tx: Tx, undone: RunRow): Promise<TargetState[]> {
  const latest = await findLatestRun(tx, undone);
  const changed = async () => staleProblem(latest && (await readRun(tx, latest)));
  if (latest?.id !== undone.id) throw await changed();
  const here = await selectDevicesOfRoomForUpdate(tx, { storeId: undone.store_id, roomId: undone.room_id });
  const requestedStates: TargetState[] = [];
  for (const device of await findRunDevices(tx, undone)) {
    const target = here.find(({ link }) => link.target_id === device.deviceId);
    if (!target || isChangedSince(device, target)) throw await changed();
    requestedStates.push({ target, state: toSettableState(device.stateBefore, target.device.traits) });
  }
  return requestedStates;
}

/**
 * A later command, or a state that differs from the one that the device confirmed: a person changed it at the device.
 */
function isChangedSince({ commandId, isExecuted, state }: RunDevice, { link }: LockedDevice): boolean {
  return link.last_command_id !== commandId || (isExecuted && !isState(state, link.state));
}
