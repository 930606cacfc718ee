import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  openOnlineDesk,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];

describe('POST booking/…/find (BK-15)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 6, stores: 2 });
  });
  afterAll(() => server.close());

  const find = async (guestPhone: string, phoneCode?: string) =>
    desk.post('/find', {
      guestPhone,
      phoneCode: phoneCode ?? (await desk.codeOf(guestPhone, desk.nextAddress(), 'FINDING')),
    });

  /** The guest comes, because a missed stay is not listed. */
  async function enter(of: Answer['body']): Promise<void> {
    clock.set(new Date(String(of['startsAt'])));
    expect((await desk.verb(of, 'check-in')).status).toBe(200);
  }

  it('lists the stays of the proven phone with links that work, and no stay of another phone', async () => {
    const guestPhone = desk.nextPhone();
    const form = await desk.form({ guestPhone });
    const booked = await desk.post('/reservation', form);
    await desk.post('/reservation', await desk.form({ roomId: desk.roomIds[1] }));
    const { status, body } = await find(guestPhone);
    expect([status, body]).toMatchObject([
      200,
      {
        items: [
          {
            reservationCode: booked.body['reservationCode'],
            state: 'PENDING',
            startsAt: form['startsAt'],
            path: booked.body['path'],
          },
        ],
      },
    ]);
    const token = String(booked.body['path']).slice('/g/'.length);
    expect((await server.caller(token)('GET', '/guest/page')).status).toBe(200);
  });

  it('lists a stay that staff made without its link, and none that ended more than thirty days ago', async () => {
    const guestPhone = desk.nextPhone();
    const reservation = await desk.createReservation({ roomId: desk.roomIds[2], guestPhone });
    const { body } = await find(guestPhone);
    expect(body).toMatchObject({ items: [{ reservationCode: reservation['code'], path: null }] });
    const started = clock.now();
    await enter(reservation);
    clock.advance(48 * HOUR_MS);
    expect((await find(guestPhone)).body).toMatchObject({ items: [{ reservationCode: reservation['code'] }] });
    clock.advance(31 * 24 * HOUR_MS);
    expect((await find(guestPhone)).body).toEqual({ items: [] });
    clock.set(started);
  });

  describe('at the other stores of the chain (RG-9)', () => {
    const at = (store: number, room = 0) => {
      const found = desk.shop.stores[store];
      return { storeId: found?.id ?? '', roomId: found?.rooms[room]?.id ?? '' };
    };
    async function openSecondStore(): Promise<void> {
      const { storeId } = at(1);
      await server.withActor(headOffice(desk.shop.productId), async (tx) => {
        const [policy] = await tx
          .selectFrom('price_policies')
          .selectAll()
          .where('store_id', '=', desk.storeId)
          .execute();
        if (policy)
          await tx
            .insertInto('price_policies')
            .values({ ...policy, store_id: storeId, id: uuidv7(), weekdays: policy.weekdays })
            .execute();
      });
    }

    it('lists the stays of all of them, those to come before those that ended, with links that work', async () => {
      await openSecondStore();
      const guestPhone = desk.nextPhone();
      const ended = await desk.createReservation({ roomId: at(1, 1).roomId, guestPhone, ...desk.stay(1, 1) });
      const link = await desk.admin.call('POST', `/${desk.shop.slug}/reservation/${String(ended['id'])}/guest-access`, {
        replacesTokenId: null,
      });
      const token = String(link.body['token']);
      await enter(ended);
      clock.advance(4 * HOUR_MS);
      const late = await desk.createReservation({ roomId: at(1).roomId, guestPhone, ...desk.stay(30) });
      const soon = await desk.createReservation({ roomId: desk.roomIds[5], guestPhone, ...desk.stay(3) });
      await desk.createReservation({ roomId: at(1).roomId, guestPhone: desk.nextPhone(), ...desk.stay(50) });
      const items = (await find(guestPhone)).body['items'] as Answer['body'][];
      expect(items.map((item) => [item['reservationCode'], item['storeId']])).toEqual([
        [soon['code'], desk.storeId],
        [late['code'], at(1).storeId],
        [ended['code'], at(1).storeId],
      ]);
      expect(items[2]).toMatchObject({ path: `/g/${token}`, storeName: 'Store 2' });
      expect((await server.caller(token)('GET', '/guest/page')).status).toBe(200);
    });

    it('lists none of another chain with the same phone', async () => {
      const guestPhone = desk.nextPhone();
      const other = await openOnlineDesk(server, clock, { rooms: 1 });
      await other.createReservation({ guestPhone });
      expect((await find(guestPhone)).body).toEqual({ items: [] });
    });

    it('accepts a code at the store that sent it only', async () => {
      const guestPhone = desk.nextPhone();
      const phoneCode = await desk.codeOf(guestPhone, desk.nextAddress(), 'FINDING');
      const { storeId } = at(1);
      await server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx.updateTable('stores').set({ booking_is_open: true }).where('id', '=', storeId).execute(),
      );
      const elsewhere = await server.caller(null)(
        'POST',
        desk.url('/find', storeId),
        { guestPhone, phoneCode },
        desk.from(desk.nextAddress()),
      );
      expect(problem(elsewhere)).toEqual([401, 'INVALID_CODE']);
      expect((await find(guestPhone, phoneCode)).status).toBe(200);
    });
  });

  it('answers a phone without reservations and a wrong code as every other one, and accepts a code once', async () => {
    const [bookedPhone, unknown] = [desk.nextPhone(), desk.nextPhone()];
    await desk.createReservation({ roomId: desk.roomIds[3], guestPhone: bookedPhone });
    for (const phone of [bookedPhone, unknown]) {
      const code = await desk.codeOf(phone, desk.nextAddress(), 'FINDING');
      const wrong = code === '000000' ? '111111' : '000000';
      expect(problem(await find(phone, wrong))).toEqual([401, 'INVALID_CODE']);
      expect((await find(phone, code)).status).toBe(200);
      expect(problem(await find(phone, code))).toEqual([401, 'INVALID_CODE']);
    }
  });

  it('refuses a code for a booking here, and a code for finding there', async () => {
    const guestPhone = desk.nextPhone();
    expect(problem(await find(guestPhone, await desk.codeOf(guestPhone)))).toEqual([401, 'INVALID_CODE']);
    const phoneCode = await desk.codeOf(guestPhone, desk.nextAddress(), 'FINDING');
    const form = await desk.form({ guestPhone, phoneCode, roomId: desk.roomIds[4] });
    expect(problem(await desk.post('/reservation', form))).toEqual([401, 'INVALID_CODE']);
  });

  it('limits the codes of a phone as those of bookings (BK-5)', async () => {
    const phone = desk.nextPhone();
    const send = (purpose: string) => desk.post('/phone-code', { phone, purpose });
    for (const purpose of ['BOOKING', 'FINDING', 'BOOKING']) expect((await send(purpose)).status).toBe(200);
    expect(problem(await send('FINDING'))).toEqual([429, 'TOO_MANY_ATTEMPTS']);
  });
});
