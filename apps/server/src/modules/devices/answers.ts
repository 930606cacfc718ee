import type { Command } from '@munjigi/contract';
import { storeActor, type Tx } from '../../db/index.ts';
import { change, DEADLINE_JOB, errorOf, underWay } from './commands.ts';
import { isWanted, judge } from './command-states.ts';
import type { DeviceDeps } from './deps.ts';
import { findUnderWay, lockLink, noteStep, shapedCommand, type Cause, type HistoryRow, type LinkRow } from './devices.sql.ts';
import { bindDriver, type LockWord, type Order } from './drivers/index.ts';

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

export async function answerOrders(deps: DeviceDeps, of: { productId: string; storeId: string; linkId: string }, words: readonly HeardWord[]): Promise<Answers> {
  return deps.db.withActor(storeActor(of.productId, of.storeId), async (tx) => {
    const causes = new Map<number, Cause>();
    const ended: HistoryRow[] = [];
    const link = await lockLink(tx, of);
    if (!link) return { ended: [], causes };
    const orders = await findUnderWay(tx, link);
    for (const [place, heard] of words.entries()) {
      const cause = (await answer({ deps, tx, link, orders, ended }, heard)) ?? (await lateAnswer(tx, link, heard));
      if (cause) causes.set(place, cause);
    }
    return { ended: ended.map(shapedCommand), causes };
  });
}

interface Work {
  readonly deps: DeviceDeps;
  readonly tx: Tx;
  readonly link: LinkRow;
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
async function bringForward({ tx, link }: Work, row: HistoryRow, word: LockWord, at: Date): Promise<HistoryRow> {
  await noteStep(tx, row, at, 'ANSWERED', word);
  if (row.has_answered) return row;
  const soon = new Date(at.getTime() + bindDriver(link.driver, link.settings).refusalGraceMs);
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
async function lateAnswer(tx: Tx, link: LinkRow, { word, at }: HeardWord): Promise<Cause | null> {
  if (link.last_command_id === null || word === link.lock_state || (!isWanted('OPEN', word) && !isWanted('LOCK', word))) return null;
  const row = await tx
    .selectFrom('device_history')
    .selectAll()
    .where('store_id', '=', link.store_id)
    .where('id', '=', link.last_command_id)
    .where('finished_at', '>', new Date(at.getTime() - LATE_MS))
    .where('status', 'in', ['TIMED_OUT', 'FAILED'])
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  if (!row || !isWanted(row.action as Order, word)) return null;
  await noteStep(tx, row, at, 'LATE_ANSWER', word);
  return row;
}
