/** @module-tag engines */
import { setTimeout as sleep } from 'node:timers/promises';
import { door, guestPage, waitForGuestChange, type Door, type GuestDoor } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import {
  HOUR_MS,
  itemsOf,
  makeGuest,
  makeReservation,
  makeVirtualDoor,
  MINUTE_MS,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';

describe('help on the page of a guest (GP-4, GT-7)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let roomDoor: VirtualDoor;
  let front: VirtualDoor;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop({ stores: 1, rooms: 40 });
    admin = await server.signIn(shop, ['ADMIN']);
    // The door of the room is the older one.
    roomDoor = await makeVirtualDoor(server, shop, admin, { name: 'room' });
    front = await makeVirtualDoor(server, shop, admin, { name: 'front' });
  });
  afterEach(async () => {
    for (const { lock, read } of [roomDoor, front]) {
      lock.silent(false);
      await until('the server knows the state of the lock', async () => (await read())['lockState'] === lock.state());
      if (lock.state() !== 'LOCKED') lock.turn('LOCKED');
      await until('the lock is locked', async () => (await read())['lockState'] === 'LOCKED');
    }
  });
  afterAll(async () => {
    for (const { lock } of [roomDoor, front]) await lock.stop();
    await server.close();
  });

  let room = -1;
  /** A guest in another room each time, and `roomDoor` leads to it. */
  async function guestOf() {
    const [store] = shop.stores;
    const roomId = store?.rooms[(room += 1)]?.id;
    if (!store || roomId === undefined) throw new Error('The shop has no room');
    const startsAt = new Date(Date.now() - 15 * MINUTE_MS);
    const endsAt = new Date(startsAt.getTime() + HOUR_MS);
    const id = await makeReservation(server, shop, store.id, { roomId, startsAt, endsAt });
    const doors = itemsOf((await admin.call('GET', `/${shop.slug}/door?limit=200`)).body);
    const version = doors.find((door) => door['id'] === roomDoor.doorId)?.['version'];
    await admin.call('PATCH', `/${shop.slug}/door/${roomDoor.doorId}`, { version, roomId });
    const { call } = await makeGuest(server, shop, store.id, id);
    const doorsOfPage = async () => guestPage.parse((await call('GET', '/guest/page')).body).doors;
    return {
      id,
      call,
      doors: doorsOfPage,
      openedByStaff: async ({ doorId }: VirtualDoor): Promise<GuestDoor['openedByStaff']> =>
        (await doorsOfPage()).find((door) => door.doorId === doorId)?.openedByStaff ?? null,
      ask: () => call('POST', `/${shop.slug}/guest/help`, {}),
      open: ({ doorId }: VirtualDoor) => call('POST', `/${shop.slug}/guest/doors/${doorId}/open`, {}),
      wait: async () =>
        waitForGuestChange.reply.parse((await call('GET', `/${shop.slug}/guest/changes`)).body).hasChanged,
      desk: (path: string, body: object) =>
        admin.call('POST', `/${shop.slug}/help-desk/reservation/${id}/${path}`, body),
    };
  }

  it('lists the doors in the order of the way, the entrance of the store first', async () => {
    const guest = await guestOf();
    expect((await guest.doors()).map(({ doorName }) => doorName)).toEqual(['front', 'room']);
  });

  describe('a door that staff opened', () => {
    it('stands open until its lock reports that it is locked again', async () => {
      const guest = await guestOf();
      await guest.ask();
      const otherDoor = await guest.openedByStaff(roomDoor);
      expect(await guest.openedByStaff(front)).toBeNull();
      const opened = await guest.desk('open', { doorId: front.doorId });
      expect(opened.body['status']).toBe('EXECUTED');
      expect(await guest.openedByStaff(front)).toEqual({ openedAt: expect.any(String), isOpen: true });
      front.lock.turn('LOCKED');
      await until('the page says that it locked', async () => (await guest.openedByStaff(front))?.isOpen === false);
      expect(await guest.openedByStaff(roomDoor)).toEqual(otherDoor);
    });

    it('is not named any more once the guest has opened it', async () => {
      const guest = await guestOf();
      await roomDoor.operate('open');
      expect((await guest.openedByStaff(roomDoor))?.isOpen).toBe(true);
      roomDoor.lock.turn('LOCKED');
      await until('the page says that it locked', async () => (await guest.openedByStaff(roomDoor))?.isOpen === false);
      expect((await guest.open(roomDoor)).body['status']).toBe('EXECUTED');
      expect(await guest.openedByStaff(roomDoor)).toBeNull();
    });

    it('is named at the entrance of the store only while the help desk has a case of this guest', async () => {
      const [guest, other] = [await guestOf(), await guestOf()];
      // A person on the phone opens a case of their own.
      await guest.desk('case', {});
      await front.operate('open');
      expect(await guest.openedByStaff(front)).not.toBeNull();
      expect(await other.openedByStaff(front)).toBeNull();
    });

    it('is not named when another guest opened it', async () => {
      const [guest, other] = [await guestOf(), await guestOf()];
      await guest.ask();
      expect((await other.open(front)).body['status']).toBe('EXECUTED');
      expect(await guest.openedByStaff(front)).toBeNull();
    });
  });

  describe('a request that waits for a change', () => {
    it('is answered within a second of the lock, of an answer and of the own request, on every page', async () => {
      const guest = await guestOf();
      for (const change of [
        () => guest.ask(),
        () => guest.desk('answer', { text: '곧 열어 드릴게요.' }),
        () => guest.desk('open', { doorId: front.doorId }),
      ]) {
        const waiting = [guest.wait(), guest.wait()];
        await sleep(200);
        expect((await change()).status).toBe(200);
        const changedAt = performance.now();
        expect(await Promise.all(waiting)).toEqual([true, true]);
        expect(performance.now() - changedAt).toBeLessThan(1000);
      }
    });

    it('is not answered by the help of another guest nor by the door of another room, and ends after eight seconds', async () => {
      const [guest, other] = [await guestOf(), await guestOf()];
      const startedAt = performance.now();
      const waiting = guest.wait();
      await sleep(200);
      await other.ask();
      await roomDoor.operate('open');
      expect(await waiting).toBe(false);
      expect(performance.now() - startedAt).toBeGreaterThan(7500);
    });

    it('is not answered by an event that arrives after the state that followed it was read', async () => {
      const guest = await guestOf();
      const waiting = guest.wait();
      await sleep(200);
      const data = { ...door.parse(await front.read()), lockState: 'UNLOCKED' } satisfies Door;
      await server.withActor(storeActor(shop.productId, data.storeId), (tx) =>
        publish(tx, { productId: shop.productId, storeId: data.storeId, name: 'door.changed', data }),
      );
      expect(await waiting).toBe(false);
    });
  });

  describe('a door that stands open already', () => {
    it('is no failure, although its lock says nothing, and the next tap is not refused', async () => {
      const guest = await guestOf();
      front.lock.turn('UNLOCKED');
      await until('the door is open', async () => (await front.read())['lockState'] === 'UNLOCKED');
      front.lock.silent(true);
      const before = front.lock.received.length;
      const tappedAt = performance.now();
      const answer = await guest.open(front);
      expect(answer.body).toMatchObject({ status: 'SENT', error: null, isAlreadyOpen: true });
      expect(performance.now() - tappedAt).toBeLessThan(2000);
      front.lock.turn('LOCKED');
      await until('the door is locked', async () => (await front.read())['lockState'] === 'LOCKED');
      front.lock.silent(false);
      expect((await guest.open(front)).body).toMatchObject({ status: 'EXECUTED', isAlreadyOpen: false });
      expect(front.lock.received.length).toBe(before + 2);
    });
  });
});
