import type { Tx } from '../../../db/index.ts';
import { readHistoryScanEnd, type Stretch } from './history.sql.ts';
import type { CommandFilter, HistoryLane } from './lanes.ts';

export interface HistoryQuery {
  readonly filter: CommandFilter;
  /** Returns only rows older than this one; `null`: from the newest on. */
  readonly before: string | null;
}

export interface MergedPage<T> {
  readonly items: readonly T[];
  /** The id after which the next page starts, `null` at the end. It may be set although the page is empty. */
  readonly next: string | null;
}

interface Reading<T> {
  readonly limit: number;
  readonly read: (tx: Tx, stretch: Stretch, limit: number) => Promise<T[]>;
  readonly idOf: (item: T) => string;
}

/** Merges the newest rows of all lanes. Ids sort by age, also as text. */
export async function mergeLanes<T>(
  tx: Tx,
  lanes: readonly HistoryLane[],
  { filter, before }: HistoryQuery,
  { limit, read, idOf }: Reading<T>,
): Promise<MergedPage<T>> {
  const stretches = lanes.map((lane) => ({ lane, filter, before }));
  const lists = await Promise.all(stretches.map((stretch) => read(tx, stretch, limit + 1)));
  // A lane with too few rows was read as far as its end and no further. Older rows of other lanes belong to a later
  // page.
  const short = stretches.filter((_, index) => (lists[index]?.length ?? 0) <= limit);
  const ends = await Promise.all(short.map((stretch) => readHistoryScanEnd(tx, stretch)));
  const end = ends.reduce((newest, one) => (newest === null || (one !== null && one > newest) ? one : newest), null);
  const items = lists
    .flat()
    .filter((item) => end === null || idOf(item) >= end)
    .sort((a, b) => (idOf(a) < idOf(b) ? 1 : -1));
  const last = items[limit - 1];
  return { items: items.slice(0, limit), next: items.length > limit && last !== undefined ? idOf(last) : end };
}

/** Whether each lane was read completely, from its newest row on. */
export async function wasReadWhole(tx: Tx, lanes: readonly HistoryLane[], filter: CommandFilter): Promise<boolean> {
  const ends = await Promise.all(lanes.map((lane) => readHistoryScanEnd(tx, { lane, filter, before: null })));
  return ends.every((end) => end === null);
}
