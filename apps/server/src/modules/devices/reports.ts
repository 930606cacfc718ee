import type { Command, LockState } from '@munjigi/contract';
import { storeActor, type Tx } from '../../db/index.ts';
import { change, enqueueDeadline, errorOf, tellChanged, underWay } from './commands.ts';
import { isWanted, judge } from './command-states.ts';
import type { DeviceDeps } from './deps.ts';
import {
  findUnderWay, insertHistory, lockLink, noteStep, shapedCommand, type FinishedCommand, type HistoryRow, type LinkRow,
} from './devices.sql.ts';
import { bindDriver, type BoundDevice, type LockWord, type Order, type Report } from './drivers/index.ts';

/** What a device said, worked into its state, its commands and its history, in one transaction. */

export interface HeardReport {
  readonly report: Report;
  readonly at: Date;
  /** From the broker's memory: says what is, and answers nobody (DOMAIN.md 1.7). */
  readonly isRetained: boolean;
}

const LATE_MS = 60_000;
/** How often a device's being alive is worth a write when nothing else is new. */
const SEEN_EVERY_MS = 10_000;

const LOCK_STATE: Partial<Record<LockWord, LockState>> = {
  LOCKED: 'LOCKED', UNLOCKED: 'UNLOCKED', UNLATCHED: 'UNLATCHED', JAMMED: 'NOT_FULLY_LOCKED', UNKNOWN: 'UNKNOWN',
};

/** Answers the commands that came to their end. */
export async function workReports(deps: DeviceDeps, of: { productId: string; storeId: string; linkId: string }, heard: readonly HeardReport[]): Promise<Command[]> {
  return deps.db.withActor(storeActor(of.productId, of.storeId), async (tx) => {
    const link = await lockLink(tx, of);
    if (!link) return [];
    const device = bindDriver(link.driver, link.settings);
    const work: Work = { deps, tx, device, before: link, link: { ...link }, underWay: null, ended: [] };
    for (const one of heard) await workOne(work, one);
    await keepLink(work);
    return work.ended.map(shapedCommand);
  });
}

interface Work {
  readonly deps: DeviceDeps;
  readonly tx: Tx;
  readonly device: BoundDevice;
  readonly before: LinkRow;
  readonly link: LinkRow;
  underWay: HistoryRow[] | null;
  readonly ended: HistoryRow[];
}

async function workOne(work: Work, { report, at, isRetained }: HeardReport): Promise<void> {
  const { link } = work;
  if (!isRetained) {
    link.last_seen_at = at;
    // A device without a last will is there when it speaks.
    if (work.device.availability.count === 0) link.online = 'ONLINE';
  }
  switch (report.kind) {
    case 'lock':
      return workLockWord(work, report.state, at, isRetained);
    case 'availability':
      return workAvailability(work, report, at);
    case 'leaf':
      link.leaf_state = report.state;
      return;
    case 'battery':
      link.battery = report.percent;
  }
}

async function workLockWord(work: Work, word: LockWord, at: Date, isRetained: boolean): Promise<void> {
  const { link, tx } = work;
  const state = LOCK_STATE[word];
  const isNews = state !== undefined && state !== link.lock_state;
  const wasUnknown = link.lock_state === 'UNKNOWN';
  const answered = isRetained ? null : await answerCommands(work, word, at);
  link.is_moving = state === undefined;
  if (state === undefined) return;
  link.lock_state = state;
  link.lock_state_source = 'REPORTED';
  if (!isNews || word === 'UNKNOWN' || (wasUnknown && isRetained)) return;

  const asked = answered ?? (isRetained ? null : await lateAnswer(work, word, at));
  const row = await insertHistory(tx, {
    link,
    action: word as 'LOCKED' | 'UNLOCKED' | 'UNLATCHED' | 'JAMMED',
    status: 'REPORTED',
    cause: asked
      ? { kind: asked.cause_kind as Command['cause']['kind'], id: asked.cause_id, label: asked.cause_label }
      : { kind: word === 'JAMMED' ? 'DEVICE' : 'UNKNOWN', id: null, label: '' },
    source: asked ? 'REMOTE' : 'UNSPECIFIED',
    reason: null,
    requestKey: null,
    at,
    expiresAt: null,
  });
  await tellChanged(tx, row);
}

