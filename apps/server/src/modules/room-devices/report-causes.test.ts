/** @module-tag engines */
import {
  startVirtualRoom,
  startVirtualShelly,
  type VirtualDevice,
  type VirtualRoom,
  type VirtualShelly,
} from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addRoomDevice,
  fakeClock,
  itemsOf,
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type JsonBody,
  type RoomDevice,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

/** The command of each report of a device (DH-20). The clock stands still, so that all of it is in one millisecond. */

let server: TestServer;
let shop: Shop;
let admin: Caller;
const clock = fakeClock();
const twins: VirtualDevice[] = [];
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ clock });
  shop = await server.makeShop();
  admin = await server.signIn(shop, ['ADMIN']);
});
afterEach(async () => {
  for (const twin of twins.splice(0)) await twin.stop();
});
afterAll(() => server.close());

const prefix = () => shop.stores[0]?.mqttPrefix ?? '';

async function makePart(part: 'light' | 'console' | 'climate'): Promise<{ twin: VirtualRoom; device: RoomDevice }> {
  const label = `${part} ${(count += 1)}`;
  const twin = await startVirtualRoom({
    url: server.mqttUrl,
    prefix: prefix(),
    name: `causes-${count}`,
    parts: [part],
    labels: { [part]: label },
  });
  twins.push(twin);
  const device = await addRoomDevice(shop, admin, { announced: label });
  await until('it is online with its state', async () => {
    const { online, state } = await device.read();
    return online === 'ONLINE' && Object.keys(state ?? {}).length > 0;
  });
  return { twin, device };
}

async function makeShellyDevice(): Promise<{ twin: VirtualShelly; device: RoomDevice }> {
  const twin = await startVirtualShelly({ url: server.mqttUrl, prefix: prefix(), name: `causes-${(count += 1)}` });
  twins.push(twin);
  const device = await addRoomDevice(shop, admin, {
    kind: 'SWITCH',
    binding: { driver: 'shelly', topicPrefix: twin.topicPrefix, component: 'switch' },
  });
  await until('it is online with its state', async () => String((await device.read())['state']?.['isOn']) === 'false');
  return { twin, device };
}

/** The reports of a device, oldest first, once there are so many. */
async function reportsOf({ history }: Pick<RoomDevice, 'history'>, number: number): Promise<JsonBody[]> {
  return until(`${number} reports are written`, async () => {
    const rows = (await history()).filter((row) => row['status'] === 'REPORTED');
    return rows.length >= number ? rows : undefined;
  });
}

const causesOf = (rows: JsonBody[]) =>
  rows.map((row) => [row['state'], row['cause']?.['kind'], row['commandId'] ?? null]);

