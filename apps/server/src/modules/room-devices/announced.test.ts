/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { randomUUID } from 'node:crypto';
import {
  startVirtualRoom,
  startVirtualZigbee,
  type VirtualDevice,
  type VirtualRoom,
  type VirtualZigbee,
} from '@munjigi/virtual-devices';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addRoomDevice,
  itemsOf,
  countOddMembers,
  startTestServer,
  until,
  type Caller,
  type RoomDevice,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

/**
 * Devices that announce themselves, devices behind a Zigbee2MQTT bridge, and the rights of people on devices (RM-4,
 * DR-4).
 */

let server: TestServer;
let shop: Shop;
let admin: Caller;
let stranger: MqttClient;
const twins: VirtualDevice[] = [];

beforeAll(async () => {
  server = await startTestServer();
  shop = await server.makeShop({ stores: 2 });
  admin = await server.signIn(shop, ['ADMIN']);
  stranger = await mqtt.connectAsync(server.mqttUrl);
});
afterEach(async () => {
  for (const twin of twins.splice(0)) await twin.stop();
});
afterAll(async () => {
  await stranger.endAsync();
  await server.close();
});

let count = 0;
const prefix = () => shop.stores[0]?.mqttPrefix ?? '';
const state = async (device: RoomDevice) => (await device.read())['state'] as unknown as Record<string, unknown>;

async function makeRoom(): Promise<{ twin: VirtualRoom; add: (part: string) => Promise<RoomDevice> }> {
  const name = `room-${(count += 1)}`;
  const labels = Object.fromEntries(
    (['light', 'console', 'climate', 'occupancy', 'temperature', 'buzzer'] as const).map((part) => [
      part,
      `${name} ${part}`,
    ]),
  );
  const twin = await startVirtualRoom({ url: server.mqttUrl, prefix: prefix(), name, labels });
  twins.push(twin);
  return {
    twin,
    async add(part) {
      const device = await addRoomDevice(shop, admin, { announced: `${name} ${part}` });
      await until(`${part} is online`, async () => (await device.read())['online'] === 'ONLINE');
      return device;
    },
  };
}

async function makeZigbee(
  hardware: Parameters<typeof startVirtualZigbee>[0]['hardware'],
  kind: string,
  more: object = {},
): Promise<{ twin: VirtualZigbee; device: RoomDevice }> {
  const twin = await startVirtualZigbee({
    url: server.mqttUrl,
    prefix: `${prefix()}/z${(count += 1)}`,
    name: `it/${hardware}`,
    hardware,
    battery: 77,
  });
  twins.push(twin);
  const device = await addRoomDevice(shop, admin, {
    kind,
    binding: { driver: 'zigbee2mqtt', baseTopic: twin.baseTopic, friendlyName: `it/${hardware}`, ...more },
  });
  await until('it is online', async () => (await device.read())['online'] === 'ONLINE');
  return { twin, device };
}

