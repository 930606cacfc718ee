import {
  HISTORY_COUNTS_TO,
  type getDeviceCommand,
  type listDeviceHistory,
  type QueryOf,
  type ReplyOf,
} from '@munjigi/contract';
import { readInOrder, type Tx } from '../../../db/index.ts';
import { notFound, type Person } from '../../../http/index.ts';
import { findCommand, toDeviceCommand, type HistoryRow } from '../commands/devices.sql.ts';
import { historyCursors } from './cursor.ts';
import { countHistoryRows, readIds, readHistoryRows, readSteps, readStoreOf } from './history.sql.ts';
import { lanesFor, type CommandFilter, type HistoryLane } from './lanes.ts';
import { mergeLanes, wasReadWhole, type MergedPage, type HistoryQuery } from './merge.ts';

type Actor = Pick<Person, 'storeIds'>;

/** A page, newest first (DH-1). Pages by cursor neither skip nor repeat a row, even while rows are written. */
export async function listHistory(
  tx: Tx,
  actor: Actor,
  { cursor, page, limit, ...filter }: QueryOf<typeof listDeviceHistory>,
): Promise<ReplyOf<typeof listDeviceHistory>> {
  const lanes = await openLanes(tx, actor, filter);
  const position = cursor === undefined ? null : historyCursors.read(cursor);
  const found =
    position === null && page > 0
      ? await pageByNumber(tx, lanes, filter, { page, limit })
      : await pageAfter(tx, lanes, { filter, before: position?.after ?? null }, limit);
  const isAll = position === null && page === 0 && found.next === null;
  const count =
    position ?? (isAll ? { total: found.items.length, isTotalExact: true } : await countAll(tx, lanes, filter));
  return {
    total: count.total,
    isTotalExact: count.isTotalExact,
    items: found.items.map(toDeviceCommand),
    nextCursor:
      found.next === null
        ? null
        : historyCursors.write({ after: found.next, total: count.total, isTotalExact: count.isTotalExact }),
  };
}

/** A page of rows that are older than `before`, without a total. */
export async function readHistory(
  tx: Tx,
  actor: Actor,
  { filter, before }: HistoryQuery,
  limit: number,
): Promise<MergedPage<HistoryRow>> {
  return pageAfter(tx, await openLanes(tx, actor, filter), { filter, before }, limit);
}

export async function getCommand(tx: Tx, commandId: string): Promise<ReplyOf<typeof getDeviceCommand>> {
  const storeId = await readStoreOf(tx, commandId);
  const row = storeId === null ? null : await findCommand(tx, { storeId, commandId });
  if (row === null) throw notFound();
  const steps = await readSteps(tx, row);
  return {
    command: toDeviceCommand(row),
    steps: steps.map((step) => ({ ...step, at: step.at.toISOString(), step: step.step })),
  };
}

async function openLanes(tx: Tx, actor: Actor, filter: CommandFilter): Promise<readonly HistoryLane[]> {
  const lanes = await lanesFor(tx, actor, filter);
  // Unfinished commands have no index by age. They are few, so their query may sort.
  if (!lanes.some((lane) => lane.by === 'under-way')) readInOrder(tx);
  return lanes;
}

function pageAfter(
  tx: Tx,
  lanes: readonly HistoryLane[],
  query: HistoryQuery,
  limit: number,
): Promise<MergedPage<HistoryRow>> {
  return mergeLanes(tx, lanes, query, { limit, read: readHistoryRows, idOf: (row) => row.id });
}

async function pageByNumber(
  tx: Tx,
  lanes: readonly HistoryLane[],
  filter: CommandFilter,
  { page, limit }: { page: number; limit: number },
): Promise<MergedPage<HistoryRow>> {
  const skipped = await mergeLanes(
    tx,
    lanes,
    { filter, before: null },
    { limit: page * limit, read: readIds, idOf: (id) => id },
  );
  return skipped.next === null
    ? { items: [], next: null }
    : pageAfter(tx, lanes, { filter, before: skipped.next }, limit);
}

async function countAll(
  tx: Tx,
  lanes: readonly HistoryLane[],
  filter: CommandFilter,
): Promise<{ total: number; isTotalExact: boolean }> {
  let total = 0;
  // Reads one lane after the other, because with many rows the first lane already reaches the limit.
  for (const lane of lanes) {
    total += await countHistoryRows(tx, { lane, filter, before: null }, HISTORY_COUNTS_TO + 1 - total);
    if (total > HISTORY_COUNTS_TO) return { total: HISTORY_COUNTS_TO, isTotalExact: false };
  }
  return { total, isTotalExact: await wasReadWhole(tx, lanes, filter) };
}