describe('the command of a report (DH-20)', () => {
  it('is named by each report of a command that sets several properties', async () => {
    const climate = await makePart('climate');
    const cooling = await climate.device.control({ mode: 'COOL', targetTemperature: 22.5 });
    expect(causesOf(await reportsOf(climate.device, 2))).toEqual([
      [{ mode: 'COOL' }, 'PERSON', cooling['id']],
      [{ targetTemperature: 22.5 }, 'PERSON', cooling['id']],
    ]);

    const light = await makePart('light');
    const dimmed = await light.device.control({ isOn: true, brightness: 40 });
    expect(causesOf(await reportsOf(light.device, 2))).toEqual([
      [{ isOn: true }, 'PERSON', dimmed['id']],
      [{ brightness: 40 }, 'PERSON', dimmed['id']],
    ]);
  });

  it('is not a command that the device has executed already: a person at the wall switch right after it', async () => {
    const { twin, device } = await makePart('light');
    const on = await device.control({ isOn: true });
    twin.switchLight(false);
    twin.switchLight(true);
    expect(causesOf(await reportsOf(device, 3))).toEqual([
      [{ isOn: true }, 'PERSON', on['id']],
      [{ isOn: false }, 'UNKNOWN', null],
      [{ isOn: true }, 'UNKNOWN', null],
    ]);
  });

  it('is not a command that asked for the state which the device already had', async () => {
    const { twin, device } = await makeShellyDevice();
    await device.control({ isOn: false });
    twin.push(true);
    twin.push(false);
    const rows = await reportsOf(device, 2);
    expect(causesOf(rows.filter((row) => row['action'] === 'CHANGED')).slice(-2)).toEqual([
      [{ isOn: true }, 'UNKNOWN', null],
      [{ isOn: false }, 'UNKNOWN', null],
    ]);
  });

  it('is the own one of each of two commands in a row', async () => {
    const { twin, device } = await makePart('console');
    twin.slow(50);
    const first = device.control({ isOn: true });
    await until('the first has arrived', () => twin.received.length > 0);
    const second = device.control({ isOn: false });
    const rows = await reportsOf(device, 2);
    expect(causesOf(rows)).toEqual([
      [{ isOn: true }, 'PERSON', (await first)['id']],
      [{ isOn: false }, 'PERSON', (await second)['id']],
    ]);
  });

  it('is a command that timed out, when the device executes it late, also after a newer command', async () => {
    const { twin, device } = await makePart('climate');
    twin.slow(300);
    const answer = device.control({ mode: 'HEAT' });
    await until('it has arrived', () => twin.received.length > 0);
    clock.advance(12_000);
    const late = await answer;
    expect(late['status']).toBe('TIMED_OUT');
    const newer = await device.control({ targetTemperature: 20 });
    expect(causesOf(await reportsOf(device, 2))).toEqual([
      [{ mode: 'HEAT' }, 'PERSON', late['id']],
      [{ targetTemperature: 20 }, 'PERSON', newer['id']],
    ]);
  });

  it('does not exist two minutes after the command', async () => {
    const { twin, device } = await makePart('light');
    twin.silent(true);
    const answer = device.control({ isOn: true });
    await until('it has arrived', () => twin.received.length > 0);
    clock.advance(12_000);
    await answer;
    twin.silent(false);
    clock.advance(120_000);
    await server.app.devices.runTick();
    twin.switchLight(true);
    expect(causesOf(await reportsOf(device, 1))).toEqual([[{ isOn: true }, 'UNKNOWN', null]]);
  });

  it('is the opening, when the relay of a strike closes again by itself', async () => {
    const twin = await startVirtualShelly({ url: server.mqttUrl, prefix: prefix(), name: `causes-${(count += 1)}` });
    twins.push(twin);
    const door = await admin.call('POST', `/${shop.slug}/door`, {
      manualBinding: {
        storeId: shop.stores[0]?.id,
        binding: { driver: 'shelly', topicPrefix: twin.topicPrefix, component: 'switch' },
      },
      name: 'strike',
      roomId: null,
    });
    expect(door.status, JSON.stringify(door.body)).toBe(200);
    const doorId = String(door.body['id']);
    await until('the strike is online', async () => {
      const { body } = await admin.call('GET', `/${shop.slug}/door?limit=200`);
      return itemsOf(body).find((item) => item['id'] === doorId)?.['lockState'] === 'LOCKED';
    });
    await admin.call('PATCH', `/${shop.slug}/door/${doorId}`, { version: 1, openSeconds: 1 });
    const opening = (await admin.call('POST', `/${shop.slug}/door/open`, { doorId })).body;
    const history = async () =>
      itemsOf((await admin.call('GET', `/${shop.slug}/device-control/history?targetId=${doorId}`)).body).reverse();
    const rows = await reportsOf({ history }, 2);
    expect(rows.map((row) => [row['action'], row['cause']?.['kind'], row['commandId']])).toEqual([
      ['UNLATCHED', 'PERSON', opening['id']],
      ['LOCKED', 'PERSON', opening['id']],
    ]);
  });

  it('does not exist for a lock that a person turns after the command', async () => {
    const door = await makeVirtualDoor(server, shop, admin, { name: `turned-${(count += 1)}` });
    const opening = await door.operate('open');
    door.lock.turn('LOCKED');
    await reportsOf(door, 2);
    door.lock.turn('UNLOCKED');
    const rows = await reportsOf(door, 3);
    expect(rows.map((row) => [row['action'], row['cause']?.['kind'], row['commandId'] ?? null])).toEqual([
      ['UNLOCKED', 'PERSON', opening['id']],
      ['LOCKED', 'UNKNOWN', null],
      ['UNLOCKED', 'UNKNOWN', null],
    ]);
    await door.lock.stop();
  });
});
