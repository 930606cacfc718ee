// @sweep 1/8 (decision 086)
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  MINUTE_MS,
  openOnlineDesk,
  solveWork,
  startTestServer,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { bookingMarks } from './booking-marks.ts';
import { bitsNear } from './proof-of-work.ts';

describe('bitsNear', () => {
  it.each([
    [0, 0],
    [29, 0],
    [30, 13],
    [35, 13],
    [36, 14],
    [59, 17],
    [1000, 20],
  ])('needs for %i of 60 requests %i bits', (count, bits) => expect(bitsNear(count, 60)).toBe(bits));

  it.each([
    [49, 0],
    [50, 13],
    [70, 14],
    [199, 20],
  ])('needs for %i of 200 shared requests %i bits', (count, bits) => expect(bitsNear(count, 200, 1 / 4)).toBe(bits));
});

describe('proof of work near the limits of online booking (BK-11)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  let address: string;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 2 });
  });
  beforeEach(() => {
    clock.advance(2 * HOUR_MS);
    address = desk.nextAddress();
  });
  afterAll(() => server.close());

  const marks = () => bookingMarks(server.config.tokenSecret);
  const asChain = (query: ReturnType<typeof sql>) =>
    server.withActor(headOffice(desk.shop.productId), (tx) => query.execute(tx));
  /** As if the address, or the range of the phone, had requested so many codes. */
  const countCodes = (count: number, { from = address, phone = desk.nextPhone() } = {}) =>
    asChain(sql`insert into phone_codes
        (product_id, store_id, id, phone_mark, address_mark, range_mark, code_hash, sent_at, expires_at, proven_at)
      select ${desk.shop.productId}, ${desk.storeId}, gen_random_uuid(), gen_random_uuid()::text::bytea,
        ${marks().ofAddress(desk.shop.productId, from)}, ${marks().ofPhoneRange(desk.shop.productId, phone)}, 'x',
        ${clock.now()}, ${clock.now()}, ${clock.now()} from generate_series(1, ${count}::int)`);
  const send = (work?: unknown, from = address, phone = desk.nextPhone()) =>
    desk.post('/phone-code', { phone, ...(work !== undefined && { work }) }, desk.from(from));
  const challengeOf = ({ status, body }: Answer) => {
    expect([status, body['code'], typeof body['challenge']]).toEqual([429, 'TOO_MANY_ATTEMPTS', 'string']);
    return String(body['challenge']);
  };

  it('needs nothing below half of the limit, and a solution from there on', async () => {
    await countCodes(29);
    expect((await send()).status).toBe(200);
    const challenge = challengeOf(await send());
    expect(challenge.startsWith('13.')).toBe(true);
    expect((await send(solveWork(challenge))).status).toBe(200);
    // Another address is not affected.
    expect((await send(undefined, desk.nextAddress())).status).toBe(200);
  });

  it('accepts a solution once, also when it arrives several times at once', async () => {
    await countCodes(30);
    const work = solveWork(challengeOf(await send()));
    const answers = await Promise.all([send(work), send(work), send(work)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    challengeOf(await send(work));
  });

  it('accepts no solution after five minutes, from another address, for another act or for another store', async () => {
    await countCodes(30);
    const late = solveWork(challengeOf(await send()));
    clock.advance(5 * MINUTE_MS);
    challengeOf(await send(late));
    const work = solveWork(challengeOf(await send()));
    const other = desk.nextAddress();
    await countCodes(30, { from: other });
    challengeOf(await send(work, other));
    await countBookings();
    challengeOf(await book({ work }));
    expect((await send(work)).status).toBe(200);
  });

  it('accepts no unsolved, forged and no too easy challenge', async () => {
    await countCodes(30);
    const challenge = challengeOf(await send());
    challengeOf(await send({ challenge, solution: unsolved(challenge) }));
    const [, ...rest] = challenge.split('.');
    for (const forged of [`0.${rest.join('.')}`, `1.2.3.4`, 'x', `${challenge}A`])
      challengeOf(await send({ challenge: forged, solution: '0' }));
    const work = solveWork(challenge);
    // The address is much nearer to its limit by now.
    await countCodes(12);
    expect(challengeOf(await send(work)).startsWith('15.')).toBe(true);
    expect((await send({ challenge, solution: 'NOT OURS' })).status).toBe(400);
  });

  it('keeps the limit for those who solve', async () => {
    await countCodes(30);
    const work = solveWork(challengeOf(await send()));
    await countCodes(30);
    const refused = await send(work);
    expect([refused.status, refused.body['challenge']]).toEqual([429, undefined]);
  });

  it('needs work for a range of numbers from any address, and never refuses one that solves', async () => {
    const phone = desk.nextPhone();
    const near = `${phone.slice(0, -4)}7777`;
    await countCodes(30, { from: desk.nextAddress(), phone });
    const work = solveWork(challengeOf(await send(undefined, address, near)));
    expect((await send(work, address, near)).status).toBe(200);
    await countCodes(400, { from: desk.nextAddress(), phone });
    const challenge = challengeOf(await send(undefined, address, `${phone.slice(0, -4)}8888`));
    expect(challenge.startsWith('20.')).toBe(true);
  });

  let days = 0;
  const book = async ({ work, from = address, key }: { work?: unknown; from?: string; key?: string } = {}) =>
    desk.post(
      '/reservation',
      { ...(await desk.form(desk.stay((days += 1) * 24))), ...(work !== undefined && { work }) },
      { ...desk.from(from), ...(key !== undefined && { 'idempotency-key': key }) },
    );
  /** As if the address had made thirty reservations. */
  const countBookings = async () => {
    days += 15;
    for (let n = 0; n < 30; n += 1) {
      const reservation = await desk.createReservation({
        roomId: desk.roomIds[n % 2],
        ...desk.stay(10 * days + 3 * n),
      });
      await asChain(sql`insert into online_bookings
          (product_id, store_id, id, reservation_id, phone_mark, address_mark, body_mark, created_at)
        values (${desk.shop.productId}, ${desk.storeId}, gen_random_uuid(), ${reservation['id']}, 'x',
          ${marks().ofAddress(desk.shop.productId, address)}, 'x', ${clock.now()})`);
    }
  };

  it('needs work for reservations near the limit of an address, and not for a repeated request (BK-7)', async () => {
    await countBookings();
    const form = await desk.form(desk.stay((days += 1) * 24));
    const headers = { ...desk.from(address), 'idempotency-key': `work-${days}` };
    const challenge = challengeOf(await desk.post('/reservation', form, headers));
    const work = solveWork(challenge);
    const booked = await desk.post('/reservation', { ...form, work }, headers);
    expect(booked.status, JSON.stringify(booked.body)).toBe(200);
    // The same request without its solution, or with another one, is the same reservation.
    expect((await desk.post('/reservation', form, headers)).body['reservationId']).toBe(booked.body['reservationId']);
    expect((await desk.post('/reservation', { ...form, work }, headers)).status).toBe(200);
  });
});

/** A solution that is wrong for the challenge. */
function unsolved(challenge: string): string {
  for (let count = 0; ; count += 1) {
    const solution = count.toString(36);
    if ((createHash('sha256').update(`${challenge}.${solution}`).digest()[0] ?? 0) > 127) return solution;
  }
}
