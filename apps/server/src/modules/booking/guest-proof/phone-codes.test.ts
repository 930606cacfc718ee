/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  MINUTE_MS,
  openOnlineDesk,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { bookingMarks } from './booking-marks.ts';
import { sweepBookings } from '../index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
const other = (code: string) => (code === '000000' ? '000001' : '000000');

describe('POST booking/…/phone-code (BK-4, BK-5)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 40 });
  });
  afterAll(() => server.close());

  let room = 0;
  const nextRoom = () => desk.roomIds[(room += 1)];
  const send = (phone: string, address = desk.nextAddress()) => desk.post('/phone-code', { phone }, desk.from(address));
  const book = async (guestPhone: string, phoneCode: string) =>
    desk.post('/reservation', await desk.form({ roomId: nextRoom(), guestPhone, phoneCode }));

  it('sends six digits in the language of the guest, and stores neither them nor the phone', async () => {
    const phone = desk.nextPhone();
    const { status, body } = await desk.post('/phone-code', { phone, language: 'en' });
    expect([status, Date.parse(String(body['expiresAt'])) - Date.parse(String(body['now']))]).toEqual([
      200,
      5 * MINUTE_MS,
    ]);
    const text = await desk.runUntil('the phone receives the code', () => desk.received(phone)[0]?.text);
    expect(text).toMatch(/^\[\w+\] Your code is \d{6}\. It is valid for 5 minutes\.$/);
    expect((await book(phone, /code is (\d{6})/.exec(text)?.[1] ?? '')).status).toBe(200);
    const row = await desk.runUntil('the message has ended', () =>
      server.withActor(SYSTEM, (tx) =>
        tx
          .selectFrom('staff_messages')
          .select(['recipient', 'body', 'user_id'])
          .where('product_id', '=', desk.shop.productId)
          .where('state', '=', 'ACCEPTED')
          .executeTakeFirst(),
      ),
    );
    expect([row.recipient.length, row.body.length, row.user_id]).toEqual([0, 0, null]);
  });

  it('answers alike for the phone of a guest and an unknown one', async () => {
    const phone = desk.nextPhone();
    await desk.createReservation({ guestPhone: phone, roomId: nextRoom(), ...desk.stay(30) });
    const answers = [await send(phone), await send(desk.nextPhone())];
    const shape = ({ status, body }: Answer) => [status, Object.keys(body)];
    expect(answers.map(shape)).toEqual([
      [200, ['expiresAt', 'now']],
      [200, ['expiresAt', 'now']],
    ]);
  });

  it('accepts no wrong code, and not the right one after five wrong ones', async () => {
    const phone = desk.nextPhone();
    const code = await desk.codeOf(phone);
    for (let n = 0; n < 5; n += 1) expect(problem(await book(phone, other(code)))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await book(phone, code))).toEqual([401, 'INVALID_CODE']);
  });

  it('counts wrong codes that arrive at once', async () => {
    const phone = desk.nextPhone();
    const code = await desk.codeOf(phone);
    const form = await desk.form({ roomId: nextRoom(), guestPhone: phone, phoneCode: other(code) });
    await Promise.all(Array.from({ length: 8 }, () => desk.post('/reservation', form)));
    expect(problem(await book(phone, code))).toEqual([401, 'INVALID_CODE']);
  });

  it("accepts no code of another phone, no expired, no replaced and no other store's code", async () => {
    const [phone, second] = [desk.nextPhone(), desk.nextPhone()];
    const code = await desk.codeOf(phone);
    expect(problem(await book(second, code))).toEqual([401, 'INVALID_CODE']);
    const next = await desk.codeOf(phone);
    if (next !== code) expect(problem(await book(phone, code))).toEqual([401, 'INVALID_CODE']);
    clock.advance(5 * MINUTE_MS);
    expect(problem(await book(phone, next))).toEqual([401, 'INVALID_CODE']);
  });

  it('sends a phone three codes in ten minutes and ten in a day, also when they are requested at once', async () => {
    const phone = desk.nextPhone();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(phone)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.body['code'], refused?.headers.get('retry-after')]).toEqual(['TOO_MANY_ATTEMPTS', '600']);
    let sent = 3;
    for (let n = 0; n < 12; n += 1) {
      clock.advance(10 * MINUTE_MS);
      if ((await send(phone)).status === 200) sent += 1;
    }
    expect(sent).toBe(10);
    clock.advance(24 * HOUR_MS);
    expect((await send(phone)).status).toBe(200);
  });

  it('counts the spellings of a phone as one, and the addresses of an IPv6 network as one', async () => {
    const store = await openOnlineDesk(server, clock, { rooms: 1 });
    const send = (phone: string, address = store.nextAddress()) =>
      store.post('/phone-code', { phone }, store.from(address));
    const phone = store.nextPhone();
    const digits = phone.replaceAll('-', '');
    for (const spelling of [phone, digits, `+82 ${digits.slice(1)}`]) expect((await send(spelling)).status).toBe(200);
    expect((await send(phone)).status).toBe(429);
    const statuses: number[] = [];
    for (let n = 1; n <= 30; n += 1) statuses.push((await send(store.nextPhone(), `2001:db8:7:1::${n}`)).status);
    expect(statuses).toEqual(Array<number>(30).fill(200));
    const addressMark = bookingMarks(server.config.tokenSecret).ofAddress(store.shop.productId, '2001:db8:7:1::1');
    await server.withActor(headOffice(store.shop.productId), (tx) =>
      sql`insert into phone_codes (product_id, store_id, id, phone_mark, address_mark, code_hash, sent_at, expires_at,
        proven_at)
        select product_id, store_id, gen_random_uuid(), gen_random_uuid()::text::bytea, address_mark, code_hash,
          sent_at, expires_at, sent_at
        from phone_codes where address_mark = ${addressMark}`.execute(tx),
    );
    const refused = await send(store.nextPhone(), '2001:db8:7:1::99');
    expect([refused.status, refused.body['challenge']]).toEqual([429, undefined]);
    // Another guest behind the same proxy is not limited by it.
    expect((await send(store.nextPhone())).status).toBe(200);
  });

  it('counts the address of a guest for each chain (BK-5)', () => {
    const marks = bookingMarks(server.config.tokenSecret);
    expect(marks.ofAddress('one', '203.0.113.9')).not.toEqual(marks.ofAddress('other', '203.0.113.9'));
  });

  it.each(['02-123-4567', '1588-1234', '010-12', '+1 415 555 0100', 'abc'])('refuses %s', async (phone) => {
    expect(problem(await send(phone))).toEqual([400, 'INVALID_INPUT']);
  });

  it('says so when the chain sends no messages to phones', async () => {
    const chain = await openOnlineDesk(server, clock, { rooms: 1 });
    await chain.setProvider({ isEnabled: false });
    expect(problem(await chain.post('/phone-code', { phone: chain.nextPhone() }))).toEqual([409, 'PROVIDER_NOT_SET']);
    expect((await chain.get()).body['canSendCode']).toBe(false);
  });

  it('deletes codes and bookings after a day, but no running hold (BK-9)', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    expect((await desk.post('/reservation', form)).status).toBe(200);
    const counts = async () => {
      await sweepBookings(server.app.db, clock.now());
      return server.withActor(SYSTEM, async (tx) => {
        const codes = await tx.selectFrom('phone_codes').select('id').execute();
        const bookings = await tx.selectFrom('online_bookings').select('id').execute();
        return [codes.length > 0, bookings.length > 0];
      });
    };
    expect(await counts()).toEqual([true, true]);
    clock.advance(24 * HOUR_MS + 1000);
    expect(await counts()).toEqual([false, false]);
  });
});
