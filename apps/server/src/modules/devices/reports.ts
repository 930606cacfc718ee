import type { Command, DeviceState } from '@munjigi/contract';
import { storesActor } from '../../db/index.ts';
import { retryTransiently } from './retry.ts';
import { answerCommands, endOvertakenCommands, type ReportedLockWord } from './answers.ts';
import type { DeviceDeps, ReceivedReport } from './deps.ts';
import { selectLinksForUpdate, type Cause, type CommandTransition, type LinkKey, type LinkRow } from './devices.sql.ts';
import type { BoundDevice } from './drivers/index.ts';
import { writeProcessedReports, processReport, type LinkWork } from './link-state.ts';
import { CAUSABLE, findIssuedCommands, isChangeOf } from './report-causes.ts';

/** Processes device reports: answers commands, updates states and writes history. */

/** The reports of one device, in order of arrival. */
export interface LinkReports<R> extends LinkKey {
  readonly device: BoundDevice;
  readonly reports: readonly R[];
}

/** The reports of one device that may answer commands. */
export interface LinkWords extends LinkReports<ReceivedReport> {
  /** The members of its state that were reported and are not written yet. Reports are added to it. */
  readonly stored: DeviceState;
}

export interface AnsweredReport {
  readonly report: ReceivedReport;
  /** The command that it answers. */
  readonly cause: Cause | null;
  /** The commands that ended in the same transaction, and how. */
  readonly ends: ReadonlyMap<string, CommandTransition>;
}

const NO_ENDS: AnsweredReport['ends'] = new Map();

/**
 * Answers commands in a separate transaction, so that waiting requests get their result at once. `writeReports` writes
 * the states later; if the process is killed in between, the broker delivers the states again, because it retains them.
 * The reports of several devices of a product are processed together, with the same few statements as those of one
 * device. Resolves with the reports of each device.
 */
export async function answerReports(
  deps: DeviceDeps,
  productId: string,
  all: readonly LinkWords[],
  notify: (command: Command) => void,
): Promise<readonly (readonly AnsweredReport[])[]> {
  const answered = new Map<ReceivedReport, AnsweredReport>();
  const speaking = all.flatMap((of) => {
    const words = of.reports.flatMap((one) => {
      const said = wordOf(one, of.stored);
      return said === null ? [] : [{ said, at: one.at, of: one }];
    });
    return words.length === 0 ? [] : [{ ...of, words }];
  });
  await together(speaking, async (some) => {
    const answers = await answerCommands(deps, productId, some);
    for (const command of answers.ended) notify(command);
    for (const [index, { words }] of some.entries()) {
      for (const [place, { of: report }] of words.entries())
        answered.set(report, { report, cause: answers.causes[index]?.get(place) ?? null, ends: answers.ends });
    }
  });
  return all.map(({ reports }) =>
    reports.map((report) => answered.get(report) ?? { report, cause: null, ends: NO_ENDS }),
  );
}

/** Writes the states of the devices and their history. */
export async function writeReports(
  deps: DeviceDeps,
  productId: string,
  all: readonly LinkReports<AnsweredReport>[],
  notify: (command: Command) => void,
): Promise<void> {
  await together(all, async (some) => {
    for (const command of await keepStates(deps, productId, some)) notify(command);
  });
}

