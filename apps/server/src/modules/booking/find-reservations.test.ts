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

describe('POST booking/…/find (BK-15)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 6 });
  });
  afterAll(() => server.close());

  const find = async (guestPhone: string, phoneCode?: string) =>
    desk.post('/find', {
      guestPhone,
      phoneCode: phoneCode ?? (await desk.codeOf(guestPhone, desk.nextAddress(), 'FINDING')),
    });

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

  it('lists a stay that staff made without its link, and none that ended more than a day ago', async () => {
    const guestPhone = desk.nextPhone();
    const reservation = await desk.createReservation({ roomId: desk.roomIds[2], guestPhone });
    const { body } = await find(guestPhone);
    expect(body).toMatchObject({ items: [{ reservationCode: reservation['code'], path: null }] });
    clock.advance(48 * HOUR_MS);
    expect((await find(guestPhone)).body).toEqual({ items: [] });
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
