/** @module-tag engines */
// @sweep 1/12 (decision 086)
import {
  startVirtualShelly,
  startVirtualTasmota,
  type VirtualDevice,
  type VirtualShelly,
  type VirtualTasmota,
} from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  addRoomDevice,
  fakeClock,
  itemsOf,
  refusedMessages,
  startTestServer,
  until,
  type Caller,
  type JsonBody,
  type RoomDevice,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

/** Relays with manual bindings, through HTTP and a real broker, with every fault that their protocol allows (DR-4). */

let server: TestServer;
let shop: Shop;
let admin: Caller;
const clock = fakeClock();
const twins: VirtualDevice[] = [];

beforeAll(async () => {
  server = await startTestServer({ clock });
  shop = await server.makeShop({ stores: 2 });
  admin = await server.signIn(shop, ['ADMIN']);
});
afterEach(async () => {
  for (const twin of twins.splice(0)) await twin.stop();
});
afterAll(() => server.close());

let count = 0;
const prefix = () => shop.stores[0]?.mqttPrefix ?? '';
const words = (rows: JsonBody[]) => rows.map((row) => `${row['action']} ${row['status']} ${row['cause']?.['kind']}`);

async function online(device: RoomDevice): Promise<void> {
  await until('it is online and has told its state', async () => {
    const it = await device.read();
    return it['online'] === 'ONLINE' && Object.keys(it['state'] ?? {}).length > 0;
  });
}

async function makeShelly(
  component: 'switch' | 'light' = 'switch',
): Promise<{ twin: VirtualShelly; device: RoomDevice }> {
  const twin = await startVirtualShelly({
    url: server.mqttUrl,
    prefix: prefix(),
    name: `shelly-${(count += 1)}`,
    component,
  });
  twins.push(twin);
  const device = await addRoomDevice(shop, admin, {
    kind: component === 'light' ? 'LIGHT' : 'SWITCH',
    binding: { driver: 'shelly', topicPrefix: twin.topicPrefix, component },
  });
  await online(device);
  return { twin, device };
}

async function makeTasmota(): Promise<{ twin: VirtualTasmota; device: RoomDevice }> {
  const name = `tasmota_${(count += 1)}`;
  const twin = await startVirtualTasmota({ url: server.mqttUrl, prefix: prefix(), name });
  twins.push(twin);
  const device = await addRoomDevice(shop, admin, {
    kind: 'SWITCH',
    binding: { driver: 'tasmota', topic: name, fullTopic: twin.fullTopic },
  });
  await online(device);
  return { twin, device };
}

/** Sends a command, waits until it has reached the device, and moves the clock past its deadline. */
async function timeOut(twin: VirtualDevice, order: () => Promise<JsonBody>): Promise<JsonBody> {
  const before = twin.received.length;
  const answer = order();
  await until('it has arrived', () => twin.received.length > before);
  clock.advance(6000);
  return answer;
}

async function makeStrike(binding: object): Promise<string> {
  const door = await admin.call('POST', `/${shop.slug}/door`, {
    manualBinding: { storeId: shop.stores[0]?.id, binding },
    name: 'strike',
    roomId: null,
  });
  expect(door.status, JSON.stringify(door.body)).toBe(200);
  await until(
    'the strike is online',
    async () => (await readDoor(String(door.body['id'])))?.['lockState'] === 'LOCKED',
  );
  return String(door.body['id']);
}

it('adds a door under the former name of its manual binding, and refuses both names at once', async () => {
  const { twin } = await makeTasmota();
  const source = {
    storeId: shop.stores[0]?.id,
    binding: { driver: 'tasmota', topic: 'never_added', fullTopic: twin.fullTopic },
  };
  const add = async (sources: object) => {
    const reply = await admin.call('POST', `/${shop.slug}/door`, { ...sources, name: 'strike', roomId: null });
    return [reply.status, reply.body['code'] ?? reply.body['name']];
  };
  expect(await add({ told: source, manualBinding: source })).toEqual([400, 'INVALID_INPUT']);
  expect(await add({})).toEqual([400, 'INVALID_INPUT']);
  expect(await add({ told: source })).toEqual([200, 'strike']);
});

async function readDoor(id: string): Promise<JsonBody | undefined> {
  const { body } = await admin.call('GET', `/${shop.slug}/door?limit=200`);
  return itemsOf(body).find((item) => item['id'] === id);
}
async function operate(verb: 'open' | 'lock', doorId: string): Promise<JsonBody> {
  return (await admin.call('POST', `/${shop.slug}/door/${verb}`, { doorId })).body;
}

