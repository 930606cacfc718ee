/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { startVirtualLock, type VirtualLock } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  itemsOf,
  listenToEvents,
  makeVirtualDoor,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type JsonBody,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

/** Removed doors and replaced locks, with virtual locks over MQTT. */

let server: TestServer;
let shop: Shop;
let admin: Caller;
const clock = fakeClock();
const locks: VirtualLock[] = [];

beforeAll(async () => {
  server = await startTestServer({ clock });
  shop = await server.makeShop({ stores: 2 });
  admin = await server.signIn(shop, ['ADMIN'], [], 1000);
});
afterEach(async () => {
  for (const lock of locks.splice(0)) await lock.stop();
});
afterAll(() => server.close());

let count = 0;
async function makeDoor(store = shop.stores[0]): Promise<VirtualDoor> {
  if (!store) throw new Error('The shop has no store');
  const door = await makeVirtualDoor(server, shop, admin, { name: `other-${(count += 1)}`, store });
  locks.push(door.lock);
  return door;
}
/** Starts a lock that announces itself. Returns the lock with its discovery id. */
async function makeLock(): Promise<{ lock: VirtualLock; name: string; id: string }> {
  const name = `lock-${(count += 1)}`;
  const lock = await startVirtualLock({
    url: server.mqttUrl,
    prefix: shop.stores[0]?.mqttPrefix ?? '',
    name,
    moveMs: 5,
  });
  locks.push(lock);
  return { lock, name, id: await discovered(name) };
}
const discovered = (name: string) =>
  until(`${name} is discovered`, async () => {
    const { body } = await admin.call('GET', `/${shop.slug}/door/discovered?limit=200`);
    return itemsOf(body).find((item) => item['name'] === name)?.['id'];
  });
const versionOf = async (door: VirtualDoor) => Number((await door.read())['version']);
const remove = async (door: VirtualDoor, version?: number): Promise<Answer> =>
  admin.call('DELETE', `/${shop.slug}/door/${door.doorId}?version=${version ?? (await versionOf(door))}`);
const replace = async (door: VirtualDoor, source: object): Promise<Answer> =>
  admin.call('POST', `/${shop.slug}/door/${door.doorId}/device`, { version: await versionOf(door), source });
const alarmsOf = async ({ doorId }: VirtualDoor): Promise<JsonBody[]> =>
  itemsOf((await admin.call('GET', `/${shop.slug}/alarm?show=ALL&doorId=${doorId}`)).body);
const words = (rows: JsonBody[]) => rows.map((row) => `${row['action']} ${row['status']}`);
async function ring(door: VirtualDoor): Promise<void> {
  await door.lock.offline(true);
  await until('the server knows', async () => (await door.read())['online'] === 'DEVICE_OFFLINE');
  clock.advance(121_000);
  await server.app.jobs.runDue();
  await until('it rings', async () => (await alarmsOf(door)).length === 1);
}

