import type { Closure, listClosures, QueryOf } from '@munjigi/contract';
import { sql, type Selectable } from 'kysely';
import { orderOf, readNumberedPage, type Tables, type Tx } from '../../db/index.ts';

export type ClosureRow = Selectable<Tables['closures']>;

/** Closures that end after `from`, earliest first, without the permanent closure of a closed store. */
export async function findClosures(
  tx: Tx,
  storeId: string,
  {
    from,
    page,
    limit,
    sort,
  }: {
    readonly from: Date;
    readonly page: number;
    readonly limit: number;
    readonly sort?: QueryOf<typeof listClosures>['sort'];
  },
): Promise<{ total: number; items: Closure[] }> {
  const coming = tx
    .selectFrom('closures')
    .where('store_id', '=', storeId)
    .where('withdrawn_at', 'is', null)
    .where('is_for_good', '=', false)
    .where('ends_at', '>', from);
  const { total, rows } = await readNumberedPage(coming.selectAll(), {
    page,
    limit,
    order: orderOf(sort, { startsAt: 'starts_at', endsAt: 'ends_at' }, 'id', sql`starts_at, id`),
  });
  return { total, items: rows.map(toClosure) };
}

export function toClosure(row: ClosureRow): Closure {
  return {
    id: row.id,
    storeId: row.store_id,
    roomIds: row.room_ids,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    reason: row.reason,
  };
}
