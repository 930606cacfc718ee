import type { Command, DeviceTraits, ModePurpose } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { lockDevicesOfRoom } from '../room-devices/index.ts';
import { takeRoom } from './apply.ts';
import { findModeFor } from './modes.sql.ts';
import { findBefore } from './runs.sql.ts';
import { orderAll, startRun, tell, type Order, type RunDeps } from './start-run.ts';
import { settableStateOf } from './wanted.ts';

/** Modes that nobody pressed (DR-6). What is written is sent by who asks, after his commit. */

interface Automatic {
  readonly productId: string;
  readonly storeId: string;
  readonly roomId: string;
  readonly purpose: ModePurpose;
  readonly cause: Command['cause'];
  /** Its time is over: it is written down, and not sent. */
  readonly isMissed: boolean;
}

/** `null`: the store has no mode for it, or the room no device that it concerns. */
export async function applyPurpose(deps: RunDeps, tx: Tx, { purpose, isMissed, ...of }: Automatic): Promise<{ runId: string; orders: readonly Order[] } | null> {
  const room = await takeRoom(tx, of.roomId);
  const mode = room.isArchived ? null : await findModeFor(tx, of.storeId, purpose);
  if (!mode) return null;
  const { row, orders } = await startRun(deps, tx, { ...of, mode, source: 'AUTO', requestKey: null, refusal: isMissed ? 'EXPIRED_UNSENT' : null });
  if (orders.length === 0) return null;
  await tell(tx, row);
  return { runId: row.id, orders };
}

interface TakenBack {
  readonly storeId: string;
  readonly roomId: string;
  readonly runId: string;
  readonly cause: Command['cause'];
}

/** Sets those devices that a run has changed as they were before it; of one whose state nobody knew, nothing. */
export async function takeBack(deps: Pick<RunDeps, 'devices'>, tx: Tx, { storeId, roomId, runId, cause }: TakenBack): Promise<readonly Order[]> {
  const before = await findBefore(tx, { storeId, runId });
  if (before.length === 0) return [];
  const here = await lockDevicesOfRoom(tx, { storeId, roomId });
  const wanted = here.flatMap((target) => {
    const found = before.find((it) => it.deviceId === target.link.target_id);
    const state = found && settableStateOf(found.state, target.device.traits as DeviceTraits);
    return state && Object.keys(state).length > 0 ? [{ target, state }] : [];
  });
  return orderAll(deps, tx, wanted, { cause, source: 'AUTO' });
}
