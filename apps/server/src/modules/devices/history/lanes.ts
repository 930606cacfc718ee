import type { exportDeviceHistory, HistoryStatus, QueryOf } from '@munjigi/contract';
import { statement, type Tx } from '../../../db/index.ts';
import type { Person } from '../../../http/index.ts';

export type CommandFilter = Omit<QueryOf<typeof exportDeviceHistory>, 'format' | 'lng'>;

/**
 * A part of the history that one index orders by age, so that its newest rows are found without reading others.
 * Row-level security must admit all of it: rows that it hides are read nevertheless, and there may be millions. So a
 * lane covers one store of the caller, or the whole product for callers who see all of it.
 */
export type HistoryLane =
  | { readonly by: 'target'; readonly storeId: string; readonly of: string }
  | { readonly by: 'cause'; readonly storeId: string; readonly of: string }
  | { readonly by: 'failed' | 'under-way' | 'store'; readonly storeId: string; readonly of: null }
  | { readonly by: 'failed' | 'under-way' | 'product'; readonly storeId: null; readonly of: null };

/** With more lanes the whole product is read instead. */
const MOST_LANES = 32;

const FAILED: readonly HistoryStatus[] = ['FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE'];
const UNDER_WAY: readonly HistoryStatus[] = ['QUEUED', 'SENT', 'ACCEPTED'];

/** The smallest lanes that hold all rows of the filter; none if the caller has access to none of these rows. */
export async function lanesFor(tx: Tx, actor: Pick<Person, 'storeIds'>, filter: CommandFilter): Promise<HistoryLane[]> {
  const storeIds = await storesFor(tx, actor, filter);
  const isOnly = (statuses: readonly HistoryStatus[]) =>
    filter.status?.every((status) => statuses.includes(status)) === true;
  const kind = isOnly(UNDER_WAY) ? 'under-way' : isOnly(FAILED) ? 'failed' : null;
  if (storeIds === 'all') return [{ by: kind ?? 'product', storeId: null, of: null }];
  return storeIds.map((storeId): HistoryLane => {
    if (filter.targetId !== undefined) return { by: 'target', storeId, of: filter.targetId };
    if (kind === 'under-way') return { by: kind, storeId, of: null };
    if (filter.causeId !== undefined) return { by: 'cause', storeId, of: filter.causeId };
    return { by: kind ?? 'store', storeId, of: null };
  });
}

/** The stores that can hold rows of the filter; `all` if there are too many to read them one by one. */
async function storesFor(
  tx: Tx,
  { storeIds }: Pick<Person, 'storeIds'>,
  filter: CommandFilter,
): Promise<readonly string[] | 'all'> {
  const visible = await visibleStores(tx, storeIds, filter);
  if (visible !== 'all') return visible.length > MOST_LANES ? 'all' : visible;
  if (filter.causeId === undefined) return 'all';
  const stores = await storesOfCause(tx, filter.causeId);
  return stores.length > MOST_LANES ? 'all' : stores;
}

/**
 * The visible stores of the store, target and room in the filter. Without these: all stores of the caller. Row-level
 * security hides stores that the caller has no access to.
 */
async function visibleStores(
  tx: Tx,
  reach: readonly string[] | 'all',
  filter: CommandFilter,
): Promise<readonly string[] | 'all'> {
  const { storeId = null, targetId = null, roomId = null } = filter;
  if (storeId === null && targetId === null && roomId === null) return reach;
  const { rows } = await tx.executeQuery(statement<{ id: string }>`
    select id from stores
    where (${storeId}::uuid is null or id = ${storeId})
      and (${targetId}::uuid is null or id in (select store_id from device_links where target_id = ${targetId}))
      and (${roomId}::uuid is null or id in (select store_id from rooms where id = ${roomId}))
    order by id limit ${MOST_LANES + 1}`);
  return rows.map(({ id }) => id);
}

/** The stores with rows of a cause, by a skip scan: the rows between two stores are not read. */
async function storesOfCause(tx: Tx, causeId: string): Promise<string[]> {
  const { rows } = await tx.executeQuery(statement<{ id: string }>`
    with recursive found (id) as (
      (select store_id from device_history where cause_id = ${causeId} order by store_id limit 1)
      union all
      select (select h.store_id from device_history h where h.cause_id = ${causeId} and h.store_id > found.id
        order by h.store_id limit 1)
      from found where found.id is not null
    )
    select id from found where id is not null limit ${MOST_LANES + 1}`);
  return rows.map(({ id }) => id);
}
