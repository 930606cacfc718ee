/** @module-tag engines */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM } from '../../db/index.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  MINUTE_MS,
  openOnlineDesk,
  solveWork,
  startTestServer,
  until,
  type Answer,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';
import { bookingMarks } from './guest-proof/booking-marks.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];

describe('POST booking/…/reservation (BK-6, BK-7)', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  const logLines: string[] = [];
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, logLines, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 90 });
  });
  afterAll(() => server.close());

  let room = 10;
  const nextRoom = () => desk.roomIds[(room += 1)];
  const book = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    desk.post('/reservation', body, headers);
  /** Of one start: "any room" may have given the same room to another guest at another time. */
  const reservations = async ({ roomId, startsAt }: Readonly<Record<string, unknown>>) => {
    const rows = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .selectFrom('reservations')
        .select(['id', 'channel', 'state'])
        .where('room_id', '=', String(roomId))
        .where('starts_at', '=', new Date(String(startsAt)))
        .where('state', 'in', ['PENDING', 'CONFIRMED'])
        .execute(),
    );
    return rows;
  };

  /** Runs the work while the row of a room is locked, so that a request that books it stops there. */
  const whileRoomIsLocked = <T>(roomId: unknown, work: () => Promise<T>) =>
    server.withActor(headOffice(desk.shop.productId), async (tx) => {
      await tx.selectFrom('rooms').select('id').where('id', '=', String(roomId)).forUpdate().execute();
      return work();
    });
  const waitingRequests = () =>
    server.withActor(SYSTEM, async (tx) => {
      const { rows } = await sql<{ rooms: number; phones: number }>`
        select count(*) filter (where locktype <> 'advisory') as rooms,
          count(*) filter (where locktype = 'advisory') as phones
        from pg_locks l join pg_stat_activity a using (pid) where not l.granted
          and a.datname = current_database()`.execute(tx);
      return { rooms: Number(rows[0]?.rooms), phones: Number(rows[0]?.phones) };
    });
  /** Waits until one request waits for the room, and as many others for a phone. */
  const untilRequestsWait = (forPhones: number) =>
    until('requests wait for the room and for phones', async () => {
      const { rooms, phones } = await waitingRequests();
      return rooms === 1 && phones === forPhones;
    });

  /** Replaces all codes that were sent, so that a test knows them without waiting for 64 messages. */
  const setCodes = async (code: string) => {
    const marks = bookingMarks(server.config.tokenSecret);
    await server.withActor(storeActor(desk.shop.productId, desk.storeId), async (tx) => {
      for (const { id } of await tx.selectFrom('phone_codes').select('id').where('used_at', 'is', null).execute())
        await tx
          .updateTable('phone_codes')
          .set({ code_hash: marks.ofCode(id, code) })
          .where('id', '=', id)
          .execute();
    });
  };

  it('holds a stay and returns the link of the guest, which works at once', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    const { status, body } = await book(form);
    expect([status, body]).toMatchObject([
      200,
      { state: 'PENDING', roomId: form['roomId'], priceAmount: 20_000, startsAt: form['startsAt'] },
    ]);
    const [, token = ''] = /^\/g\/(mjg_[\w-]{43})$/.exec(String(body['path'])) ?? [];
    const page = await server.caller(token)('GET', '/guest/page');
    expect(page.body).toMatchObject({
      reservation: { code: body['reservationCode'], state: 'PENDING' },
      dueAmount: 20_000,
    });
    expect(await reservations(form)).toMatchObject([{ channel: 'ONLINE', state: 'PENDING' }]);
    const { body: detail } = await desk.admin.call('GET', `/${desk.shop.slug}/reservation/${body['reservationId']}`);
    expect(detail).toMatchObject({ channel: 'ONLINE', history: [{ kind: 'CREATED', actorKind: 'GUEST' }] });
  });

  it('makes one hold of one slot for 64 guests at once, and offers the others free times', async () => {
    const roomId = nextRoom();
    const stay = desk.stay(3);
    const phones = Array.from({ length: 64 }, () => desk.nextPhone());
    for (const phone of phones) await desk.codeOf(phone);
    await setCodes('135790');
    const { body: page } = await desk.get();
    const answers = await Promise.all(
      phones.map((guestPhone) =>
        book({
          ...stay,
          roomId,
          headCount: 2,
          guestName: '동시',
          guestPhone,
          phoneCode: '135790',
          expectedPriceAmount: 20_000,
          acceptsTerms: true,
          termsVersion: page['termsVersion'],
        }),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status !== 200);
    expect([won.length, await reservations({ roomId, ...stay })]).toMatchObject([1, [{ state: 'PENDING' }]]);
    for (const answer of lost) {
      expect(problem(answer)).toEqual([409, 'SLOT_TAKEN']);
      const free = answer.body['free'] as unknown as { roomId: string; startsAt: string }[];
      expect(free.length).toBeLessThanOrEqual(6);
      expect(free.some((item) => item.roomId === roomId && item.startsAt !== stay.startsAt)).toBe(true);
      expect(free.some((item) => item.roomId !== roomId && item.startsAt === stay.startsAt)).toBe(true);
    }
    expect(lost).toHaveLength(63);
  });

  it('gives any suitable room, another one to each of two guests at once', async () => {
    const stay = desk.stay(6);
    const forms = [await desk.form({ roomId: null, ...stay }), await desk.form({ roomId: null, ...stay })];
    const answers = await Promise.all(forms.map((form) => book(form)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body['roomId'])).size).toBe(2);
  });

  it('makes one hold of a repeated request, also at once, and refuses the key with another body', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = await Promise.all([book(form, headers), book(form, headers)]);
    const third = await book(form, headers);
    expect([first.status, second.body['path'], third.body['path']]).toEqual([
      200,
      first.body['path'],
      first.body['path'],
    ]);
    expect(await reservations(form)).toHaveLength(1);
    expect(problem(await book({ ...form, guestName: '다른 이름' }, headers))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    expect(problem(await book(form, { 'idempotency-key': 'a key' }))).toEqual([400, 'IDEMPOTENCY_KEY_INVALID']);
  });

  it('gives a request that overlaps the first one the same reservation, although the code is used (BK-7)', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    const headers = { 'idempotency-key': randomUUID() };
    const requests: Promise<Answer>[] = [];
    await whileRoomIsLocked(form['roomId'], async () => {
      requests.push(book(form, headers));
      await untilRequestsWait(0);
      requests.push(book(form, headers));
      await untilRequestsWait(1);
    });
    const [first, second] = await Promise.all(requests);
    expect([first?.status, second?.status, second?.body['path']]).toEqual([200, 200, first?.body['path']]);
    expect(await reservations(form)).toHaveLength(1);
  });

  it('keeps a code for another try after a taken time, and makes one reservation with it', async () => {
    const occupiedRoom = nextRoom();
    expect((await book(await desk.form({ roomId: occupiedRoom }))).status).toBe(200);
    const form = await desk.form({ roomId: occupiedRoom });
    expect(problem(await book(form))).toEqual([409, 'SLOT_TAKEN']);
    clock.advance(6 * MINUTE_MS);
    expect((await book({ ...form, roomId: nextRoom() })).status).toBe(200);
    expect(problem(await book({ ...form, roomId: nextRoom() }))).toEqual([401, 'INVALID_CODE']);
  });

  it('refuses another price, other terms, a stranger room and a guest who accepts nothing', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    const other = await server.makeShop();
    expect(problem(await book({ ...form, expectedPriceAmount: 19_000 }))).toEqual([409, 'PRICE_CHANGED']);
    expect(problem(await book({ ...form, roomId: null, expectedPriceAmount: 19_000 }))).toEqual([409, 'PRICE_CHANGED']);
    expect(problem(await book({ ...form, roomId: other.stores[0]?.rooms[0]?.id }))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await book({ ...form, acceptsTerms: false }))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await book({ ...form, guestPhone: '02-123-4567' }))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await book({ ...form, headCount: 5 }))).toEqual([422, 'OVER_CAPACITY']);
    await desk.setBooking({ terms: '음식물 반입 금지' });
    const stale = await book(form);
    expect(problem(stale)).toEqual([409, 'STALE']);
    expect(stale.body['current']).toMatchObject({ terms: '음식물 반입 금지' });
    const { termsVersion } = stale.body['current'] as unknown as { termsVersion: string };
    expect((await book({ ...form, termsVersion })).status).toBe(200);
    await desk.setBooking({ terms: '' });
  });

  it('refuses the past, the horizon and times off the grid, as for staff (RV-2)', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    const at = (fromHours: number, offsetMs = 0) => {
      const { startsAt, endsAt } = desk.stay(fromHours);
      const moved = (text: string) => new Date(new Date(text).getTime() + offsetMs).toISOString();
      return { startsAt: moved(startsAt), endsAt: moved(endsAt) };
    };
    const { body: page } = await desk.get();
    const horizonHours = Number(page['horizonDays']) * 24;
    expect(problem(await book({ ...form, ...at(-3) }))).toEqual([422, 'IN_THE_PAST']);
    expect(problem(await book({ ...form, ...at(horizonHours + 1) }))).toEqual([422, 'BEYOND_HORIZON']);
    expect(problem(await book({ ...form, ...at(2, MINUTE_MS) }))).toEqual([422, 'OFF_SLOT_GRID']);
    expect(problem(await book({ ...form, startsAt: form['endsAt'], endsAt: form['startsAt'] }))).toEqual([
      422,
      'PERIOD_INVALID',
    ]);
    expect((await book({ ...form, ...at(horizonHours - 1) })).status).toBe(200);
  });

  it('allows two unpaid holds of a phone, and more once one is paid or has lapsed (BK-7)', async () => {
    const guestPhone = desk.nextPhone();
    const repeat = async () => book(await desk.form({ guestPhone, roomId: nextRoom() }));
    const first = await repeat();
    expect([first.status, (await repeat()).status]).toEqual([200, 200]);
    const refused = await repeat();
    expect(problem(refused)).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { body: detail } = await desk.admin.call(
      'GET',
      `/${desk.shop.slug}/reservation/${first.body['reservationId']}`,
    );
    expect((await desk.verb(detail, 'confirm')).status).toBe(200);
    clock.advance(10 * MINUTE_MS);
    expect((await repeat()).status).toBe(200);
  });

  it('names a taken time of any room as taken, and not as closed by the closure of another room (BK-6)', async () => {
    const other = await openOnlineDesk(server, clock, { rooms: 2 });
    const stay = other.stay(30);
    const path = `/${other.shop.slug}/store/${other.storeId}/closure`;
    const close = (roomIds: readonly unknown[]) => other.admin.call('POST', path, { roomIds, reason: '공사', ...stay });
    expect((await close([other.roomIds[0]])).status).toBe(200);
    await other.createReservation({ roomId: other.roomIds[1], ...stay });
    const form = await other.form({ roomId: null, ...stay });
    expect(problem(await other.post('/reservation', form))).toEqual([409, 'SLOT_TAKEN']);
    const later = other.stay(60);
    const all = await other.admin.call('POST', path, { roomIds: [], reason: '공사', ...later });
    expect(all.status).toBe(200);
    const next = await other.form({ roomId: null, ...later });
    expect(problem(await other.post('/reservation', next))).toEqual([422, 'STORE_CLOSED']);
  });

  it('allows sixty reservations of an address at a chain in an hour (BK-7)', async () => {
    const [address, now] = [desk.nextAddress(), clock.now()];
    const form = await desk.form({ roomId: nextRoom(), ...desk.stay(8) });
    const first = await book(form, desk.from(address));
    expect(first.status).toBe(200);
    const copyBooking = (count: number) =>
      server.withActor(headOffice(desk.shop.productId), (tx) =>
        sql`insert into online_bookings (product_id, store_id, id, reservation_id, phone_mark, address_mark, body_mark,
          created_at)
          select b.product_id, b.store_id, gen_random_uuid(), r.id, b.body_mark, b.address_mark, b.body_mark,
            ${now}::timestamptz
          from online_bookings b, (select id from reservations r where r.store_id = ${desk.storeId}
            and not exists (select from online_bookings o where o.reservation_id = r.id) limit ${count}) r
          where b.reservation_id = ${String(first.body['reservationId'])}`.execute(tx),
      );
    // A row of each reservation, because a reservation has one row.
    for (let n = 0; n < 58; n += 1)
      await desk.createReservation({ roomId: desk.roomIds[n % 10], ...desk.stay(40 + 3 * Math.floor(n / 10)) });
    await copyBooking(58);
    const next = () => desk.form({ roomId: nextRoom(), ...desk.stay(8) });
    // So near to the limit, a request needs work (BK-11).
    const last = await next();
    const { challenge } = (await book(last, desk.from(address))).body;
    expect((await book({ ...last, work: solveWork(challenge) }, desk.from(address))).status).toBe(200);
    const refused = await book(await next(), desk.from(address));
    expect([...problem(refused), refused.body['challenge']]).toEqual([429, 'TOO_MANY_ATTEMPTS', undefined]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await book(await next())).status).toBe(200);
  });

  it('confirms a stay that costs nothing at once', async () => {
    await desk.setPrice(0);
    const { body } = await book(await desk.form({ roomId: nextRoom(), expectedPriceAmount: 0 }));
    expect(body).toMatchObject({ state: 'CONFIRMED', holdExpiresAt: null, priceAmount: 0 });
    await desk.setPrice(5000);
  });

  it('allows three future stays of a phone that cost nothing, and another one once they are over (BK-7)', async () => {
    await desk.setPrice(0);
    const guestPhone = desk.nextPhone();
    const bookFree = async (phone = guestPhone) =>
      book(await desk.form({ guestPhone: phone, roomId: nextRoom(), expectedPriceAmount: 0 }));
    for (let n = 0; n < 3; n += 1) expect((await bookFree()).status).toBe(200);
    clock.advance(10 * MINUTE_MS);
    expect(problem(await bookFree())).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect((await bookFree(desk.nextPhone())).status).toBe(200);
    await desk.setPrice(5000);
    expect((await book(await desk.form({ guestPhone, roomId: nextRoom() }))).status).toBe(200);
    await desk.setPrice(0);
    clock.advance(5 * HOUR_MS);
    expect((await bookFree()).status).toBe(200);
    await desk.setPrice(5000);
  });

  it('books again with the key of a request whose hold has lapsed, with a new code (BK-7)', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await book(form, headers);
    clock.advance(15 * MINUTE_MS);
    expect(problem(await book(form, headers))).toEqual([401, 'INVALID_CODE']);
    const renewed = { ...form, phoneCode: await desk.codeOf(String(form['guestPhone'])) };
    const second = await book(renewed, headers);
    expect([second.status, second.body['reservationId'] === first.body['reservationId']]).toEqual([200, false]);
    expect((await book(renewed, headers)).body['reservationId']).toBe(second.body['reservationId']);
    expect(await reservations(form)).toHaveLength(1);
  });

  it('refuses terms and a store that changed while the request waited for the room (BK-6)', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    const bookDuring = async (change: { isOpen?: boolean; terms?: string }) => {
      const requests: Promise<Answer>[] = [];
      await whileRoomIsLocked(form['roomId'], async () => {
        requests.push(book(form));
        await untilRequestsWait(0);
        await desk.setBooking(change);
      });
      const [answer] = await Promise.all(requests);
      await desk.setBooking({ isOpen: true, terms: '' });
      return answer;
    };
    const stale = await bookDuring({ terms: '환불 없음' });
    expect([stale?.status, stale?.body]).toMatchObject([409, { code: 'STALE', current: { terms: '환불 없음' } }]);
    expect((await bookDuring({ isOpen: false }))?.status).toBe(404);
    expect(await reservations(form)).toEqual([]);
    expect((await book(form)).status).toBe(200);
  });

  it('takes at most two connections for the bookings of a chain that wait for a room', async () => {
    const roomId = nextRoom();
    const forms: Record<string, unknown>[] = [];
    for (let n = 0; n < 6; n += 1) forms.push(await desk.form({ roomId }));
    const requests: Promise<Answer>[] = [];
    await whileRoomIsLocked(roomId, async () => {
      requests.push(...forms.map((form) => book(form)));
      // The second one waits for its turn at the room, which is an advisory lock.
      const countWaiting = async () => Object.values(await waitingRequests()).reduce((sum, count) => sum + count, 0);
      await until('two requests wait for the room', async () => (await countWaiting()) === 2);
      expect((await desk.get()).status).toBe(200);
      // A job of the server can wait for the room as well, for a moment.
      await until('no third request waits', async () => (await countWaiting()) === 2);
    });
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, ...Array<number>(5).fill(409)]);
  });

  it('writes no phone, code or link to the log and to the tables of online booking (BK-9)', async () => {
    const form = await desk.form({ roomId: nextRoom() });
    const { body } = await book(form);
    const rows = await server.withActor(headOffice(desk.shop.productId), async (tx) => [
      await tx.selectFrom('phone_codes').selectAll().execute(),
      await tx.selectFrom('online_bookings').selectAll().execute(),
    ]);
    const text = logLines.join('\n') + JSON.stringify(rows);
    for (const secret of [String(form['guestPhone']), String(form['guestPhone']).replaceAll('-', ''), '김손님'])
      expect(text).not.toContain(secret);
    expect(text).not.toContain(String(body['path']).slice(3));
    expect(logLines.join('\n')).not.toContain(`"${String(form['phoneCode'])}"`);
  });
});