describe('a room’s controller that announces itself', () => {
  it('adds each of its parts, of all six kinds, controls them and reads their states', async () => {
    const { twin, add } = await makeRoom();
    const light = await add('light');
    await until('its state is known', async () => (await state(light))['isOn'] === false);
    expect(await light.read()).toMatchObject({
      kind: 'LIGHT',
      traits: { hasBrightness: true },
      state: { isOn: false, brightness: 100 },
      driver: 'ha-mqtt',
    });
    expect(await light.control({ isOn: true, brightness: 40 })).toMatchObject({ action: 'SET', status: 'EXECUTED' });
    expect([twin.state('light/state'), twin.state('light/brightness')]).toEqual(['ON', '102']);

    const climate = await add('climate');
    expect((await climate.read())['traits']).toEqual({
      modes: ['OFF', 'AUTO', 'COOL', 'HEAT'],
      minTemperature: 18,
      maxTemperature: 30,
      temperatureStep: 0.5,
    });
    expect(await climate.control({ mode: 'COOL', targetTemperature: 22.5 })).toMatchObject({ status: 'EXECUTED' });
    expect([twin.state('climate/mode'), twin.state('climate/target')]).toEqual(['cool', '22.5']);
    for (const [expected, code] of [
      [{ mode: 'DRY' }, 'not_supported'],
      [{ targetTemperature: 31 }, 'out_of_range'],
      [{ isOn: true }, 'not_supported'],
    ] as const) {
      const { status, body } = await admin.call('POST', `/${shop.slug}/room/device/control`, {
        deviceId: climate.id,
        state: expected,
      });
      expect([status, body['errors']?.[0]?.['code']]).toEqual([400, code]);
    }

    const occupancy = await add('occupancy');
    twin.occupy(true);
    await until('somebody is there', async () => (await state(occupancy))['isActive'] === true);
    expect((await occupancy.history()).map((row) => [row['action'], row['state'], row['cause']?.['kind']])).toEqual([
      ['CHANGED', { isActive: true }, 'DEVICE'],
    ]);
    expect(
      (await admin.call('POST', `/${shop.slug}/room/device/control`, { deviceId: occupancy.id, state: { isOn: true } }))
        .status,
    ).toBe(400);

    const temperature = await add('temperature');
    twin.measure(26.25);
    await until(
      'it is measured',
      async () =>
        (await state(temperature))['value'] === 26.25 && (await state(climate))['currentTemperature'] === 26.25,
    );
    expect(await temperature.read()).toMatchObject({ traits: { sensorClass: 'temperature', unit: '°C' } });
    // A measurement is not recorded as an event of the history.
    expect(await temperature.history()).toEqual([]);

    const console = await add('console');
    expect(await console.control({ isOn: true })).toMatchObject({ status: 'EXECUTED' });
    const buzzer = await add('buzzer');
    expect(await buzzer.control({ press: true })).toMatchObject({ action: 'PRESS', status: 'EXECUTED' });
    await until('it was pressed', () => twin.pressed() === 1);
    expect(twin.received.some((it) => it.isRetained)).toBe(false);
  });

  it('sends one message for requests with the same key, and one for each of two concurrent requests', async () => {
    const { twin, add } = await makeRoom();
    const console = await add('console');
    const key = randomUUID();
    const ordered = await Promise.allSettled([
      console.control({ isOn: true }, { key }),
      console.control({ isOn: true }, { key }),
    ]);
    // The second request with the key is rejected while the first is in progress, or gets its reply.
    const [first, ...others] = ordered.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
    expect(first?.['status']).toBe('EXECUTED');
    for (const other of others) expect(other['id']).toBe(first?.['id']);
    expect((await console.control({ isOn: true }, { key }))['id']).toBe(first?.['id']);
    expect(twin.received).toHaveLength(1);
    const both = await Promise.all([console.control({ isOn: false }), console.control({ isOn: true })]);
    expect(both.every((command) => ['EXECUTED', 'FAILED'].includes(String(command['status'])))).toBe(true);
    expect(both.some((command) => command['status'] === 'EXECUTED')).toBe(true);
    expect(twin.received).toHaveLength(3);
  });

  it('works on after invalid states, which are counted, and after a refused command', async () => {
    const { twin, add } = await makeRoom();
    const light = await add('light');
    for (const [topic, payload] of [
      ['light/state', 'PURPLE'],
      ['light/brightness', '1e9'],
      ['status', '{"a":1}'],
      ['light/state', 'x'.repeat(60_000)],
    ] as const) {
      const before = await countOddMembers(server, 'unknown_state');
      await stranger.publishAsync(`${prefix()}/room-${count}/${topic}`, payload);
      await until(`${topic} is counted`, async () => (await countOddMembers(server, 'unknown_state')) > before);
    }
    twin.refuse(true);
    expect(await light.control({ isOn: true })).toMatchObject({ status: 'FAILED', error: { code: 'REFUSED' } });
    twin.refuse(false);
    expect(await light.control({ isOn: true })).toMatchObject({ status: 'EXECUTED' });
  });
});

describe('a device behind Zigbee2MQTT', () => {
  it('works as a light, a contact, a sensor and a button', async () => {
    const light = await makeZigbee('light', 'LIGHT');
    expect(await light.device.control({ isOn: true, brightness: 50 })).toMatchObject({ status: 'EXECUTED' });
    expect(light.twin.state()).toMatchObject({ state: 'ON', brightness: 127 });
    await until('its battery is known', async () => (await light.device.read())['battery'] === (77 as unknown));

    const contact = await makeZigbee('contact', 'BINARY_SENSOR', { property: 'contact' });
    contact.twin.report({ contact: false });
    await until('the window is open', async () => (await state(contact.device))['isActive'] === true);

    const sensor = await makeZigbee('temperature', 'SENSOR', { property: 'humidity', unit: '%' });
    sensor.twin.report({ humidity: 61 });
    await until('it is measured', async () => (await state(sensor.device))['value'] === 61);

    const button = await makeZigbee('button', 'BUTTON');
    button.twin.report({ action: 'double' });
    await until('it was pressed', async () => (await button.device.history()).length === 1);
    expect((await button.device.history())[0]).toMatchObject({
      action: 'PRESSED',
      status: 'REPORTED',
      state: { lastEvent: 'double' },
      source: 'BUTTON',
    });
  });

  it('is online when the bridge and, with hasAvailability, the device are online, as JSON or as a bare word', async () => {
    const { twin, device } = await makeZigbee('switch', 'SWITCH');
    await twin.offline(true);
    await until('the bridge is gone', async () => (await device.read())['online'] === 'DEVICE_OFFLINE');
    await twin.offline(false);
    await until('it is back', async () => (await device.read())['online'] === 'ONLINE');
    const { version } = await device.read();
    const binding = {
      driver: 'zigbee2mqtt',
      baseTopic: twin.baseTopic,
      friendlyName: 'it/switch',
      hasAvailability: true,
    };
    const edited = await admin.call('PATCH', `/${shop.slug}/room/device/${device.id}`, { version, binding });
    expect(edited.body).toMatchObject({ driverSettings: { hasAvailability: true } });
    twin.availability('online', 'legacy');
    await until('it is there', async () => (await device.read())['online'] === 'ONLINE');
    twin.availability('offline');
    await until('it is not there', async () => (await device.read())['online'] === 'DEVICE_OFFLINE');
  });

  it('times out when the bridge cannot deliver a command, and its log line does not count as an answer', async () => {
    const { twin, device } = await makeZigbee('switch', 'SWITCH');
    twin.refuse(true);
    expect(await device.control({ isOn: true })).toMatchObject({ status: 'TIMED_OUT' });
  });
});