describe('removing a door', () => {
  it('hides the door, answers 404 to commands, keeps its history, ends its alarms and frees its lock', async () => {
    const door = await makeDoor();
    const name = `other-${count}`;
    await door.operate('open');
    await until('the lock has told it', async () => (await door.history()).length === 2);
    await ring(door);
    const before = await door.history();
    const stream = await listenToEvents(server.url, shop.slug, admin.token);
    const { status, body } = await remove(door);
    expect([status, body['id'], body['removedAt']]).toEqual([200, door.doorId, clock.now().toISOString()]);
    await until('everybody is told', () =>
      stream.events.find(
        (it) => it.event === 'door.changed' && (it.data as { removedAt: string | null }).removedAt !== null,
      ),
    );
    stream.close();

    await expect(door.read()).rejects.toThrow('not in the list');
    expect((await admin.call('POST', `/${shop.slug}/door/open`, { doorId: door.doorId })).status).toBe(404);
    expect(
      (await admin.call('PATCH', `/${shop.slug}/door/${door.doorId}`, { version: body['version'], name: 'back' }))
        .status,
    ).toBe(404);
    expect((await remove(door, Number(body['version']))).status).toBe(404);
    expect((await alarmsOf(door)).map((it) => [it['doorName'], it['closedAt']])).toEqual([
      [name, clock.now().toISOString()],
    ]);

    await door.lock.offline(false);
    const secondReply = await admin.call('POST', `/${shop.slug}/door`, {
      discoveredLockId: await discovered(name),
      name: 'another',
      roomId: null,
    });
    expect([secondReply.status, secondReply.body['id'] === door.doorId]).toEqual([200, false]);
    await until(
      'it is heard as the new door',
      async () =>
        itemsOf((await admin.call('GET', `/${shop.slug}/door?limit=200`)).body).find(
          (it) => it['id'] === secondReply.body['id'],
        )?.['online'] === ('ONLINE' as unknown),
    );
    // The lock was open when its door was removed, and is locked afterwards.
    const locked = await admin.call('POST', `/${shop.slug}/door/lock`, { doorId: secondReply.body['id'] });
    expect([locked.body['status'], locked.body['target']?.['name']]).toEqual(['EXECUTED', 'another']);
    expect(await door.history()).toEqual(before);
    expect(before.map((it) => it['target']?.['name'])).toEqual(before.map(() => name));
    const audit = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('action').where('subject_id', '=', door.doorId).orderBy('seq').execute(),
    );
    expect(audit.map((it) => it.action)).toEqual(['door.approved', 'door.open-requested', 'door.removed']);
  });

  it('is refused for a stale version, a held door and a door in an emergency', async () => {
    const door = await makeDoor(shop.stores[1]);
    const stale = await remove(door, 7);
    expect([stale.status, stale.body['code'], stale.body['current']?.['id']]).toEqual([409, 'STALE', door.doorId]);
    await admin.call('POST', `/${shop.slug}/door/hold-open`, {
      doorId: door.doorId,
      until: new Date(clock.now().getTime() + 60_000).toISOString(),
    });
    expect((await remove(door)).body['code']).toBe('DOOR_HELD_OPEN');
    await door.operate('lock');
    const { body: emergency } = await admin.call('POST', `/${shop.slug}/door/emergency`, {
      storeId: shop.stores[1]?.id,
      kind: 'LOCKDOWN',
      reason: 'test',
    });
    expect((await remove(door)).body['code']).toBe('EMERGENCY_IN_FORCE');
    expect((await replace(door, { discoveredLockId: (await makeLock()).id })).body['code']).toBe('EMERGENCY_IN_FORCE');
    expect((await admin.call('POST', `/${shop.slug}/door/emergency/${String(emergency['id'])}/end`, {})).status).toBe(
      200,
    );
    expect((await remove(door)).status).toBe(200);
    // The next emergency does not include the removed door.
    const next = await admin.call('POST', `/${shop.slug}/door/emergency`, {
      storeId: shop.stores[1]?.id,
      kind: 'LOCKDOWN',
      reason: 'test',
    });
    expect(next.body['doors']?.map((it) => it['doorId']) ?? []).not.toContain(door.doorId);
    await admin.call('POST', `/${shop.slug}/door/emergency/${String(next.body['id'])}/end`, {});
  });

  it('is rejected with 403 without doors:configure and with 404 in another store, like a replacement', async () => {
    const door = await makeDoor();
    const [helper, neighbour] = [
      await server.signIn(shop, ['CUSTOMER_MANAGER'], [], 1000),
      await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1), 1000),
    ];
    const request = [
      `/${shop.slug}/door/${door.doorId}?version=${await versionOf(door)}`,
      `/${shop.slug}/door/${door.doorId}/device`,
    ] as const;
    const body = { version: await versionOf(door), source: { discoveredLockId: (await makeLock()).id } };
    expect([
      (await helper.call('DELETE', request[0])).status,
      (await helper.call('POST', request[1], body)).status,
    ]).toEqual([403, 403]);
    expect([
      (await neighbour.call('DELETE', request[0])).status,
      (await neighbour.call('POST', request[1], body)).status,
    ]).toEqual([404, 404]);
    expect((await door.read())['removedAt']).toBeNull();
  });
});