describe('a Shelly relay', () => {
  it('executes a command by its reply and notification, and a repeated command by its reply alone', async () => {
    const { twin, device } = await makeShelly();
    expect(await device.read()).toMatchObject({
      kind: 'SWITCH',
      driver: 'shelly',
      state: { isOn: false },
      stateSource: 'REPORTED',
    });
    const command = await device.control({ isOn: true });
    expect(command).toMatchObject({
      action: 'SET',
      state: { isOn: true },
      status: 'EXECUTED',
      target: { kind: 'DEVICE', id: device.id },
      error: null,
    });
    expect(twin.output()).toBe(true);
    await until('it is shown on', async () => (await device.read())['state']?.['isOn'] as unknown as boolean);
    expect(words(await device.history())).toEqual(['SET EXECUTED PERSON', 'CHANGED REPORTED PERSON']);
    expect(JSON.parse(twin.received.at(-1)?.payload ?? '')).toMatchObject({
      id: command['id'],
      method: 'Switch.Set',
      params: { id: 0, on: true },
    });
    expect(twin.received.some((it) => it.isRetained)).toBe(false);
    // The relay is on already, so its reply alone confirms the command.
    const from = performance.now();
    expect(await device.control({ isOn: true })).toMatchObject({ status: 'EXECUTED' });
    expect(performance.now() - from).toBeLessThan(4000);
  });

  it('dims a light, and rejects a state that it does not support with INVALID_INPUT', async () => {
    const { twin, device } = await makeShelly('light');
    expect(await device.control({ brightness: 40 })).toMatchObject({ status: 'EXECUTED' });
    expect([twin.output(), twin.brightness()]).toEqual([true, 40]);
    const { body } = await admin.call('POST', `/${shop.slug}/room/device/control`, {
      deviceId: device.id,
      state: { mode: 'COOL' },
    });
    expect(body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'state.mode', code: 'not_supported' }] });
  });

  it('records a change at the wall switch with an unknown cause', async () => {
    const { twin, device } = await makeShelly();
    twin.push(true);
    await until('it is shown on', async () => (await device.read())['state']?.['isOn'] as unknown as boolean);
    expect(words(await device.history())).toEqual(['CHANGED REPORTED UNKNOWN']);
  });

  it('fails a refused command, times out a silent one, counts a reply with a wrong id, and records a late answer', async () => {
    const { twin, device } = await makeShelly();
    twin.refuse(true);
    expect(await device.control({ isOn: true })).toMatchObject({ status: 'FAILED', error: { code: 'REFUSED' } });
    twin.refuse(false);
    twin.silent(true);
    expect(await timeOut(twin, () => device.control({ isOn: true }))).toMatchObject({
      status: 'TIMED_OUT',
      error: { code: 'NO_ANSWER' },
      acknowledgedAt: null,
    });
    twin.silent(false);

    const strange = await refusedMessages(server, 'unknown_reply');
    twin.wrongId(true);
    expect(await device.control({ isOn: true })).toMatchObject({ status: 'EXECUTED' }); // confirmed by its notification
    await until('the strange reply is counted', async () => (await refusedMessages(server, 'unknown_reply')) > strange);
    twin.wrongId(false);

    // A delay longer than the test needs to notice the command and to move the clock past its deadline.
    twin.slow(3000);
    const late = await timeOut(twin, () => device.control({ isOn: false }));
    expect(late['status']).toBe('TIMED_OUT');
    await until(
      'it did it late',
      async () => !twin.output() && (await device.read())['state']?.['isOn'] === (false as unknown),
    );
    const steps = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('device_history_steps')
        .select('step')
        .where('command_id', '=', String(late['id']))
        .orderBy('id')
        .execute(),
    );
    expect(steps.map((it) => it.step)).toContain('LATE_ANSWER');
  });

  it('rejects a command while it is offline, and gets only a status query when it is back', async () => {
    const { twin, device } = await makeShelly();
    await twin.offline(true);
    await until('it is shown offline', async () => (await device.read())['online'] === 'DEVICE_OFFLINE');
    const before = twin.received.length;
    expect(await device.control({ isOn: true })).toMatchObject({
      status: 'REJECTED_OFFLINE',
      error: { code: 'DEVICE_OFFLINE' },
    });
    await twin.offline(false);
    await online(device);
    await until('it is asked what it is', () => twin.received.length > before);
    expect(twin.received.slice(before).map((it) => (JSON.parse(it.payload) as { method: string }).method)).toEqual([
      'Shelly.GetStatus',
    ]);
    expect(twin.output()).toBe(false);
  });

  it('handles duplicate messages, retained messages, an oversized message and a wrong device clock', async () => {
    const { twin, device } = await makeShelly();
    twin.doubled(true);
    twin.oldClock(true);
    expect(await device.control({ isOn: true })).toMatchObject({ status: 'EXECUTED' });
    twin.doubled(false);
    await until('the change is written', async () => (await device.history()).length === 2);
    twin.retained(true);
    expect(await device.control({ isOn: false })).toMatchObject({ status: 'EXECUTED' });
    twin.retained(false);
    const before = twin.received.length;
    twin.shout();
    // The embedded broker closes the connection of a client that sends too much. The device reconnects and is queried.
    // Other brokers deliver the message.
    if (!inject('mqttUrl')) await until('it is back', () => twin.received.length > before);
    expect(await device.control({ isOn: true })).toMatchObject({ status: 'EXECUTED' });
    const seen = String((await device.read())['lastSeenAt']);
    expect(Math.abs(new Date(seen).getTime() - clock.now().getTime())).toBeLessThan(60_000);
    const changes = async () => words(await device.history()).filter((it) => it.startsWith('CHANGED'));
    await until('the last change is written', async () => (await changes()).length >= 3);
    expect(await changes()).toHaveLength(3);
  });

  it('opens a strike for the opening seconds of the door, and ends the pulse itself', async () => {
    const twin = await startVirtualShelly({ url: server.mqttUrl, prefix: prefix(), name: `strike-${(count += 1)}` });
    twins.push(twin);
    const doorId = await makeStrike({ driver: 'shelly', topicPrefix: twin.topicPrefix });
    expect(await admin.call('PATCH', `/${shop.slug}/door/${doorId}`, { version: 1, openSeconds: 1 })).toMatchObject({
      status: 200,
    });
    expect(await operate('open', doorId)).toMatchObject({ action: 'OPEN', status: 'EXECUTED' });
    expect(JSON.parse(twin.received.at(-1)?.payload ?? '')).toMatchObject({ params: { on: true, toggle_after: 1 } });
    await until('it is shown open, inferred', async () => {
      const door = await readDoor(doorId);
      return door?.['lockState'] === 'UNLATCHED' && door['lockStateSource'] === 'INFERRED';
    });
    await until(
      'the pulse is over',
      async () => !twin.output() && (await readDoor(doorId))?.['lockState'] === 'LOCKED',
    );
    // The server sent no command to lock; the relay ended the pulse itself.
    expect(twin.received.filter((it) => it.payload.includes('Switch.Set'))).toHaveLength(1);
    expect(await operate('lock', doorId)).toMatchObject({ status: 'EXECUTED' });
    // The lock state is inferred, but the relay replied, so its round trip is known (DR-1).
    const tried = await admin.call('POST', `/${shop.slug}/door/${doorId}/test`, {});
    expect(tried.body).toMatchObject({
      command: { status: 'EXECUTED' },
      door: { roundTripMs: expect.any(Number) as number },
    });
  });
});

