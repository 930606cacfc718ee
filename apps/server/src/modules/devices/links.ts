import type { Tx } from '../../db/index.ts';
import { v7 as uuidv7 } from 'uuid';

export type Binding =
  | { readonly kind: 'bound'; readonly linkId: string; readonly storeId: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'taken' }
  | { readonly kind: 'obstacle'; readonly obstacle: string };

/** Gives a discovered device to a target of ours, on the topics that it announced last. */
export async function bindDiscovered(tx: Tx, discoveredId: string, target: { kind: 'DOOR' | 'DEVICE'; id: string }): Promise<Binding> {
  const found = await tx.selectFrom('discovered_devices').selectAll().where('id', '=', discoveredId).forUpdate().executeTakeFirst();
  if (!found) return { kind: 'unknown' };
  const linkId = uuidv7();
  const bound = found.obstacle === null && found.withdrawn_at === null;
  if (!bound && !(await isTaken(tx, found))) {
    return found.obstacle === null ? { kind: 'unknown' } : { kind: 'obstacle', obstacle: found.obstacle };
  }
  const inserted = await tx
    .insertInto('device_links')
    .values({
      product_id: found.product_id,
      store_id: found.store_id,
      id: linkId,
      driver: found.driver,
      device_key: found.device_key,
      settings: JSON.stringify(found.settings),
      target_kind: target.kind,
      target_id: target.id,
      battery: null,
      last_command_id: null,
    })
    .onConflict((conflict) => conflict.columns(['store_id', 'driver', 'device_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted ? { kind: 'bound', linkId, storeId: found.store_id } : { kind: 'taken' };
}

async function isTaken(tx: Tx, device: { store_id: string; driver: string; device_key: string }): Promise<boolean> {
  const link = await tx
    .selectFrom('device_links')
    .select('id')
    .where('store_id', '=', device.store_id)
    .where('driver', '=', device.driver)
    .where('device_key', '=', device.device_key)
    .executeTakeFirst();
  return link !== undefined;
}
