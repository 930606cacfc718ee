import { readSetup } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  makeVirtualDoor,
  openBookingDesk,
  startTestServer,
  until,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';

describe('GET /overview/setup', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ clock: fakeClock(new Date('2026-11-21T07:30:00Z')) });
  });
  afterAll(() => server.close());

  async function readSteps(by: Caller, slug: string, storeId: string): Promise<Record<string, string> | null> {
    const { status, body } = await by.call('GET', `/${slug}/overview/setup`);
    expect(status).toBe(200);
    const found = readSetup.reply.parse(body).stores.find((it) => it.storeId === storeId);
    return found === undefined ? null : Object.fromEntries(found.steps.map(({ step, state }) => [step, state]));
  }

  it('returns the steps of a new store as open or started, and updates each one by the data that exists', async () => {
    const shop = await server.makeShop({ stores: 1, rooms: 0 });
    const admin = await server.signIn(shop, ['ADMIN']);
    const created = await admin.call('POST', `/${shop.slug}/store`, { name: 'New', code: 'new' });
    const id = String(created.body['id']);
    const steps = () => readSteps(admin, shop.slug, id);
    const before = await steps();
    expect(before).toMatchObject({
      STORE: 'STARTED',
      ROOMS: 'OPEN',
      DOORS: 'OPEN',
      PRICES: 'OPEN',
      PAYMENT: 'OPEN',
      RESERVATION: 'OPEN',
      ON_CALL: 'OPEN',
    });
    const store = { id, mqttPrefix: String(created.body['mqttPrefix']), rooms: [] };
    const door = await makeVirtualDoor(server, shop, admin, { name: 'front', store });
    try {
      expect(await steps()).toMatchObject({ STORE: 'STARTED', ROOMS: 'OPEN', DOORS: 'STARTED' });
      await door.operate('open');
      await until('the opening is confirmed', async () => (await steps())?.['DOORS'] === 'DONE');
      const room = await admin.call('POST', `/${shop.slug}/room`, { storeId: id, name: '1', capacity: 4 });
      expect(await steps()).toMatchObject({ ROOMS: 'DONE', PRICES: 'OPEN' });
      await admin.call('POST', `/${shop.slug}/room/${String(room.body['id'])}/archive`, {
        version: room.body['version'],
        isArchived: true,
      });
      expect(await steps()).toMatchObject({ ROOMS: 'OPEN' });
      const rules = await admin.call('GET', `/${shop.slug}/store/${id}/on-call`);
      const { storeId: _storeId, changedAt: _at, changedBy: _by, ...set } = rules.body;
      expect((await admin.call('POST', `/${shop.slug}/store/${id}/on-call`, set)).status).toBe(200);
      expect(await steps()).toMatchObject({ ON_CALL: 'DONE' });
    } finally {
      await door.lock.stop();
    }
  });

  it('returns only steps that the person has the capability for, and only their own stores', async () => {
    const shop = await server.makeShop({ stores: 2, rooms: 1 });
    const [own, other] = shop.stores;
    if (!own || !other) throw new Error('There are two');
    const owner = await server.signIn(shop, ['FRANCHISEE'], [own]);
    expect(Object.keys((await readSteps(owner, shop.slug, own.id)) ?? {})).toEqual([
      'STORE',
      'ROOMS',
      'DOORS',
      'PRICES',
      'RESERVATION',
      'ON_CALL',
    ]);
    expect(await readSteps(owner, shop.slug, other.id)).toBeNull();
    expect((await owner.call('GET', `/${shop.slug}/overview/setup?storeId=${other.id}`)).status).toBe(404);
  });

  it('completes RESERVATION and PAYMENT after a guest reservation and a recorded payment', async () => {
    const desk = await openBookingDesk(server, { rooms: 1 });
    const reservation = await desk.createReservation(desk.time(0.5, 1));
    await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
      reservationId: reservation['id'],
      method: 'CASH',
      amount: 1_000,
      mayExceedDue: true,
    });
    expect(await readSteps(desk.admin, desk.shop.slug, desk.storeId)).toMatchObject({
      ROOMS: 'DONE',
      PRICES: 'DONE',
      PAYMENT: 'DONE',
      RESERVATION: 'DONE',
    });
  });
});
