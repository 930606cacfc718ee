/** @module-tag engines */
import type { VirtualLock } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

describe('the settings of a door (DR-1)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  const locks: VirtualLock[] = [];
  let count = 0;

  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.stop();
  });
  afterAll(() => server.close());

  async function makeDoor(): Promise<VirtualDoor> {
    const door = await makeVirtualDoor(server, shop, admin, { name: `set-${(count += 1)}` });
    locks.push(door.lock);
    return door;
  }
  const edit = (door: VirtualDoor, body: object, by = admin) =>
    by.call('PATCH', `/${shop.slug}/door/${door.doorId}`, { version: 1, ...body });
  const tryIt = (door: VirtualDoor, by = admin) => by.call('POST', `/${shop.slug}/door/${door.doorId}/test`, {});

  it('include room, access window and alarms, and each change is in the audit log', async () => {
    const door = await makeDoor();
    expect(await door.read()).toMatchObject({
      roomId: null,
      accessBeforeMinutes: null,
      accessAfterMinutes: null,
      alarms: { leftOpenSeconds: 120, forced: true, offlineSeconds: 120, batteryPercent: 20, jammed: true },
    });
    const settings = {
      roomId: shop.stores[0]?.rooms[1]?.id,
      accessBeforeMinutes: 15,
      accessAfterMinutes: 0,
      openSeconds: 9,
      alarms: { leftOpenSeconds: 45, forced: false, offlineSeconds: null, batteryPercent: 30, jammed: false },
    };
    expect(await edit(door, settings)).toMatchObject({ status: 200, body: { ...settings, version: 2 } });
    expect(await door.read()).toMatchObject(settings);
    const [entry] = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select('detail')
        .where('subject_id', '=', door.doorId)
        .where('action', '=', 'door.changed')
        .execute(),
    );
    expect(entry?.detail).toMatchObject({ before: { openSeconds: 5, alarms: { forced: true } }, after: settings });
  });

  it('are rejected with 400 for a room of another store and for times out of range', async () => {
    const door = await makeDoor();
    const wrong = [
      [{ roomId: shop.stores[1]?.rooms[0]?.id }, 'roomId'],
      [{ accessBeforeMinutes: 241 }, 'accessBeforeMinutes'],
      [
        { alarms: { leftOpenSeconds: 5, forced: true, offlineSeconds: null, batteryPercent: null, jammed: true } },
        'alarms.leftOpenSeconds',
      ],
    ] as const;
    for (const [body, path] of wrong) {
      const answer = await edit(door, body);
      expect([answer.status, answer.body['errors']?.[0]?.['path']]).toEqual([400, path]);
    }
    expect((await door.read())['version']).toBe(1);
  });

  it('include the round trip of a test, from sending to the device’s first answer', async () => {
    const door = await makeDoor();
    door.lock.slow(300);
    const { status, body } = await tryIt(door);
    expect([status, body['command']?.['status'], body['command']?.['reason']]).toEqual([200, 'EXECUTED', 'test']);
    const roundTripMs = Number(body['door']?.['roundTripMs']);
    expect(roundTripMs).toBeGreaterThanOrEqual(290);
    expect(roundTripMs).toBeLessThanOrEqual(Number(body['command']?.['latencyMs']));
    expect(await door.read()).toMatchObject({ roundTripMs, testedAt: body['door']?.['testedAt'] });
  });

  it('keep the last successful test when the next one fails; a test needs doors:configure', async () => {
    const door = await makeDoor();
    const roundTripMs = (await tryIt(door)).body['door']?.['roundTripMs'];
    await door.lock.offline(true);
    await until('the server knows', async () => (await door.read())['online'] === 'DEVICE_OFFLINE');
    expect((await tryIt(door)).body).toMatchObject({ command: { status: 'REJECTED_OFFLINE' }, door: { roundTripMs } });
    expect((await tryIt(door, await server.signIn(shop, ['SUB_ADMIN']))).body['capability']).toBe('doors:configure');
    expect((await tryIt(door, await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1)))).status).toBe(404);
  });
});