describe('a Tasmota relay', () => {
  it('is switched on and off by messages that are not retained', async () => {
    const { twin, device } = await makeTasmota();
    expect(await device.control({ isOn: true })).toMatchObject({ status: 'EXECUTED' });
    expect(twin.isOn()).toBe(true);
    expect(await device.control({ isOn: false })).toMatchObject({ status: 'EXECUTED' });
    expect(twin.received.map((it) => [it.topic.split('/').at(-1), it.payload, it.isRetained])).toEqual([
      ['POWER', '', false],
      ['POWER', 'ON', false],
      ['POWER', 'OFF', false],
    ]);
  });

  it('distinguishes a refusal, silence, duplicate messages and an offline device', async () => {
    const { twin, device } = await makeTasmota();
    twin.refuse(true);
    const refused = device.control({ isOn: true });
    await until(
      'it has answered',
      async () =>
        (
          await server.withActor(admin.actor, (tx) =>
            tx
              .selectFrom('device_history')
              .select('has_answered')
              .where('target_id', '=', device.id)
              .where('action', '=', 'SET')
              .executeTakeFirst(),
          )
        )?.has_answered,
    );
    clock.advance(2000);
    expect(await refused).toMatchObject({ status: 'FAILED', error: { code: 'REFUSED' } });
    twin.refuse(false);
    twin.silent(true);
    expect(await timeOut(twin, () => device.control({ isOn: true }))).toMatchObject({ status: 'TIMED_OUT' });
    twin.silent(false);
    twin.doubled(true);
    expect(await device.control({ isOn: true })).toMatchObject({ status: 'EXECUTED' });
    await twin.offline(true);
    await until('it is shown offline', async () => (await device.read())['online'] === 'DEVICE_OFFLINE');
    expect(await device.control({ isOn: false })).toMatchObject({ status: 'REJECTED_OFFLINE' });
  });

  it('gets the pulse time and the opening of a strike in one message', async () => {
    const name = `tasmota_${(count += 1)}`;
    const twin = await startVirtualTasmota({ url: server.mqttUrl, prefix: prefix(), name });
    twins.push(twin);
    const doorId = await makeStrike({ driver: 'tasmota', topic: name, fullTopic: twin.fullTopic });
    await admin.call('PATCH', `/${shop.slug}/door/${doorId}`, { version: 1, openSeconds: 1 });
    expect(await operate('open', doorId)).toMatchObject({ status: 'EXECUTED' });
    expect(twin.received.at(-1)).toMatchObject({ payload: 'PulseTime1 10; POWER ON', isRetained: false });
    await until('the pulse is over', async () => !twin.isOn() && (await readDoor(doorId))?.['lockState'] === 'LOCKED');
  });
});
