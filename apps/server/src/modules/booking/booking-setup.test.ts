// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  insertSeller,
  openBookingDesk,
  openOnlineDesk,
  startTestServer,
  until,
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
      previewPath: expect.stringMatching(
        new RegExp(`^/b/${bare.shop.slug}/${bare.storeId}#preview=\\d+\\.[\\w-]{43}$`),
      ) as string,
      missing: ['SMS_PROVIDER', 'CHECKOUT_PROVIDER', 'SELLER', 'BUSINESS_NUMBER', 'PRIVACY_POLICY'],
      rooms: [{ id: bare.roomIds[0], name: 'Room 1' }],
    });
    const online = await openOnlineDesk(server, clock, { rooms: 1 });
    const ready = await online.admin.call('GET', of(online, 'booking-setup'));
    expect(ready.body).toMatchObject({ isOpen: true, previewPath: null, missing: [] });
  });

  it('names a missing public address, and prints no poster that leads nowhere', async () => {
    const beside = await startTestServer({ beside: server, config: { publicUrl: null } });
    try {
      const call = beside.caller(bare.admin.token);
      const { body } = await call('GET', of(bare, 'booking-setup'));
      expect(body).toMatchObject({
        url: null,
        missing: ['PUBLIC_URL', 'SMS_PROVIDER', 'CHECKOUT_PROVIDER', 'SELLER', 'BUSINESS_NUMBER', 'PRIVACY_POLICY'],
      });
      expect((await call('GET', of(bare, 'booking-poster'))).status).toBe(409);
    } finally {
      await beside.close();
    }
  });

  it('lets staff read the page before it opens, for an hour, and books nothing in it (BK-12)', async () => {
    const [desk, other] = [
      await openOnlineDesk(server, clock, { rooms: 1 }),
      await openOnlineDesk(server, clock, { rooms: 1 }),
    ];
    const form = await desk.form();
    await desk.setBooking({ isOpen: false });
    await other.setBooking({ isOpen: false });
    const { body: setup } = await desk.admin.call('GET', of(desk, 'booking-setup'));
    const token = String(setup['previewPath']).split('#preview=')[1] ?? '';
    const visitor = server.caller(null);
    const read = (rest: string, preview: string, of = desk) =>
      visitor('GET', of.url(rest), undefined, { ...of.from(of.nextAddress()), 'x-booking-preview': preview });
    expect((await read('', token)).body).toMatchObject({ isOpen: false, id: desk.storeId });
    const date = desk.stay(24).startsAt.slice(0, 10);
    for (const rest of [`/days?from=${date}&minutes=60`, `/times?date=${date}&minutes=60`])
      expect((await read(rest, token)).status).toBe(200);
    const { startsAt, endsAt, roomId, headCount } = form;
    const headers = { 'x-booking-preview': token };
    expect((await desk.post('/quote', { startsAt, endsAt, roomId, headCount }, headers)).status).toBe(200);
    // Nothing is written, and guests without the token see no store.
    for (const [rest, body] of [
      ['/reservation', form],
      ['/phone-code', { phone: desk.nextPhone() }],
    ] as const)
      expect((await desk.post(rest, body, headers)).status).toBe(404);
    // What a guest read before is shared for a second (BK-2).
    await until('guests see no store', async () => (await desk.get()).status === 404);
    const forged = `${Number(token.split('.')[0]) + 1}.${token.split('.')[1]}`;
    for (const bad of ['', 'x', forged, `${token}x`]) expect((await read('', bad)).status).toBe(404);
    expect((await read('', token, other)).status).toBe(404);
    clock.advance(HOUR_MS);
    expect((await read('', token)).status).toBe(404);
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
    await server.withActor(headOffice(bare.shop.productId), (tx) =>
      insertSeller(tx, { productId: bare.shop.productId, storeId: bare.storeId }, clock.now()),
    );
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
