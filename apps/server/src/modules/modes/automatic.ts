import type { ModePurpose } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import type { WrittenCommand } from '../devices/index.ts';
import { selectDevicesOfRoomForUpdate } from '../room-devices/index.ts';
import { selectRoomForRun } from './apply.ts';
import { findModeFor } from './modes.sql.ts';
import { findBefore } from './runs.sql.ts';
import { writeCommands, startRun, publishRun, type RunCause, type RunDeps } from './start-run.ts';
import { toSettableState } from './requested-states.ts';

/** Modes that the server applies by itself (DR-6). The caller sends the written commands after the commit. */

interface Automatic {
  readonly productId: string;
  readonly storeId: string;
  readonly roomId: string;
  readonly purpose: ModePurpose;
  readonly cause: RunCause;
  /** The time for the mode has passed: its commands are written as EXPIRED and not sent. */
  readonly isMissed: boolean;
}

/**
 * Applies the mode of a purpose. `null`: the store has no such mode, the room is archived, or the mode has no state for
 * any device of the room.
 */
export async function applyPurpose(
  deps: RunDeps,
  tx: Tx,
  { purpose, isMissed, ...of }: Automatic,
): Promise<{ runId: string; orders: readonly WrittenCommand[] } | null> {
  const room = await selectRoomForRun(tx, of.roomId);
  const mode = room.isArchived ? null : await findModeFor(tx, of.storeId, purpose);
  if (!mode) return null;
  const { row, orders } = await startRun(deps, tx, {
    ...of,
    mode,
    source: 'AUTO',
    requestKey: null,
    refusal: isMissed ? 'EXPIRED_UNSENT' : null,
  });
  if (orders.length === 0) return null;
  await publishRun(tx, row);
  return { runId: row.id, orders };
}

interface RevertedRun {
  readonly storeId: string;
  readonly roomId: string;
  readonly runId: string;
  readonly cause: RunCause;
}

/** Restores the former states of the devices of a run. A device whose former state is unknown gets no command. */
export async function restoreFormerStates(
  deps: Pick<RunDeps, 'devices'>,
  tx: Tx,
  { storeId, roomId, runId, cause }: RevertedRun,
): Promise<readonly WrittenCommand[]> {
  const before = await findBefore(tx, { storeId, runId });
  if (before.length === 0) return [];
  const here = await selectDevicesOfRoomForUpdate(tx, { storeId, roomId });
  const requestedStates = here.flatMap((target) => {
    const found = before.find((item) => item.deviceId === target.link.target_id);
    const state = found && toSettableState(found.state, target.device.traits);
    return state && Object.keys(state).length > 0 ? [{ target, state }] : [];
  });
  return writeCommands(deps, tx, requestedStates, { cause, source: 'AUTO' });
}
