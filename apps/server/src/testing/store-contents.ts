import { v7 as uuidv7 } from 'uuid';
import { storeActor } from '../db/index.ts';
import type { Shop, TestServer } from './server.ts';

export interface StoreContents {
  readonly linkId: string;
  readonly doorId: string;
  readonly discoveredId: string;
  readonly commandId: string;
  readonly notificationId: string;
}

/** One row in each table of a store's data, beside its rooms: a door whose device is offline, a lock to approve, a command, a notification. */
export async function fillStore(server: TestServer, shop: Shop, store: Shop['stores'][number]): Promise<StoreContents> {
  const [linkId, doorId, discoveredId, commandId, notificationId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const now = server.clock.now();
  const row = { product_id: shop.productId, store_id: store.id };
  const settings = JSON.stringify(lockSettings(`${store.mqttPrefix}/${doorId}`));
  await server.withActor(storeActor(shop.productId, store.id), async (tx) => {
    await tx
      .insertInto('device_links')
      .values({ ...row, id: linkId, driver: 'ha-mqtt', device_key: doorId, settings, target_kind: 'DOOR', target_id: doorId, online: 'OFFLINE', told_online: 'OFFLINE', battery: null, last_command_id: null })
      .execute();
    await tx.insertInto('doors').values({ ...row, id: doorId, room_id: null, name: 'Front', link_id: linkId, created_at: now }).execute();
    await tx
      .insertInto('discovered_devices')
      .values({
        ...row, id: discoveredId, driver: 'ha-mqtt', device_key: discoveredId, announced_at_topic: `${store.mqttPrefix}/homeassistant/lock/${discoveredId}/config`,
        name: 'Back', manufacturer: null, model: null, settings: JSON.stringify(lockSettings(`${store.mqttPrefix}/${discoveredId}`)), obstacle: null, first_seen_at: now,
      })
      .execute();
    await tx
      .insertInto('device_history')
      .values({
        ...row, id: commandId, link_id: linkId, target_kind: 'DOOR', target_id: doorId, room_id: null, action: 'OPEN', status: 'QUEUED', cause_kind: 'AUTOMATION',
        cause_id: null, cause_label: 'test', source: 'SCHEDULE', reason: null, request_key: null, requested_at: now, state_when_sent: null, latency_ms: null,
        error_code: null, error_message: null,
      })
      .execute();
    await tx.updateTable('device_history').set({ status: 'EXECUTED', finished_at: now }).where('id', '=', commandId).execute();
    await tx.insertInto('device_history_steps').values({ ...row, id: uuidv7(), command_id: commandId, at: now, step: 'QUEUED', note: null }).execute();
    await tx
      .insertInto('notifications')
      .values({ ...row, id: notificationId, kind: 'PAID', reservation_id: null, amount: 10_000, text: 'Paid', created_at: now, confirmed_by: null })
      .execute();
  });
  return { linkId, doorId, discoveredId, commandId, notificationId };
}

/** As `ha-discovery.ts` makes them of an announcement. */
function lockSettings(base: string): unknown {
  return {
    commandTopic: `${base}/command`,
    stateTopic: `${base}/state`,
    statePath: null,
    payloads: { lock: 'LOCK', unlock: 'UNLOCK', open: null, reset: 'None' },
    states: { locked: 'LOCKED', unlocked: 'UNLOCKED', locking: 'LOCKING', unlocking: 'UNLOCKING', jammed: 'JAMMED', open: 'OPEN', opening: 'OPENING' },
    availability: { mode: 'latest', topics: [{ topic: `${base}/availability`, path: null, available: 'online', notAvailable: 'offline' }] },
    leaf: null,
    battery: null,
    timeoutMs: 1000,
    refusalGraceMs: 500,
  };
}
