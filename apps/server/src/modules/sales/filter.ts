import type { QueryOf, readSales } from '@munjigi/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Tx } from '../../db/index.ts';
import { notFound, type Person } from '../../http/index.ts';

export type SalesQuery = QueryOf<typeof readSales>;

/**
 * Returns the condition of the filter on a row `t`, for the sums and for the ledger. Row-level security excludes other
 * stores in any case; naming the person's stores makes PostgreSQL use the index.
 */
export function matchSales(
  { storeIds }: Person,
  { from, to, storeId, roomId, method, channel }: Partial<SalesQuery>,
): RawBuilder<SqlBool> {
  const conditions: RawBuilder<unknown>[] = [
    storeId === undefined && roomId !== undefined
      ? inStoreOf(roomId)
      : inStores(storeId === undefined ? storeIds : [storeId]),
    from === undefined ? null : sql`t.business_date >= ${from}::date`,
    to === undefined ? null : sql`t.business_date <= ${to}::date`,
    roomId === undefined ? null : sql`t.room_id = ${roomId}::uuid`,
    method === undefined ? null : sql`t.method = ${method}`,
    channel === undefined ? null : sql`t.channel = ${channel}`,
  ].filter((rawBuilder) => rawBuilder !== null);
  return sql`${sql.join(conditions, sql` and `)}`;
}

/** A single store is compared with `=`, because only then its index has the order of the export. */
function inStores(storeIds: Person['storeIds']): RawBuilder<SqlBool> {
  if (storeIds === 'all') return sql`t.product_id = (select actor_product())`;
  return storeIds.length === 1
    ? sql`t.store_id = ${storeIds[0]}::uuid`
    : sql`t.store_id = any (${[...storeIds]}::uuid[])`;
}

/** A room is in one store. With this condition, its year is read from the rows of that store and not of all stores. */
function inStoreOf(roomId: string): RawBuilder<SqlBool> {
  return sql`t.store_id = (select r.store_id from rooms r where r.id = ${roomId}::uuid)`;
}

/** Throws NOT_FOUND for a store or a room that the person does not see, instead of returning empty sales. */
export async function checkPlace(tx: Tx, { storeId, roomId }: Pick<SalesQuery, 'storeId' | 'roomId'>): Promise<void> {
  const [store, room] = await Promise.all([
    storeId === undefined ? true : tx.selectFrom('stores').select('id').where('id', '=', storeId).executeTakeFirst(),
    roomId === undefined ? true : tx.selectFrom('rooms').select('id').where('id', '=', roomId).executeTakeFirst(),
  ]);
  if (!store || !room) throw notFound();
}
