/** @module-tag engines */
// @sweep 1/8 (decision 086)
import type { VirtualLock } from '@munjigi/virtual-devices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
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

/** Lockdown and fire release of a store (DR-8). */

/** The delay is real time: short, and still long enough to see a door whose command failed. */
const EMERGENCY_RETRY_MS = 500;
let shared: TestServer;
const opened: { close(): Promise<void> }[] = [];
const locks: VirtualLock[] = [];
beforeAll(async () => {
  shared = await startTestServer({ emergencyRetryMs: EMERGENCY_RETRY_MS });
  opened.push(shared);
});
afterAll(async () => {
  await Promise.all(locks.map((lock) => lock.stop()));
  for (const it of opened.reverse()) await it.close();
});

interface World {
  readonly server: TestServer;
  readonly shop: Shop;
  readonly admin: Caller;
  readonly storeId: string;
  readonly doors: readonly VirtualDoor[];
}

/** Creates a new shop, on the server that the tests share unless another is given. */
async function world(doorCount = 3, server = shared): Promise<World> {
  const shop = await server.makeShop({ stores: 2 });
  const admin = await server.signIn(shop, ['ADMIN']);
  const doors = await Promise.all(
    Array.from({ length: doorCount }, (_, index) =>
      makeVirtualDoor(server, shop, admin, { name: `door-${index + 1}` }),
    ),
  );
  locks.push(...doors.map((door) => door.lock));
  return { server, shop, admin, storeId: shop.stores[0]?.id ?? '', doors };
}
const start = (it: World, kind: 'LOCKDOWN' | 'FIRE_RELEASE', by = it.admin) =>
  by.call('POST', `/${it.shop.slug}/door/emergency`, { storeId: it.storeId, kind, reason: 'drill' });
const end = (it: World, id: string, by = it.admin) => by.call('POST', `/${it.shop.slug}/door/emergency/${id}/end`, {});
async function read(it: World, id: string): Promise<JsonBody> {
  const { body } = await it.admin.call('GET', `/${it.shop.slug}/door/emergency?show=ALL`);
  const found = itemsOf(body).find((item) => item['id'] === id);
  if (!found) throw new Error('no such emergency');
  return found;
}
const states = (it: JsonBody) =>
  [...((it['doors'] ?? []) as unknown as JsonBody[])].map((door) => String(door['state']));
async function areDone(it: World, id: string): Promise<void> {
  await until('all doors have done it', async () => states(await read(it, id)).every((state) => state === 'DONE'));
  // The request is answered before the state of the door is written.
  for (const door of it.doors)
    await until(
      'a door is shown as it is',
      async () => (await door.read())['lockState'] === (door.lock.state() as unknown),
    );
}
const payloads = (door: VirtualDoor) => door.lock.received.map((it) => it.payload);

