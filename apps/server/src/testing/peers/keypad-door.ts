import { startKeypadLock, type KeypadLock, type KeypadLockOptions } from '@munjigi/virtual-devices';
import { v7 as uuidv7 } from 'uuid';
import { storeActor, type Tx } from '../../db/index.ts';
import type { Caller, Shop, TestServer } from '../server.ts';
import { until } from '../until.ts';

type Store = Shop['stores'][number];

/** Adds a door whose lock keeps codes, as a row; for a room, or for the store itself. */
export async function addKeypad(
  tx: Tx,
  shop: Shop,
  store: Store,
  {
    name = uuidv7(),
    roomId = null,
    spareCodes = 0,
  }: { name?: string; roomId?: string | null; spareCodes?: number } = {},
): Promise<string> {
  const [doorId, linkId] = [uuidv7(), uuidv7()];
  const row = { product_id: shop.productId, store_id: store.id };
  await tx
    .insertInto('device_links')
    .values({
      ...row,
      id: linkId,
      driver: 'zigbee2mqtt',
      device_key: doorId,
      target_kind: 'DOOR',
      target_id: doorId,
      battery: null,
      last_command_id: null,
      settings: JSON.stringify({
        kind: 'LOCK',
        baseTopic: `${store.mqttPrefix}/${name}`,
        friendlyName: 'lock',
        hasAvailability: false,
      }),
    })
    .execute();
  await tx
    .insertInto('doors')
    .values({
      ...row,
      id: doorId,
      room_id: roomId,
      name,
      link_id: linkId,
      created_at: LONG_AGO,
      spare_codes: spareCodes,
    })
    .execute();
  return doorId;
}

/** Earlier than any door that a test adds by its clock, because doors are listed in the order of their creation. */
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

export interface KeypadDoor {
  readonly doorId: string;
  readonly lock: KeypadLock;
}

type Options = Partial<KeypadLockOptions> & {
  readonly name: string;
  readonly roomId?: string | null;
  readonly spareCodes?: number;
  readonly store?: Store | undefined;
};

/** Adds the same with a virtual lock, once the server receives its messages. */
export async function makeKeypadDoor(
  server: TestServer,
  shop: Shop,
  admin: Caller,
  { name, roomId = null, spareCodes = 0, store = shop.stores[0], ...more }: Options,
): Promise<KeypadDoor> {
  if (!store) throw new Error('The shop has no store');
  const actor = storeActor(shop.productId, store.id);
  const doorId = await server.withActor(actor, (tx) => addKeypad(tx, shop, store, { name, roomId, spareCodes }));
  const lock = await startKeypadLock({
    url: server.mqttUrl,
    ...more,
    baseTopic: `${store.mqttPrefix}/${name}`,
    name: 'lock',
  });
  // Editing a door publishes an event, which makes the server subscribe to its lock.
  await admin.call('PATCH', `/${shop.slug}/door/${doorId}`, { version: 1, openSeconds: 3 });
  await until('the lock is heard', async () => {
    const link = await server.withActor(actor, (tx) =>
      tx.selectFrom('device_links').select('online').where('target_id', '=', doorId).executeTakeFirst(),
    );
    return link?.online === 'ONLINE';
  });
  return { doorId, lock };
}
