/** @module-tag engines */
// @sweep 1/8 (decision 086)
import type { VirtualLock } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { headOffice } from '../../testing/index.ts';
import {
  fakeClock,
  makeReservation,
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

describe('holding a door open', () => {
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

  async function makeDoor(): Promise<VirtualDoor> {
    const door = await makeVirtualDoor(server, shop, admin, { name: `held-${(count += 1)}` });
    locks.push(door.lock);
    return door;
  }
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000).toISOString();
  const hold = (door: VirtualDoor, body: object, by = admin) =>
    by.call('POST', `/${shop.slug}/door/hold-open`, { doorId: door.doorId, ...body });
  const words = async (door: VirtualDoor) =>
    (await door.history()).map((row) => `${row['action']} ${row['status']} ${row['cause']?.['kind']}`);
  /** A command may finish before the door is shown as open, so the last message must also be LOCK. */
  const untilRelocked = (door: VirtualDoor) =>
    until(
      'it is locked again',
      async () => door.lock.received.at(-1)?.payload === 'LOCK' && (await door.read())['lockState'] === 'LOCKED',
    );
  const isNormal = (door: VirtualDoor) =>
    until('it is held no longer', async () => (await door.read())['doorMode'] === 'NORMAL');

  it('opens the door, keeps it open past its opening seconds, and locks it at the given time (DR-3)', async () => {
    const door = await makeDoor();
    const untilThen = inMinutes(30);
    const answer = await hold(door, { until: untilThen, reason: 'delivery' });
    expect([answer.status, answer.body['status'], answer.body['action'], answer.body['reason']]).toEqual([
      200,
      'EXECUTED',
      'OPEN',
      'delivery',
    ]);
    expect(await door.read()).toMatchObject({
      doorMode: 'HELD_OPEN',
      heldOpenUntil: untilThen,
      heldForReservationId: null,
    });
    clock.advance(29 * 60_000);
    await server.app.jobs.runDue();
    expect(door.lock.received.map((it) => it.payload)).toEqual(['UNLOCK']);
    clock.advance(60_000);
    await untilRelocked(door);
    expect(await door.read()).toMatchObject({ doorMode: 'NORMAL', heldOpenUntil: null });
    expect(await words(door)).toEqual([
      'OPEN EXECUTED PERSON',
      'UNLOCKED REPORTED PERSON',
      'LOCK EXECUTED AUTOMATION',
      'LOCKED REPORTED AUTOMATION',
    ]);
  });

  it('ends early when a person locks the door', async () => {
    const door = await makeDoor();
    await hold(door, { until: inMinutes(30) });
    expect(await door.operate('lock', { by: await server.signIn(shop, ['SUB_ADMIN'], [], 1000) })).toMatchObject({
      status: 'EXECUTED',
    });
    expect(await door.read()).toMatchObject({ doorMode: 'NORMAL', heldOpenUntil: null });
    clock.advance(31 * 60_000);
    await server.app.jobs.runDue();
    expect(door.lock.received.map((it) => it.payload)).toEqual(['UNLOCK', 'LOCK']);
  });

  it('ends with its reservation, and later if that is extended', async () => {
    const door = await makeDoor();
    const [store] = shop.stores;
    const roomId = store?.rooms[0]?.id ?? '';
    const [startsAt, endsAt] = [
      new Date(clock.now().getTime() - 60_000),
      new Date(clock.now().getTime() + 10 * 60_000),
    ];
    const reservationId = await makeReservation(server, shop, store?.id ?? '', {
      roomId,
      startsAt,
      endsAt,
      state: 'IN_USE',
    });
    const later = new Date(endsAt.getTime() + 10 * 60_000);
    expect((await hold(door, { until: inMinutes(120), reservationId })).body['status']).toBe('EXECUTED');
    expect(await door.read()).toMatchObject({ doorMode: 'HELD_OPEN', heldForReservationId: reservationId });
    await server.withActor(headOffice(shop.productId), (tx) =>
      tx
        .updateTable('reservations')
        .set({ ends_at: later, buffer_ends_at: later })
        .where('id', '=', reservationId)
        .execute(),
    );
    clock.advance(11 * 60_000);
    await server.app.jobs.runDue();
    expect((await door.read())['doorMode']).toBe('HELD_OPEN');
    clock.advance(10 * 60_000);
    await untilRelocked(door);
    expect((await door.read())['doorMode']).toBe('NORMAL');
  });

  it('leaves the door in its normal mode when the device is offline or refuses', async () => {
    const door = await makeDoor();
    await door.lock.offline(true);
    await until('the server knows', async () => (await door.read())['online'] === 'DEVICE_OFFLINE');
    expect((await hold(door, { until: inMinutes(30) })).body).toMatchObject({ status: 'REJECTED_OFFLINE' });
    expect((await door.read())['doorMode']).toBe('NORMAL');
    await door.lock.offline(false);
    await until('it is back', async () => (await door.read())['online'] === 'ONLINE');
    door.lock.refuse(true);
    const request = hold(door, { until: inMinutes(30) });
    await until('it was asked', () => door.lock.received.length === 1);
    await until('it is shown as refused', async () => {
      clock.advance(2000);
      await server.app.jobs.runDue();
      return (await words(door)).includes('OPEN FAILED PERSON');
    });
    expect((await request).body).toMatchObject({ status: 'FAILED', error: { code: 'REFUSED' } });
    await isNormal(door);
  });

  it('locks the door when its device comes back after the end of the hold', async () => {
    const door = await makeDoor();
    await hold(door, { until: inMinutes(5) });
    await door.lock.offline(true);
    await until('the server knows', async () => (await door.read())['online'] === 'DEVICE_OFFLINE');
    clock.advance(6 * 60_000);
    await isNormal(door);
    await until('it is shown as open', async () => (await door.read())['lockState'] === 'UNLOCKED');
    await door.lock.offline(false);
    await until('it is back', async () => (await door.read())['online'] === 'ONLINE');
    clock.advance(16_000);
    await untilRelocked(door);
    expect(door.lock.received.map((it) => it.payload)).toEqual(['UNLOCK', 'LOCK']);
  });

  it('is ended and locked by another process when the first one is gone', async () => {
    const second = await startTestServer({ beside: server });
    const door = await makeDoor();
    const bySecond = second.caller(admin.token);
    const answer = await bySecond('POST', `/${shop.slug}/door/hold-open`, { doorId: door.doorId, until: inMinutes(5) });
    expect(answer.body['status']).toBe('EXECUTED');
    await second.close();
    clock.advance(6 * 60_000);
    await untilRelocked(door);
    expect(door.lock.received.map((it) => it.payload)).toEqual(['UNLOCK', 'LOCK']);
  });

  it('is rejected for the past, for over a day, for a foreign reservation and without doors:configure (AC-5)', async () => {
    const door = await makeDoor();
    for (const minutes of [-1, 25 * 60]) {
      const answer = await hold(door, { until: inMinutes(minutes) });
      expect([answer.status, answer.body['errors']?.[0]?.['path']]).toEqual([400, 'until']);
    }
    const [startsAt, endsAt] = [new Date(clock.now().getTime() - 60_000), new Date(clock.now().getTime() + 600_000)];
    const other = shop.stores[1];
    const foreign = await makeReservation(server, shop, other?.id ?? '', {
      roomId: other?.rooms[0]?.id ?? '',
      startsAt,
      endsAt,
      state: 'IN_USE',
    });
    expect((await hold(door, { until: inMinutes(5), reservationId: foreign })).body['errors']?.[0]?.['path']).toBe(
      'reservationId',
    );
    for (const role of ['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const) {
      const answer = await hold(
        door,
        { until: inMinutes(5), reason: 'x' },
        await server.signIn(shop, [role], [], 1000),
      );
      expect([answer.status, answer.body['capability']]).toEqual([403, 'doors:configure']);
    }
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1), 1000);
    expect((await hold(door, { until: inMinutes(5) }, owner)).status).toBe(404);
    expect(door.lock.received).toEqual([]);
  });
});
