/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { startKeypadLock, type KeypadLock } from '@munjigi/virtual-devices';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
  itemsOf,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  until,
  type Answer,
  type BookingDesk,
  type FakeClock,
  type TestServer,
} from '../../testing/index.ts';

type Body = Answer['body'];
const SLOT_MS = 30 * MINUTE_MS;

/** Codes of guests when a lock is replaced or a door is removed, with two server processes. */
describe('codes of a replaced lock or a removed door', () => {
  let clock: FakeClock;
  let server: TestServer;
  let second: TestServer;
  let desk: BookingDesk;
  const locks: KeypadLock[] = [];
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
    server = await startTestServer({ clock });
    second = await startTestServer({ beside: server });
  });
  afterEach(async () => {
    for (const lock of locks.splice(0)) await lock.stop();
  });
  afterAll(async () => {
    await second.close();
    await server.close();
  });

  let count = 0;
  async function startLock(): Promise<KeypadLock> {
    const lock = await startKeypadLock({
      url: server.mqttUrl,
      baseTopic: `${desk.shop.stores[0]?.mqttPrefix}/other-${(count += 1)}`,
      name: 'lock',
      answerMs: 5,
    });
    locks.push(lock);
    return lock;
  }
  const doors = async () =>
    itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/door?storeId=${desk.storeId}&limit=200`)).body);
  const readDoor = async (doorId: string) => (await doors()).find((it) => it['id'] === doorId);
  const isOnline = (doorId: string) =>
    until('its lock is heard', async () => (await readDoor(doorId))?.['online'] === 'ONLINE');
  async function addDoor(lock: KeypadLock, roomId: string | null = desk.roomIds[0] ?? null): Promise<string> {
    const { status, body } = await desk.admin.call('POST', `/${desk.shop.slug}/door`, {
      manualBinding: { storeId: desk.storeId, binding: lock.binding },
      name: `door-${count}`,
      roomId,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await isOnline(String(body['id']));
    return String(body['id']);
  }
  async function open(): Promise<{ lock: KeypadLock; doorId: string }> {
    clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
    desk = await openBookingDesk(server);
    const lock = await startLock();
    return { lock, doorId: await addDoor(lock) };
  }
  async function replace(doorId: string, lock: KeypadLock): Promise<void> {
    const version = (await readDoor(doorId))?.['version'];
    const { status, body } = await desk.admin.call('POST', `/${desk.shop.slug}/door/${doorId}/device`, {
      version,
      source: { binding: lock.binding },
    });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  async function remove(doorId: string): Promise<void> {
    const { status } = await desk.admin.call(
      'DELETE',
      `/${desk.shop.slug}/door/${doorId}?version=${(await readDoor(doorId))?.['version']}`,
    );
    expect(status).toBe(200);
  }
  async function offline(lock: KeypadLock, doorId: string): Promise<void> {
    await lock.offline(true);
    await until('the server knows', async () => (await readDoor(doorId))?.['online'] === 'DEVICE_OFFLINE');
  }
  const path = (of: Body, more = '') => `/${desk.shop.slug}/reservation/${of['id']}/access${more}`;
  const access = async (of: Body) => (await desk.admin.call('GET', path(of))).body;
  const codeOf = async (of: Body) => String((await desk.admin.call('POST', path(of, '/reveal'), {})).body['code']);
  const acknowledged = (of: Body, doorId: string, state: string) =>
    passing(
      `its lock has acknowledged ${state}`,
      async () =>
        (await access(of))['doors']?.find((it) => it['doorId'] === doorId)?.['code']?.['acknowledged'] === state,
    );
  /** Advances the clock in steps, so that timers and pending promises can run in between. */
  const passing = (what: string, ask: () => Promise<boolean> | boolean) =>
    until(what, async () => {
      clock.advance(1000);
      await sleep(30);
      return ask();
    });
  const has = (lock: KeypadLock, code: string) => [...lock.codes.values()].some((it) => it.code === code);
  const sparesOf = async (doorId: string) =>
    itemsOf((await desk.admin.call('GET', `/${desk.shop.slug}/door/spare?storeId=${desk.storeId}`)).body).find(
      (it) => it['doorId'] === doorId,
    );

  it('are written to the new lock and deleted from the old one, including spare codes and codes of leaving guests', async () => {
    const { lock, doorId } = await open();
    const [leaving, reservations] = [
      await desk.createReservation(desk.time(0, 0.5)),
      await desk.createReservation(desk.time(0.5)),
    ];
    await acknowledged(leaving, doorId, 'ENABLED');
    await desk.verb(leaving, 'check-in');
    clock.advance(SLOT_MS);
    await passing('his stay is over', async () => (await desk.read(leaving))['state'] === 'COMPLETED');
    await acknowledged(reservations, doorId, 'ENABLED');
    const [code, last] = [await codeOf(reservations), await codeOf(leaving)];
    await passing('the spare ones are in', async () => Number((await sparesOf(doorId))?.['ready']) === 2);
    expect([lock.codes.size, has(lock, last)]).toEqual([4, true]);

    const other = await startLock();
    await replace(doorId, other);
    await isOnline(doorId);
    await acknowledged(reservations, doorId, 'ENABLED');
    expect([await codeOf(reservations), other.enter(code)]).toEqual([code, 'OPENED']);
    await passing('the old one has forgotten all', () => lock.codes.size === 0);
    await passing('the new one has spare ones', async () => Number((await sparesOf(doorId))?.['ready']) === 2);
    expect(has(other, last)).toBe(true);
  });

  it('are deleted from an offline lock when it is back, hours after its door was removed', async () => {
    const { lock, doorId } = await open();
    const reservation = await desk.createReservation(desk.time(1));
    await acknowledged(reservation, doorId, 'DISABLED');
    await offline(lock, doorId);
    await remove(doorId);
    await passing('he has no code any more', async () => (await access(reservation))['codeId'] === null);
    expect([(await access(reservation))['doors'], await sparesOf(doorId)]).toEqual([[], undefined]);
    clock.advance(3 * HOUR_MS);
    expect(lock.codes.size).toBeGreaterThan(0);
    await lock.offline(false);
    await passing('it has forgotten all', () => lock.codes.size === 0);
    const left = () =>
      server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
        tx.selectFrom('access_code_places').select('id').where('gone_at', 'is', null).execute(),
      );
    await passing('nothing is left to be done', async () => (await left()).length === 0);
  });

  it('are deleted from a lock that becomes another door before their slots are used again', async () => {
    const { lock, doorId } = await open();
    const soon = desk.time(0.5);
    const reservation = await desk.createReservation(desk.time(0));
    await acknowledged(reservation, doorId, 'ENABLED');
    const code = await codeOf(reservation);
    await passing('the spare ones are in', async () => Number((await sparesOf(doorId))?.['ready']) === 2);
    const before = new Set([...lock.codes.values()].map((it) => it.code));
    await offline(lock, doorId);
    const other = await startLock();
    await replace(doorId, other);
    await acknowledged(reservation, doorId, 'ENABLED');
    const { status, body } = await desk.admin.call('POST', `/${desk.shop.slug}/door`, {
      manualBinding: { storeId: desk.storeId, binding: lock.binding },
      name: 'elsewhere',
      roomId: desk.roomIds[1],
    });
    expect(status).toBe(200);
    const elsewhere = String(body['id']);
    const guest = await desk.createReservation({ ...soon, roomId: desk.roomIds[1] });
    clock.advance(25 * MINUTE_MS);
    const orders = lock.orders.length;
    await lock.offline(false);
    await isOnline(elsewhere);
    await acknowledged(guest, elsewhere, 'ENABLED');
    await passing(
      'only the new door’s codes are in it',
      () => lock.codes.size === 3 && [...lock.codes.values()].every((it) => !before.has(it.code)),
    );
    expect([lock.enter(code), lock.enter(await codeOf(guest)), other.enter(code)]).toEqual([
      'REFUSED',
      'OPENED',
      'OPENED',
    ]);
    // No slot was overwritten before it was cleared.
    const usedSlots = new Set([...before].map((_code, index) => 11 + index));
    for (const order of lock.orders.slice(orders)) {
      if (order.kind === 'CLEARED') usedSlots.delete(order.slot);
      else expect(usedSlots.has(order.slot)).toBe(false);
    }
  });
});
