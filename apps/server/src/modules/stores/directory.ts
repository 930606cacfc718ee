import { SYSTEM, type Database } from '../../db/index.ts';

export interface StoreKey {
  readonly productId: string;
  readonly storeId: string;
  readonly mqttPrefix: string;
}

/**
 * Every store of the installation and its MQTT prefix. The system may read no more of a store unless it acts for that
 * store.
 */
export async function listStoreKeys(db: Database): Promise<StoreKey[]> {
  const rows = await db.withActor(SYSTEM, (tx) =>
    tx.selectFrom('stores').select(['product_id', 'id', 'mqtt_prefix']).orderBy('id').execute(),
  );
  return rows.map((row) => ({ productId: row.product_id, storeId: row.id, mqttPrefix: row.mqtt_prefix }));
}
