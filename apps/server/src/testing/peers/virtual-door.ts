import { startVirtualLock, type VirtualLock, type VirtualLockOptions } from '@munjigi/virtual-devices';
import type { Caller, JsonBody, Shop, TestServer } from '../server.ts';
import { until } from '../until.ts';

/** The items of a list's reply. */
export function itemsOf(body: JsonBody): JsonBody[] {
  return [...((body['items'] ?? []) as unknown as JsonBody[])];
}

export interface VirtualDoor {
  readonly doorId: string;
  readonly lock: VirtualLock;
  /** The door as the server shows it now. */
  read(): Promise<JsonBody>;
  operate(verb: 'open' | 'lock', options?: { by?: Caller; body?: object; key?: string }): Promise<JsonBody>;
  /** The history of the door, oldest first. */
  history(): Promise<JsonBody[]>;
}

/** Creates a lock that announced itself, was approved by `admin`, and has reported its state. */
export async function makeVirtualDoor(
  server: TestServer,
  shop: Shop,
  admin: Caller,
  options: Partial<VirtualLockOptions> & { readonly name: string; readonly store?: Shop['stores'][number] },
): Promise<VirtualDoor> {
  const { store = shop.stores[0], ...lockOptions } = options;
  if (!store) throw new Error('The shop has no store');
  const lock = await startVirtualLock({ url: server.mqttUrl, prefix: store.mqttPrefix, moveMs: 5, ...lockOptions });
  const found = await until('the lock is discovered', async () => {
    const { body } = await admin.call('GET', `/${shop.slug}/door/discovered?storeId=${store.id}&limit=200`);
    return itemsOf(body).find((item) => item['name'] === options.name || item['name'] === options.label);
  });
  const approved = await admin.call('POST', `/${shop.slug}/door`, {
    discoveredLockId: found['id'],
    name: options.name,
    roomId: null,
  });
  if (approved.status !== 200) throw new Error(`The lock was not approved: ${JSON.stringify(approved.body)}`);
  const doorId = String(approved.body['id']);

  const door: VirtualDoor = {
    doorId,
    lock,
    async read() {
      const { body } = await admin.call('GET', `/${shop.slug}/door?storeId=${store.id}&limit=200`);
      const jsonBody = itemsOf(body).find((item) => item['id'] === doorId);
      if (!jsonBody) throw new Error('The door is not in the list');
      return jsonBody;
    },
    async operate(verb, { by = admin, body = {}, key } = {}) {
      const answer = await by.call(
        'POST',
        `/${shop.slug}/door/${verb}`,
        { doorId, ...body },
        key === undefined ? {} : { 'idempotency-key': key },
      );
      if (answer.status !== 200) throw new Error(`${verb}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async history() {
      const { body } = await admin.call('GET', `/${shop.slug}/device-control/history?targetId=${doorId}&limit=200`);
      return itemsOf(body).reverse();
    },
  };
  await until('the lock has told its state', async () => {
    const jsonBody = await door.read();
    return jsonBody['online'] === 'ONLINE' && jsonBody['lockState'] === 'LOCKED';
  });
  return door;
}
