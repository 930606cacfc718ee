import type { Command, DeviceState, RequestedState } from '@munjigi/contract';
import { storesActor, type Tx } from '../../../db/index.ts';
import { changeCommand, changeUncounted, DEADLINE_JOB, errorOf, toPendingCommand } from '../commands/commands.ts';
import {
  isState,
  isRequestedLockState,
  decideByReport,
  wasThere,
  type DeviceAnswer,
} from '../commands/command-states.ts';
import type { DeviceDeps } from '../commands/deps.ts';
import {
  findStoredLinks,
  selectPendingCommandsForUpdate,
  insertCommandStep,
  toDeviceCommand,
  type Cause,
  type CommandTransition,
  type HistoryRow,
  type StoredLink,
  type LinkRow,
} from '../commands/devices.sql.ts';
import type { BoundDevice, DriverAction } from '../drivers/index.ts';
import { commitBeforeFlush, expectPendingCommands, isStaleRowsError } from '../commands/stale-rows.sql.ts';

/**
 * Matches device reports to the commands that wait for them, in a separate transaction, so that waiting requests are
 * answered first.
 */

export interface ReportedLockWord {
  readonly said: DeviceAnswer;
  readonly at: Date;
}

export interface Answers {
  /** Commands that ended. */
  readonly ended: readonly Command[];
  /** How they ended, by command. The commit of these ends may not be flushed yet. */
  readonly ends: ReadonlyMap<string, CommandTransition>;
  /** For each device, by the index of the report: the command that the report answers, which is its cause. */
  readonly causes: readonly ReadonlyMap<number, Cause>[];
}

const LATE_MS = 60_000;
const CLOCKS_DIFFER_MS = 250;

export interface AnsweringDevice {
  readonly storeId: string;
  readonly linkId: string;
  readonly device: BoundDevice;
  readonly words: readonly ReportedLockWord[];
}

/**
 * Writes the answers of the devices. If this process knows the commands in progress, the transaction is written from
 * memory in one round trip, and the database refuses it if they have changed (decision 116).
 */
export async function answerCommands(
  deps: DeviceDeps,
  productId: string,
  devices: readonly AnsweringDevice[],
): Promise<Answers> {
  const [device] = devices;
  const existing = device && devices.length === 1 ? deps.pendingCommands.ofLink(device.linkId) : [];
  if (!device || existing.length === 0 || !device.words.every((word) => isAnswerTo(word, existing)))
    return writeAnswers(deps, productId, devices, (tx) => readState(deps, tx, devices));
  try {
    return await writeAnswers(deps, productId, devices, async (tx) => {
      expectPendingCommands(tx, device, existing);
      return { orders: existing, links: new Map() };
    });
  } catch (error) {
    if (!isStaleRowsError(error)) throw error;
    return writeAnswers(deps, productId, devices, (tx) => readState(deps, tx, devices));
  }
}

/** Whether a report can be judged by the commands alone, without the state of its device. */
function isAnswerTo({ said }: ReportedLockWord, orders: readonly HistoryRow[]): boolean {
  return said.kind === 'lock' || (said.kind === 'reply' && orders.some((row) => row.id === said.orderId));
}

interface AnsweringState {
  /** The commands in progress, oldest first. The transaction has locked them. */
  readonly orders: readonly HistoryRow[];
  readonly links: ReadonlyMap<string, StoredLink>;
}

/**
 * Locks the commands and not the links. A command whose transaction is still open has not been sent, so no report can
 * answer it; and no transaction that writes the state of a device is waited for. Costs three statements for all devices
 * together if no command is in progress.
 */
async function readState(deps: DeviceDeps, tx: Tx, devices: readonly AnsweringDevice[]): Promise<AnsweringState> {
  const [orders, links] = await Promise.all([
    selectPendingCommandsForUpdate(tx, devices),
    findStoredLinks(tx, devices, new Date(deps.clock.now().getTime() - LATE_MS)),
  ]);
  return { orders, links };
}

