import type { Command, DeviceState } from '@munjigi/contract';
import { storesActor } from '../../db/index.ts';
import { again } from './again.ts';
import { answerOrders, endOvertaken, type HeardWord } from './answers.ts';
import type { DeviceDeps, HeardReport } from './deps.ts';
import { lockLinks, type Cause, type LinkKey, type LinkRow } from './devices.sql.ts';
import type { BoundDevice } from './drivers/index.ts';
import { keepWork, workOne, type LinkWork } from './link-state.ts';

/** What devices said, worked into their orders, their states and their histories. */

/** Of one device, in the order in which it said it. */
export interface Heard extends LinkKey {
  readonly device: BoundDevice;
  readonly heard: readonly HeardReport[];
  /** What has come since. */
  readonly more: () => readonly HeardReport[];
}

interface Worked {
  readonly of: Heard;
  readonly done: { readonly heard: HeardReport; readonly cause: Cause | null }[];
  /** Of its state, what was heard before and is not written yet; grows with what is heard. */
  readonly known: DeviceState;
  next: readonly HeardReport[];
}

/** The most words that are worked on before the state is written: of one device that speaks fast, and of several. */
const MOST_ROUNDS = { alone: 20, together: 2 };

/**
 * Two kinds of transaction: the orders first, and who waits for one is told at once (`tell`); then, when nothing more has come
 * meanwhile, the states and their history. Were we killed between the two, the state would be told again by the broker, which
 * retains it. Many devices of a product are worked on together: what they said costs the same few statements as that of one.
 */
export async function workReports(deps: DeviceDeps, productId: string, all: readonly Heard[], tell: (command: Command) => void): Promise<void> {
  const worked = all.map((of): Worked => ({ of, done: [], known: {}, next: of.heard }));
  const rounds = all.length === 1 ? MOST_ROUNDS.alone : MOST_ROUNDS.together;
  for (let round = 1; worked.some((it) => it.next.length > 0); round += 1) {
    await answerWords(deps, productId, worked.filter((it) => it.next.length > 0), tell);
    for (const it of worked) it.next = round < rounds ? it.of.more() : [];
  }
  await together(worked, async (some) => {
    for (const command of await keepStates(deps, productId, some)) tell(command);
  });
}

/** Adds what was heard to what is done, each with the order that it answers. */
async function answerWords(deps: DeviceDeps, productId: string, all: readonly Worked[], tell: (command: Command) => void): Promise<void> {
  const causes = new Map<HeardReport, Cause>();
  const speaking = all.flatMap(({ of, next, known }) => {
    const words = next.flatMap((one) => {
      const said = wordOf(one, known);
      return said === null ? [] : [{ said, at: one.at, of: one }];
    });
    return words.length === 0 ? [] : [{ ...of, words }];
  });
  await together(speaking, async (some) => {
    const answers = await answerOrders(deps, productId, some);
    for (const command of answers.ended) tell(command);
    for (const [index, { words }] of some.entries()) {
      for (const [place, cause] of answers.causes[index] ?? []) {
        const word = words[place];
        if (word) causes.set(word.of, cause);
      }
    }
  });
  for (const { done, next } of all) for (const heard of next) done.push({ heard, cause: causes.get(heard) ?? null });
}

async function keepStates(deps: DeviceDeps, productId: string, all: readonly Worked[]): Promise<Command[]> {
  const stores = [...new Set(all.map(({ of }) => of.storeId))];
  return deps.db.withActor(storesActor(productId, stores), async (tx) => {
    const links = new Map((await lockLinks(tx, all.map(({ of }) => of))).map((link) => [link.id, link]));
    const works = all.flatMap(({ of, done }) => {
      const before = links.get(of.linkId);
      if (!before) return [];
      const work: LinkWork = { deps, tx, device: of.device, before, link: { ...before }, reported: [] };
      return [{ work, done: before.removed_at === null ? done : done.filter(({ heard }) => isOfLeftLock(before, heard)) }];
    });
    // Each in its order; beside one another, so that nobody's questions wait for another's.
    await Promise.all(works.map(async ({ work, done }) => {
      for (const { heard, cause } of done) await workOne(work, heard, cause);
    }));
    await keepWork({ deps, tx }, works.map(({ work }) => work));
    return endOvertaken(deps, tx, works.flatMap(({ work: { link }, done }) => {
      const heard = done.map((it) => orderedWord(it.heard)).findLast((word) => word !== null);
      return heard ? [{ link, heard }] : [];
    }));
  });
}

/** What people can order of devices; what these measure is nobody's order. */
const ORDERED = ['isOn', 'brightness', 'mode', 'targetTemperature'] as const;

function orderedWord(heard: HeardReport): HeardWord | null {
  const said = wordOf(heard, {});
  const isOrdered = said?.kind === 'lock' || (said?.kind === 'state' && ORDERED.some((key) => said.said[key] !== undefined));
  return said && isOrdered ? { said, at: heard.at } : null;
}

/** Of a device that was taken from its target nothing counts any more, but that a lock forgets its codes. */
function isOfLeftLock({ target_kind: kind }: LinkRow, { report }: HeardReport): boolean {
  return kind === 'DOOR' && (report.kind === 'code' || report.kind === 'code-written' || report.kind === 'availability');
}

/** What is retained is no answer: it was said before the order, or to somebody else. */
function wordOf({ report, isRetained }: HeardReport, known: DeviceState): HeardWord['said'] | null {
  if (report.kind === 'state') Object.assign(known, report.state);
  if (isRetained) return null;
  switch (report.kind) {
    case 'lock':
      return { kind: 'lock', word: report.state };
    case 'state':
      return { kind: 'state', said: report.state, known: { ...known } };
    case 'reply':
      return report;
    default:
      return null;
  }
}

/** What fails for several is done for each by itself: one device's trouble is no other's. */
async function together<T>(all: readonly T[], work: (some: readonly T[]) => Promise<void>): Promise<void> {
  if (all.length === 0) return;
  if (all.length === 1) return again(() => work(all));
  try {
    await work(all);
  } catch {
    const outcomes = [];
    for (const one of all) outcomes.push(...(await Promise.allSettled([again(() => work([one]))])));
    const failed = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason as unknown] : []));
    if (failed.length > 0) throw new AggregateError(failed, `What ${failed.length} devices said could not be worked on`);
  }
}
