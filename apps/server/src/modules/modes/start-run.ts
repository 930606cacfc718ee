import type { Mode, ModeRun } from '@munjigi/contract';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Database, Tables, Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { Devices, NewCommand, WrittenCommand } from '../devices/index.ts';
import { selectDevicesOfRoomForUpdate } from '../room-devices/index.ts';
import { insertRun, readRun, type RunRow } from './runs.sql.ts';
import { findCommandRefusal, resolveRequestedStates, type TargetState } from './requested-states.ts';

export interface RunDeps {
  readonly db: Database;
  readonly devices: Devices;
  readonly clock: Clock;
}

/** The cause and the source of the commands. `refusal`: why none of them is sent. */
export type CommandOrigin = Pick<NewCommand, 'cause' | 'source' | 'refusal'>;

/** A device or a guest causes no run. */
export type RunCause = NewCommand['cause'] & { readonly kind: Selectable<Tables['mode_runs']>['cause_kind'] };

interface NewRun extends CommandOrigin {
  readonly cause: RunCause;
  readonly productId: string;
  readonly storeId: string;
  readonly roomId: string;
  readonly mode: Mode;
  readonly requestKey: string | null;
}

/** Writes a run of a mode with its commands. The transaction holds the lock of the room. */
export async function startRun(deps: RunDeps, tx: Tx, run: NewRun): Promise<{ row: RunRow; orders: WrittenCommand[] }> {
  return writeRun(deps, tx, run, resolveRequestedStates(run.mode.states, await selectDevicesOfRoomForUpdate(tx, run)));
}

interface WrittenRun extends Omit<NewRun, 'mode'> {
  /** The mode of the room from now on. */
  readonly mode: Pick<Mode, 'id' | 'name'> | null;
  readonly undoesRunId?: string;
}

/** Writes a run with a command for each device. The transaction holds the locks of the room and of these devices. */
export async function writeRun(
  deps: RunDeps,
  tx: Tx,
  { productId, storeId, roomId, mode, requestKey, undoesRunId, ...origin }: WrittenRun,
  requestedStates: readonly TargetState[],
): Promise<{ row: RunRow; orders: WrittenCommand[] }> {
  const orders = await writeCommands(deps, tx, requestedStates, origin);
  const { cause } = origin;
  const ofStore = { product_id: productId, store_id: storeId };
  const runId = uuidv7();
  const row = await insertRun(
    tx,
    {
      ...ofStore,
      id: runId,
      room_id: roomId,
      mode_id: mode?.id ?? null,
      mode_name: mode?.name ?? null,
      cause_kind: cause.kind,
      cause_id: cause.id,
      cause_label: cause.label,
      started_at: deps.clock.now(),
      request_key: requestKey,
      undoes_run_id: undoesRunId ?? null,
    },
    requestedStates.map(({ target: { link }, state }, at) => ({
      ...ofStore,
      run_id: runId,
      device_id: link.target_id,
      state: JSON.stringify(state),
      command_id: orders[at]?.command.id ?? '',
      state_before: JSON.stringify(link.state),
    })),
  );
  return { row, orders };
}

/**
 * Writes one command for each device. A device that cannot take the state gets a failed command with the reason, which
 * is not sent.
 */
export async function writeCommands(
  { devices }: Pick<RunDeps, 'devices'>,
  tx: Tx,
  requestedStates: readonly TargetState[],
  { cause, source, refusal = null }: CommandOrigin,
): Promise<WrittenCommand[]> {
  const orders: WrittenCommand[] = [];
  for (const item of requestedStates) {
    orders.push(
      await devices.writeCommand(tx, {
        link: item.target.link,
        action: 'SET',
        state: item.state,
        cause,
        source,
        reason: null,
        requestKey: null,
        refusal: refusal ?? findCommandRefusal(item),
      }),
    );
  }
  return orders;
}

export async function publishRun(tx: Tx, row: RunRow): Promise<ModeRun> {
  const data = await readRun(tx, row);
  await publish(tx, { productId: row.product_id, storeId: row.store_id, name: 'mode-run.changed', data });
  return data;
}

export function causeOfReservation({ id, code }: { readonly id: string; readonly code: string }): RunCause {
  return { kind: 'RESERVATION', id, label: code };
}
