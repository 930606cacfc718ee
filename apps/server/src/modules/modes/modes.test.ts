// @sweep 1/8 (decision 086)
import { startVirtualRoom, type VirtualRoom } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addRoomDevice,
  itemsOf,
  listenToEvents,
  startTestServer,
  until,
  type Caller,
  type JsonBody,
  type RoomDevice,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

/** Tests modes of rooms (RM-5) with a virtual room controller. */

const PARTS = ['light', 'console', 'climate', 'occupancy', 'buzzer'] as const;
type Part = (typeof PARTS)[number];

let server: TestServer;
let shop: Shop;
let admin: Caller;
let twin: VirtualRoom;
let devices: Record<Part, RoomDevice>;

beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => twin.stop());
afterAll(() => server.close());

/** Creates a shop with one controller in the first room of its first store. */
async function open(): Promise<void> {
  shop = await server.makeShop({ stores: 2 });
  admin = await server.signIn(shop, ['ADMIN']);
  twin = await startVirtualRoom({
    url: server.mqttUrl,
    prefix: shop.stores[0]?.mqttPrefix ?? '',
    name: 'room',
    labels: Object.fromEntries(PARTS.map((part) => [part, part])),
  });
  const added: Partial<Record<Part, RoomDevice>> = {};
  for (const part of PARTS) {
    const device = await addRoomDevice(shop, admin, { announced: part });
    await until(`${part} is online`, async () => (await device.read())['online'] === 'ONLINE');
    added[part] = device;
  }
  devices = added as Record<Part, RoomDevice>;
}
const storeId = () => shop.stores[0]?.id ?? '';
const roomId = () => shop.stores[0]?.rooms[0]?.id ?? '';
const make = (states: object[], more: object = {}, by = admin) =>
  by.call('POST', `/${shop.slug}/mode`, { storeId: storeId(), name: 'In use', states, ...more });
async function makeId(states: object[], more: object = {}): Promise<string> {
  const { status, body } = await make(states, more);
  expect([status, body['code']]).toEqual([200, undefined]);
  return String(body['id']);
}
const apply = (modeId: string, more: { by?: Caller; key?: string; roomId?: string } = {}) =>
  (more.by ?? admin).call(
    'POST',
    `/${shop.slug}/mode/apply`,
    { roomId: more.roomId ?? roomId(), modeId },
    more.key === undefined ? {} : { 'idempotency-key': more.key },
  );
const retry = (runId: unknown, by = admin) => by.call('POST', `/${shop.slug}/mode/run/${String(runId)}/retry`, {});
const undo = (runId: unknown, { by = admin, key }: { by?: Caller; key?: string } = {}) =>
  by.call(
    'POST',
    `/${shop.slug}/mode/run/${String(runId)}/undo`,
    {},
    key === undefined ? {} : { 'idempotency-key': key },
  );
const runs = async (): Promise<JsonBody[]> =>
  itemsOf((await admin.call('GET', `/${shop.slug}/mode/run?roomId=${roomId()}`)).body);
const commandsOf = (run: JsonBody | undefined) => (run?.['commands'] ?? []) as unknown as JsonBody[];
const results = (run: JsonBody | undefined) =>
  commandsOf(run).map((it) => `${String(it['target']?.['name'])} ${String(it['error']?.['code'] ?? it['status'])}`);
const isOver = (run: JsonBody | undefined) =>
  commandsOf(run).every((it) => !['QUEUED', 'SENT', 'ACCEPTED'].includes(String(it['status'])));
async function ended(): Promise<string[]> {
  await until('every device has answered', async () => isOver((await runs())[0]));
  return results((await runs())[0]);
}

const IN_USE = [
  { kind: 'LIGHT', state: { isOn: true, brightness: 60 } },
  { kind: 'CLIMATE', state: { mode: 'COOL', targetTemperature: 23 } },
  { kind: 'SWITCH', state: { isOn: true } },
];