async function writeAnswers(
  deps: DeviceDeps,
  productId: string,
  devices: readonly AnsweringDevice[],
  readState: (tx: Tx) => Promise<AnsweringState>,
): Promise<Answers> {
  const stores = [...new Set(devices.map((of) => of.storeId))];
  const written = await deps.db.withActor(storesActor(productId, stores), async (tx) => {
    commitBeforeFlush(tx);
    const ends = new Map<string, CommandTransition>();
    const { orders, links } = await readState(tx);
    if (deps.traces) await deps.traces.findParents(tx, orders);
    const works = devices.map((of) => ({
      deps,
      tx,
      of,
      orders: orders.filter((row) => row.link_id === of.linkId),
      ended: [] as HistoryRow[],
      ends,
    }));
    const causes: Map<number, Cause>[] = [];
    for (const work of works) causes.push(await answerOf(work, links.get(work.of.linkId)));
    return { works, causes, ends };
  });
  for (const { of, orders } of written.works) deps.pendingCommands.replace(of.linkId, orders);
  const ended = written.works.flatMap((work) => work.ended);
  for (const { of, ended: own } of written.works) for (const row of own) countAnswer(deps, of, row);
  return { ended: ended.map(toDeviceCommand), ends: written.ends, causes: written.causes };
}

/** A superseded command ended because of a newer one, so its device did not answer it. */
function countAnswer(
  { counters, traces, clock }: DeviceDeps,
  { device, words }: AnsweringDevice,
  row: HistoryRow,
): void {
  counters.commandEnded(device.driver, row);
  if (row.error_code === 'SUPERSEDED') return;
  counters.commandAnswered(device.driver, row);
  traces?.answered(row, words[0]?.at ?? clock.now());
}

/** Handles the reports of one device one by one. Resolves with their causes by index. */
async function answerOf(work: Work, link: StoredLink | undefined): Promise<Map<number, Cause>> {
  const { orders, of } = work;
  const causes = new Map<number, Cause>();
  // A device reports its state in parts: the known state fills in the members that a report does not name.
  const before = link?.state ?? {};
  for (const [place, word] of of.words.entries()) {
    const report: ReportedLockWord =
      word.said.kind === 'state'
        ? { ...word, said: { ...word.said, stored: { ...before, ...word.said.stored } } }
        : word;
    const isOurs =
      report.said.kind === 'reply'
        ? orders.some((row) => row.id === (report.said as { orderId: string }).orderId)
        : orders.length > 0;
    const cause = isOurs ? await answer(work, report) : await lateAnswer(work, report, link);
    if (cause) causes.set(place, cause);
  }
  return causes;
}

export interface SettledDevice {
  readonly link: LinkRow;
  /** The report that led to its present state. */
  readonly word: ReportedLockWord;
  /** How its reports ended commands, by command. */
  readonly ends: ReadonlyMap<string, CommandTransition>;
}

/**
 * Ends commands that were written while a report of their device was processed: the device had the requested state
 * before they were sent, and does not report it twice. Also ends commands again whose end was reported and then lost by
 * a crash of PostgreSQL. The caller holds the locks of the links. Resolves with the ended commands.
 */
export async function endOvertakenCommands(
  deps: DeviceDeps,
  tx: Tx,
  devices: readonly SettledDevice[],
): Promise<Command[]> {
  const settled = devices.filter(({ link }) => !link.is_moving);
  if (settled.length === 0) return [];
  const orders = await selectPendingCommandsForUpdate(
    tx,
    settled.map(({ link }) => ({ storeId: link.store_id, linkId: link.id })),
  );
  const ended: Command[] = [];
  for (const { link, word, ends } of settled) {
    const pending = orders.filter((row) => row.link_id === link.id);
    for (const row of pending) {
      const lostEnd = ends.get(row.id);
      if (lostEnd) ended.push(toDeviceCommand(await changeCommand(deps, tx, { row, link }, lostEnd)));
    }
    const own = pending.filter((row) => !ends.has(row.id));
    const asNow = link.target_kind === 'DOOR' ? link.lock_state : JSON.stringify(link.state);
    // If a command in progress asks for another state, the next report decides which command it answers.
    if (!own.every((row) => row.status === 'SENT' && wasThere({ ...toPendingCommand(row), stateWhenSent: asNow })))
      continue;
    for (const row of own.filter((historyRow) => !wasThere(toPendingCommand(historyRow)))) {
      ended.push(
        toDeviceCommand(
          await changeCommand(
            deps,
            tx,
            { row, link },
            {
              status: 'EXECUTED',
              at: deps.clock.now(),
              error: null,
              note: noteOf(word.said),
            },
          ),
        ),
      );
    }
  }
  return ended;
}

interface Work {
  readonly deps: DeviceDeps;
  readonly tx: Tx;
  readonly of: AnsweringDevice;
  readonly orders: HistoryRow[];
  readonly ended: HistoryRow[];
  readonly ends: Map<string, CommandTransition>;
}

/**
 * Moves the commands that this report answers. Resolves with the newest one that it ended, superseded ones excepted.
 */