/** Moves the orders that this word answers; the newest of those that it ended, as the word's cause. */
async function answerCommands(work: Work, word: LockWord, at: Date): Promise<HistoryRow | null> {
  const { deps, tx, link } = work;
  work.underWay ??= await findUnderWay(tx, link);
  let cause: HistoryRow | null = null;
  for (const [index, row] of work.underWay.entries()) {
    if (row.finished_at !== null) continue;
    const newer = work.underWay.slice(index + 1).filter((other) => other.finished_at === null);
    const verdict = judge(underWay(row), word, newer.map(underWay));
    if (!verdict) continue;
    if (verdict.kind === 'answered') {
      work.underWay[index] = await bringForward(work, row, word, at);
      continue;
    }
    const next = await change(deps, tx, row, { status: verdict.status, at, error: verdict.error === null ? null : errorOf(verdict.error), note: word });
    work.underWay[index] = next;
    if (next.finished_at === null) continue;
    work.ended.push(next);
    if (verdict.error !== 'SUPERSEDED') cause = next;
    if (verdict.status === 'EXECUTED') await deps.watcher.orderDone(tx, link, next);
  }
  return cause;
}

async function bringForward(work: Work, row: HistoryRow, word: LockWord, at: Date): Promise<HistoryRow> {
  await noteStep(work.tx, row, at, 'ANSWERED', word);
  if (row.has_answered) return row;
  const soon = new Date(at.getTime() + work.device.refusalGraceMs);
  const deadlineAt = row.deadline_at !== null && row.deadline_at < soon ? row.deadline_at : soon;
  await work.tx
    .updateTable('device_history')
    .set({ has_answered: true, deadline_at: deadlineAt })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  await enqueueDeadline(work.tx, row, deadlineAt);
  return { ...row, has_answered: true, deadline_at: deadlineAt };
}

/** A device that does after its time what it was asked: written to the steps of the order, whose end stays as it was. */
async function lateAnswer(work: Work, word: LockWord, at: Date): Promise<FinishedCommand | null> {
  const { tx, link, deps } = work;
  if (link.last_command_id === null) return null;
  const row = await tx
    .selectFrom('device_history')
    .selectAll()
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.last_command_id)
    .where('finished_at', '>', new Date(at.getTime() - LATE_MS))
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  if (!row || row.status === 'EXECUTED' || !isWanted(row.action as Order, word)) return null;
  await noteStep(tx, row, at, 'LATE_ANSWER', word);
  await deps.watcher.orderDone(tx, link, row);
  return row;
}

async function workAvailability(work: Work, report: Extract<Report, { kind: 'availability' }>, at: Date): Promise<void> {
  const { link, device, tx } = work;
  const told = { ...(link.availability as Record<string, boolean>), [String(report.index)]: report.isAvailable };
  link.availability = told;
  const words = Array.from({ length: device.availability.count }, (_, index) => told[String(index)] === true);
  const { mode } = device.availability;
  const isThere = mode === 'latest' ? report.isAvailable : mode === 'all' ? words.every(Boolean) : words.some(Boolean);
  const online = isThere ? 'ONLINE' : 'OFFLINE';
  link.online = online;
  const wasTold = link.told_online;
  if (wasTold === online) return;
  link.told_online = online;
  // The first word of a new device is no event.
  if (wasTold === 'UNKNOWN') return;
  const row = await insertHistory(tx, {
    link, action: online, status: 'REPORTED', cause: { kind: 'DEVICE', id: null, label: '' },
    source: 'UNSPECIFIED', reason: null, requestKey: null, at, expiresAt: null,
  });
  await tellChanged(tx, row);
}

async function keepLink({ deps, tx, before, link }: Work): Promise<void> {
  const isNew = (['online', 'told_online', 'lock_state', 'lock_state_source', 'is_moving', 'leaf_state', 'battery'] as const).some((key) => link[key] !== before[key]);
  const isSeen = (link.last_seen_at?.getTime() ?? 0) - (before.last_seen_at?.getTime() ?? 0) >= SEEN_EVERY_MS;
  const heardOf = JSON.stringify(link.availability) !== JSON.stringify(before.availability);
  if (!isNew && !isSeen && !heardOf) return;
  await tx
    .updateTable('device_links')
    .set({
      online: link.online,
      told_online: link.told_online,
      availability: JSON.stringify(link.availability),
      lock_state: link.lock_state,
      lock_state_source: link.lock_state_source,
      is_moving: link.is_moving,
      leaf_state: link.leaf_state,
      battery: link.battery,
      last_seen_at: link.last_seen_at,
    })
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.id)
    .execute();
  if (isNew || isSeen) await deps.watcher.linkChanged(tx, link);
}
