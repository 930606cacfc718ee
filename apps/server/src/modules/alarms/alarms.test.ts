// @sweep 1/8 (decision 086)
import type { VirtualLock } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type JsonBody,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

describe('alarms of doors (DR-7)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  const locks: VirtualLock[] = [];
  let count = 0;

  beforeAll(async () => {
    server = await startTestServer({ clock });
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN'], [], 1000);
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.stop();
  });
  afterAll(() => server.close());

  async function makeDoor(settings: object = {}, battery = 90): Promise<VirtualDoor> {
    const door = await makeVirtualDoor(server, shop, admin, {
      name: `alarmed-${(count += 1)}`,
      form: 'bundle',
      battery,
    });
    locks.push(door.lock);
    await until('its leaf is known', async () => (await door.read())['leafState'] === 'CLOSED');
    const { version, alarms } = await door.read();
    const edited = await admin.call('PATCH', `/${shop.slug}/door/${door.doorId}`, {
      version,
      alarms: Object.assign({}, alarms, settings),
    });
    expect(edited.status).toBe(200);
    return door;
  }
  async function alarmsOf(door: VirtualDoor, show = 'ALL'): Promise<JsonBody[]> {
    return itemsOf((await admin.call('GET', `/${shop.slug}/alarm?show=${show}&doorId=${door.doorId}`)).body).reverse();
  }
  const words = async (door: VirtualDoor) =>
    (await alarmsOf(door)).map((row) => `${row['kind']} ${row['closedAt'] === null ? 'open' : 'closed'}`);
  const becomes = (door: VirtualDoor, expected: string[]) =>
    until(
      `the alarms are ${expected.join()}`,
      async () => JSON.stringify(await words(door)) === JSON.stringify(expected),
    ).catch(async () => expect(await words(door)).toEqual(expected));
  async function swing(door: VirtualDoor, to: 'OPEN' | 'CLOSED'): Promise<void> {
    door.lock.swing(to);
    await until(`the leaf is ${to}`, async () => (await door.read())['leafState'] === to);
  }
  async function pass(seconds: number): Promise<void> {
    clock.advance(seconds * 1000);
    await server.app.jobs.runDue();
  }

  it('raises LEFT_OPEN after the configured time, and closes it when the door is shut', async () => {
    const door = await makeDoor({ leftOpenSeconds: 30 });
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    await door.operate('open');
    await swing(door, 'OPEN');
    const since = clock.now().toISOString();
    await pass(29);
    expect(await words(door)).toEqual([]);
    await pass(1);
    await becomes(door, ['LEFT_OPEN open']);
    expect((await alarmsOf(door))[0]).toMatchObject({
      since,
      doorId: door.doorId,
      doorName: `alarmed-${count}`,
      acknowledgedAt: null,
    });
    await pass(30);
    await swing(door, 'CLOSED');
    await becomes(door, ['LEFT_OPEN closed']);
    expect(await alarmsOf(door, 'PENDING')).toEqual([]);
    const events = await until('both are told', () => {
      const changes = stream.events.filter((event) => event.event === 'alarm.changed');
      return changes.length >= 2 && changes;
    });
    expect(events).toHaveLength(2);
    stream.close();
  });

  it('does not raise LEFT_OPEN while a door is held open, and counts its time from the end of the hold', async () => {
    const door = await makeDoor({ leftOpenSeconds: 30 });
    await admin.call('POST', `/${shop.slug}/door/hold-open`, {
      doorId: door.doorId,
      until: new Date(clock.now().getTime() + 60_000).toISOString(),
    });
    await swing(door, 'OPEN');
    await pass(59);
    expect(await words(door)).toEqual([]);
    await pass(2);
    await until('it is held no longer', async () => (await door.read())['doorMode'] === 'NORMAL');
    expect(await words(door)).toEqual([]);
    await pass(31);
    await becomes(door, ['LEFT_OPEN open']);
  });

  it('raises FORCED for a leaf that opens at a locked door without a command, even if it is shut at once', async () => {
    const door = await makeDoor();
    await swing(door, 'OPEN');
    await swing(door, 'CLOSED');
    expect(await words(door)).toEqual([]);
    await pass(3);
    await becomes(door, ['FORCED closed']);
    const pending = await alarmsOf(door, 'PENDING');
    expect(pending).toHaveLength(1);
    await admin.call('POST', `/${shop.slug}/alarm/${String(pending[0]?.['id'])}/acknowledge`, {});
    expect(await alarmsOf(door, 'PENDING')).toEqual([]);
  });

  it('does not raise FORCED after a command, or when the lock reports a manual opening after the leaf opened', async () => {
    const door = await makeDoor({ leftOpenSeconds: null });
    await door.operate('open');
    await swing(door, 'OPEN');
    await swing(door, 'CLOSED');
    await pass(3);
    await door.operate('lock');
    await pass(60);
    await swing(door, 'OPEN');
    door.lock.turn('UNLOCKED');
    await until('the lock has spoken', async () => (await door.read())['lockState'] === 'UNLOCKED');
    await pass(3);
    await swing(door, 'CLOSED');
    await pass(3);
    expect(await words(door)).toEqual([]);
  });

  it('raises UNKNOWN_OPENING once for an empty room, marks each opening in the history, and ignores commands and taken rooms (DR-7)', async () => {
    const door = await makeDoor();
    const [store] = shop.stores;
    const roomId = store?.rooms[0]?.id;
    const { version } = await door.read();
    await admin.call('PATCH', `/${shop.slug}/door/${door.doorId}`, { version, roomId });
    const turn = async (to: 'LOCKED' | 'UNLOCKED') => {
      door.lock.turn(to);
      await until(`it is ${to}`, async () => (await door.read())['lockState'] === to);
    };
    await turn('UNLOCKED');
    await becomes(door, ['UNKNOWN_OPENING closed']);
    const [pending] = await alarmsOf(door, 'PENDING');
    const history = async () =>
      itemsOf(
        (await admin.call('GET', `/${shop.slug}/device-control/history?targetId=${door.doorId}&action=UNLOCKED`)).body,
      );
    expect((await history()).map((row) => row['incident'] ?? null)).toEqual(['UNKNOWN_OPENING']);
    // Until the alarm is acknowledged, another opening raises no second alarm, but is marked in the history.
    await turn('LOCKED');
    await turn('UNLOCKED');
    expect(await words(door)).toEqual(['UNKNOWN_OPENING closed']);
    expect((await history()).map((row) => row['incident'] ?? null)).toEqual(['UNKNOWN_OPENING', 'UNKNOWN_OPENING']);
    await admin.call('POST', `/${shop.slug}/alarm/${String(pending?.['id'])}/acknowledge`, {});
    expect(await alarmsOf(door, 'PENDING')).toEqual([]);
    // An opening by a command is no incident.
    await turn('LOCKED');
    await pass(61);
    await door.operate('open');
    await door.operate('lock');
    expect(await words(door)).toEqual(['UNKNOWN_OPENING closed']);
    // Neither is an opening while a block occupies the room.
    await pass(61);
    const startsAt = new Date(Math.ceil(clock.now().getTime() / 1_800_000) * 1_800_000).toISOString();
    const block = await admin.call('POST', `/${shop.slug}/reservation`, {
      kind: 'BLOCK',
      blockReason: 'CLEANING',
      roomId,
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
    });
    expect(block.status).toBe(200);
    clock.advance(Date.parse(startsAt) - clock.now().getTime() + 1000);
    await turn('UNLOCKED');
    expect((await history())[0]).not.toHaveProperty('incident');
    expect(await words(door)).toEqual(['UNKNOWN_OPENING closed']);
  });

  it('raises LEFT_OPEN when the lock reports LOCKED while the leaf is open', async () => {
    const door = await makeDoor({ leftOpenSeconds: 20 });
    await door.operate('open');
    await swing(door, 'OPEN');
    await door.operate('lock');
    await until('it says so', async () => (await door.read())['lockState'] === 'LOCKED');
    expect((await door.read())['leafState']).toBe('OPEN');
    await pass(21);
    await becomes(door, ['LEFT_OPEN open']);
  });

  it('raises OFFLINE for a device that stays offline longer than configured, and not for one that is back earlier', async () => {
    const door = await makeDoor({ offlineSeconds: 60 });
    for (const seconds of [59, 61]) {
      await door.lock.offline(true);
      await until('the server knows', async () => (await door.read())['online'] === 'DEVICE_OFFLINE');
      await pass(seconds);
      if (seconds > 60) await becomes(door, ['OFFLINE open']);
      await door.lock.offline(false);
      await until('it is back', async () => (await door.read())['online'] === 'ONLINE');
      await becomes(door, seconds > 60 ? ['OFFLINE closed'] : []);
      await pass(60);
    }
  });

  it('raises BATTERY_LOW and JAMMED once each, and closes BATTERY_LOW when its setting is turned off', async () => {
    const door = await makeDoor({ batteryPercent: 20 }, 12);
    await becomes(door, ['BATTERY_LOW open']);
    door.lock.jammed(true);
    await door.operate('open');
    await becomes(door, ['BATTERY_LOW open', 'JAMMED open']);
    door.lock.jammed(false);
    await becomes(door, ['BATTERY_LOW open', 'JAMMED closed']);
    const { version, alarms } = await door.read();
    await admin.call('PATCH', `/${shop.slug}/door/${door.doorId}`, {
      version,
      alarms: Object.assign({}, alarms, { batteryPercent: null }),
    });
    await becomes(door, ['BATTERY_LOW closed', 'JAMMED closed']);
  });

  it('keeps the first acknowledgement, and answers 404 to a franchisee of another store (AC-1)', async () => {
    const door = await makeDoor({ batteryPercent: 50 }, 12);
    await becomes(door, ['BATTERY_LOW open']);
    const id = String((await alarmsOf(door))[0]?.['id']);
    const seen = await admin.call('POST', `/${shop.slug}/alarm/${id}/acknowledge`, {});
    expect(seen.body).toMatchObject({ acknowledgedBy: { id: admin.userId, name: 'ADMIN' }, closedAt: null });
    const sub = await server.signIn(shop, ['SUB_ADMIN'], [], 1000);
    expect((await sub.call('POST', `/${shop.slug}/alarm/${id}/acknowledge`, {})).body).toEqual(seen.body);
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1), 1000);
    expect((await owner.call('POST', `/${shop.slug}/alarm/${id}/acknowledge`, {})).status).toBe(404);
    expect((await owner.call('GET', `/${shop.slug}/alarm?show=ALL`)).body['total']).toBe(0);
  });

  it('raises one alarm per door when two processes review it', async () => {
    const second = await startTestServer({ beside: server });
    const doors = await Promise.all([makeDoor({ leftOpenSeconds: 10 }), makeDoor({ leftOpenSeconds: 10 })]);
    for (const door of doors) {
      await door.operate('open');
      await swing(door, 'OPEN');
    }
    clock.advance(11_000);
    await Promise.all([server.app.jobs.runDue(), second.app.jobs.runDue()]);
    for (const door of doors) await becomes(door, ['LEFT_OPEN open']);
    await second.close();
  });

  it('acknowledges the ended alarms that a person was shown, and none that holds or began meanwhile', async () => {
    const [shown, held] = [await makeDoor(), await makeDoor({ leftOpenSeconds: 10 })];
    const forced = async (door: VirtualDoor) => {
      await swing(door, 'OPEN');
      await pass(3);
      await swing(door, 'CLOSED');
    };
    await forced(shown);
    await until('it is over', async () => (await words(shown)).includes('FORCED closed'));
    await held.operate('open');
    await swing(held, 'OPEN');
    await pass(11);
    await until('it holds', async () => (await words(held)).includes('LEFT_OPEN open'));
    const pending = [...(await alarmsOf(shown, 'PENDING')), ...(await alarmsOf(held, 'PENDING'))];
    const ids = pending.map((row) => row['id']);
    const late = await makeDoor();
    await forced(late);
    await until('a later one is over', async () => (await words(late)).includes('FORCED closed'));
    const path = `/${shop.slug}/alarm/acknowledge-ended`;
    const foreign = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    expect((await foreign.call('POST', path, { ids })).body).toEqual({ acknowledged: 0 });
    expect((await admin.call('POST', path, { ids })).body).toEqual({ acknowledged: 1 });
    expect((await admin.call('POST', path, { ids })).body).toEqual({ acknowledged: 0 });
    expect(await alarmsOf(shown, 'PENDING')).toEqual([]);
    expect((await alarmsOf(held, 'PENDING'))[0]).toMatchObject({ acknowledgedAt: null });
    expect(await alarmsOf(late, 'PENDING')).toHaveLength(1);
  });

  it('raises no UNKNOWN_OPENING for an opening that a command of the last minute caused', async () => {
    const door = await makeDoor();
    const { version } = await door.read();
    const room = { storeId: shop.stores[0]?.id, name: `Opened ${count}`, capacity: 4 };
    const { id: roomId } = (await admin.call('POST', `/${shop.slug}/room`, room)).body;
    await admin.call('PATCH', `/${shop.slug}/door/${door.doorId}`, { version, roomId });
    await door.operate('open');
    await door.operate('lock');
    const turn = async (to: 'LOCKED' | 'UNLOCKED') => {
      door.lock.turn(to);
      await until(`it is ${to}`, async () => (await door.read())['lockState'] === to);
    };
    // The lock reports the opening once more, apart from its answer.
    await turn('UNLOCKED');
    await turn('LOCKED');
    expect(await words(door)).toEqual([]);
    await pass(61);
    await turn('UNLOCKED');
    await becomes(door, ['UNKNOWN_OPENING closed']);
  });
});
