import type { Command } from '@munjigi/contract';
import { storeActor, type Tx } from '../../db/index.ts';
import { change, DEADLINE_JOB, errorOf, underWay } from './commands.ts';
import { isWanted, judge } from './command-states.ts';
import type { DeviceDeps } from './deps.ts';
import { lockUnderWay, noteStep, shapedCommand, type Cause, type HistoryRow } from './devices.sql.ts';
import type { BoundDevice, LockWord, Order } from './drivers/index.ts';

/** What a device's words mean for the orders that wait for them. A transaction of its own, so that who waits is answered first. */

export interface HeardWord {
  readonly word: LockWord;
  readonly at: Date;
}

export interface Answers {
  /** Orders that came to their end. */
  readonly ended: readonly Command[];
  /** By the word's place: the order that it answers, and which therefore is its cause. */
  readonly causes: ReadonlyMap<number, Cause>;
}

const LATE_MS = 60_000;
const CLOCKS_DIFFER_MS = 250;

export interface AnsweringDevice {
  readonly productId: string;
  readonly storeId: string;
  readonly linkId: string;
  readonly device: BoundDevice;
}

/**
 * Takes the orders and not the link: who orders at this moment has not sent anything yet, so no word can be his answer, and
 * nobody who writes the device's state is waited for.
 */
export async function answerOrders(deps: DeviceDeps, of: AnsweringDevice, words: readonly HeardWord[]): Promise<Answers> {
  return deps.db.withActor(storeActor(of.productId, of.storeId), async (tx) => {
    const causes = new Map<number, Cause>();
    const ended: HistoryRow[] = [];
    const orders = await lockUnderWay(tx, of);
    for (const [place, heard] of words.entries()) {
      const cause = orders.length > 0 ? await answer({ deps, tx, of, orders, ended }, heard) : await lateAnswer(tx, of, heard);
      if (cause) causes.set(place, cause);
    }
    return { ended: ended.map(shapedCommand), causes };
  });
}

interface Work {
  readonly deps: DeviceDeps;
  readonly tx: Tx;
  readonly of: AnsweringDevice;
  readonly orders: HistoryRow[];
  readonly ended: HistoryRow[];
}

/** Moves the orders that this word answers; resolves with the newest that it ended. */
async function answer(work: Work, { word, at }: HeardWord): Promise<HistoryRow | null> {
  const { deps, tx, orders, ended } = work;
  let cause: HistoryRow | null = null;
  for (const [index, row] of orders.entries()) {
    if (row.finished_at !== null || isOlder(row, at)) continue;
    const newer = orders.slice(index + 1).filter((other) => other.finished_at === null);
    const verdict = judge(underWay(row), word, newer.map(underWay));
    if (!verdict) continue;
    if (verdict.kind === 'answered') {
      orders[index] = await bringForward(work, row, word, at);
      continue;
    }
    const error = verdict.error === null ? null : errorOf(verdict.error);
    const next = await change(deps, tx, row, { status: verdict.status, at, error, note: word });
    orders[index] = next;
    if (next.finished_at === null) continue;
    ended.push(next);
    if (verdict.error !== 'SUPERSEDED') cause = next;
  }
  return cause;
}

/** Said before the order was sent, and only worked on now. Processes' clocks may differ by a little. */
function isOlder(row: HistoryRow, at: Date): boolean {
  return row.sent_at !== null && at.getTime() < row.sent_at.getTime() - CLOCKS_DIFFER_MS;
}

/** It answered without doing it: if nothing else comes soon, that was a refusal. */
async function bringForward({ tx, of }: Work, row: HistoryRow, word: LockWord, at: Date): Promise<HistoryRow> {
  await noteStep(tx, row, at, 'ANSWERED', word);
  if (row.has_answered) return row;
  const soon = new Date(at.getTime() + of.device.refusalGraceMs);
  const deadlineAt = row.deadline_at !== null && row.deadline_at < soon ? row.deadline_at : soon;
  await tx
    .updateTable('device_history')
    .set({ has_answered: true, deadline_at: deadlineAt })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  await tx.updateTable('jobs').set({ due_at: deadlineAt }).where('kind', '=', DEADLINE_JOB).where('dedupe_key', '=', row.id).execute();
  return { ...row, has_answered: true, deadline_at: deadlineAt };
}

/** A device that does after its time what it was asked: written to the steps of the order, whose end stays as it was. */
async function lateAnswer(tx: Tx, of: AnsweringDevice, { word, at }: HeardWord): Promise<Cause | null> {
  if (!isWanted('OPEN', word) && !isWanted('LOCK', word)) return null;
  const row = await tx
    .selectFrom('device_links as l')
    .innerJoin('device_history as h', (join) => join.onRef('h.store_id', '=', 'l.store_id').onRef('h.id', '=', 'l.last_command_id'))
    .selectAll('h')
    .where('l.store_id', '=', of.storeId)
    .where('l.id', '=', of.linkId)
    .where('l.lock_state', '!=', word)
    .where('h.finished_at', '>', new Date(at.getTime() - LATE_MS))
    .where('h.status', 'in', ['TIMED_OUT', 'FAILED'])
    .where('h.sent_at', 'is not', null)
    .executeTakeFirst();
  if (!row || !isWanted(row.action as Order, word)) return null;
  await noteStep(tx, row, at, 'LATE_ANSWER', word);
  return row;
}
