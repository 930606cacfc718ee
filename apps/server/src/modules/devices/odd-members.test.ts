/** @module-tag engines */
// @sweep 1/8 (decision 086)
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  addRoomDevice,
  countOddMembers,
  itemsOf,
  makeKeypadDoor,
  startTestServer,
  until,
  type Caller,
  type JsonBody,
  type KeypadDoor,
  type RoomDevice,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

let server: TestServer;
let shop: Shop;
let admin: Caller;
let client: MqttClient;
const keypads: KeypadDoor[] = [];

beforeAll(async () => {
  server = await startTestServer();
  shop = await server.makeShop();
  admin = await server.signIn(shop, ['ADMIN']);
  client = await mqtt.connectAsync(server.mqttUrl);
});
afterAll(async () => {
  for (const { lock } of keypads) await lock.stop();
  await client.endAsync();
  await server.close();
});

const prefix = () => shop.stores[0]?.mqttPrefix ?? '';
const say = (topic: string, message: object) => client.publishAsync(topic, JSON.stringify(message), { qos: 1 });

async function readDoor(doorId: string): Promise<JsonBody> {
  const { body } = await admin.call('GET', `/${shop.slug}/door?limit=200`);
  const found = itemsOf(body).find((item) => item['id'] === doorId);
  if (!found) throw new Error('The door is not in the list');
  return found;
}
const oddOf = (door: JsonBody) => door['oddMembers'] as unknown as { member: string; text: string; count: number }[];

async function makeKeypad(name: string, battery: number): Promise<KeypadDoor> {
  const keypad = await makeKeypadDoor(server, shop, admin, { name, spareCodes: 2, reports: 'actions', battery });
  keypads.push(keypad);
  await until('its spare codes are acknowledged', async () => {
    const { body } = await admin.call('GET', `/${shop.slug}/door/spare?limit=200`);
    return itemsOf(body).some((item) => item['doorId'] === keypad.doorId && item['ready'] === (2 as unknown));
  });
  return keypad;
}

/** A lock that announced itself, whose state and battery are members of one message. */
async function makeAnnounced(name: string): Promise<string> {
  const base = `${prefix()}/${name}`;
  await say(`${prefix()}/homeassistant/device/${name}/config`, {
    dev: { ids: [name], name },
    stat_t: base,
    cmps: {
      lock: {
        p: 'lock',
        uniq_id: name,
        cmd_t: `${base}/set`,
        val_tpl: '{{ value_json.state }}',
        stat_locked: 'LOCK',
        stat_unlocked: 'UNLOCK',
      },
      battery: { p: 'sensor', dev_cla: 'battery', val_tpl: '{{ value_json.battery }}' },
    },
  });
  const found = await until('it is discovered', async () => {
    const { body } = await admin.call('GET', `/${shop.slug}/door/discovered?limit=200`);
    return itemsOf(body).find((item) => item['name'] === name);
  });
  const added = await admin.call('POST', `/${shop.slug}/door`, { discoveredLockId: found['id'], name, roomId: null });
  expect(added.status).toBe(200);
  return String(added.body['id']);
}

