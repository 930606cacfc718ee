// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  openOnlineDesk,
  SELLER_BUSINESS_NUMBER,
  startTestServer,
  until,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { sendLargeBody } from '../../../testing/large-body.ts';

const NOW = new Date('2026-11-21T06:10:00Z');
const problem = ({ status, body }: Answer) => [status, body['code']];
const day = (offset: number) =>
  new Date(NOW.getTime() + 9 * HOUR_MS + offset * 24 * HOUR_MS).toISOString().slice(0, 10);

describe('GET booking/… (BK-1 to BK-3)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: OnlineDesk;
  let visit: (path: string) => Promise<Answer>;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 3 });
    visit = (path) => server.caller(null)('GET', path, undefined, desk.from(desk.nextAddress()));
  });
  afterAll(() => server.close());

  const times = async (date: string, query = '&minutes=120&headCount=2') => {
    const { status, body } = await desk.get(`/times?date=${date}${query}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body as unknown as {
      roomIds: string[];
      items: { startsAt: string; endsAt: string; amounts: (number | null)[] }[];
    };
  };
  const at = (date: string, time: string) => new Date(`${date}T${time}:00+09:00`).toISOString();
  const startsOf = ({ items }: Awaited<ReturnType<typeof times>>) => items.map(({ startsAt }) => startsAt);

  it('shows the store, its rooms, rules and terms, and nothing for guests with a reservation (BK-1)', async () => {
    const { status, body } = await desk.get();
    expect([status, body]).toMatchObject([
      200,
      {
        product: { slug: desk.shop.slug },
        name: 'Store 1',
        now: clock.now().toISOString(),
        today: day(0),
        slotMinutes: 30,
        canPay: true,
        canSendCode: true,
        terms: '',
        rooms: desk.roomIds.map((id) => ({ id, capacity: 4, photos: [] })),
      },
    ]);
    // The business number is public as a part of the seller (SE-1), and nowhere else.
    const { seller, ...rest } = body;
    expect(seller).toMatchObject({ kind: 'STORE', businessNumber: SELLER_BUSINESS_NUMBER });
    expect(JSON.stringify(rest)).not.toMatch(/directions|wifi|houseRules|mqtt|businessNumber|settlement/i);
  });

  it('answers one 404 for a closed, an unknown, a foreign and a finally closed store (BK-1)', async () => {
    const other = await openOnlineDesk(server, clock, { rooms: 1 });
    const paths = ['', '/days?from=2026-11-22&minutes=60', '/times?date=2026-11-22&minutes=60'];
    const foreign = (rest: string) => `/${desk.shop.slug}/booking/store/${other.storeId}${rest}`;
    const answers = await Promise.all(
      paths.flatMap((rest) => [visit(foreign(rest)), visit(desk.url(rest, other.shop.productId))]),
    );
    await other.setBooking({ isOpen: false });
    const bodies = { phone: '010-1234-5678' };
    answers.push(
      await until('the store is closed for reads', async () => {
        const answer = await other.get('/times?date=2026-11-22&minutes=60');
        return answer.status === 404 && answer;
      }),
      await other.get(),
      await other.post('/phone-code', bodies),
      await desk.post('/quote', { roomId: other.roomIds[0], ...desk.stay(3), headCount: 1 }),
    );
    await other.setBooking({ isOpen: true });
    await server.withActor(headOffice(other.shop.productId), (tx) =>
      tx
        .updateTable('stores')
        .set({ closed_at: clock.now(), closed_reason: '폐점' })
        .where('id', '=', other.storeId)
        .execute(),
    );
    answers.push(await other.get());
    expect(answers.map(problem)).toEqual(answers.map(() => [404, 'NOT_FOUND']));
  });

  it('lists the starts of a business date from its cut-off to the next one, over midnight (BK-2)', async () => {
    const list = await times(day(1));
    const starts = startsOf(list);
    expect([starts[0], starts.at(-1), starts.length]).toEqual([at(day(1), '06:00'), at(day(2), '05:30'), 48]);
    expect(starts).toContain(at(day(2), '00:00'));
    expect(list.roomIds).toEqual(desk.roomIds);
    expect(list.items[0]).toMatchObject({ endsAt: at(day(1), '08:00'), amounts: [20_000, 20_000, 20_000] });
  });

  it('begins today at the next slot, and ends at the horizon (BK-2)', async () => {
    expect(startsOf(await times(day(0)))[0]).toBe(at(day(0), '15:30'));
    expect(await times(day(-1))).toMatchObject({ items: [] });
    const { body } = await desk.get();
    const last = startsOf(await times(String(body['lastDate']))).at(-1) ?? '';
    const horizonMs = Number(body['horizonDays']) * 24 * HOUR_MS;
    expect(Date.parse(last) - clock.now().getTime()).toBeLessThanOrEqual(horizonMs);
    expect(Date.parse(last) - clock.now().getTime()).toBeGreaterThan(horizonMs - HOUR_MS);
  });

  it('leaves out what is taken, closed, too small or has no price, and agrees with the reservation (BK-2)', async () => {
    const date = day(3);
    const stay = { startsAt: at(date, '12:00'), endsAt: at(date, '14:00') };
    await desk.createReservation({ roomId: desk.roomIds[0], ...stay });
    await desk.createReservation({ kind: 'BLOCK', roomId: desk.roomIds[1], ...stay });
    const list = await times(date);
    const amountsAt = (time: string) => list.items.find(({ startsAt }) => startsAt === at(date, time))?.amounts;
    expect(amountsAt('09:30')).toEqual([20_000, 20_000, 20_000]);
    expect(amountsAt('12:00')).toEqual([null, null, 20_000]);
    expect(amountsAt('13:30')).toEqual([null, null, 20_000]);
    const { body: detail } = await desk.get();
    expect(detail['minMinutes']).toBe(30);
    expect((await times(date, '&minutes=120&headCount=5')).roomIds).toEqual([]);
    for (const query of ['&minutes=45', '&minutes=10', '&minutes=10000'])
      expect((await times(date, query)).items).toEqual([]);
    // Every time that is listed can be booked, and no other one.
    for (const [index, roomId] of desk.roomIds.entries()) {
      const booked = await desk.book({ roomId, startsAt: at(date, '11:00'), endsAt: at(date, '13:00') });
      expect([roomId, booked.status === 200]).toEqual([roomId, amountsAt('11:00')?.[index] !== null]);
    }
  });

  it('counts the free rooms of each date of a calendar (BK-2)', async () => {
    const { body } = await desk.get(`/days?from=${day(-1)}&days=42&minutes=720&headCount=2`);
    const items = body['items'] as unknown as { date: string; freeRoomCount: number; isClosed: boolean }[];
    expect(items).toHaveLength(42);
    expect(items.slice(0, 3)).toEqual([
      { date: day(-1), freeRoomCount: 0, isClosed: false, isHoliday: false },
      { date: day(0), freeRoomCount: 3, isClosed: false, isHoliday: false },
      { date: day(1), freeRoomCount: 3, isClosed: false, isHoliday: false },
    ]);
    expect(problem(await desk.get(`/days?from=${day(0)}&days=43&minutes=60`))).toEqual([400, 'INVALID_INPUT']);
  });

  it('names the dates on which all rooms are closed, and not those that are taken (BK-2)', async () => {
    const other = await openOnlineDesk(server, clock, { rooms: 1 });
    const close = { startsAt: at(day(6), '00:00'), endsAt: at(day(7), '06:00') };
    const path = `/${other.shop.slug}/store/${other.storeId}/closure`;
    const closed = await other.admin.call('POST', path, { roomIds: [], reason: '공사', ...close });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    await other.createReservation({
      kind: 'BLOCK',
      roomId: other.roomIds[0],
      startsAt: at(day(4), '00:00'),
      endsAt: at(day(6), '00:00'),
    });
    const { body } = await other.get(`/days?from=${day(4)}&days=4&minutes=60`);
    const states = (body['items'] as unknown as { freeRoomCount: number; isClosed: boolean }[]).map(
      ({ freeRoomCount, isClosed }) => [freeRoomCount, isClosed],
    );
    expect(states).toEqual([
      [0, false],
      [0, false],
      [0, true],
      [1, false],
    ]);
  });

  it('shares what a calendar reads among all lengths and numbers of guests for some seconds (BK-2)', async () => {
    const other = await openOnlineDesk(server, clock, { rooms: 2 });
    const count = async (from: string, query: string) => {
      const { body } = await other.get(`/days?from=${from}&days=2&${query}`);
      return (body['items'] as unknown as { freeRoomCount: number }[]).map(({ freeRoomCount }) => freeRoomCount);
    };
    expect(await count(day(5), 'minutes=60')).toEqual([2, 2]);
    const whole = { startsAt: at(day(5), '00:00'), endsAt: at(day(7), '06:00') };
    await other.createReservation({ kind: 'BLOCK', roomId: other.roomIds[0], ...whole });
    expect(await count(day(5), 'minutes=120&headCount=2')).toEqual([2, 2]);
    // Another range is read, so the block is in it.
    expect(await count(day(4), 'minutes=120&headCount=2')).toEqual([2, 1]);
    expect(await count(day(5), 'minutes=45')).toEqual([0, 0]);
    expect(await count(day(5), 'minutes=60&headCount=200')).toEqual([0, 0]);
    expect(await count('2031-01-01', 'minutes=60')).toEqual([0, 0]);
    expect(await count('2020-01-01', 'minutes=60')).toEqual([0, 0]);
  });

  it('shares what it says about a store for a second, with the present time (BK-1)', async () => {
    const other = await openOnlineDesk(server, clock, { rooms: 1 });
    const { body: first } = await other.get();
    await other.setBooking({ terms: '새 약관' });
    clock.advance(1000);
    const { body: second } = await other.get();
    expect([second['terms'], second['now']]).toEqual(['', clock.now().toISOString()]);
    expect(second['now']).not.toBe(first['now']);
    await until('the new terms are shown', async () => (await other.get()).body['terms'] === '새 약관');
  });

  it('quotes a stay with its refunds as times and amounts (BK-3)', async () => {
    const tiers = [
      { hoursBefore: 2, refundPercent: 50 },
      { hoursBefore: 24, refundPercent: 100 },
      { hoursBefore: 240, refundPercent: 100 },
    ];
    await desk.set({ cancellation_tiers: JSON.stringify(tiers) });
    const stay = { startsAt: at(day(4), '10:00'), endsAt: at(day(4), '12:00') };
    const quoted = await desk.post('/quote', { roomId: desk.roomIds[2], ...stay, headCount: 2 });
    expect(quoted.body).toMatchObject({
      totalAmount: 20_000,
      lines: [{ count: 4, unitAmount: 5000 }],
      refunds: [
        { until: at(day(3), '10:00'), refundPercent: 100, refundAmount: 20_000 },
        { until: at(day(4), '08:00'), refundPercent: 50, refundAmount: 10_000 },
      ],
    });
    const none = await desk.post('/quote', { roomId: desk.roomIds[2], ...stay, endsAt: stay.startsAt, headCount: 2 });
    expect(problem(none)).toEqual([422, 'PERIOD_INVALID']);
  });

  it('refuses garbage, unknown fields and a body of 10 MB', async () => {
    expect(problem(await desk.get('/times?date=2026-02-30&minutes=60'))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await desk.get(`/times?date=${day(1)}&minutes=60&storeId=1`))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await visit(desk.url('', 'not-an-id')))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await visit(`/${desk.shop.slug}/booking/photo/${desk.storeId}`))).toEqual([404, 'NOT_FOUND']);
    const url = `${server.url}/api/v2${desk.url('/reservation')}`;
    const headers = { 'content-type': 'application/json' };
    expect(await sendLargeBody(url, { headers: { ...headers, 'content-length': '10485760' }, pieces: 0 })).toBe(413);
    expect(await sendLargeBody(url, { headers, pieces: 100 })).toBe(413);
  });

  it('limits the requests of one address, and no other address behind the same proxy (BK-5)', async () => {
    const limited = await startTestServer({ beside: server, config: { trustProxy: 1, requestLimit: 1000 } });
    try {
      const send = (address: string) =>
        limited.caller(null)('POST', desk.url('/phone-code'), { phone: desk.nextPhone() }, desk.from(address));
      const address = desk.nextAddress();
      const answers = await Promise.all(Array.from({ length: 120 }, () => send(address)));
      const codes = new Set(answers.map(({ status, body }) => body['code'] ?? status));
      expect(codes).toEqual(new Set([200, 'RATE_LIMITED']));
      expect((await send(desk.nextAddress())).status).toBe(200);
      const path = desk.url(`/days?from=${day(1)}&days=1&minutes=45`);
      const calendars = await Promise.all(
        Array.from({ length: 70 }, () => limited.caller(null)('GET', path, undefined, desk.from(address))),
      );
      expect(new Set(calendars.map(({ status }) => status))).toEqual(new Set([200, 429]));
    } finally {
      await limited.close();
    }
  });
});
