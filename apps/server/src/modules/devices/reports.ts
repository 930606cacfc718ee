import type { Command, LockState } from '@munjigi/contract';
import { storeActor, type Tx } from '../../db/index.ts';
import { answerOrders } from './answers.ts';
import type { DeviceDeps } from './deps.ts';
import { insertReported, lockLink, type Cause, type LinkRow } from './devices.sql.ts';
import type { BoundDevice, LockWord, Report } from './drivers/index.ts';

/** What a device said, worked into its orders, its state and its history. */

export interface HeardReport {
  readonly report: Report;
  readonly at: Date;
  /** From the broker's memory: says what is, and answers nobody (DOMAIN.md 1.7). */
  readonly isRetained: boolean;
}

/** How often a device's being alive is worth a write when nothing else is new. */
const SEEN_EVERY_MS = 10_000;

const LOCK_STATE: Partial<Record<LockWord, LockState>> = {
  LOCKED: 'LOCKED', UNLOCKED: 'UNLOCKED', UNLATCHED: 'UNLATCHED', JAMMED: 'NOT_FULLY_LOCKED', UNKNOWN: 'UNKNOWN',
};

export interface Heard {
  readonly device: BoundDevice;
  readonly heard: readonly HeardReport[];
  /** What has come since. */
  readonly more: () => readonly HeardReport[];
  /** Called with each command that came to its end. */
  readonly tell: (command: Command) => void;
}

/** The most words that are worked on before the state is written. */
const MOST_ROUNDS = 20;

/**
 * Two kinds of transaction: the orders first, and who waits for one is told at once; then, when nothing more has come
 * meanwhile, the state and its history. Were we killed between the two, the state would be told again by the broker, which
 * retains it.
 */
export async function workReports(
  deps: DeviceDeps,
  of: LinkKey,
  { device, heard, more, tell }: Heard,
): Promise<void> {
  const worked: { heard: HeardReport; cause: Cause | null }[] = [];
  let batch = heard;
  for (let round = 0; batch.length > 0; round += 1) {
    const causes = await answerWords(deps, { ...of, device }, batch, tell);
    for (const one of batch) worked.push({ heard: one, cause: causes.get(one) ?? null });
    batch = round < MOST_ROUNDS ? more() : [];
  }
  await again(() =>
    deps.db.withActor(storeActor(of.productId, of.storeId), async (tx) => {
      const link = await lockLink(tx, of);
      if (!link) return;
      const work: Work = { deps, tx, device, before: link, link: { ...link } };
      for (const one of worked) await workOne(work, one.heard, one.cause);
      await keepLink(work);
    }),
  );
}

async function answerWords(deps: DeviceDeps, of: LinkKey & { readonly device: BoundDevice }, heard: readonly HeardReport[], tell: (command: Command) => void): Promise<Map<HeardReport, Cause>> {
  const causes = new Map<HeardReport, Cause>();
  // What is retained is no answer: it was said before the order, or to somebody else.
  const words = heard.flatMap((one) => (one.report.kind === 'lock' && !one.isRetained ? [{ word: one.report.state, at: one.at, of: one }] : []));
  if (words.length === 0) return causes;
  const answers = await again(() => answerOrders(deps, of, words));
  for (const command of answers.ended) tell(command);
  for (const [place, cause] of answers.causes) {
    const word = words[place];
    if (word) causes.set(word.of, cause);
  }
  return causes;
}

/** A database that is away for a moment must not cost a device's word. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 4) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100 * 3 ** attempt));
    }
  }
}

interface LinkKey {
  readonly productId: string;
  readonly storeId: string;
  readonly linkId: string;
}

interface Work {
  readonly deps: DeviceDeps;
  readonly tx: Tx;
  readonly device: BoundDevice;
  readonly before: LinkRow;
  readonly link: LinkRow;
}

async function workOne(work: Work, { report, at, isRetained }: HeardReport, cause: Cause | null): Promise<void> {
  const { link } = work;
  if (!isRetained) {
    link.last_seen_at = at;
    // A device without a last will is there when it speaks.
    if (work.device.availability.count === 0) link.online = 'ONLINE';
  }
  switch (report.kind) {
    case 'lock':
      return workLockWord(work, report.state, at, isRetained, cause);
    case 'availability':
      return workAvailability(work, report, at);
    case 'leaf':
      link.leaf_state = report.state;
      return;
    case 'battery':
      link.battery = report.percent;
  }
}

async function workLockWord({ link, tx }: Work, word: LockWord, at: Date, isRetained: boolean, asked: Cause | null): Promise<void> {
  const state = LOCK_STATE[word];
  link.is_moving = state === undefined;
  if (state === undefined) return;
  const isNews = state !== link.lock_state && word !== 'UNKNOWN';
  // What a device was when we first heard of it is no event.
  const isFirst = link.lock_state === 'UNKNOWN' && isRetained;
  link.lock_state = state;
  link.lock_state_source = 'REPORTED';
  if (!isNews || isFirst) return;
  await insertReported(tx, {
    link,
    action: word as 'LOCKED' | 'UNLOCKED' | 'UNLATCHED' | 'JAMMED',
    cause: asked
      ? { kind: asked.cause_kind as Command['cause']['kind'], id: asked.cause_id, label: asked.cause_label }
      : { kind: word === 'JAMMED' ? 'DEVICE' : 'UNKNOWN', id: null, label: '' },
    source: asked ? (asked.source as Command['source']) : 'UNSPECIFIED',
    at,
  });
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
  await insertReported(tx, { link, action: online, cause: { kind: 'DEVICE', id: null, label: '' }, source: 'UNSPECIFIED', at });
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