describe('replacing the lock of a door', () => {
  it('keeps the door and its history, and ignores later reports of the old lock', async () => {
    const door = await makeDoor();
    const name = `other-${count}`;
    await admin.call('POST', `/${shop.slug}/door/${door.doorId}/test`, {});
    await until('the old lock has told it', async () => (await door.history()).length === 2);
    await ring(door);
    const other = await makeLock();
    const { status, body } = await replace(door, { discoveredLockId: other.id });
    expect([status, body['id'], body['online'], body['testedAt'], body['roundTripMs']]).toEqual([
      200,
      door.doorId,
      'UNKNOWN',
      null,
      null,
    ]);
    await until('the new lock is heard', async () => (await door.read())['online'] === 'ONLINE');
    expect((await alarmsOf(door)).map((it) => it['closedAt'])).toEqual([clock.now().toISOString()]);

    const openings = door.lock.received.length;
    expect(await door.operate('open')).toMatchObject({ status: 'EXECUTED', target: { id: door.doorId } });
    await until(
      'the new lock has told it',
      async () => words(await door.history()).filter((it) => it === 'UNLOCKED REPORTED').length === 2,
    );
    expect([door.lock.received.length, other.lock.received.length]).toEqual([openings, 1]);
    await door.operate('lock');
    await until('it is locked', async () => (await door.read())['lockState'] === 'LOCKED');
    const rows = (await door.history()).length;
    await door.lock.offline(false);
    door.lock.turn('UNLOCKED');
    // The new lock reports after the old one. Once this report is written, a report of the old lock would have been
    // written too.
    other.lock.turn('UNLOCKED');
    await until('the new lock’s word is written', async () => (await door.history()).length > rows);
    expect((await door.history()).length).toBe(rows + 1);
    // The old lock is listed as discovered again.
    expect(await discovered(name)).toEqual(expect.any(String));
  });

  it('accepts a manual binding, and rejects a bound lock, foreign topics and a lock of another store', async () => {
    const [door, neighbour, elsewhere] = [await makeDoor(), await makeDoor(), await makeDoor(shop.stores[1])];
    const binding = { driver: 'shelly', topicPrefix: `${shop.stores[0]?.mqttPrefix}/strike-${count}` };
    const reported = await replace(door, { binding });
    expect([reported.status, reported.body['driver'], reported.body['driverSettings']]).toMatchObject([
      200,
      'shelly',
      { topicPrefix: binding.topicPrefix },
    ]);
    expect((await replace(neighbour, { binding })).body['code']).toBe('DEVICE_ALREADY_BOUND');
    expect((await neighbour.read())['driver']).toBe('ha-mqtt');
    expect(
      (await replace(door, { binding: { ...binding, topicPrefix: 'elsewhere/strike' } })).body['errors']?.map((it) => [
        it['path'],
        it['code'],
      ]),
    ).toEqual([['source.binding.topicPrefix', 'foreign_topic']]);
    const { id } = await makeLock();
    expect(
      (await replace(elsewhere, { discoveredLockId: id })).body['errors']?.map((it) => [it['path'], it['code']]),
    ).toEqual([['source.discoveredLockId', 'other_store']]);
    const settings = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select('detail')
        .where('subject_id', '=', door.doorId)
        .where('action', '=', 'door.lock-replaced')
        .execute(),
    );
    expect(settings.map((it) => it.detail)).toMatchObject([
      { before: { driver: 'ha-mqtt' }, after: { driver: 'shelly' } },
    ]);
  });

  it('leaves the door in a lockdown that starts concurrently', async () => {
    const door = await makeDoor();
    const other = await makeLock();
    const storeId = shop.stores[0]?.id;
    const [replaced, emergency] = await Promise.all([
      replace(door, { discoveredLockId: other.id }),
      admin.call('POST', `/${shop.slug}/door/emergency`, { storeId, kind: 'LOCKDOWN', reason: 'test' }),
    ]);
    expect([200, 409]).toContain(replaced.status);
    expect(emergency.body['doors']?.map((it) => it['doorId'])).toContain(door.doorId);
    expect((await door.read())['doorMode']).toBe('LOCKED_DOWN');
    await admin.call('POST', `/${shop.slug}/door/emergency/${String(emergency.body['id'])}/end`, {});
  });
});