async function keepStates(
  deps: DeviceDeps,
  productId: string,
  all: readonly LinkReports<AnsweredReport>[],
): Promise<Command[]> {
  const stores = [...new Set(all.map((of) => of.storeId))];
  return deps.db.withActor(storesActor(productId, stores), async (tx) => {
    const links = new Map((await selectLinksForUpdate(tx, all)).map((link) => [link.id, link]));
    const asking = all.flatMap(({ linkId, reports }) => {
      const link = links.get(linkId);
      return link && needsCommands(link, reports) ? [link] : [];
    });
    const issued = asking.length === 0 ? null : await findIssuedCommands(tx, asking, deps.clock.now());
    const works = all.flatMap(({ linkId, device, reports }) => {
      const before = links.get(linkId);
      if (!before) return [];
      const commands = issued?.get(linkId) ?? [];
      const work: LinkWork = { deps, tx, device, before, link: { ...before }, commands, reported: [] };
      return [
        {
          work,
          done: before.removed_at === null ? reports : reports.filter(({ report }) => isOfLeftLock(before, report)),
        },
      ];
    });
    // The reports of one device run in order. Devices run concurrently, so that their queries do not wait for each
    // other.
    await Promise.all(
      works.map(async ({ work, done }) => {
        for (const { report, cause } of done) await processReport(work, report, cause);
      }),
    );
    await writeProcessedReports(
      { deps, tx },
      works.map(({ work }) => work),
    );
    return endOvertakenCommands(
      deps,
      tx,
      works.flatMap(({ work: { link }, done }) => {
        const lastWord = done.map((item) => orderedWord(item.report)).findLast((word) => word !== null);
        const ends = new Map(done.flatMap((item) => [...item.ends]));
        return lastWord ? [{ link, word: lastWord, ends }] : [];
      }),
    );
  });
}

/** Whether the batch has a change that answers no command, or not only one: its cause is among the recent commands. */
function needsCommands({ state, lock_state: lockState }: LinkRow, done: readonly AnsweredReport[]): boolean {
  const before = state as DeviceState;
  return done.some(({ report: { report }, cause }) => {
    if (report.kind === 'lock') return cause === null && report.state !== lockState;
    if (report.kind !== 'state') return false;
    return CAUSABLE.some((key) => {
      const value = report.state[key];
      return value !== undefined && value !== before[key] && !(cause && isChangeOf(cause, key, value));
    });
  });
}

/** The members of a state that a command can set; the others are measurements. */
const ORDERED = ['isOn', 'brightness', 'mode', 'targetTemperature'] as const;

function orderedWord(received: ReceivedReport): ReportedLockWord | null {
  const said = wordOf(received, {});
  const isOrdered =
    said?.kind === 'lock' || (said?.kind === 'state' && ORDERED.some((key) => said.said[key] !== undefined));
  return said && isOrdered ? { said, at: received.at } : null;
}

/**
 * Of a removed link only the reports of a lock about codes and availability count, so that its codes can be deleted.
 */
function isOfLeftLock({ target_kind: kind }: LinkRow, { report }: ReceivedReport): boolean {
  return (
    kind === 'DOOR' &&
    (report.kind === 'code' ||
      report.kind === 'code-written' ||
      report.kind === 'codes-cleared' ||
      report.kind === 'availability')
  );
}

/**
 * The report in the form that can answer a command; `null` for other reports and for retained ones, which answer no
 * command. Adds a reported state to `state`.
 */
function wordOf({ report, isRetained }: ReceivedReport, state: DeviceState): ReportedLockWord['said'] | null {
  if (report.kind === 'state') Object.assign(state, report.state);
  if (isRetained) return null;
  switch (report.kind) {
    case 'lock':
      return { kind: 'lock', word: report.state };
    case 'state':
      // A report that a value is unknown answers no command.
      if (Object.keys(report.state).length === 0) return null;
      return { kind: 'state', said: report.state, stored: { ...state } };
    case 'reply':
      return report;
    default:
      return null;
  }
}

/**
 * Runs `work` for all items. If that fails, runs it for each item separately, so that the error of one device affects
 * no other.
 */
async function together<T>(all: readonly T[], work: (some: readonly T[]) => Promise<void>): Promise<void> {
  if (all.length === 0) return;
  if (all.length === 1) return retryTransiently(() => work(all));
  try {
    await work(all);
  } catch {
    const outcomes = [];
    for (const one of all) outcomes.push(...(await Promise.allSettled([retryTransiently(() => work([one]))])));
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    if (failed.length > 0)
      throw new AggregateError(failed, `What ${failed.length} devices said could not be worked on`);
  }
}