describe('a mode', () => {
  it('sends each device of the room its state, prefers the entry of a device to that of its kind, and reports each result', async () => {
    await open();
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const modeId = await makeId([...IN_USE, { deviceId: devices.console.id, state: { isOn: false } }]);
    const { status, body } = await apply(modeId);
    expect([status, body['modeName'], body['startedBy'], results(body)]).toEqual([
      200,
      'In use',
      'ADMIN',
      ['climate SENT', 'console SENT', 'light SENT'],
    ]);
    expect(await ended()).toEqual(['climate EXECUTED', 'console EXECUTED', 'light EXECUTED']);
    expect([
      twin.state('light/state'),
      twin.state('light/brightness'),
      twin.state('climate/mode'),
      twin.state('climate/target'),
    ]).toEqual(['ON', '153', 'cool', '23']);
    expect(commandsOf((await runs())[0]).map((it) => [it['action'], it['cause']?.['kind'], it['state']])).toEqual([
      ['SET', 'PERSON', { mode: 'COOL', targetTemperature: 23 }],
      ['SET', 'PERSON', { isOn: false }],
      ['SET', 'PERSON', { isOn: true, brightness: 60 }],
    ]);
    const events = stream.events.map((event) => event.event);
    expect([events.includes('modes.changed'), events.filter((name) => name === 'mode-run.changed').length]).toEqual([
      true,
      1,
    ]);
    stream.close();
  });

  it('reports an offline device and refused commands, and retries only the devices that failed', async () => {
    await open();
    const modeId = await makeId([
      { kind: 'LIGHT', state: { isOn: true } },
      { kind: 'SWITCH', state: { isOn: true } },
    ]);
    const gone = await admin.call('POST', `/${shop.slug}/room/device`, {
      roomId: roomId(),
      name: 'absent',
      source: {
        kind: 'SWITCH',
        binding: { driver: 'shelly', topicPrefix: `${shop.stores[0]?.mqttPrefix ?? ''}/absent` },
      },
    });
    expect(gone.status).toBe(200);
    twin.refuse(true);
    const { body } = await apply(modeId);
    expect(results(body)).toContain('absent DEVICE_OFFLINE');
    expect(await ended()).toEqual(['absent DEVICE_OFFLINE', 'console REFUSED', 'light REFUSED']);
    twin.refuse(false);
    await devices.console.control({ isOn: true });
    const before = twin.received.length;
    expect((await retry(body['id'])).status).toBe(200);
    expect(await ended()).toEqual(['absent DEVICE_OFFLINE', 'console EXECUTED', 'light EXECUTED']);
    expect(twin.received.length - before).toBe(2);
    // Executed commands are not sent again, and two concurrent retries send nothing more.
    await Promise.all([retry(body['id']), retry(body['id'])]);
    expect(await ended()).toEqual(['absent DEVICE_OFFLINE', 'console EXECUTED', 'light EXECUTED']);
    expect(twin.received.length - before).toBe(2);
    expect(await runs()).toHaveLength(1);
  });

  it('reports NOT_SUPPORTED for a device that lacks the state, sends it nothing, and sets the others', async () => {
    await open();
    const modeId = await makeId([
      { kind: 'CLIMATE', state: { mode: 'DRY' } },
      { kind: 'LIGHT', state: { brightness: 10 } },
    ]);
    await apply(modeId);
    expect(await ended()).toEqual(['climate NOT_SUPPORTED', 'light EXECUTED']);
    expect(twin.received.every((it) => !it.topic.includes('climate'))).toBe(true);
  });

  it('returns the same run for the same request, and leaves the later of two concurrent modes in effect', async () => {
    await open();
    const on = await makeId([{ kind: 'LIGHT', state: { isOn: true } }]);
    const off = await makeId([{ kind: 'LIGHT', state: { isOn: false } }], { name: 'Standby' });
    const first = await apply(on, { key: 'press-1' });
    expect((await apply(on, { key: 'press-1' })).body['id']).toBe(first.body['id']);
    await ended();
    expect(twin.received).toHaveLength(1);
    const both = await Promise.all([apply(on), apply(off)]);
    expect(both.map((it) => it.status)).toEqual([200, 200]);
    await until('both are over', async () => (await runs()).every(isOver));
    const [latest, earlier] = await runs();
    expect(results(latest)).toEqual(['light EXECUTED']);
    expect(twin.state('light/state')).toBe(latest?.['modeName'] === 'Standby' ? 'OFF' : 'ON');
    expect((await retry(earlier?.['id'])).body['code']).toBe('STATE_NOT_ALLOWED');
  });

  it('is rejected for an archived room and a room of another store, and sends nothing to a room without devices', async () => {
    await open();
    const modeId = await makeId(IN_USE);
    const everywhere = await makeId(IN_USE, { storeId: null, name: 'Everywhere' });
    const elsewhere = shop.stores[1]?.rooms[0]?.id ?? '';
    expect((await apply(modeId, { roomId: elsewhere })).body['errors']?.[0]).toMatchObject({
      path: 'modeId',
      code: 'unknown_mode',
    });
    expect((await apply(everywhere, { roomId: elsewhere })).body).toMatchObject({
      commands: [],
      storeId: shop.stores[1]?.id,
    });
    const room = (await admin.call('GET', `/${shop.slug}/room/${roomId()}`)).body;
    const archived = await admin.call('POST', `/${shop.slug}/room/${roomId()}/archive`, {
      version: room['version'],
      isArchived: true,
    });
    expect(archived.status).toBe(200);
    expect((await apply(modeId)).body['code']).toBe('ROOM_ARCHIVED');
  });

  it('is edited by version and by people with access to its stores, and names each invalid state', async () => {
    await open();
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const stranger = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    const names = async (by: Caller) =>
      itemsOf((await by.call('GET', `/${shop.slug}/mode`)).body).map(
        (it) => `${String(it['name'])} ${it['storeId'] === null ? 'all' : 'one'}`,
      );
    const everywhere = await makeId(IN_USE, { storeId: null, name: 'Everywhere' });
    const own = await make(IN_USE, { name: 'Ours' }, owner);
    expect(own.status).toBe(200);
    expect(await names(owner)).toEqual(['Everywhere all', 'Ours one']);
    expect(await names(stranger)).toEqual(['Everywhere all']);
    expect((await make(IN_USE, { storeId: null }, owner)).body['capability']).toBe('devices:configure');
    expect((await owner.call('DELETE', `/${shop.slug}/mode/${everywhere}`)).body['code']).toBe('CAPABILITY_MISSING');
    const path = `/${shop.slug}/mode/${String(own.body['id'])}`;
    expect((await stranger.call('PATCH', path, { version: 1, name: 'Theirs' })).status).toBe(404);
    expect((await owner.call('PATCH', path, { version: 1, name: 'Night' })).body).toMatchObject({
      name: 'Night',
      version: 2,
    });
    expect((await owner.call('PATCH', path, { version: 1, name: 'Late' })).body).toMatchObject({
      code: 'STALE',
      current: { name: 'Night' },
    });
    const bad = [
      [{ kind: 'LIGHT', state: { mode: 'COOL' } }],
      [
        { kind: 'LIGHT', state: { isOn: true } },
        { kind: 'LIGHT', state: { isOn: false } },
      ],
      [{ deviceId: devices.climate.id, state: { mode: 'DRY' } }],
      [{ deviceId: devices.buzzer.id, state: { isOn: true } }],
    ];
    const found = [];
    for (const states of bad)
      found.push((await make(states)).body['errors']?.map((it) => `${it.path} ${it.code}`).join());
    expect(found).toEqual([
      'states.0.state.mode not_supported',
      'states.1 device_named_twice',
      'states.0.state.mode not_supported',
      'states.0.state.isOn not_supported',
    ]);
    expect(
      (await make([{ deviceId: devices.light.id, state: { isOn: true } }], { storeId: null })).body['errors']?.[0],
    ).toMatchObject({ code: 'unknown_device' });
    expect((await owner.call('DELETE', path)).status).toBe(200);
    expect((await apply(String(own.body['id']))).status).toBe(400);
  });
});

