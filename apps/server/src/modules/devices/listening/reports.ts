import type { Command, DeviceState } from '@munjigi/contract';
import { storesActor } from '../../../db/index.ts';
import { retryTransiently } from './retry.ts';
import { answerCommands, endOvertakenCommands, type ReportedLockWord } from './answers.ts';
import type { DeviceDeps, ReceivedReport } from '../commands/deps.ts';
import {
  selectLinksForUpdate,
  type Cause,
  type CommandTransition,
  type LinkKey,
  type LinkRow,
} from '../commands/devices.sql.ts';
import type { BoundDevice } from '../drivers/index.ts';
import { writeProcessedReports, processReport, type LinkWork } from './link-state.ts';
import { CAUSABLE, findIssuedCommands, isChangeOf } from './report-causes.ts';

/** Processes device reports: answers commands, updates states and writes history. */

/** The reports of one device, in order of arrival. */
export interface LinkReports extends LinkKey {
  readonly device: BoundDevice;
  readonly reports: readonly ReceivedReport[];
  /** Takes the reports that arrived since. */
  readonly more: () => readonly ReceivedReport[];
}

interface Worked {
  readonly of: LinkReports;
  readonly done: { readonly report: ReceivedReport; readonly cause: Cause | null }[];
  /** The members of its state that were reported and are not written yet. `wordOf` adds to it. */
  readonly stored: DeviceState;
  /** How its reports ended commands, by command. */
  readonly ends: Map<string, CommandTransition>;
  next: readonly ReceivedReport[];
}

/**
 * The most rounds of reports that are processed before the states are written: of one device, and of several together.
 */
const MOST_ROUNDS = { alone: 20, together: 2 };

/**
 * Uses two kinds of transactions. The first ones answer commands, so that waiting requests get their result at once.
 * When no more reports arrive, or after the last round, the final one writes the states and their history. If the
 * process is killed in between, the broker delivers the states again, because it retains them. The reports of several
 * devices of a product are processed together, with the same few statements as those of one device.
 */
export async function applyReports(
  deps: DeviceDeps,
  productId: string,
  all: readonly LinkReports[],
  notify: (command: Command) => void,
): Promise<void> {
  const worked = all.map((of): Worked => ({ of, done: [], stored: {}, ends: new Map(), next: of.reports }));
  const rounds = all.length === 1 ? MOST_ROUNDS.alone : MOST_ROUNDS.together;
  for (let round = 1; worked.some((worked) => worked.next.length > 0); round += 1) {
    await answerWords(
      deps,
      productId,
      worked.filter((worked) => worked.next.length > 0),
      notify,
    );
    for (const item of worked) item.next = round < rounds ? item.of.more() : [];
  }
  await together(worked, async (some) => {
    for (const command of await keepStates(deps, productId, some)) notify(command);
  });
}

/** Answers commands with the next reports, and adds each report to `done` with the command that it answers. */
async function answerWords(
  deps: DeviceDeps,
  productId: string,
  all: readonly Worked[],
  notify: (command: Command) => void,
): Promise<void> {
  const causes = new Map<ReceivedReport, Cause>();
  const speaking = all.flatMap(({ of, next, stored, ends }) => {
    const words = next.flatMap((one) => {
      const said = wordOf(one, stored);
      return said === null ? [] : [{ said, at: one.at, of: one }];
    });
    return words.length === 0 ? [] : [{ ...of, words, ends }];
  });
  await together(speaking, async (some) => {
    const answers = await answerCommands(deps, productId, some);
    for (const command of answers.ended) notify(command);
    for (const [index, { words, ends }] of some.entries()) {
      for (const [commandId, end] of answers.ends) ends.set(commandId, end);
      for (const [place, cause] of answers.causes[index] ?? []) {
        const word = words[place];
        if (word) causes.set(word.of, cause);
      }
    }
  });
  for (const { done, next } of all) for (const report of next) done.push({ report, cause: causes.get(report) ?? null });
}

async function keepStates(deps: DeviceDeps, productId: string, all: readonly Worked[]): Promise<Command[]> {
  const stores = [...new Set(all.map(({ of }) => of.storeId))];
  return deps.db.withActor(storesActor(productId, stores), async (tx) => {
    const links = new Map(
      (
        await selectLinksForUpdate(
          tx,
          all.map(({ of }) => of),
        )
      ).map((link) => [link.id, link]),
    );
    const asking = all.flatMap(({ of, done }) => {
      const link = links.get(of.linkId);
      return link && needsCommands(link, done) ? [link] : [];
    });
    const issued = asking.length === 0 ? null : await findIssuedCommands(tx, asking, deps.clock.now());
    const works = all.flatMap(({ of, done, ends }) => {
      const before = links.get(of.linkId);
      if (!before) return [];
      const commands = issued?.get(of.linkId) ?? [];
      const work: LinkWork = { deps, tx, device: of.device, before, link: { ...before }, commands, reported: [] };
      return [
        {
          work,
          ends,
          done: before.removed_at === null ? done : done.filter(({ report }) => isOfLeftLock(before, report)),
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
      works.flatMap(({ work: { link }, done, ends }) => {
        const lastWord = done.map((item) => orderedWord(item.report)).findLast((word) => word !== null);
        return lastWord ? [{ link, word: lastWord, ends }] : [];
      }),
    );
  });
}

/** Whether the batch has a change that answers no command, or not only one: its cause is among the recent commands. */
function needsCommands({ state, lock_state: lockState }: LinkRow, done: Worked['done']): boolean {
  const before = state;
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
 * command. Adds a reported state to `known`.
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
