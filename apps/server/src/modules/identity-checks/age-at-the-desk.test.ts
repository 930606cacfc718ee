/** @module-tag engines */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  makeGuest,
  makeKeypadDoor,
  openOnlineDesk,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type KeypadDoor,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';

type Body = Answer['body'];
const problem = ({ status, body }: Answer) => [status, body['code']];
const DAY_MS = 24 * HOUR_MS;
/** 11:00 in Seoul. */
const START = new Date('2026-11-21T02:00:00Z');

describe('stays for adults that staff and guests change', () => {
  const clock = fakeClock(START);
  let server: TestServer;
  let desk: OnlineDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    desk = await openOnlineDesk(server, clock, { rooms: 40 });
    await desk.set({
      horizon_days: 60,
      cancellation_tiers: JSON.stringify([{ hoursBefore: 0, refundPercent: 100 }]),
    });
    const saved = await desk.admin.call('POST', `${base()}/store/${desk.storeId}/age-rules`, {
      rules: [
        {
          roomIds: [],
          weekdays: [1, 2, 3, 4, 5, 6, 7],
          fromTime: '22:00',
          toTime: '06:00',
          basis: 'YOUTH_ACT',
          note: '',
        },
      ],
      checkMonths: 12,
      version: 0,
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  });
  afterAll(() => server.close());
  let room = -1;
  let roomId: string;
  beforeEach(() => {
    clock.set(START);
    room += 1;
    roomId = desk.roomIds[room] ?? '';
  });

  const base = () => `/${desk.shop.slug}`;
  /** An instant of a day after Saturday the 21st, in Seoul. */
  const seoul = (day: number, time: string) =>
    new Date(new Date(`2026-11-21T${time}:00+09:00`).getTime() + day * DAY_MS).toISOString();
  const from = (day: number, starts: string, endDay: number, ends: string) => ({
    startsAt: seoul(day, starts),
    endsAt: seoul(endDay, ends),
  });
  const makeStay = (change: Readonly<Record<string, unknown>> = {}) =>
    desk.createReservation({ roomId, guestPhone: desk.nextPhone(), ...from(3, '18:00', 3, '20:00'), ...change });
  const checkOf = async ({ id }: Body) =>
    (await desk.admin.call('GET', `${base()}/reservation/${String(id)}/age-check`)).body;
  const auditOf = ({ id }: Body) =>
    server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'detail'])
        .where('subject_id', '=', String(id))
        .where('action', 'like', 'age-check.%')
        .execute(),
    );

  describe('POST reservation/…/check-in of a guest who was not checked (AG-12)', () => {
    /** A stay of this evening, at its start. */
    async function atStart(): Promise<Body> {
      const stay = await makeStay(from(0, '22:00', 1, '01:00'));
      clock.set(new Date(seoul(0, '22:00')));
      return stay;
    }
    const checkIn = (stay: Body, adult?: unknown, by?: Caller) =>
      desk.verb(stay, 'check-in', adult === undefined ? {} : { adult }, by);

    it('is refused with the way of counting, and changes nothing', async () => {
      const stay = await atStart();
      const refused = await checkIn(stay);
      expect([...problem(refused), refused.body['current']]).toEqual([409, 'AGE_CHECK_NEEDED', { basis: 'YOUTH_ACT' }]);
      expect(await desk.read(stay)).toMatchObject({ state: 'CONFIRMED', version: stay['version'] });
      expect(await auditOf(stay)).toEqual([]);
      for (const faulty of [{ document: 'PASSPORT', reason: '' }, { document: 'LIBRARY_CARD', reason: '봄' }, {}])
        expect(problem(await checkIn(stay, faulty))).toEqual([400, 'INVALID_INPUT']);
    });

    it('confirms the document that the person saw, for this stay and the next ones', async () => {
      const stay = await atStart();
      const guestPhone = desk.nextPhone();
      const named = await desk.edit(stay, { guestPhone });
      const done = await checkIn(named.body, { document: 'ID_CARD', reason: '매장에서 봄' });
      expect([done.status, done.body['state']]).toEqual([200, 'IN_USE']);
      expect(await checkOf(stay)).toMatchObject({ way: 'DOCUMENT', document: 'ID_CARD' });
      expect(await auditOf(stay)).toEqual([
        { action: 'age-check.confirmed', detail: { document: 'ID_CARD', reason: '매장에서 봄' } },
      ]);
      const next = await makeStay({ guestPhone, ...from(5, '22:00', 5, '23:00') });
      expect(await checkOf(next)).toMatchObject({ way: 'DOCUMENT' });
    });

    it('takes a reason in place of a document, and the guest stays unchecked', async () => {
      const stay = await atStart();
      const done = await checkIn(stay, { document: null, reason: '단골이고 나이를 알고 있음' });
      expect([done.status, done.body['state']]).toEqual([200, 'IN_USE']);
      expect(await checkOf(stay)).toMatchObject({ metAt: null, way: null });
      expect(await auditOf(stay)).toEqual([
        { action: 'age-check.waived', detail: { reason: '단골이고 나이를 알고 있음' } },
      ]);
    });

    it('needs nothing of a checked guest and of a stay for all ages, and ignores what is sent', async () => {
      const stay = await makeStay(from(0, '13:00', 0, '15:00'));
      clock.set(new Date(seoul(0, '13:00')));
      expect((await checkIn(stay, { document: 'PASSPORT', reason: '봄' })).status).toBe(200);
      expect(await auditOf(stay)).toEqual([]);
    });

    it('lets one of two people check in at the same time', async () => {
      const stay = await atStart();
      const both = await Promise.all(
        ['PASSPORT', 'ID_CARD'].map((document) => checkIn(stay, { document, reason: '봄' })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await auditOf(stay)).toHaveLength(1);
    });

    it('is refused to support and to a franchisee of another store', async () => {
      const stay = await atStart();
      const [support, other] = await Promise.all([
        server.signIn(desk.shop, ['CUSTOMER_MANAGER'], desk.shop.stores),
        server.signIn(await server.makeShop({ rooms: 1 }), ['ADMIN']),
      ]);
      const adult = { document: 'PASSPORT', reason: '봄' };
      expect(problem(await checkIn(stay, adult, support))).toEqual([403, 'CAPABILITY_MISSING']);
      expect((await checkIn(stay, adult, other)).status).toBe(404);
    });
  });

  describe('the code of a stay (AG-12)', () => {
    let door: KeypadDoor;
    beforeAll(async () => {
      door = await makeKeypadDoor(server, desk.shop, desk.admin, { name: 'adults', roomId: desk.roomIds[39] ?? null });
    });
    afterAll(() => door.lock.stop());

    it('comes with the check-in of a person, and not before', async () => {
      const stay = await makeStay({ roomId: desk.roomIds[39], ...from(0, '22:00', 1, '01:00') });
      clock.set(new Date(seoul(0, '22:00')));
      const reveal = () => desk.admin.call('POST', `${base()}/reservation/${String(stay['id'])}/access/reveal`, {});
      expect(problem(await reveal())).toEqual([409, 'ACCESS_CODE_ABSENT']);
      expect(problem(await desk.verb(stay, 'check-in'))).toEqual([409, 'AGE_CHECK_NEEDED']);
      expect(problem(await reveal())).toEqual([409, 'ACCESS_CODE_ABSENT']);
      await desk.verb(stay, 'check-in', { adult: { document: null, reason: '점주가 아는 손님' } });
      await until('the guest gets the code', async () => (await reveal()).status === 200);
    });
  });

  describe('POST age-check/preview (AG-13)', () => {
    const preview = async (body: Readonly<Record<string, unknown>>, by: Caller = desk.admin) =>
      by.call('POST', `${base()}/age-check/preview`, { roomId, ...body });
    const ask = async (body: Readonly<Record<string, unknown>>) => {
      const answer = await preview(body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    };
    const [needed, allAges] = [
      { basis: 'YOUTH_ACT', isCheckNeeded: true },
      { basis: null, isCheckNeeded: false },
    ];

    it('says of a new stay whether its guest has to be checked, at the borders of the hours', async () => {
      expect(await ask(from(3, '20:00', 3, '22:00'))).toEqual(allAges);
      expect(await ask(from(3, '20:00', 3, '22:30'))).toEqual(needed);
      expect(await ask(from(4, '05:00', 4, '08:00'))).toEqual(needed);
      expect(await ask(from(4, '06:00', 4, '08:00'))).toEqual(allAges);
      expect(await ask({ ...from(3, '23:00', 4, '01:00'), guestPhone: desk.nextPhone() })).toEqual(needed);
    });

    it('knows a guest who was checked, of a new stay and of one that moves', async () => {
      const guestPhone = desk.nextPhone();
      const stay = await makeStay({ guestPhone });
      const night = from(3, '22:00', 3, '23:30');
      expect(await ask({ ...night, reservationId: stay['id'] })).toEqual(needed);
      const late = await makeStay({ guestPhone, ...from(6, '22:00', 6, '23:00') });
      const path = `${base()}/reservation/${String(late['id'])}/age-check/confirm`;
      expect((await desk.admin.call('POST', path, { document: 'PASSPORT', reason: '봄' })).status).toBe(200);
      const checked = { basis: 'YOUTH_ACT', isCheckNeeded: false };
      expect(await ask({ ...night, reservationId: stay['id'] })).toEqual(checked);
      expect(await ask({ ...night, guestPhone })).toEqual(checked);
      expect(await ask({ ...night, guestPhone: desk.nextPhone() })).toEqual(needed);
    });

    it('agrees with what the move then writes', async () => {
      const stay = await makeStay();
      const night = from(3, '21:00', 3, '23:00');
      expect(await ask({ ...night, reservationId: stay['id'] })).toEqual(needed);
      const moved = await desk.edit(stay, night);
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      expect(await checkOf(stay)).toMatchObject({ basis: 'YOUTH_ACT', metAt: null });
    });

    it('answers 404 for a room and a stay of another chain, and refuses a period without a length', async () => {
      const [stay, otherShop] = [await makeStay(), await server.makeShop({ rooms: 1 })];
      const stranger = await server.signIn(otherShop, ['ADMIN']);
      const night = from(3, '22:00', 3, '23:00');
      const foreign = await stranger.call('POST', `/${otherShop.slug}/age-check/preview`, {
        roomId,
        ...night,
      });
      expect(foreign.status).toBe(404);
      const [, other] = desk.shop.stores;
      if (other?.rooms[0])
        expect((await preview({ ...night, roomId: other.rooms[0].id, reservationId: stay['id'] })).status).toBe(404);
      for (const faulty of [from(3, '22:00', 3, '22:00'), from(3, '23:00', 3, '22:00'), from(0, '10:00', 59, '10:00')])
        expect(problem(await preview(faulty))[1]).toBe('PERIOD_INVALID');
    });
  });

  describe('a guest who changes the stay themselves (AG-3)', () => {
    const target = (place: { readonly startsAt: string; readonly endsAt: string }) => ({
      roomId,
      headCount: 2,
      ...place,
    });
    const guestOf = (stay: Body) => makeGuest(server, desk.shop, desk.storeId, String(stay['id']));
    const confirm = async (stay: Body) => {
      const path = `${base()}/reservation/${String(stay['id'])}/age-check/confirm`;
      return desk.admin.call('POST', path, { document: 'PASSPORT', reason: '봄' });
    };

    it('is refused a move into hours for adults, and moves within the other hours', async () => {
      const stay = await makeStay();
      const { call } = await guestOf(stay);
      const move = (place: { readonly startsAt: string; readonly endsAt: string }) =>
        call('POST', `${base()}/guest/move`, {
          ...target(place),
          version: stay['version'],
          expectedPriceAmount: stay['priceAmount'],
        });
      for (const night of [from(3, '21:00', 3, '23:00'), from(4, '01:00', 4, '03:00'), from(4, '04:30', 4, '06:30')]) {
        const refused = await move(night);
        expect([...problem(refused), refused.body['current']]).toEqual([
          409,
          'AGE_CHECK_NEEDED',
          { basis: 'YOUTH_ACT' },
        ]);
        expect(problem(await call('POST', `${base()}/guest/move/quote`, target(night)))).toEqual([
          409,
          'AGE_CHECK_NEEDED',
        ]);
      }
      expect(await desk.read(stay)).toMatchObject({ startsAt: stay['startsAt'], version: stay['version'] });
      const moved = await move(from(3, '20:00', 3, '22:00'));
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    });

    it('moves into hours for adults once staff have seen a document of another stay', async () => {
      const guestPhone = desk.nextPhone();
      const stay = await makeStay({ guestPhone });
      await confirm(await makeStay({ guestPhone, ...from(8, '22:00', 8, '23:00') }));
      const { call } = await guestOf(stay);
      const moved = await call('POST', `${base()}/guest/move`, {
        ...target(from(3, '22:00', 4, '00:00')),
        version: stay['version'],
        expectedPriceAmount: stay['priceAmount'],
      });
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      expect(await checkOf(stay)).toMatchObject({ way: 'DOCUMENT' });
    });

    it('is refused an extension into hours for adults, and gets the time until then', async () => {
      const stay = await makeStay(from(0, '19:30', 0, '21:30'));
      const payment = { reservationId: stay['id'], method: 'CASH', amount: stay['priceAmount'] };
      expect((await desk.admin.call('POST', `${base()}/payment`, payment)).status).toBe(200);
      clock.set(new Date(seoul(0, '20:50')));
      const { call } = await guestOf(stay);
      const extend = async (minutes: number, amount: number) =>
        call('POST', `${base()}/guest/extension`, {
          version: (await call('GET', `${base()}/guest/extension`)).body['version'],
          minutes,
          expectedPriceAmount: Number(stay['priceAmount']) + amount,
        });
      expect(problem(await extend(60, 10_000))).toEqual([409, 'AGE_CHECK_NEEDED']);
      expect(await desk.read(stay)).toMatchObject({ endsAt: stay['endsAt'], heldExtension: null });
      const held = await extend(30, 5000);
      expect(held.status, JSON.stringify(held.body)).toBe(200);
      expect(held.body).toMatchObject({ held: { endsAt: seoul(0, '22:00') } });
    });
  });
});