async function answer(work: Work, { said, at }: ReportedLockWord): Promise<HistoryRow | null> {
  const { deps, tx, orders, ended, ends } = work;
  let cause: HistoryRow | null = null;
  for (const [index, row] of orders.entries()) {
    if (row.finished_at !== null || isOlder(row, at)) continue;
    const newer = orders.slice(index + 1).filter((other) => other.finished_at === null);
    const verdict = decideByReport(toPendingCommand(row), said, newer.map(toPendingCommand));
    if (!verdict) continue;
    if (verdict.kind === 'answered') {
      orders[index] = await bringForward(work, row, noteOf(said), at);
      continue;
    }
    const error = verdict.error === null ? null : errorOf(verdict.error);
    const transition = { status: verdict.status, at, error, note: noteOf(said) };
    const next = await changeUncounted(deps, tx, row, transition);
    orders[index] = next;
    if (next.finished_at === null) continue;
    ended.push(next);
    ends.set(row.id, transition);
    if (verdict.error !== 'SUPERSEDED') cause = next;
  }
  return cause;
}

/** Whether the report was received before the command was sent; the clocks of processes may differ slightly. */
function isOlder(row: HistoryRow, at: Date): boolean {
  return row.sent_at !== null && at.getTime() < row.sent_at.getTime() - CLOCKS_DIFFER_MS;
}

/** The note of the report in the steps of a command. */
function noteOf(said: DeviceAnswer): string {
  if (said.kind === 'lock') return said.word;
  return said.kind === 'reply' ? said.note : JSON.stringify(said.said);
}

/**
 * The device answered and did not change. Brings the deadline forward: if nothing else follows, the command was
 * refused.
 */
async function bringForward({ tx, of }: Work, row: HistoryRow, note: string, at: Date): Promise<HistoryRow> {
  await insertCommandStep(tx, row, { at, step: 'ANSWERED', note });
  if (row.has_answered) return row;
  const soon = new Date(at.getTime() + of.device.refusalGraceMs);
  const deadlineAt = row.deadline_at !== null && row.deadline_at < soon ? row.deadline_at : soon;
  await tx
    .updateTable('device_history')
    .set({ has_answered: true, deadline_at: deadlineAt })
    .where('store_id', '=', row.store_id)
    .where('id', '=', row.id)
    .execute();
  await tx
    .updateTable('jobs')
    .set({ due_at: deadlineAt })
    .where('kind', '=', DEADLINE_JOB)
    .where('dedupe_key', '=', row.id)
    .execute();
  return { ...row, has_answered: true, deadline_at: deadlineAt };
}

/** Records in the steps of an ended command that the device executed it late. The final status does not change. */
async function lateAnswer(
  work: Work,
  { said, at }: ReportedLockWord,
  link: StoredLink | undefined,
): Promise<Cause | null> {
  if (said.kind === 'reply') return lateReply(work, said, at);
  const row = link?.late;
  if (!row?.finished_at || row.finished_at <= new Date(at.getTime() - LATE_MS)) return null;
  if (said.kind === 'lock' && link?.lock_state === said.word) return null;
  if (!isLateFor(row, said, link?.state ?? {})) return null;
  await insertCommandStep(work.tx, row, { at, step: 'LATE_ANSWER', note: noteOf(said) });
  return row;
}

function isLateFor(
  row: { action: string; state: unknown },
  said: Exclude<DeviceAnswer, { kind: 'reply' }>,
  before: DeviceState,
): boolean {
  if (said.kind === 'lock') return isRequestedLockState(row.action as DriverAction, said.word);
  const requestedState = row.action === 'SET' ? (row.state as RequestedState) : null;
  return requestedState !== null && isState(requestedState, said.stored) && !isState(requestedState, before);
}

/**
 * Counts a reply that matches no command of this device. Records a reply to an ended command in its steps, if the
 * device had not acknowledged the command.
 */
async function lateReply(
  { deps, tx, of }: Work,
  said: Extract<DeviceAnswer, { kind: 'reply' }>,
  at: Date,
): Promise<null> {
  const row = await tx
    .selectFrom('device_history')
    .selectAll()
    .where('store_id', '=', of.storeId)
    .where('link_id', '=', of.linkId)
    .where('id', '=', said.orderId)
    .executeTakeFirst();
  if (!row) deps.counters.refused('unknown_reply');
  else if (row.acknowledged_at === null) await insertCommandStep(tx, row, { at, step: 'LATE_ANSWER', note: said.note });
  return null;
}
