/** @module-tag engines */
import type { VirtualIdentity } from '@munjigi/virtual-providers';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasNumber } from '../../../../../tools/number-search.ts';
import { openVirtualIdentity } from '../../testing/peers/identity-provider.ts';
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
  type KeypadDoor,
  type OnlineDesk,
  type TestServer,
} from '../../testing/index.ts';
import { sweepAgeChecks } from '../age-checks/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
const DAY_MS = 24 * HOUR_MS;

describe('rooms and hours for adults', () => {
  const clock = fakeClock(new Date('2026-11-21T02:00:00Z'));
  const start = clock.now();
  let server: TestServer;
  let desk: OnlineDesk;
  let identity: VirtualIdentity;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1, providerTestUrls: true } });
    desk = await openOnlineDesk(server, clock, { rooms: 40 });
    identity = await openVirtualIdentity(server, desk.shop);
    const saved = await setRules([adultRule({ roomIds: desk.roomIds.slice(0, 30) })]);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  });
  afterAll(async () => {
    await identity.close();
    await server.close();
  });
  let room = -1;
  let roomId: string;
  beforeEach(() => {
    room = (room + 1) % 30;
    roomId = desk.roomIds[room] ?? '';
    identity.delayMs = 0;
    identity.nextFaults.length = 0;
  });
  afterEach(() => clock.set(new Date(Math.max(clock.now().getTime(), start.getTime()) + DAY_MS)));

  const adultRule = (change: Readonly<Record<string, unknown>> = {}) => ({
    roomIds: [],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    fromTime: '00:00',
    toTime: '00:00',
    basis: 'YOUTH_ACT',
    note: '',
    ...change,
  });
  const base = () => `/${desk.shop.slug}`;
  const rulesPath = () => `${base()}/store/${desk.storeId}/age-rules`;
  async function setRules(rules: readonly unknown[], change: Readonly<Record<string, unknown>> = {}) {
    const { version } = (await desk.admin.call('GET', rulesPath())).body;
    return desk.admin.call('POST', rulesPath(), { rules, checkMonths: 12, version, ...change });
  }
  /** A form of the present room with a proven phone. */
  const form = (change: Readonly<Record<string, unknown>> = {}) => desk.form({ roomId, ...change });
  const book = async (change: Readonly<Record<string, unknown>> = {}) => desk.post('/reservation', await form(change));
  const begin = async ({ guestPhone, phoneCode }: Record<string, unknown>, basis = 'YOUTH_ACT') => {
    const answer = await desk.post('/age-check', { guestPhone, phoneCode, basis });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const finish = async (checkId: unknown, guestPhone: unknown) =>
    desk.post(`/age-check/${String(checkId)}`, { guestPhone });
  const person = (guestPhone: unknown, birthDate = '1990-05-05') => ({
    name: '독고탁',
    birthDate,
    phoneNumber: String(guestPhone).replace(/\D/g, ''),
    gender: 'MALE' as const,
    isForeigner: false,
    ci: 'CI-OF-THE-PERSON',
  });
  /** Checks the guest of a form as the booking page does. */
  let lastCheckId = '';
  async function check(filled: Record<string, unknown>, birthDate?: string) {
    const { checkId, verificationId } = await begin(filled);
    lastCheckId = String(checkId);
    identity.decide(String(verificationId), { status: 'VERIFIED', person: person(filled['guestPhone'], birthDate) });
    return (await finish(checkId, filled['guestPhone'])).body['outcome'];
  }
  const checkOf = async (id: unknown) =>
    (await desk.admin.call('GET', `${base()}/reservation/${String(id)}/age-check`)).body;
  const guestOf = (booked: Answer['body']) => {
    const call = server.caller(String(booked['path']).slice('/g/'.length));
    return (method: string, rest = '', body?: unknown) =>
      call(method, `${base()}/guest/age-check${rest}`, body, desk.from(desk.nextAddress()));
  };
  const asChain = <T>(query: ReturnType<typeof sql<T>>) =>
    server.withActor(headOffice(desk.shop.productId), async (tx) => (await query.execute(tx)).rows);

  describe('the rules of a store (AG-1)', () => {
    it('refuses a room of another store, an outdated version and an empty week', async () => {
      const foreign = await setRules([adultRule({ roomIds: ['01937a10-0000-7000-8000-000000000001'] })]);
      expect(problem(foreign)).toEqual([400, 'INVALID_INPUT']);
      expect(problem(await setRules([adultRule()], { version: 0 }))).toEqual([409, 'STALE']);
      expect(problem(await setRules([adultRule({ weekdays: [] })]))).toEqual([400, 'INVALID_INPUT']);
    });

    it('are said with the quote of a stay, before its guest gives a phone (AG-3)', async () => {
      const quote = async (id: unknown) =>
        (await desk.post('/quote', { roomId: id, ...desk.stay(2), headCount: 2 })).body['ageBasis'];
      expect([await quote(roomId), await quote(desk.roomIds[35])]).toEqual(['YOUTH_ACT', null]);
    });
  });

  describe('an online booking (AG-3, AG-5)', () => {
    it('is refused until the check has passed, and then needs none again at this store', async () => {
      const filled = await form();
      const refused = await desk.post('/reservation', filled);
      expect([...problem(refused), refused.body['current']]).toEqual([409, 'AGE_CHECK_NEEDED', { basis: 'YOUTH_ACT' }]);
      expect(await check(filled)).toBe('PASSED');
      // With the same code, which the refusal did not use up.
      const booked = await desk.post('/reservation', filled);
      expect(booked.status, JSON.stringify(booked.body)).toBe(200);
      expect(await checkOf(booked.body['reservationId'])).toMatchObject({ basis: 'YOUTH_ACT', way: 'IDENTITY' });
      const again = await book({ guestPhone: filled['guestPhone'], ...desk.stay(30) });
      expect(again.status, JSON.stringify(again.body)).toBe(200);
    });

    it('needs no check in a room without a rule', async () => {
      expect((await book({ roomId: desk.roomIds[31] })).status).toBe(200);
    });

    it('says nothing about age to a minor, and keeps nothing but that a check was begun (AG-6, AG-8)', async () => {
      const filled = await form();
      expect(await check(filled, '2010-03-01')).toBe('REFUSED');
      expect(problem(await desk.post('/reservation', filled))).toEqual([409, 'AGE_CHECK_NEEDED']);
      const attempts = await asChain(
        sql<Record<string, unknown>>`select * from age_check_attempts where id = ${lastCheckId}::uuid`,
      );
      expect(Object.keys(attempts[0] ?? {}).sort()).toEqual([
        'basis',
        'contact_mark',
        'ended_at',
        'expires_at',
        'id',
        'product_id',
        'reservation_id',
        'started_at',
        'store_id',
      ]);
    });

    it('refuses the check of another person, one without a number and one about another id', async () => {
      const filled = await form();
      const outcomeOf = async (result: Parameters<VirtualIdentity['decide']>[1]) => {
        const { checkId, verificationId } = await begin(filled);
        identity.decide(String(verificationId), result);
        return (await finish(checkId, filled['guestPhone'])).body['outcome'];
      };
      const own = person(filled['guestPhone']);
      expect(await outcomeOf({ status: 'VERIFIED', person: person('010-9999-0000') })).toBe('OTHER_PERSON');
      expect(await outcomeOf({ status: 'VERIFIED', person: { ...own, phoneNumber: '' } })).toBe('NO_PHONE');
      expect(await outcomeOf({ status: 'VERIFIED', person: own, otherId: 'another' })).toBe('WAITING');
      expect(await outcomeOf({ status: 'FAILED' })).toBe('FAILED');
      expect(problem(await desk.post('/reservation', filled))).toEqual([409, 'AGE_CHECK_NEEDED']);
    });

    it('waits while the provider is away, and passes when the lookup is repeated', async () => {
      const filled = await form();
      const { checkId, verificationId } = await begin(filled);
      const ask = async () => (await finish(checkId, filled['guestPhone'])).body['outcome'];
      expect(await ask()).toBe('WAITING');
      identity.decide(String(verificationId), { status: 'READY', person: person(filled['guestPhone']) });
      expect(await ask()).toBe('WAITING');
      identity.decide(String(verificationId), { status: 'VERIFIED', person: person(filled['guestPhone']) });
      identity.nextFaults.push('lost', 'error', 'page', 'unauthorized');
      for (let fault = 0; fault < 4; fault += 1) expect(await ask()).toBe('WAITING');
      expect(await ask()).toBe('PASSED');
      // The answer was lost and the page asks again.
      expect(await ask()).toBe('PASSED');
    });

    it('takes a check once, for the phone that began it', async () => {
      const [filled, other] = [await form(), await form()];
      const { checkId, verificationId } = await begin(filled);
      identity.decide(String(verificationId), { status: 'VERIFIED', person: person(filled['guestPhone']) });
      expect(problem(await finish(checkId, other['guestPhone']))).toEqual([404, 'NOT_FOUND']);
      const both = await Promise.all([1, 2, 3].map(() => finish(checkId, filled['guestPhone'])));
      expect(both.map(({ body }) => body['outcome'])).toEqual(['PASSED', 'PASSED', 'PASSED']);
      const rows = await asChain(sql`select from age_checks where id = ${String(checkId)}::uuid`);
      expect(rows).toHaveLength(1);
      expect(problem(await finish('01937a10-0000-7000-8000-000000000001', filled['guestPhone']))).toEqual([
        404,
        'NOT_FOUND',
      ]);
    });

    it('begins no check without a code to the phone, and no sixth one within a day', async () => {
      const filled = await form();
      const wrong = await desk.post('/age-check', {
        guestPhone: filled['guestPhone'],
        phoneCode: '000000',
        basis: 'YOUTH_ACT',
      });
      expect(problem(wrong)).toEqual([401, 'INVALID_CODE']);
      for (let count = 0; count < 5; count += 1) await begin(filled);
      const { guestPhone, phoneCode } = filled;
      expect(problem(await desk.post('/age-check', { guestPhone, phoneCode, basis: 'YOUTH_ACT' }))).toEqual([
        429,
        'TOO_MANY_ATTEMPTS',
      ]);
    });

    it('ends a check half an hour after it began', async () => {
      const filled = await form();
      const { checkId, verificationId } = await begin(filled);
      identity.decide(String(verificationId), { status: 'VERIFIED', person: person(filled['guestPhone']) });
      clock.advance(HOUR_MS / 2);
      expect(problem(await finish(checkId, filled['guestPhone']))).toEqual([409, 'STATE_NOT_ALLOWED']);
    });

    it('does not count a check for a stricter rule', async () => {
      const filled = await form();
      const { checkId, verificationId } = await begin(filled, 'BIRTHDAY_18');
      // Eighteen years old, and not yet in the year of the nineteenth birthday.
      identity.decide(String(verificationId), {
        status: 'VERIFIED',
        person: person(filled['guestPhone'], '2008-03-01'),
      });
      expect((await finish(checkId, filled['guestPhone'])).body['outcome']).toBe('PASSED');
      expect(problem(await desk.post('/reservation', filled))).toEqual([409, 'AGE_CHECK_NEEDED']);
    });
  });

  describe('how long a check counts (AG-6)', () => {
    it('does not count before it was made, when the clock is set back, nor after its months', async () => {
      const filled = await form();
      expect(await check(filled)).toBe('PASSED');
      const [made, { guestPhone }] = [clock.now(), filled];
      const isMet = async () => {
        const stay = await desk.createReservation({ roomId, ...desk.stay(2, 1), guestPhone });
        return (await checkOf(stay['id']))['metAt'] !== null;
      };
      clock.set(new Date(made.getTime() - 2 * HOUR_MS));
      expect(await isMet()).toBe(false);
      clock.set(new Date(made.getTime() + HOUR_MS));
      expect(await isMet()).toBe(true);
      const { valid_until: until } =
        (
          await asChain(sql<{ valid_until: Date }>`select valid_until from age_checks where id = ${lastCheckId}::uuid`)
        )[0] ?? {};
      expect(until?.toISOString().slice(0, 7)).toBe(new Date(made.getTime() + 365 * DAY_MS).toISOString().slice(0, 7));
    });

    it('is deleted when it ends', async () => {
      const filled = await form();
      expect(await check(filled)).toBe('PASSED');
      const rows = () => asChain(sql`select from age_checks where id = ${lastCheckId}::uuid`);
      await sweepAgeChecks(server.app.db, clock.now());
      expect(await rows()).toHaveLength(1);
      await sweepAgeChecks(server.app.db, new Date(clock.now().getTime() + 400 * DAY_MS));
      expect(await rows()).toHaveLength(0);
    });
  });

  describe('a guest who cannot do the identity check (AG-9, AG-10)', () => {
    it('books and asks for a look at a document, and staff confirm it with a reason', async () => {
      const filled = await form({ asksForDocument: true });
      const booked = await desk.post('/reservation', filled);
      expect(booked.status, JSON.stringify(booked.body)).toBe(200);
      const { reservationId } = booked.body;
      const waiting = await checkOf(reservationId);
      expect(waiting).toMatchObject({ basis: 'YOUTH_ACT', metAt: null, way: null });
      expect(waiting['askedAt']).not.toBeNull();
      const path = `${base()}/reservation/${String(reservationId)}/age-check/confirm`;
      const confirm = (body: unknown) => desk.admin.call('POST', path, body);
      expect(problem(await confirm({ document: 'PASSPORT', reason: '' }))).toEqual([400, 'INVALID_INPUT']);
      const confirmed = await confirm({ document: 'PASSPORT', reason: '영상 통화로 여권 확인' });
      expect(confirmed.body).toMatchObject({ way: 'DOCUMENT', document: 'PASSPORT' });
      expect(problem(await confirm({ document: 'PASSPORT', reason: '두 번' }))).toEqual([409, 'STATE_NOT_ALLOWED']);
      // The next booking of the guest needs nothing more.
      expect((await book({ guestPhone: filled['guestPhone'], ...desk.stay(40) })).status).toBe(200);
      const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx.selectFrom('audit_log').select('detail').where('action', '=', 'age-check.confirmed').execute(),
      );
      expect(audited.map(({ detail }) => detail)).toEqual([{ document: 'PASSPORT', reason: '영상 통화로 여권 확인' }]);
    });

    it('does the check on the page of the stay, and a stay without a rule needs none', async () => {
      const booked = (await book({ asksForDocument: true })).body;
      const guest = guestOf(booked);
      const seen = await guest('GET');
      expect(seen.body).toMatchObject({ basis: 'YOUTH_ACT', metAt: null, canCheckIdentity: true });
      const begun = await guest('POST', '', { basis: 'YOUTH_ACT' });
      const { guest_phone: phone } = await server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx
          .selectFrom('reservations')
          .select('guest_phone')
          .where('id', '=', String(booked['reservationId']))
          .executeTakeFirstOrThrow(),
      );
      identity.decide(String(begun.body['verificationId']), { status: 'VERIFIED', person: person(phone) });
      // Another guest does not finish it.
      const other = guestOf((await book({ roomId: desk.roomIds[32], ...desk.stay(50) })).body);
      expect(problem(await other('POST', `/${String(begun.body['checkId'])}`, {}))).toEqual([404, 'NOT_FOUND']);
      expect(problem(await other('POST', '/document', {}))).toEqual([409, 'STATE_NOT_ALLOWED']);
      expect((await guest('POST', `/${String(begun.body['checkId'])}`, {})).body['outcome']).toBe('PASSED');
      expect((await guest('GET')).body).toMatchObject({ way: 'IDENTITY' });
    });
  });

  describe('a stay that staff make (AG-7)', () => {
    const staffStay = (change: Readonly<Record<string, unknown>> = {}) =>
      desk.createReservation({ roomId, ...desk.stay(3), guestPhone: desk.nextPhone(), ...change });

    it('waits for the check, and follows its room and its guest', async () => {
      const stay = await staffStay();
      expect(await checkOf(stay['id'])).toMatchObject({ basis: 'YOUTH_ACT', metAt: null });
      const moved = await desk.edit(stay, { roomId: desk.roomIds[33] });
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      expect(await checkOf(stay['id'])).toMatchObject({ basis: null });
      const back = await desk.edit(moved.body, { roomId });
      expect(await checkOf(stay['id'])).toMatchObject({ basis: 'YOUTH_ACT', metAt: null });
      // Of a guest who was checked, it waits for nothing until another guest takes the stay.
      const filled = await form(desk.stay(60));
      expect(await check(filled)).toBe('PASSED');
      const named = await desk.edit(back.body, { guestPhone: filled['guestPhone'] });
      expect(named.status, JSON.stringify(named.body)).toBe(200);
      expect(await checkOf(stay['id'])).toMatchObject({ way: 'IDENTITY' });
      await desk.edit(named.body, { guestPhone: desk.nextPhone() });
      expect(await checkOf(stay['id'])).toMatchObject({ metAt: null, way: null });
    });

    it('is met by the check that its guest does for another booking', async () => {
      const guestPhone = desk.nextPhone();
      const stay = await staffStay({ guestPhone });
      expect(await check(await form({ guestPhone, ...desk.stay(20) }))).toBe('PASSED');
      expect(await checkOf(stay['id'])).toMatchObject({ way: 'IDENTITY' });
    });
  });

  describe('the code of a stay that waits for its check (AG-7, AG-11)', () => {
    let door: KeypadDoor;
    beforeAll(async () => {
      door = await makeKeypadDoor(server, desk.shop, desk.admin, { name: 'adults', roomId: desk.roomIds[34] ?? null });
    });
    afterAll(() => door.lock.stop());

    it('is made once the guest was checked, and the list of coming guests names the missing check', async () => {
      const rules = await setRules([adultRule({ roomIds: [...desk.roomIds.slice(0, 30), desk.roomIds[34]] })]);
      expect(rules.status, JSON.stringify(rules.body)).toBe(200);
      const stay = await desk.createReservation({
        roomId: desk.roomIds[34],
        ...desk.stay(1),
        guestPhone: desk.nextPhone(),
      });
      const path = `${base()}/reservation/${String(stay['id'])}`;
      const guest = await makeGuest(server, desk.shop, desk.storeId, String(stay['id']));
      const reveal = () => desk.admin.call('POST', `${path}/access/reveal`, {});
      const obstacles = async () => {
        const { body } = await desk.admin.call('GET', `${base()}/reservation/readiness?hours=4&limit=50`);
        const mine = (body['items'] as Answer['body'][]).find((item) => item['reservationId'] === stay['id']);
        return ((mine?.['obstacles'] ?? []) as Answer['body'][]).map((obstacle) => obstacle['kind']);
      };
      expect(problem(await reveal())).toEqual([409, 'ACCESS_CODE_ABSENT']);
      expect(await obstacles()).toContain('AGE_UNCHECKED');
      clock.advance(HOUR_MS);
      const open = () => guest.call('POST', `${base()}/guest/doors/${door.doorId}/open`, {});
      expect(problem(await open())).toEqual([404, 'NOT_FOUND']);
      const page = (await guest.call('GET', '/guest/page')).body;
      expect(page).toMatchObject({ codes: [], doors: [], needsAgeCheck: true });

      await desk.admin.call('POST', `${path}/age-check/confirm`, { document: 'ID_CARD', reason: '매장에서 확인' });
      expect((await reveal()).status).toBe(200);
      expect(await obstacles()).not.toContain('AGE_UNCHECKED');
      expect((await guest.call('GET', '/guest/page')).body).toMatchObject({ needsAgeCheck: false });
      // Another guest takes the stay, and has to be checked.
      await desk.edit(await desk.read(stay), { guestPhone: desk.nextPhone() });
      await until('the code is withdrawn', async () => problem(await reveal())[1] === 'ACCESS_CODE_ABSENT');
    });
  });

  it('keeps no name, date of birth or identifier of the person anywhere (AG-6)', async () => {
    const filled = await form();
    expect(await check(filled, '1991-02-03')).toBe('PASSED');
    const tables = await asChain(
      sql<{ name: string }>`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'product_id' group by 1`,
    );
    for (const { name } of tables) {
      const rows = await server.withActor(headOffice(desk.shop.productId), async (tx) => {
        const allowed = await sql<{
          may: boolean;
        }>`select has_table_privilege(current_user, ${name}, 'select') as may`.execute(tx);
        if (!allowed.rows[0]?.may) return [];
        return (await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t`.execute(tx)).rows;
      });
      const text = rows.map(({ row }) => row).join('\n');
      for (const secret of ['독고탁', 'CI-OF-THE-PERSON']) expect([name, text.includes(secret)]).toEqual([name, false]);
      const dates = text.replaceAll('1991-02-03', ' 19910203 ');
      expect([name, hasNumber(dates, '19910203')]).toEqual([name, false]);
    }
  });
});