describe('a message with a member that cannot be read', () => {
  it('opens the door, acknowledges codes and leaves the battery unknown, and the door shows the odd battery', async () => {
    const { doorId } = await makeKeypad('odd-battery', 200);
    await say(`${prefix()}/odd-battery/lock`, { state: 'UNLOCK', lock_state: 'unlocked', battery: 200 });
    await until('it is unlocked', async () => (await readDoor(doorId))['lockState'] === 'UNLOCKED');
    const door = await readDoor(doorId);
    expect(door['battery']).toBeNull();
    expect(oddOf(door)).toMatchObject([{ member: 'battery', text: '200' }]);
    expect(oddOf(door)[0]?.count).toBeGreaterThan(0);
    expect(await countOddMembers(server, 'unknown_state')).toBeGreaterThan(1);
  });

  it('locks an announced door with an empty battery, which is unknown and not 0 %, and is written once a minute', async () => {
    const doorId = await makeAnnounced('empty-battery');
    await until('it is heard', async () => {
      await say(`${prefix()}/empty-battery`, { state: 'UNLOCK', battery: 60 });
      return (await readDoor(doorId))['battery'] === (60 as unknown);
    });
    const before = await countOddMembers(server, 'unknown_state');
    for (let count = 0; count < 5; count += 1) await say(`${prefix()}/empty-battery`, { state: 'LOCK', battery: '' });
    await until('all are counted', async () => (await countOddMembers(server, 'unknown_state')) >= before + 5);
    await until('the odd member is shown', async () => oddOf(await readDoor(doorId)).length === 1);
    await until('it is locked', async () => (await readDoor(doorId))['lockState'] === 'LOCKED');
    const door = await readDoor(doorId);
    expect(door['battery']).toBeNull();
    expect(oddOf(door)).toMatchObject([{ member: 'battery', text: '', count: 1 }]);
  });

  it('makes a measurement unknown that is no number, and keeps the last state for an unknown word', async () => {
    const base = `${prefix()}/meter`;
    const config = (kind: string) => `${prefix()}/homeassistant/${kind}/meter-${kind}/config`;
    await say(config('sensor'), { name: 'meter', uniq_id: 'meter', stat_t: `${base}/value` });
    await say(config('binary_sensor'), { name: 'presence', uniq_id: 'presence', stat_t: `${base}/presence` });
    const meter = await addRoomDevice(shop, admin, { announced: 'meter' });
    const presence = await addRoomDevice(shop, admin, { announced: 'presence' });
    const state = async (device: RoomDevice) => (await device.read())['state'] as unknown as Record<string, unknown>;
    await until('both are heard', async () => {
      await client.publishAsync(`${base}/value`, '21.5', { qos: 1 });
      await client.publishAsync(`${base}/presence`, 'ON', { qos: 1 });
      return (await state(meter))['value'] === 21.5 && (await state(presence))['isActive'] === true;
    });
    await client.publishAsync(`${base}/value`, 'nan', { qos: 1 });
    await client.publishAsync(`${base}/presence`, 'perhaps', { qos: 1 });
    await until('the value is unknown', async () => !('value' in (await state(meter))));
    await until('the word is shown', async () => oddOf(await presence.read()).length === 1);
    expect(oddOf(await meter.read())).toMatchObject([{ member: 'state', text: 'nan' }]);
    expect(oddOf(await presence.read())).toMatchObject([{ member: 'state', text: 'perhaps' }]);
    expect(await state(presence)).toEqual({ isActive: true });
    await client.publishAsync(`${base}/presence`, 'None', { qos: 1 });
    await until('the presence is unknown', async () => !('isActive' in (await state(presence))));
  });

  it('shows a leaf that was forced open, and one whose position the lock does not know', async () => {
    const { doorId } = await makeKeypad('forced', 80);
    const leaf = async () => (await readDoor(doorId))['leafState'];
    await say(`${prefix()}/forced/lock`, { state: 'LOCK', door_state: 'error_forced_open' });
    await until('it is forced open', async () => (await leaf()) === 'FORCED_OPEN');
    await say(`${prefix()}/forced/lock`, { state: 'LOCK', door_state: 'undefined' });
    await until('it is unknown', async () => (await leaf()) === 'UNKNOWN');
    await until('the word is shown', async () => oddOf(await readDoor(doorId)).length === 1);
  });

  it('is kept for at most 20 members of a device', async () => {
    const { doorId } = await makeKeypad('many-odd', 80);
    const users = (from: number) =>
      Object.fromEntries(Array.from({ length: 15 }, (_, index) => [String(from + index), { status: 'strange' }]));
    await say(`${prefix()}/many-odd/lock`, { users: users(100) });
    await until('the first are shown', async () => oddOf(await readDoor(doorId)).length === 15);
    await say(`${prefix()}/many-odd/lock`, { users: users(200) });
    await until('the next are shown', async () => oddOf(await readDoor(doorId)).length === 20);
    const rows = await server.withActor(storeActor(shop.productId, shop.stores[0]?.id ?? ''), (tx) =>
      tx.selectFrom('device_odd_members').select('member').where('member', 'like', 'users.%').execute(),
    );
    expect(rows).toHaveLength(20);
  });
});

describe('a lock whose codes were all deleted (user 255)', () => {
  it('gets them again', async () => {
    const { lock } = await makeKeypad('cleared', 80);
    const slots = lock.orders.map(({ slot }) => slot).sort();
    const before = lock.orders.length;
    await say(`${prefix()}/cleared/lock`, {
      state: 'LOCK',
      action: 'pin_code_deleted',
      action_source_name: 'keypad',
      action_user: 255,
    });
    await until('both are written again', () => lock.orders.length === before + slots.length);
    expect(
      lock.orders
        .slice(before)
        .map(({ slot }) => slot)
        .sort(),
    ).toEqual(slots);
  });
});
