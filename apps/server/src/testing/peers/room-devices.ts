import type { Caller, JsonBody, Shop, TestServer } from '../server.ts';
import { itemsOf } from './virtual-door.ts';
import { until } from '../until.ts';

export interface RoomDevice {
  readonly id: string;
  /** The device as the server shows it now. */
  read(): Promise<JsonBody>;
  /** Requests a state; resolves with the finished command. */
  control(state: object, options?: { by?: Caller; key?: string }): Promise<JsonBody>;
  /** The history of the device, oldest first. */
  history(): Promise<JsonBody[]>;
}

/**
 * Adds a device to the first room of the first store: one that announced itself under this name, or one with a manual
 * binding.
 */
export async function addRoomDevice(
  shop: Shop,
  admin: Caller,
  source: { readonly announced: string } | { readonly kind: string; readonly binding: object },
): Promise<RoomDevice> {
  const store = shop.stores[0];
  const body = 'announced' in source ? { discoveredDeviceId: await discovered(shop, admin, source.announced) } : source;
  const name = 'announced' in source ? source.announced : source.kind.toLowerCase();
  const added = await admin.call('POST', `/${shop.slug}/room/device`, {
    roomId: store?.rooms[0]?.id,
    name,
    source: body,
  });
  if (added.status !== 200) throw new Error(`The device was not added: ${JSON.stringify(added.body)}`);
  const id = String(added.body['id']);
  const device: RoomDevice = {
    id,
    async read() {
      const { body } = await admin.call('GET', `/${shop.slug}/room/device?storeId=${store?.id}&limit=200`);
      const jsonBody = itemsOf(body).find((item) => item['id'] === id);
      if (!jsonBody) throw new Error('The device is not in the list');
      return jsonBody;
    },
    async control(state, { by = admin, key } = {}) {
      const answer = await by.call(
        'POST',
        `/${shop.slug}/room/device/control`,
        { deviceId: id, state },
        key === undefined ? {} : { 'idempotency-key': key },
      );
      if (answer.status !== 200) throw new Error(`control: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    async history() {
      const { body } = await admin.call('GET', `/${shop.slug}/device-control/history?targetId=${id}&limit=200`);
      return itemsOf(body).reverse();
    },
  };
  return device;
}

async function discovered(shop: Shop, admin: Caller, name: string): Promise<string> {
  const found = await until(`${name} is discovered`, async () => {
    const { body } = await admin.call('GET', `/${shop.slug}/room/device/discovered?limit=200`);
    return itemsOf(body).find((item) => item['name'] === name);
  });
  return String(found['id']);
}

/** The number of messages of devices that were refused for this reason. */
export function refusedMessages(server: TestServer, reason: string): Promise<number> {
  return readCounter(server, `munjigi_device_messages_refused_total\\{reason="${reason}"\\}`);
}

/** The number of members of messages that could not be read for this reason, of devices of any driver. */
export function countOddMembers(server: TestServer, reason: string): Promise<number> {
  return readCounter(server, `munjigi_device_odd_members_total\\{driver="[^"]*",reason="${reason}"\\}`);
}

async function readCounter(server: TestServer, pattern: string): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return [...text.matchAll(new RegExp(`^${pattern} (\\d+)`, 'gm'))].reduce((sum, [, count]) => sum + Number(count), 0);
}
