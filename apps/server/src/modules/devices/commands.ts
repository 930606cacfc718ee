import type { Command, CommandErrorCode } from '@munjigi/contract';
import { storeActor, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { enqueue } from '../../jobs/index.ts';
import { wasThere, verdictAtDeadline, type UnderWay } from './command-states.ts';
import type { DeviceDeps } from './deps.ts';
import {
  findCommand, insertHistory, lockLink, shapedCommand, stepForward, type Change, type HistoryRow, type LinkRow,
} from './devices.sql.ts';
import { bindDriver, type Order } from './drivers/index.ts';

/**
 * An order from its request to its end (DR-2, DOMAIN.md 1.7): written down, then marked as sent, then sent, once. Whatever
 * stops us between two of these, the order ends by its deadline and is never sent again.
 */

export const DEADLINE_JOB = 'devices.deadline';
/** How long an order may wait before it is sent; a late unlock opens to nobody knows whom. */
const EXPIRES_MS: Record<Order, number> = { OPEN: 10_000, LOCK: 60_000 };
const DAY_MS = 24 * 3600_000;

const WORDS: Record<CommandErrorCode, string> = {
  DEVICE_OFFLINE: 'The device is offline',
  BROKER_UNREACHABLE: 'There is no connection to the MQTT broker',
  SUPERSEDED: 'A newer order took its place',
  EXPIRED_UNSENT: 'It could not be sent in time',
  NO_ANSWER: 'The device did not answer in time',
  JAMMED: 'The lock is jammed',
  REFUSED: 'The device answered and did not do it',
  NOT_SUPPORTED: 'The device cannot do this',
  DOOR_LOCKED_DOWN: 'The door is locked down',
  SEND_FAILED: 'It could not be sent',
};

export function errorOf(code: CommandErrorCode): { code: CommandErrorCode; message: string } {
  return { code, message: WORDS[code] };
}

export interface NewOrder {
  readonly storeId: string;
  readonly linkId: string;
  readonly action: Order;
  readonly cause: Command['cause'];
  readonly source: Command['source'];
  readonly reason: string | null;
  /** The same key within a day is the same order: it is answered with the first one's row. */
  readonly requestKey: string | null;
}

/** Writes the order down, with the job that ends it whatever happens. To be sent by `deliver` after the commit. */
export async function requestOrder(tx: Tx, clock: DeviceDeps['clock'], order: NewOrder): Promise<{ command: Command; isNew: boolean } | null> {
  const link = await lockLink(tx, order);
  if (!link) return null;
  const at = clock.now();
  if (order.requestKey !== null) {
    const earlier = await tx
      .selectFrom('device_history')
      .selectAll()
      .where('store_id', '=', order.storeId)
      .where('request_key', '=', order.requestKey)
      .where('requested_at', '>', new Date(at.getTime() - DAY_MS))
      .executeTakeFirst();
    if (earlier) return { command: shapedCommand({ ...earlier, target_name: link.target_name }), isNew: false };
  }
  const expiresAt = new Date(at.getTime() + EXPIRES_MS[order.action]);
  const row = await insertHistory(tx, { ...order, link, status: 'QUEUED', at, expiresAt });
  await tx.updateTable('device_links').set({ last_command_id: row.id }).where('store_id', '=', link.store_id).where('id', '=', link.id).execute();
  await enqueueDeadline(tx, row, expiresAt);
  await tellChanged(tx, row);
  return { command: shapedCommand(row), isNew: true };
}

/** The publish gate. Resolves with the command as it is after: sent, or at its end. */
export async function deliver(deps: DeviceDeps, which: { productId: string; storeId: string; commandId: string }): Promise<Command | null> {
  const { db, clock, mqtt } = deps;
  const passed = await db.withActor(storeActor(which.productId, which.storeId), async (tx) => {
    const { row, link } = (await lockCommand(tx, which)) ?? {};
    if (!row || !link || row.status !== 'QUEUED') return null;
    const device = bindDriver(link.driver, link.settings);
    const at = clock.now();
    const refusal = gate(deps, link, row, device.availability.count > 0, at);
    if (refusal) return { row: await change(deps, tx, row, { ...refusal, at }), message: null };
    const state = link.is_moving ? 'MOVING' : link.lock_state;
    const isThere = wasThere({ action: row.action as Order, stateWhenSent: state });
    const deadlineAt = new Date(at.getTime() + (isThere ? Math.min(device.refusalGraceMs, device.timeoutMs) : device.timeoutMs));
    const sent = await change(deps, tx, row, { status: 'SENT', at, sent: { deadlineAt, state } });
    await enqueueDeadline(tx, sent, deadlineAt);
    return { row: sent, message: device.message(row.action as Order), reportsState: device.reportsState, link };
  });
  if (!passed) return null;
  if (!passed.message) return shapedCommand(passed.row);

  // The commit itself can have taken long; what is late stays unsent.
  if (passed.row.expires_at !== null && clock.now() >= passed.row.expires_at) {
    return end(deps, which, { status: 'EXPIRED', error: errorOf('EXPIRED_UNSENT'), note: 'the commit came too late' });
  }
  mqtt.publish(passed.message.topic, passed.message.payload).then(
    () => (passed.reportsState ? undefined : believe(deps, which)),
    (error: unknown) => {
      deps.log.warn({ err: error, commandId: which.commandId }, 'a command could not be sent');
      return end(deps, which, { status: 'FAILED', error: errorOf('SEND_FAILED') });
    },
  ).catch((error: unknown) => deps.log.error({ err: error, commandId: which.commandId }, 'the end of a command could not be written; its deadline will'));
  return shapedCommand(passed.row);
}

function gate(deps: DeviceDeps, link: LinkRow, row: HistoryRow, saysIfThere: boolean, at: Date): Pick<Change, 'status' | 'error'> | null {
  if (row.expires_at !== null && at >= row.expires_at) return { status: 'EXPIRED', error: errorOf('EXPIRED_UNSENT') };
  if (link.last_command_id !== row.id) return { status: 'FAILED', error: errorOf('SUPERSEDED') };
  if (!deps.mqtt.isConnected()) return { status: 'REJECTED_OFFLINE', error: errorOf('BROKER_UNREACHABLE') };
  // A device without a last will may be there; one with it must have said so.
  const isThere = link.online === 'ONLINE' || (!saysIfThere && link.online === 'UNKNOWN');
  return isThere ? null : { status: 'REJECTED_OFFLINE', error: errorOf('DEVICE_OFFLINE') };
}

/** A lock that never reports: what was sent is believed to be so, and shown as inferred. */
async function believe(deps: DeviceDeps, which: { productId: string; storeId: string; commandId: string }): Promise<void> {
  await deps.db.withActor(storeActor(which.productId, which.storeId), async (tx) => {
    const { row, link } = (await lockCommand(tx, which)) ?? {};
    if (!row || !link || row.status !== 'SENT') return;
    const state = row.action === 'LOCK' ? 'LOCKED' : 'UNLOCKED';
    await tx
      .updateTable('device_links')
      .set({ lock_state: state, lock_state_source: 'INFERRED', is_moving: false })
      .where('store_id', '=', link.store_id)
      .where('id', '=', link.id)
      .execute();
    const done = await change(deps, tx, row, { status: 'EXECUTED', at: deps.clock.now(), note: 'the device never reports' });
    await deps.watcher.orderDone(tx, link, done);
    await deps.watcher.linkChanged(tx, link);
  });
}

/** The job of each order: ends what nothing else has ended. */
export async function endAtDeadline(deps: DeviceDeps, which: { productId: string; storeId: string; commandId: string }): Promise<void> {
  await deps.db.withActor(storeActor(which.productId, which.storeId), async (tx) => {
    const { row, link } = (await lockCommand(tx, which)) ?? {};
    const at = deps.clock.now();
    if (!row || !link || row.finished_at !== null || row.deadline_at === null || row.deadline_at > at) return;
    const verdict = verdictAtDeadline(underWay(row), link.lock_state, link.is_moving);
    const done = await change(deps, tx, row, { status: verdict.status, at, error: verdict.error === null ? null : errorOf(verdict.error) });
    if (verdict.status === 'EXECUTED') await deps.watcher.orderDone(tx, link, done);
  });
}

async function end(deps: DeviceDeps, which: { productId: string; storeId: string; commandId: string }, how: Omit<Change, 'at'>): Promise<Command | null> {
  return deps.db.withActor(storeActor(which.productId, which.storeId), async (tx) => {
    const { row } = (await lockCommand(tx, which)) ?? {};
    if (!row || row.finished_at !== null) return row ? shapedCommand(row) : null;
    return shapedCommand(await change(deps, tx, row, { ...how, at: deps.clock.now() }));
  });
}

/** A step, its event, and the count of ends. */
export async function change(deps: Pick<DeviceDeps, 'counters'>, tx: Tx, row: HistoryRow, how: Change): Promise<HistoryRow> {
  const next = await stepForward(tx, row, how);
  await tellChanged(tx, next);
  if (next.finished_at !== null) deps.counters.commandEnded(next.status);
  return next;
}

export async function tellChanged(tx: Tx, row: HistoryRow): Promise<void> {
  await publish(tx, { productId: row.product_id, storeId: row.store_id, name: 'command.changed', data: shapedCommand(row) });
}

export async function enqueueDeadline(tx: Tx, row: HistoryRow, dueAt: Date): Promise<void> {
  await enqueue(tx, { kind: DEADLINE_JOB, payload: { productId: row.product_id, storeId: row.store_id, commandId: row.id }, dueAt });
}

export function underWay(row: HistoryRow): UnderWay {
  return {
    id: row.id,
    action: row.action as Order,
    status: row.status as UnderWay['status'],
    stateWhenSent: row.state_when_sent,
    hasAnswered: row.has_answered,
  };
}

/** The command with its link taken first, so that all who work on a device take the same way. */
async function lockCommand(tx: Tx, which: { storeId: string; commandId: string }): Promise<{ row: HistoryRow; link: LinkRow } | null> {
  const seen = await findCommand(tx, which);
  const link = seen && (await lockLink(tx, { storeId: which.storeId, linkId: seen.link_id }));
  // Read again: it may have moved while we waited for the link.
  const row = link && (await findCommand(tx, which));
  return row ? { row, link } : null;
}
