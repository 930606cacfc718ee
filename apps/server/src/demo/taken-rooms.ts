import { storeActor, type Database } from '../db/index.ts';
import { listStoreKeys } from '../modules/stores/index.ts';

/** The rooms with a guest who has come and whose stay ends after `until`, each as `prefix number`. */
export async function findTakenRooms(db: Database, until: Date): Promise<Set<string>> {
  const now = new Date();
  const taken = new Set<string>();
  for (const { productId, storeId } of await listStoreKeys(db)) {
    const rows = await db.withActor(storeActor(productId, storeId), (tx) =>
      tx
        .selectFrom('reservations as r')
        .innerJoin('rooms as o', (join) => join.onRef('o.store_id', '=', 'r.store_id').onRef('o.id', '=', 'r.room_id'))
        .innerJoin('stores as s', 's.id', 'r.store_id')
        .select(['s.mqtt_prefix', 'o.sort_order'])
        .where('r.store_id', '=', storeId)
        .where('r.kind', '=', 'GUEST')
        .where('r.state', '=', 'IN_USE')
        .where('r.starts_at', '<=', now)
        .where('r.ends_at', '>', until)
        .execute(),
    );
    for (const row of rows) taken.add(`${row.mqtt_prefix} ${row.sort_order}`);
  }
  return taken;
}
