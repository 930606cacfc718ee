/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
} from '../../testing/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
const UNKNOWN_TOKEN = `00000000-0000-4000-8000-000000000000.${'A'.repeat(43)}`;

describe('POST booking/…/waitlist (WL-5)', () => {
  // Noon in Seoul: no quiet hours.
  const clock = fakeClock(new Date('2026-11-21T03:00:00Z'));
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
  });
  beforeEach(async () => {
    desk = await openOnlineDesk(server, clock, { rooms: 1 });
  });
  afterAll(() => server.close());

  /** Occupies the only room. */
  const occupy = (fromHours: number) =>
    desk.createReservation({ guestPhone: '010-9999-0000', roomId: desk.roomIds[0], ...desk.stay(fromHours) });
  const wish = async (change: Readonly<Record<string, unknown>> = {}, guestPhone = desk.nextPhone()) => ({
    roomId: null,
    ...desk.stay(30),
    headCount: 2,
    guestName: '고대기',
    guestPhone,
    phoneCode: await desk.codeOf(guestPhone),
    language: 'en',
    ...change,
  });
  const join = async (body: unknown) => desk.post('/waitlist', body);
  const withdraw = (withdrawToken: unknown) => desk.post('/waitlist/withdraw', { withdrawToken });
  const entries = async (): Promise<Answer['body'][]> =>
    ((await desk.admin.call('GET', `/${desk.shop.slug}/waitlist`)).body['items'] as Answer['body'][] | undefined) ?? [];
  const states = async () => (await entries()).map(({ state }) => state);

  it('adds an entry with its origin, which gets an offer in the language of the guest as an online booking', async () => {
    await desk.set({ waitlist_offer_minutes: 20 });
    const occupied = await occupy(30);
    const body = await wish();
    expect((await join(body)).status).toBe(200);
    expect(await entries()).toEqual([
      expect.objectContaining({
        state: 'WAITING',
        origin: 'ONLINE',
        headCount: 2,
        guestPhone: expect.stringMatching(/\*/),
      }),
    ]);
    await desk.verb(occupied, 'cancel');
    const offered = await desk.runUntil('the guest gets an offer', async () =>
      (await entries()).find(({ state }) => state === 'OFFERED'),
    );
    const reservation = await desk.read({ id: offered['offeredReservationId'] } as Answer['body']);
    expect(reservation).toMatchObject({ channel: 'ONLINE', guestLanguage: 'en', state: 'PENDING' });
  });

  it('sends the guest one message, at night too, with store, time and people', async () => {
    // 23:00 in Seoul, in the quiet hours.
    clock.set(new Date(clock.now().setUTCHours(14, 0, 0, 0) + 24 * HOUR_MS));
    await occupy(30);
    const guestPhone = desk.nextPhone();
    const body = await wish({ language: 'ko' }, guestPhone);
    const answers = [await join(body), await join(body)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const texts = () => desk.received(guestPhone).filter(({ text }) => text.includes('대기 신청이 접수되었습니다'));
    await desk.runUntil('the message is sent', () => texts().length > 0);
    const sentAt = clock.now().getTime();
    await desk.runUntil('the sender ran again', () => clock.now().getTime() > sentAt + MINUTE_MS);
    expect(texts()).toHaveLength(1);
    expect(texts()[0]?.text).toMatch(/^\[Store 1\] 고대기님.*\n.+ \d\d:\d\d~\d\d:\d\d 2명\n/);
    clock.advance(13 * HOUR_MS);
  });

  it('returns the same entry for a repeated wish, also when both arrive at once', async () => {
    await occupy(30);
    const body = await wish();
    const answers = await Promise.all([join(body), join(body), join(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body['withdrawToken'])).size).toBe(1);
    clock.advance(9 * MINUTE_MS);
    expect((await join({ ...body, guestPhone: body.guestPhone.replaceAll('-', '') })).body).toEqual(answers[0].body);
    expect(await states()).toEqual(['WAITING']);
  });

  it('keeps at most three open entries of a phone, and says so only to a guest with its code', async () => {
    for (const hours of [30, 34, 38, 42]) await occupy(hours);
    const body = await wish();
    const at = (hours: number) => join({ ...body, ...desk.stay(hours) });
    const answers = await Promise.all([30, 34, 38, 42].map(at));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    expect(answers.find(({ status }) => status === 429)?.body['code']).toBe('TOO_MANY_ATTEMPTS');
    const other = body.phoneCode === '000000' ? '000001' : '000000';
    expect(problem(await join({ ...body, ...desk.stay(42), phoneCode: other }))).toEqual([401, 'INVALID_CODE']);
    // A withdrawn entry makes room for another one.
    const token = answers.find(({ status }) => status === 200)?.body['withdrawToken'];
    const refusedAt = [30, 34, 38, 42][answers.findIndex(({ status }) => status === 429)] ?? 0;
    expect((await withdraw(token)).status).toBe(200);
    expect((await at(refusedAt)).status).toBe(200);
  });

  it('refuses a period that is free, and one that cannot be booked at all', async () => {
    const body = await wish();
    expect(problem(await join(body))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(problem(await join({ ...body, endsAt: body.startsAt }))).toEqual([422, 'PERIOD_INVALID']);
    expect(problem(await join({ ...body, headCount: 150 }))).toEqual([422, 'OVER_CAPACITY']);
    expect(problem(await join({ ...body, ...desk.stay(-3) }))).toEqual([422, 'IN_THE_PAST']);
    expect(problem(await join({ ...body, roomId: UNKNOWN_TOKEN.slice(0, 36) }))).toEqual([400, 'INVALID_INPUT']);
    expect(await states()).toEqual([]);
  });

  it("accepts no other phone's code, no expired one, and no room of another store", async () => {
    await occupy(30);
    const [body, other] = [await wish(), await wish()];
    expect(problem(await join({ ...body, guestPhone: desk.nextPhone() }))).toEqual([401, 'INVALID_CODE']);
    const elsewhere = await openOnlineDesk(server, clock, { rooms: 1 });
    expect(problem(await elsewhere.post('/waitlist', body))).toEqual([401, 'INVALID_CODE']);
    expect(problem(await join({ ...body, roomId: elsewhere.roomIds[0] }))).toEqual([400, 'INVALID_INPUT']);
    clock.advance(HOUR_MS);
    expect(problem(await join(other))).toEqual([401, 'INVALID_CODE']);
    expect(await states()).toEqual([]);
  });

  it('answers 404 for a store without online booking (BK-1)', async () => {
    const body = await wish();
    await desk.setBooking({ isOpen: false });
    expect(problem(await join(body))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await withdraw(UNKNOWN_TOKEN))).toEqual([404, 'NOT_FOUND']);
  });

  it('withdraws the entry of the token only, and twice the same', async () => {
    await occupy(30);
    const [first, second] = [await join(await wish()), await join(await wish())];
    const token = String(first.body['withdrawToken']);
    const forged = `${String(second.body['withdrawToken']).slice(0, 36)}${token.slice(36)}`;
    for (const bad of [forged, UNKNOWN_TOKEN, 'x', `${token}x`, token.slice(0, -1)])
      expect(problem(await withdraw(bad))).toEqual([404, 'NOT_FOUND']);
    const elsewhere = await openOnlineDesk(server, clock, { rooms: 1 });
    expect(problem(await elsewhere.post('/waitlist/withdraw', { withdrawToken: token }))).toEqual([404, 'NOT_FOUND']);
    expect(await states()).toEqual(['WAITING', 'WAITING']);
    const answers = await Promise.all([withdraw(token), withdraw(token)]);
    expect(answers.map(({ body }) => body)).toEqual([{ isWithdrawn: true }, { isWithdrawn: true }]);
    expect((await states()).toSorted()).toEqual(['DONE', 'WAITING']);
  });

  it('refuses to withdraw an entry whose guest has an offer', async () => {
    await desk.set({ waitlist_offer_minutes: 20 });
    const occupied = await occupy(30);
    const { body } = await join(await wish());
    await desk.verb(occupied, 'cancel');
    await desk.runUntil('the guest gets an offer', async () => (await states())[0] === 'OFFERED');
    expect(problem(await withdraw(body['withdrawToken']))).toEqual([409, 'STATE_NOT_ALLOWED']);
  });

  it('stores the phone of the guest sealed, and records no data of the guest', async () => {
    await occupy(30);
    const body = await wish();
    await join(body);
    const { waiting, audited } = await server.withActor(headOffice(desk.shop.productId), async (tx) => ({
      waiting: await tx
        .selectFrom('waitlist')
        .selectAll()
        .where('store_id', '=', desk.storeId)
        .executeTakeFirstOrThrow(),
      audited: await tx
        .selectFrom('audit_log')
        .selectAll()
        .where('product_id', '=', desk.shop.productId)
        .where('action', '=', 'waitlist.added')
        .execute(),
    }));
    expect([waiting.origin, waiting.guest_language, waiting.phone_mark?.length]).toEqual(['ONLINE', 'en', 16]);
    expect(audited).toHaveLength(1);
    for (const phone of [body.guestPhone, body.guestPhone.replaceAll('-', ''), `****-${body.guestPhone.slice(-4)}`])
      expect(JSON.stringify(audited)).not.toContain(phone);
  });

  it('lists the starts that are taken as full, and neither closed times nor those without a price', async () => {
    await occupy(30);
    const { startsAt } = desk.stay(30);
    const date = startsAt.slice(0, 10);
    const times = async () => (await desk.get(`/times?date=${date}&minutes=120&headCount=2`)).body;
    const first = await times();
    const full = (first['full'] as unknown as { startsAt: string }[]).map((item) => item.startsAt);
    expect(full).toContain(startsAt);
    const free = (first['items'] as unknown as { startsAt: string }[]).map((item) => item.startsAt);
    expect(full.filter((start) => free.includes(start))).toEqual([]);
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx.updateTable('price_policies').set({ deleted_at: clock.now() }).where('store_id', '=', desk.storeId).execute(),
    );
    const later = await desk.runUntil('the price is gone', async () => {
      const now = await times();
      return (now['items'] as unknown as unknown[]).length === 0 && now;
    });
    expect(later['full']).toEqual([]);
  });
});