describe('the undo of a mode (decision 060)', () => {
  const light = () => [twin.state('light/state'), twin.state('light/brightness')];
  const stateOf = async (device: RoomDevice) => (await device.read())['state'];

  it('restores the former state of each device and leaves a room without a mode that had none', async () => {
    await open();
    await devices.climate.control({ mode: 'HEAT', targetTemperature: 21 });
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const applied = await apply(await makeId(IN_USE));
    await ended();
    const { status, body } = await undo(applied.body['id']);
    expect([status, body]).toMatchObject([
      200,
      { modeId: null, modeName: null, undoesRunId: applied.body['id'], startedBy: 'ADMIN' },
    ]);
    expect(await ended()).toEqual(['climate EXECUTED', 'console EXECUTED', 'light EXECUTED']);
    expect([...light(), twin.state('console/state'), twin.state('climate/mode'), twin.state('climate/target')]).toEqual(
      ['OFF', '153', 'OFF', 'heat', '21'],
    );
    await until(
      'the event of the undo has come',
      () => stream.events.filter((it) => it.event === 'mode-run.changed').length === 2,
    );
    stream.close();
    expect(
      (await devices.console.history())
        .filter((it) => it['action'] === 'SET')
        .map((it) => [it['state'], it['cause']?.['kind']]),
    ).toEqual([
      [{ isOn: true }, 'PERSON'],
      [{ isOn: false }, 'PERSON'],
    ]);
    const audit = itemsOf((await admin.call('GET', `/${shop.slug}/audit?action=room.mode-undone`)).body);
    expect(audit.map((it) => it['detail'])).toMatchObject([{ name: 'In use', undoneRunId: applied.body['id'] }]);
  });

  it('restores the former mode of the room, and the states that the devices had instead of those of that mode', async () => {
    await open();
    const first = await makeId([{ kind: 'LIGHT', state: { isOn: true, brightness: 60 } }]);
    await apply(first);
    await ended();
    await devices.light.control({ brightness: 30 });
    const second = await apply(
      await makeId([{ kind: 'LIGHT', state: { isOn: true, brightness: 90 } }], { name: 'Bright' }),
    );
    await ended();
    const { body } = await undo(second.body['id']);
    expect([body['modeId'], body['modeName']]).toEqual([first, 'In use']);
    expect(await ended()).toEqual(['light EXECUTED']);
    expect(await stateOf(devices.light)).toMatchObject({ isOn: true, brightness: 30 });
  });

  it('is refused the second time, except for the same request, and cannot be undone itself', async () => {
    await open();
    const applied = await apply(await makeId(IN_USE));
    await ended();
    const undone = await undo(applied.body['id'], { key: 'undo-1' });
    await ended();
    expect((await undo(applied.body['id'], { key: 'undo-1' })).body['id']).toBe(undone.body['id']);
    expect((await undo(applied.body['id'])).body).toMatchObject({ code: 'STALE', current: { id: undone.body['id'] } });
    expect((await undo(undone.body['id'])).body['code']).toBe('STATE_NOT_ALLOWED');
    expect(await runs()).toHaveLength(2);
  });

  it('is done once when two people undo at the same moment', async () => {
    await open();
    const applied = await apply(await makeId(IN_USE));
    await ended();
    const both = await Promise.all([undo(applied.body['id']), undo(applied.body['id'])]);
    expect(both.map((it) => it.status).sort()).toEqual([200, 409]);
  });

  it('is refused with STALE after another mode, a command to a device or a change at the device, and sends nothing', async () => {
    await open();
    const modeId = await makeId([{ kind: 'LIGHT', state: { isOn: true, brightness: 60 } }]);
    const applied = async () => {
      const { body } = await apply(modeId);
      await ended();
      return body['id'];
    };
    const refusedAfter = async (runId: unknown) => {
      const before = twin.received.length;
      expect((await undo(runId)).body['code']).toBe('STALE');
      expect(twin.received).toHaveLength(before);
    };
    const overtaken = await applied();
    await applied();
    await refusedAfter(overtaken);

    const commanded = await applied();
    await devices.light.control({ brightness: 20 });
    await refusedAfter(commanded);

    const switched = await applied();
    twin.switchLight(false);
    await until('the light is off', async () => String((await stateOf(devices.light))?.['isOn']) === 'false');
    await refusedAfter(switched);
  });

  it('needs devices:control and the store of the room', async () => {
    await open();
    const stranger = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    const viewer = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    const applied = await apply(await makeId(IN_USE));
    await ended();
    expect((await undo(applied.body['id'], { by: viewer })).body).toMatchObject({
      code: 'CAPABILITY_MISSING',
      capability: 'devices:control',
    });
    expect((await undo(applied.body['id'], { by: stranger })).status).toBe(404);
    expect(await runs()).toHaveLength(1);
  });

  it('reports devices whose former state is unknown or that are offline, and retries only the latter', async () => {
    await open();
    const absent = await admin.call('POST', `/${shop.slug}/room/device`, {
      roomId: roomId(),
      name: 'absent',
      source: {
        kind: 'SWITCH',
        binding: { driver: 'shelly', topicPrefix: `${shop.stores[0]?.mqttPrefix ?? ''}/absent` },
      },
    });
    expect(absent.status).toBe(200);
    const applied = await apply(
      await makeId([
        { kind: 'LIGHT', state: { isOn: true } },
        { kind: 'SWITCH', state: { isOn: true } },
      ]),
    );
    expect(await ended()).toEqual(['absent DEVICE_OFFLINE', 'console EXECUTED', 'light EXECUTED']);
    await twin.offline(true);
    await until('the light is offline', async () => (await devices.light.read())['online'] === 'DEVICE_OFFLINE');
    const { body } = await undo(applied.body['id']);
    expect(results(body)).toEqual(['absent FORMER_STATE_UNKNOWN', 'console DEVICE_OFFLINE', 'light DEVICE_OFFLINE']);
    await twin.offline(false);
    await until('the light is online', async () => (await devices.light.read())['online'] === 'ONLINE');
    expect((await retry(body['id'])).status).toBe(200);
    expect(await ended()).toEqual(['absent FORMER_STATE_UNKNOWN', 'console EXECUTED', 'light EXECUTED']);
    expect([light()[0], twin.state('console/state')]).toEqual(['OFF', 'OFF']);
  });
});