describe('the devices of a room', () => {
  it('reject a manual binding with foreign or invalid topics, of an unsupported kind, or of a bound device', async () => {
    const roomId = shop.stores[0]?.rooms[0]?.id;
    const add = (binding: object, kind = 'SWITCH') =>
      admin.call('POST', `/${shop.slug}/room/device`, { roomId, name: 'x', source: { kind, binding } });
    const other = shop.stores[1]?.mqttPrefix;
    expect((await add({ driver: 'shelly', topicPrefix: `${other}/relay` })).body['errors']?.[0]).toMatchObject({
      path: 'source.binding.topicPrefix',
      code: 'foreign_topic',
    });
    expect(
      (await add({ driver: 'shelly', topicPrefix: `${prefix()}/homeassistant/x` })).body['errors']?.[0],
    ).toMatchObject({ code: 'foreign_topic' });
    expect(
      (await add({ driver: 'tasmota', topic: 'x', fullTopic: '%prefix%/%topic%/' })).body['errors']?.[0],
    ).toMatchObject({ path: 'source.binding.fullTopic' });
    for (const topicPrefix of [`${prefix()}/#`, `${prefix()}/+/x`, '$SYS/x', `${prefix()}/\u0000`])
      expect((await add({ driver: 'shelly', topicPrefix })).status).toBe(400);
    expect(
      (await add({ driver: 'shelly', topicPrefix: `${prefix()}/r` }, 'CLIMATE')).body['errors']?.[0],
    ).toMatchObject({ code: 'not_supported' });
    expect((await add({ driver: 'shelly', topicPrefix: `${prefix()}/r` })).status).toBe(200);
    expect((await add({ driver: 'shelly', topicPrefix: `${prefix()}/r` })).body['code']).toBe('DEVICE_ALREADY_BOUND');
  });

  it('are renamed, moved and removed, and can be added again', async () => {
    const { twin, add } = await makeRoom();
    const light = await add('light');
    await light.control({ isOn: true });
    const path = `/${shop.slug}/room/device/${light.id}`;
    const { version } = await light.read();
    const rooms = shop.stores[0]?.rooms ?? [];
    const moved = await admin.call('PATCH', path, { version, name: 'Lamp', roomId: rooms.at(-1)?.id });
    expect(moved.body).toMatchObject({ name: 'Lamp', roomId: rooms.at(-1)?.id, version: Number(version) + 1 });
    expect((await admin.call('PATCH', path, { version, name: 'Late' })).body).toMatchObject({
      code: 'STALE',
      current: { name: 'Lamp' },
    });
    expect(
      (await admin.call('PATCH', path, { version: Number(version) + 1, roomId: shop.stores[1]?.rooms[0]?.id })).status,
    ).toBe(400);
    expect((await admin.call('DELETE', path)).body['removedAt']).not.toBeNull();
    expect((await admin.call('DELETE', path)).status).toBe(404);
    expect(
      (await admin.call('POST', `/${shop.slug}/room/device/control`, { deviceId: light.id, state: { isOn: true } }))
        .status,
    ).toBe(404);
    expect((await light.history()).length).toBeGreaterThan(0);
    const second = await addRoomDevice(shop, admin, { announced: `room-${count} light` });
    await until('it is heard', async () => (await second.read())['online'] === 'ONLINE');
    expect(await second.control({ isOn: false })).toMatchObject({ status: 'EXECUTED' });
    expect(twin.state('light/state')).toBe('OFF');
  });

  it('are shown without settings and reject control without the capability, and are hidden from other franchisees', async () => {
    const { add } = await makeRoom();
    const light = await add('light');
    const care = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    const list = (caller: Caller) =>
      caller.call('GET', `/${shop.slug}/room/device?limit=200`).then(({ body }) => itemsOf(body));
    expect((await list(care)).find((it) => it['id'] === light.id)).toMatchObject({ driverSettings: null });
    expect((await list(owner)).map((it) => it['storeId'])).not.toContain(shop.stores[0]?.id);
    expect(
      (await care.call('POST', `/${shop.slug}/room/device/control`, { deviceId: light.id, state: { isOn: true } }))
        .body['capability'],
    ).toBe('devices:control');
    expect(
      (await owner.call('POST', `/${shop.slug}/room/device/control`, { deviceId: light.id, state: { isOn: true } }))
        .status,
    ).toBe(404);
  });
});
