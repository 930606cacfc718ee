import type { listDeviceHistory, QueryOf, ReplyOf } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { shapedCommand } from './devices.sql.ts';

/** Newest first, with the names that the targets have now (DH-1). */
export async function findHistory(tx: Tx, query: QueryOf<typeof listDeviceHistory>): Promise<ReplyOf<typeof listDeviceHistory>> {
  const chosen = tx
    .selectFrom('device_history as h')
    .$if(query.storeId !== undefined, (it) => it.where('h.store_id', '=', query.storeId ?? ''))
    .$if(query.targetId !== undefined, (it) => it.where('h.target_id', '=', query.targetId ?? ''))
    .$if(query.status !== undefined, (it) => it.where('h.status', '=', query.status ?? ''))
    .$if(query.action !== undefined, (it) => it.where('h.action', '=', query.action ?? ''))
    .$if(query.from !== undefined, (it) => it.where('h.requested_at', '>=', new Date(query.from ?? 0)))
    .$if(query.to !== undefined, (it) => it.where('h.requested_at', '<', new Date(query.to ?? 0)));
  const { total } = await chosen.select((it) => it.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await chosen
    .leftJoin('doors as d', (join) => join.onRef('d.store_id', '=', 'h.store_id').onRef('d.id', '=', 'h.target_id'))
    .selectAll('h')
    .select((it) => it.fn.coalesce('d.name', it.val('')).as('target_name'))
    .orderBy('h.id', 'desc')
    .limit(query.limit)
    .offset(query.page * query.limit)
    .execute();
  return { total, items: rows.map(shapedCommand) };
}
