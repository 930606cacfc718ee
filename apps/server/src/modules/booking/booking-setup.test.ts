/** @module-tag engines */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  openBookingDesk,
  openOnlineDesk,
  startTestServer,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';

describe('GET store/…/booking-setup and booking-poster (BK-8)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let bare: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    bare = await openBookingDesk(server, { rooms: 1 });
  });
  afterAll(() => server.close());

  const of = (desk: BookingDesk, name: string) => `/${desk.shop.slug}/store/${desk.storeId}/${name}`;

  it('lists what is missing, and nothing once all is set up', async () => {
    const { body } = await bare.admin.call('GET', of(bare, 'booking-setup'));
    expect(body).toEqual({
      storeId: bare.storeId,
      isOpen: false,
      url: `https://office.example/b/${bare.shop.slug}/${bare.storeId}`,
      missing: ['SMS_PROVIDER', 'CHECKOUT_PROVIDER'],
      rooms: [{ id: bare.roomIds[0], name: 'Room 1' }],
    });
    const online = await openOnlineDesk(server, clock, { rooms: 1 });
    const ready = await online.admin.call('GET', of(online, 'booking-setup'));
    expect(ready.body).toMatchObject({ isOpen: true, missing: [] });
  });

  it('names a missing public address, and prints no poster that leads nowhere', async () => {
    const beside = await startTestServer({ beside: server, config: { publicUrl: null } });
    try {
      const call = beside.caller(bare.admin.token);
      const { body } = await call('GET', of(bare, 'booking-setup'));
      expect(body).toMatchObject({ url: null, missing: ['PUBLIC_URL', 'SMS_PROVIDER', 'CHECKOUT_PROVIDER'] });
      expect((await call('GET', of(bare, 'booking-poster'))).status).toBe(409);
    } finally {
      await beside.close();
    }
  });

  it('counts no price that has ended or starts later (BK-8)', async () => {
    const online = await openOnlineDesk(server, clock, { rooms: 1 });
    const missing = async (startsOn: string | null, endsOn: string | null) => {
      await server.withActor(headOffice(online.shop.productId), (tx) =>
        tx
          .updateTable('price_policies')
          .set({ starts_on: startsOn, ends_on: endsOn })
          .where('store_id', '=', online.storeId)
          .execute(),
      );
      return (await online.admin.call('GET', of(online, 'booking-setup'))).body['missing'];
    };
    expect(await missing(null, '2020-01-01')).toEqual(['PRICE']);
    expect(await missing('2099-01-01', null)).toEqual(['PRICE']);
    expect(await missing('2020-01-01', '2099-01-01')).toEqual([]);
  });

  it('opens and closes a store with its terms, for people with the right', async () => {
    const path = of(bare, 'guest-information');
    const { body: before } = await bare.admin.call('GET', path);
    expect(before).toMatchObject({ bookingIsOpen: false, bookingTerms: '' });
    const change = { bookingIsOpen: true, bookingTerms: '약관', version: before['version'] };
    const { status, body } = await bare.admin.call('PATCH', path, change);
    expect([status, body]).toMatchObject([200, { bookingIsOpen: true, bookingTerms: '약관' }]);
    expect((await bare.admin.call('PATCH', path, change)).status).toBe(409);
    const long = { bookingTerms: 'a'.repeat(4001), version: body['version'] };
    expect((await bare.admin.call('PATCH', path, long)).status).toBe(400);
    const page = await server.caller(null)('GET', `/${bare.shop.slug}/booking/store/${bare.storeId}`);
    expect(page.body).toMatchObject({ terms: '약관', canPay: false, canSendCode: false });
  });

  it('prints a poster of the store and of a room, and none of a room of another store', async () => {
    const file = async (query = '') => {
      const response = await fetch(`${server.url}/api/v2${of(bare, 'booking-poster')}${query}`, {
        headers: { authorization: `Bearer ${bare.admin.token}` },
      });
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const { body: before } = await bare.admin.call('GET', of(bare, 'guest-information'));
    const setOpen = (bookingIsOpen: boolean, version: unknown) =>
      bare.admin.call('PATCH', of(bare, 'guest-information'), { bookingIsOpen, version });
    const closed = await setOpen(false, before['version']);
    expect((await file()).status).toBe(409);
    await setOpen(true, closed.body['version']);
    for (const query of ['', `?roomId=${bare.roomIds[0]}`]) {
      const { status, bytes } = await file(query);
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      expect(bytes.length).toBeGreaterThan(5000);
    }
    const other = await server.makeShop();
    expect((await file(`?roomId=${other.stores[0]?.rooms[0]?.id}`)).status).toBe(404);
  });
});
