import { listStores } from '@munjigi/contract';
import { route, type Route } from '../../http/index.ts';

export function storeRoutes(): Route[] {
  return [
    route(listStores, async ({ tx, query }) => {
      const { total } = await tx.selectFrom('stores').select((it) => it.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const rows = await tx
        .selectFrom('stores')
        .select(['id', 'name', 'address', 'phone', 'time_zone', 'version'])
        .orderBy('created_at')
        .orderBy('id')
        .limit(query.limit)
        .offset(query.page * query.limit)
        .execute();
      return { total, items: rows.map(({ time_zone, ...row }) => ({ ...row, timeZone: time_zone })) };
    }),
  ];
}