describe.concurrent('a lockdown', () => {
  it('locks every door, refuses every opening until it ends, and publishes its progress door by door', async () => {
    const it = await world();
    const stream = await listenToEvents(it.server.url, it.shop.slug, it.admin.token);
    await it.doors[0]?.operate('open');
    const { status, body } = await start(it, 'LOCKDOWN');
    expect([status, states(body), body['startedBy'], body['reason']]).toEqual([
      200,
      ['WAITING', 'WAITING', 'WAITING'],
      'ADMIN',
      'drill',
    ]);
    const id = String(body['id']);
    await areDone(it, id);
    for (const door of it.doors) {
      expect(await door.read()).toMatchObject({ doorMode: 'LOCKED_DOWN', lockState: 'LOCKED', emergencyId: id });
      const refused = await door.operate('open');
      expect(refused).toMatchObject({ status: 'FAILED', sentAt: null, error: { code: 'DOOR_LOCKED_DOWN' } });
      const held = await it.admin.call('POST', `/${it.shop.slug}/door/hold-open`, {
        doorId: door.doorId,
        until: new Date(Date.now() + 60_000).toISOString(),
      });
      expect(held.body['error']?.['code']).toBe('DOOR_LOCKED_DOWN');
    }
    expect(it.doors.map(payloads)).toEqual([['UNLOCK', 'LOCK'], ['LOCK'], ['LOCK']]);
    const events = () =>
      stream.events
        .filter((event) => event.event === 'emergency.changed')
        .map((event) => states(event.data as JsonBody).filter((state) => state === 'DONE').length);
    await until('the last door is told of', () => events().includes(3));
    expect(new Set(events())).toEqual(new Set([0, 1, 2, 3]));
    stream.close();
    expect((await end(it, id)).body).toMatchObject({ endedBy: 'ADMIN' });
    expect(await it.doors[1]?.read()).toMatchObject({ doorMode: 'NORMAL', lockState: 'LOCKED', emergencyId: null });
    expect(await it.doors[1]?.operate('open')).toMatchObject({ status: 'EXECUTED' });
    expect(itemsOf((await it.admin.call('GET', `/${it.shop.slug}/door/emergency`)).body)).toEqual([]);
  });

  it('reports an offline door, and locks it when it is back', async () => {
    const it = await world(2);
    const [gone] = it.doors;
    await gone?.operate('open');
    await gone?.lock.offline(true);
    await until('the server knows', async () => (await gone?.read())?.['online'] === 'DEVICE_OFFLINE');
    const id = String((await start(it, 'LOCKDOWN')).body['id']);
    await until(
      'one is done and one offline',
      async () =>
        states(await read(it, id))
          .sort()
          .join() === 'DONE,OFFLINE',
    );
    expect((await read(it, id))['doors']?.find((door) => door['state'] === 'OFFLINE')).toMatchObject({
      doorId: gone?.doorId,
      name: 'door-1',
      online: 'DEVICE_OFFLINE',
    });
    await gone?.lock.offline(false);
    await areDone(it, id);
    expect(await gone?.read()).toMatchObject({ lockState: 'LOCKED', doorMode: 'LOCKED_DOWN' });
  });

  it('retries a failed lock, and locks a manually opened door again', async () => {
    const it = await world(1);
    const [door] = it.doors;
    door?.lock.jammed(true);
    await door?.operate('open');
    const id = String((await start(it, 'LOCKDOWN')).body['id']);
    await until('it failed', async () => states(await read(it, id))[0] === 'FAILED');
    door?.lock.jammed(false);
    await until('it was asked again', async () => states(await read(it, id))[0] === 'DONE');
    door?.lock.turn('UNLOCKED');
    await until('it is open', async () => (await door?.read())?.['lockState'] === 'UNLOCKED');
    await until('it is locked again', async () => (await door?.read())?.['lockState'] === 'LOCKED');
  });

  it('starts once for two concurrent requests, with one command per door', async () => {
    const it = await world();
    const other = await it.server.signIn(it.shop, ['FRANCHISEE'], it.shop.stores.slice(0, 1));
    const both = await Promise.all([start(it, 'LOCKDOWN'), start(it, 'LOCKDOWN', other)]);
    expect(both.map((answer) => answer.status)).toEqual([200, 200]);
    const ids = new Set(both.map((answer) => answer.body['id']));
    expect(ids.size).toBe(1);
    await areDone(it, String([...ids][0]));
    expect(it.doors.map(payloads)).toEqual([['LOCK'], ['LOCK'], ['LOCK']]);
  });

  it('is finished by another process when the first ones stop in the middle', async () => {
    const first = await startTestServer({ emergencyRetryMs: EMERGENCY_RETRY_MS });
    opened.push(first);
    const it = await world(3, first);
    it.doors[1]?.lock.slow(1500);
    const second = await startTestServer({ beside: it.server });
    const id = String(
      (
        await second.caller(it.admin.token)('POST', `/${it.shop.slug}/door/emergency`, {
          storeId: it.storeId,
          kind: 'LOCKDOWN',
          reason: 'drill',
        })
      ).body['id'],
    );
    await until('an order is out', () => it.doors.some((door) => door.lock.received.length > 0));
    await second.close();
    // Stops the first server too, so that no process has the lockdown in memory.
    await it.server.app.close();
    const third = await startTestServer({ beside: it.server });
    opened.push(third);
    const repeated: World = { ...it, server: third, admin: { ...it.admin, call: third.caller(it.admin.token) } };
    await until('all doors have done it', async () =>
      states(await read(repeated, id)).every((state) => state === 'DONE'),
    );
    expect(it.doors.every((door) => door.lock.state() === 'LOCKED')).toBe(true);
  });

  it('sends the commands that a killed process left pending', async () => {
    const it = await world(2);
    const id = String((await start(it, 'LOCKDOWN')).body['id']);
    await areDone(it, id);
    // Writes the rows that a process leaves that died before the second door.
    await it.server.withActor(storeActor(it.shop.productId, it.storeId), (tx) =>
      tx
        .updateTable('emergency_doors')
        .set({ command_id: null, attempts: 7 })
        .where('emergency_id', '=', id)
        .where('door_id', '=', it.doors[1]?.doorId ?? '')
        .execute(),
    );
    await until('the door is ordered', () => it.doors[1]?.lock.received.length === 2);
    await areDone(it, id);
    expect(it.doors.map(payloads)).toEqual([['LOCK'], ['LOCK', 'LOCK']]);
  });

  it('locks doors that are opened concurrently', async () => {
    const it = await world(3);
    const [answer, ...opened] = await Promise.all([
      start(it, 'LOCKDOWN'),
      ...it.doors.map((door) => door.operate('open')),
    ]);
    for (const command of opened) expect(['EXECUTED', 'FAILED']).toContain(command['status']);
    await areDone(it, String(answer.body['id']));
    await until('all are locked', () => it.doors.every((door) => door.lock.state() === 'LOCKED'));
    for (const door of it.doors) expect((await door.operate('open'))['error']?.['code']).toBe('DOOR_LOCKED_DOWN');
  });

  it('is rejected with 403 without doors:configure, and with 404 in another store (AC-5)', async () => {
    const it = await world(1);
    for (const role of ['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const) {
      const answer = await start(it, 'LOCKDOWN', await it.server.signIn(it.shop, [role]));
      expect([answer.status, answer.body['capability']]).toEqual([403, 'doors:configure']);
    }
    const owner = await it.server.signIn(it.shop, ['FRANCHISEE'], it.shop.stores.slice(1));
    expect((await start(it, 'LOCKDOWN', owner)).status).toBe(404);
    const id = String((await start(it, 'LOCKDOWN')).body['id']);
    for (const verb of ['end', 'retry'])
      expect((await owner.call('POST', `/${it.shop.slug}/door/emergency/${id}/${verb}`, {})).status).toBe(404);
    expect((await owner.call('GET', `/${it.shop.slug}/door/emergency`)).body['total']).toBe(0);
  });
});

describe.concurrent('a fire release', () => {
  it('opens and holds every door, refuses to lock, and restores the doors when it ends', async () => {
    const it = await world(2);
    const id = String((await start(it, 'FIRE_RELEASE')).body['id']);
    await areDone(it, id);
    for (const door of it.doors) {
      expect(await door.read()).toMatchObject({
        doorMode: 'HELD_OPEN',
        lockState: 'UNLOCKED',
        heldOpenUntil: null,
        emergencyId: id,
      });
      expect(await door.operate('lock')).toMatchObject({ status: 'FAILED', error: { code: 'FIRE_RELEASE' } });
    }
    const refused = await start(it, 'LOCKDOWN');
    expect([refused.status, refused.body['code'], refused.body['current']?.['id']]).toEqual([
      409,
      'FIRE_RELEASE_IN_FORCE',
      id,
    ]);
    await end(it, id);
    await areDone(it, id);
    for (const door of it.doors)
      expect(await door.read()).toMatchObject({ doorMode: 'NORMAL', lockState: 'LOCKED', emergencyId: null });
    expect((await end(it, id)).body['endedBy']).toBe('ADMIN');
    expect(it.doors.map(payloads)).toEqual([
      ['UNLOCK', 'LOCK'],
      ['UNLOCK', 'LOCK'],
    ]);
  });

  it('ends a lockdown, and restores a door that was held open before both', async () => {
    const it = await world(2);
    const [held, other] = it.doors;
    const heldUntil = new Date(Date.now() + 600_000).toISOString();
    await it.admin.call('POST', `/${it.shop.slug}/door/hold-open`, { doorId: held?.doorId, until: heldUntil });
    const lockdown = String((await start(it, 'LOCKDOWN')).body['id']);
    await areDone(it, lockdown);
    expect(await held?.read()).toMatchObject({ doorMode: 'LOCKED_DOWN', lockState: 'LOCKED', heldOpenUntil: null });
    const fire = String((await start(it, 'FIRE_RELEASE')).body['id']);
    await areDone(it, fire);
    expect((await read(it, lockdown))['endedAt']).not.toBeNull();
    await end(it, fire);
    await areDone(it, fire);
    expect(await held?.read()).toMatchObject({
      doorMode: 'HELD_OPEN',
      heldOpenUntil: heldUntil,
      lockState: 'UNLOCKED',
    });
    expect(await other?.read()).toMatchObject({ doorMode: 'NORMAL', lockState: 'LOCKED' });
  });

  it('does not open an offline door when it is back, until a person retries', async () => {
    const it = await world(1);
    const [door] = it.doors;
    await door?.lock.offline(true);
    await until('the server knows', async () => (await door?.read())?.['online'] === 'DEVICE_OFFLINE');
    const id = String((await start(it, 'FIRE_RELEASE')).body['id']);
    await until('it is named', async () => states(await read(it, id))[0] === 'OFFLINE');
    await door?.lock.offline(false);
    await until('it is back', async () => (await door?.read())?.['online'] === 'ONLINE');
    expect(door?.lock.received).toEqual([]);
    await it.admin.call('POST', `/${it.shop.slug}/door/emergency/${id}/retry`, {});
    await areDone(it, id);
    expect(door && payloads(door)).toEqual(['UNLOCK']);
  });
});
