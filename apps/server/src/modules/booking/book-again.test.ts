/** @module-tag engines */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  openOnlineDesk,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];

describe('guest/book-again (RG-7)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 30 });
  });
  afterAll(() => server.close());

  let rooms = 0;
  const nextRoom = () => desk.roomIds[(rooms += 1)];
  /** Books online and returns the requests with the link, from one device. */
  const bookFirst = async (change: Readonly<Record<string, unknown>> = {}) => {
    const guestPhone = desk.nextPhone();
    const booked = await desk.post('/reservation', await desk.form({ guestPhone, roomId: nextRoom(), ...change }));
    expect(booked.status, JSON.stringify(booked.body)).toBe(200);
    const call = server.caller(String(booked.body['path']).slice('/g/'.length));
    const ask = (method: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      call(method, `/${desk.shop.slug}/guest/book-again`, body, { ...desk.from(desk.nextAddress()), ...headers });
    return { call, ask, guestPhone, booked: booked.body };
  };
  const wish = async (change: Readonly<Record<string, unknown>> = {}) => {
    const { guestName: _1, guestPhone: _2, phoneCode: _3, ...stay } = await desk.form({ phoneCode: '000000' });
    return { ...stay, roomId: nextRoom(), ...desk.stay(30), ...change };
  };
  const read = (id: unknown) => desk.read({ id } as unknown as Answer['body']);

  it('books for the guest of the link without a code, with their name and phone and another link', async () => {
    const first = await bookFirst({ guestName: '김단골' });
    const offer = await first.ask('GET');
    expect(offer.body).toMatchObject({ needsCode: false, maskedName: '김*골', storeId: desk.storeId });
    expect(JSON.stringify(offer.body)).not.toContain(first.guestPhone);
    const again = await first.ask('POST', await wish());
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect(again.body).toMatchObject({ state: 'PENDING', priceAmount: 20_000 });
    expect(again.body['path']).not.toBe(first.booked['path']);
    const [one, other] = [await read(first.booked['reservationId']), await read(again.body['reservationId'])];
    expect(other).toMatchObject({ guestPhone: one['guestPhone'], guestName: '김*골', channel: 'ONLINE' });
    const profile = await desk.admin.call(
      'GET',
      `/${desk.shop.slug}/reservation/${again.body['reservationId']}/guest-profile`,
    );
    expect(profile.status).toBe(200);
  });

  it('makes one reservation of a request that is sent twice at once', async () => {
    const { ask } = await bookFirst();
    const body = await wish();
    const key = { 'idempotency-key': 'again-1', ...desk.from(desk.nextAddress()) };
    const both = await Promise.all([ask('POST', body, key), ask('POST', body, key)]);
    const created = both.filter(({ status }) => status === 200).map(({ body: reply }) => reply['reservationId']);
    expect(new Set(created).size).toBe(1);
    const third = await ask('POST', body, key);
    expect(third.body['reservationId']).toBe(created[0]);
  });

  it('needs a code once a second device has used the link, and for a link that staff got', async () => {
    const { call, ask } = await bookFirst();
    let cookie = '';
    for (let devices = 0; devices < 2; devices += 1) {
      const { headers } = await call('GET', '/guest/page');
      cookie = /^(munjigi_device=[\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
      await call('GET', '/guest/page', undefined, { cookie });
    }
    const offer = await ask('GET', undefined, { cookie });
    expect(offer.body).toMatchObject({ needsCode: true, maskedName: '', maskedPhone: '' });
    expect(problem(await ask('POST', await wish(), { cookie }))).toEqual([403, 'PHONE_CODE_REQUIRED']);
    const ofStaff = await desk.createReservation({ roomId: nextRoom(), ...desk.stay(2) });
    const access = `/${desk.shop.slug}/reservation/${String(ofStaff['id'])}/guest-access`;
    const { tokenId } = (await desk.admin.call('GET', access)).body;
    const issued = await desk.admin.call('POST', access, { replacesTokenId: tokenId ?? null });
    const guest = server.caller(String(issued.body['token']));
    const path = `/${desk.shop.slug}/guest/book-again`;
    expect(problem(await guest('POST', path, await wish()))).toEqual([403, 'PHONE_CODE_REQUIRED']);
  });

  it('refuses a blocked guest, a closed store, other terms and an occupied time as a booking does', async () => {
    const { ask, guestPhone } = await bookFirst();
    expect(problem(await ask('POST', await wish({ termsVersion: 'other' })))).toEqual([409, 'STALE']);
    expect(problem(await ask('POST', await wish({ expectedPriceAmount: 1000 })))).toEqual([409, 'PRICE_CHANGED']);
    const occupied = await wish();
    await desk.createReservation({ roomId: occupied.roomId, ...desk.stay(30) });
    expect(problem(await ask('POST', occupied))).toEqual([409, 'SLOT_TAKEN']);
    const block = await desk.admin.call('POST', `/${desk.shop.slug}/blocked-guest`, {
      storeId: desk.storeId,
      guest: { phone: guestPhone },
      reason: '소란',
      endsAt: new Date(clock.now().getTime() + 24 * HOUR_MS).toISOString(),
    });
    expect(block.status).toBe(200);
    expect(problem(await ask('POST', await wish()))).toEqual([403, 'BOOKING_REFUSED']);
    await desk.setBooking({ isOpen: false });
    const form = { ...occupied, ...desk.stay(40) };
    expect(problem(await ask('POST', form))).toEqual([404, 'NOT_FOUND']);
    await desk.setBooking({ isOpen: true });
  });

  it('keeps the limit of unpaid stays of a phone (BK-7)', async () => {
    const { ask } = await bookFirst();
    expect((await ask('POST', await wish())).status).toBe(200);
    expect(problem(await ask('POST', await wish()))).toEqual([429, 'TOO_MANY_ATTEMPTS']);
  });
});
