// @sweep 1/8 (decision 086)
import { setTimeout as sleep } from 'node:timers/promises';
import { helpDeskPage, listHelpDeskCases, searchHelpDesk, type HelpDeskPage } from '@munjigi/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasNumber } from '../../../../../tools/number-search.ts';
import {
  headOffice,
  startTestServer,
  fakeClock,
  HOUR_MS,
  listenToEvents,
  makeKeypadDoor,
  MINUTE_MS,
  openBookingDesk,
  until,
  type Answer,
  type BookingDesk,
  type Caller,
  type FakeClock,
  type KeypadDoor,
  type TestServer,
} from '../../testing/index.ts';

type Body = Answer['body'];
const SLOT_MS = 30 * MINUTE_MS;

/** A store whose first room has a keypad lock and a guest in two hours, with two server processes. */
describe('the help desk (NX-2)', () => {
  let clock: FakeClock;
  let server: TestServer;
  let second: TestServer;
  const locks: KeypadDoor[] = [];
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
    server = await startTestServer({ clock });
    second = await startTestServer({ beside: server });
  });
  afterEach(async () => {
    for (const { lock } of locks.splice(0)) await lock.stop();
  });
  afterAll(async () => {
    await second.close();
    await server.close();
  });

  let count = 0;
  interface Scene {
    readonly desk: BookingDesk;
    readonly door: KeypadDoor;
    readonly guest: Body;
    readonly kim: Caller;
    ask(by: Caller, method: string, more: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
    page(by?: Caller): Promise<HelpDeskPage>;
    openPage(by?: Caller): Promise<HelpDeskPage>;
    open(by?: Caller, more?: object, key?: string): Promise<Answer>;
  }
  async function scene(wish: object = {}): Promise<Scene> {
    clock.advance(SLOT_MS - (clock.now().getTime() % SLOT_MS));
    const desk = await openBookingDesk(server);
    const door = await makeKeypadDoor(server, desk.shop, desk.admin, {
      name: `desk-${(count += 1)}`,
      roomId: desk.roomIds[0] ?? null,
      answerMs: 5,
    });
    locks.push(door);
    const guest = await desk.createReservation({ ...desk.time(2), ...wish });
    const kim = await server.signIn(desk.shop, ['CUSTOMER_MANAGER'], [], 90 * 24);
    const at = (more: string) => `/${desk.shop.slug}/help-desk/reservation/${guest['id']}${more}`;
    const it: Scene = {
      desk,
      door,
      guest,
      kim,
      ask: (by, method, more, body, headers) => by.call(method, at(more), body, headers),
      page: async (by = kim) => parsed(await it.ask(by, 'GET', '')),
      openPage: async (by = kim) => parsed(await it.ask(by, 'POST', '/case', {})),
      open: (by = kim, more = {}, key) =>
        it.ask(
          by,
          'POST',
          '/open',
          { doorId: door.doorId, reason: '코드가 안 돼요', ...more },
          key === undefined ? {} : { 'idempotency-key': key },
        ),
    };
    return it;
  }
  function parsed({ status, body }: Answer): HelpDeskPage {
    expect([status, body['code']]).toEqual([200, undefined]);
    return helpDeskPage.parse(body);
  }
  const search = async ({ desk, kim }: Scene, q: string, by = kim) => {
    const { status, body } = await by.call('GET', `/${desk.shop.slug}/help-desk/search?q=${encodeURIComponent(q)}`);
    expect([status, body['code']], q.slice(0, 40)).toEqual([200, undefined]);
    return searchHelpDesk.reply.parse(body).items;
  };
  const cases = async ({ desk, kim }: Scene) =>
    listHelpDeskCases.reply.parse((await kim.call('GET', `/${desk.shop.slug}/help-desk/case`)).body);
  const audited = ({ desk }: Scene, action: string) =>
    server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'subject_id', 'detail'])
        .where('action', '=', action)
        .orderBy('seq')
        .execute(),
    );
  const linesOf = async (it: Scene) => (await it.page()).doors[0]?.lines ?? [];
  /** Advances the clock in steps, so that timers and pending promises can run in between. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    await sleep(30);
  };
  const acknowledged = (it: Scene, state: string) =>
    until(
      `the lock has acknowledged ${state}`,
      async () => (await it.page()).access.doors[0]?.code?.acknowledged === state,
    );

  describe('the search of the help desk (NX-2)', () => {
    it('finds a guest by phone, last four digits, start of the name or code in any spelling, and masks the result', async () => {
      const it = await scene({ guestName: '남궁민수', guestPhone: '010-2222-7788' });
      const code = String(it.guest['code']);
      for (const q of ['7788', '010-2222-7788', '남궁', code, code.toLowerCase().replace('-', ' ')]) {
        expect(
          (await search(it, q)).map(({ id, guestName, guestPhone, nearness }) => ({
            id,
            guestName,
            guestPhone,
            nearness,
          })),
          q,
        ).toEqual([{ id: it.guest['id'], guestName: '남**수', guestPhone: '010-****-7788', nearness: 'SOON' }]);
      }
    });

    it('finds a code with a misread letter', async () => {
      const it = await scene();
      const confusable: Readonly<Record<string, string>> = {
        B: '8',
        8: 'B',
        S: '5',
        5: 'S',
        Z: '2',
        2: 'Z',
        G: '6',
        6: 'G',
        U: 'V',
        V: 'U',
        Q: '0',
        D: 'O',
        J: '1',
        7: 'I',
        T: 'L',
      };
      const misreadOf = (code: string) => code.replace(/[B8S5Z2G6UVQDJ7T]/, (letter) => confusable[letter] ?? letter);
      let created = it.guest;
      for (let hours = 5; misreadOf(String(created['code'])) === created['code']; hours += 3)
        created = await it.desk.createReservation(it.desk.time(hours));
      expect((await search(it, misreadOf(String(created['code'])))).map(({ code }) => code)).toEqual([created['code']]);
      expect(
        await search(
          it,
          String(created['code']).replace(/.$/, (last) => (last === 'K' ? 'M' : 'K')),
        ),
      ).toEqual([]);
    });

    it('lists guests of the present first, then of the next hours, then cancelled and later ones', async () => {
      const it = await scene({ guestPhone: '010-1111-9009' });
      const { desk } = it;
      const guest = { guestPhone: '010-3333-9009', roomId: desk.roomIds[1] };
      const later = await desk.createReservation({ ...guest, ...desk.time(26) });
      const off = await desk.createReservation({ ...guest, ...desk.time(4) });
      await desk.verb(off, 'cancel');
      const now = await desk.createReservation({ ...guest, ...desk.time(0, 1) });
      expect((await search(it, '9009')).map(({ id, nearness }) => [id, nearness])).toEqual([
        [now['id'], 'NOW'],
        [it.guest['id'], 'SOON'],
        [off['id'], 'OTHER'],
        [later['id'], 'OTHER'],
      ]);
    });

    it('finds nothing for wildcards and SQL fragments, and rejects too short or too long queries with 400', async () => {
      const it = await scene();
      for (const q of ["' or 1=1 --", '%', '%%', '\\', '12', '____', '()', '🙂🙂', '*'.repeat(100)].filter(
        (text) => text.length > 1,
      ))
        expect(await search(it, q), q).toEqual([]);
      const long = await it.kim.call('GET', `/${it.desk.shop.slug}/help-desk/search?q=${'9'.repeat(10_000)}`);
      expect([long.status, long.body['code']]).toEqual([400, 'INVALID_INPUT']);
      for (const q of ['', 'x', '%00%00', 'ab&more=1'])
        expect((await it.kim.call('GET', `/${it.desk.shop.slug}/help-desk/search?q=${q}`)).status, q).toBe(400);
    });

    it('hides guests of another chain, and of other stores than the own ones from a franchisee, with 404', async () => {
      const it = await scene({ guestPhone: '010-0000-4141' });
      const elsewhere = await scene();
      expect(await search(elsewhere, '4141')).toEqual([]);
      for (const [method, more, body] of [
        ['GET', ''],
        ['POST', '/case', {}],
        ['POST', '/open', { doorId: elsewhere.door.doorId, reason: 'x' }],
        ['POST', '/resolve', { outcome: 'EXPLAINED' }],
      ] as const) {
        const path = `/${elsewhere.desk.shop.slug}/help-desk/reservation/${it.guest['id']}${more}`;
        expect((await elsewhere.kim.call(method, path, body)).status, more).toBe(404);
      }
      const owner = await server.signIn(it.desk.shop, ['FRANCHISEE'], it.desk.shop.stores);
      expect((await it.ask(owner, 'GET', '')).status).toBe(200);
      const stranger = await server.signIn(it.desk.shop, ['FRANCHISEE'], []);
      expect((await it.ask(stranger, 'GET', '')).status).toBe(404);
    });
  });

  describe('the help-desk page of a reservation', () => {
    it('shows times, amounts, doors and obstacles, but neither the code nor the full phone number', async () => {
      const it = await scene();
      await acknowledged(it, 'DISABLED');
      const page = await it.page();
      expect(page).toMatchObject({
        storeName: 'Store 1',
        roomName: 'Room 1',
        dueAmount: 20_000,
        payments: [],
        roomNow: null,
        mine: null,
        people: [],
        reservation: { guestName: '홍*동', guestPhone: '010-****-5678', state: 'CONFIRMED' },
        extension: {
          choices: [
            { minutes: 30, addedAmount: 5000, totalAmount: 25_000 },
            { minutes: 60 },
            { minutes: 90 },
            { minutes: 120 },
          ],
          reason: null,
        },
      });
      expect(page.obstacles?.map(({ kind }) => kind)).toEqual(['UNPAID']);
      const [door] = page.doors;
      expect(door).toMatchObject({
        door: { id: it.door.doorId, lockState: 'LOCKED', online: 'ONLINE', driverSettings: null },
        lines: [],
      });
      expect(Date.parse(String(it.guest['startsAt'])) - Date.parse(door?.opensAt ?? '')).toBe(10 * MINUTE_MS);
      const code = String(
        (await it.desk.admin.call('POST', `/${it.desk.shop.slug}/reservation/${it.guest['id']}/access/reveal`, {}))
          .body['code'],
      );
      expect(hasNumber(JSON.stringify(page), code)).toBe(false);
      expect(JSON.stringify(page)).not.toContain('01012345678');
    });

    it('shows another reservation that has the room now', async () => {
      const it = await scene();
      const other = await it.desk.createReservation({ ...it.desk.time(0, 1), guestName: '김철수' });
      expect((await it.page()).roomNow).toEqual({ code: other['code'], endsAt: other['endsAt'] });
    });

    it('shows early attempts, wrong codes, entries, failed openings and offline periods of the door', async () => {
      const it = await scene();
      await acknowledged(it, 'DISABLED');
      const { lock } = it.door;
      await pass(2 * HOUR_MS - 28 * MINUTE_MS);
      lock.enter('999999');
      await until('it was heard', async () => (await linesOf(it)).length === 1);
      expect(await linesOf(it)).toMatchObject([{ kind: 'CODE_REFUSED', minutes: null, count: 1 }]);
      await pass(19 * MINUTE_MS);
      expect(await linesOf(it), 'ten minutes later').toEqual([]);
      await acknowledged(it, 'ENABLED');
      const { body } = await it.desk.admin.call(
        'POST',
        `/${it.desk.shop.slug}/reservation/${it.guest['id']}/access/reveal`,
        {},
      );
      for (let wrong = 1; wrong <= 3; wrong += 1) {
        await pass(5000);
        lock.enter('999999');
        await until('it was heard', async () => (await linesOf(it))[0]?.count === wrong);
      }
      await pass(5000);
      lock.enter(String(body['code']));
      await until('he is in', async () => (await linesOf(it))[0]?.kind === 'ENTERED');
      await pass(60_000);
      await lock.offline(true);
      await until('it is gone', async () => (await linesOf(it))[0]?.kind === 'OFFLINE');
      const gone = await it.open();
      expect([gone.status, gone.body['status'], gone.body['error']?.['code']]).toEqual([
        200,
        'REJECTED_OFFLINE',
        'DEVICE_OFFLINE',
      ]);
      await pass(120_000);
      await lock.offline(false);
      await until('it is back', async () =>
        (await linesOf(it)).some(({ kind, until: back }) => kind === 'OFFLINE' && back !== null),
      );
      const lines = await linesOf(it);
      expect(lines.map(({ kind }) => kind)).toEqual(['OPEN_FAILED', 'OFFLINE', 'ENTERED', 'WRONG_CODE']);
      expect(lines[3]).toMatchObject({ count: 3 });
      expect(Date.parse(lines[1]?.until ?? '') - Date.parse(lines[1]?.at ?? '')).toBe(120_000);
    });

    it('calls an attempt early only when the lock names this guest’s code (NX-60)', async () => {
      const it = await scene();
      await acknowledged(it, 'DISABLED');
      const path = `/${it.desk.shop.slug}/reservation/${it.guest['id']}/access/reveal`;
      const { body } = await it.desk.admin.call('POST', path, {});
      await pass(2 * HOUR_MS - 28 * MINUTE_MS);
      for (let typed = 1; typed <= 4; typed += 1) {
        await pass(1000);
        it.door.lock.enter('000000');
        await until('it was heard', async () => (await linesOf(it))[0]?.count === typed);
      }
      expect(await linesOf(it)).toMatchObject([{ kind: 'CODE_REFUSED', minutes: null, count: 4 }]);
      it.door.lock.nameRefused(true);
      await pass(1000);
      it.door.lock.enter(String(body['code']));
      await until('it was heard', async () => (await linesOf(it)).length === 2);
      expect(await linesOf(it)).toMatchObject([{ kind: 'TRIED_EARLY', minutes: 18, count: 1 }, { count: 4 }]);
    });

    it('does not attribute attempts in another guest’s window, and calls no code wrong that came before a resend', async () => {
      const it = await scene();
      await it.desk.createReservation({ ...it.desk.time(0, 1), guestName: '김철수' });
      await acknowledged(it, 'DISABLED');
      it.door.lock.enter('999999');
      await until('it was heard', async () => (await linesOf(it)).length === 1);
      expect(await linesOf(it)).toMatchObject([{ kind: 'DENIED_TO_ANYBODY', minutes: null }]);
      await pass(2 * HOUR_MS);
      await acknowledged(it, 'ENABLED');
      await pass(60_000);
      it.door.lock.enter('999999');
      await until('it was heard', async () => (await linesOf(it)).length === 1);
      await pass(60_000);
      const { codeId } = (await it.page()).access;
      expect(
        (await it.kim.call('POST', `/${it.desk.shop.slug}/reservation/${it.guest['id']}/access/resend`, { codeId }))
          .status,
      ).toBe(200);
      // The clock does not advance here. Otherwise the push could time out, and its retry would never become due.
      await acknowledged(it, 'ENABLED');
      // After a resend it is unknown which code the lock had before it.
      expect(await linesOf(it)).toMatchObject([{ kind: 'CODE_REFUSED', count: 1 }]);
    });

    it('answers 404 for a block', async () => {
      const it = await scene();
      const block = await it.desk.createReservation({ ...it.desk.time(5), kind: 'BLOCK' });
      expect((await it.kim.call('GET', `/${it.desk.shop.slug}/help-desk/reservation/${block['id']}`)).status).toBe(404);
    });
  });

  describe('actions at the help desk', () => {
    it('opens the door once per Idempotency-Key, requires a reason from support, and resolves the case', async () => {
      const it = await scene();
      expect((await it.openPage()).mine).toMatchObject({ resolvedAt: null });
      const silent = await it.open(it.kim, { reason: undefined });
      expect([silent.status, silent.body['code']]).toEqual([400, 'REASON_REQUIRED']);
      clock.advance(42_000);
      const key = crypto.randomUUID();
      const [first, second] = [await it.open(it.kim, {}, key), await it.open(it.kim, {}, key)];
      expect(first.body).toMatchObject({
        status: 'EXECUTED',
        cause: { kind: 'PERSON', id: it.kim.userId },
        reason: '코드가 안 돼요',
        target: { id: it.door.doorId },
      });
      expect([second.status, second.body['id']]).toEqual([200, first.body['id']]);
      expect(it.door.lock.openings()).toBe(1);
      const page = await it.page();
      expect(page.mine).toMatchObject({ outcome: 'DOOR_OPENED' });
      expect(page.people).toEqual([]);
      expect(page.doors[0]?.lines).toMatchObject([{ kind: 'OPENED', by: 'CUSTOMER_MANAGER' }]);
      expect((await cases(it)).today).toEqual({ opened: 1, resolved: 1, medianSeconds: 42 });
      expect(await audited(it, 'door.open-requested')).toMatchObject([
        { actor_id: it.kim.userId, detail: { reason: '코드가 안 돼요' } },
      ]);
      expect((await it.open(it.desk.admin, { reason: undefined })).body).toMatchObject({ status: 'EXECUTED' });
    });

    it('keeps the case open when the door is locked down', async () => {
      const it = await scene();
      await it.openPage();
      const emergency = await it.desk.admin.call('POST', `/${it.desk.shop.slug}/door/emergency`, {
        storeId: it.desk.storeId,
        kind: 'LOCKDOWN',
        reason: 'test',
      });
      expect(emergency.status).toBe(200);
      expect((await it.open()).body).toMatchObject({ status: 'FAILED', error: { code: 'DOOR_LOCKED_DOWN' } });
      // There may also be a line for the report of the lock during the lockdown.
      expect((await linesOf(it)).filter(({ kind }) => kind !== 'LOCKED')).toMatchObject([
        { kind: 'OPEN_FAILED', error: 'DOOR_LOCKED_DOWN' },
      ]);
      expect((await it.page()).mine).toMatchObject({ resolvedAt: null });
      expect(it.door.lock.openings()).toBe(0);
    });

    it('opens only doors of the reservation, and none of a cancelled reservation', async () => {
      const it = await scene();
      const other = await makeKeypadDoor(server, it.desk.shop, it.desk.admin, {
        name: `other-${(count += 1)}`,
        roomId: it.desk.roomIds[1] ?? null,
        answerMs: 5,
      });
      locks.push(other);
      expect((await it.open(it.kim, { doorId: other.doorId })).status).toBe(404);
      expect((await it.open(it.kim, { doorId: crypto.randomUUID() })).status).toBe(404);
      await it.desk.verb(it.guest, 'cancel');
      expect(await it.page()).toMatchObject({
        reservation: { state: 'CANCELLED' },
        dueAmount: 0,
        extension: null,
        obstacles: null,
      });
      const refused = await it.open();
      expect([refused.status, refused.body['code']]).toEqual([409, 'STATE_NOT_ALLOWED']);
      expect([other.lock.openings(), it.door.lock.openings()]).toEqual([0, 0]);
    });

    it('replaces the code, returns it once, and leaves only the new code in the lock', async () => {
      const it = await scene({});
      await it.openPage();
      await acknowledged(it, 'DISABLED');
      const { codeId } = (await it.page()).access;
      expect((await it.ask(it.kim, 'POST', '/code', { codeId })).body['code']).toBe('REASON_REQUIRED');
      const key = { 'idempotency-key': crypto.randomUUID() };
      const given = await it.ask(it.kim, 'POST', '/code', { codeId, reason: '코드를 잃어버렸어요' }, key);
      expect(given.status).toBe(200);
      expect(given.body['code']).toMatch(/^[1-9]\d{5}$/);
      expect(given.body['access']?.['codeId']).not.toBe(codeId);
      const second = await it.ask(it.kim, 'POST', '/code', { codeId, reason: '코드를 잃어버렸어요' }, key);
      expect([second.status, second.body['code']]).toEqual([200, null]);
      const stale = await it.ask(it.kim, 'POST', '/code', { codeId, reason: 'x' });
      expect([stale.status, stale.body['code']]).toEqual([409, 'STALE']);
      await until('only the new one is in the lock', () =>
        Promise.resolve([...it.door.lock.codes.values()].map(({ code }) => code).join() === String(given.body['code'])),
      );
      expect((await it.page()).mine).toMatchObject({ resolvedAt: null });
      expect(await audited(it, 'help-desk.code-given')).toMatchObject([
        { actor_id: it.kim.userId, detail: { reason: '코드를 잃어버렸어요' } },
      ]);
      expect(hasNumber(JSON.stringify(await audited(it, 'help-desk.code-given')), String(given.body['code']))).toBe(
        false,
      );
    });

    it('extends the stay and adds its price to the due amount', async () => {
      const it = await scene();
      await it.openPage();
      const { version } = (await it.page()).reservation;
      const longer = await it.ask(it.kim, 'POST', '/extend', { version, minutes: 30, expectedPriceAmount: 25_000 });
      expect([longer.status, longer.body['priceAmount']]).toEqual([200, 25_000]);
      const page = await it.page();
      expect(page.dueAmount).toBe(25_000);
      expect(page.mine).toMatchObject({ outcome: 'EXTENDED' });
      expect((await it.ask(it.kim, 'POST', '/extend', { version, minutes: 30 })).body['code']).toBe('STALE');
      await it.desk.verb(longer.body, 'cancel');
      const cancelled = await it.ask(it.kim, 'POST', '/extend', { version: page.reservation.version + 1, minutes: 30 });
      expect([cancelled.status, cancelled.body['code']]).toEqual([409, 'STATE_NOT_ALLOWED']);
    });

    it('resolves the case once with a stated outcome', async () => {
      const it = await scene();
      await it.openPage();
      const wrong = await it.ask(it.kim, 'POST', '/resolve', { outcome: 'DOOR_OPENED' });
      expect(wrong.status).toBe(400);
      expect((await it.ask(it.kim, 'POST', '/resolve', { outcome: 'EXPLAINED', note: 'x'.repeat(301) })).status).toBe(
        400,
      );
      clock.advance(MINUTE_MS);
      expect(
        parsed(
          await it.ask(it.kim, 'POST', '/resolve', { outcome: 'EXPLAINED', note: '시작 10분 전부터 열린다고 안내' }),
        ).mine,
      ).toMatchObject({ outcome: 'EXPLAINED' });
      expect(parsed(await it.ask(it.kim, 'POST', '/resolve', { outcome: 'PASSED_ON' })).mine).toMatchObject({
        outcome: 'EXPLAINED',
      });
      expect((await cases(it)).items).toMatchObject([
        {
          outcome: 'EXPLAINED',
          note: '시작 10분 전부터 열린다고 안내',
          guestName: '홍*동',
          personName: 'CUSTOMER_MANAGER',
        },
      ]);
      expect(await audited(it, 'help-desk.resolved')).toHaveLength(1);
    });
  });

  describe('cases of the help desk', () => {
    it('opens one case per person and guest for concurrent requests at two processes, and records each look', async () => {
      const it = await scene();
      const beside = second.caller(it.kim.token);
      const path = `/${it.desk.shop.slug}/help-desk/reservation/${it.guest['id']}/case`;
      const answers = await Promise.all([
        it.kim.call('POST', path, {}),
        beside('POST', path, {}),
        it.kim.call('POST', path, {}),
        beside('POST', path, {}),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await cases(it)).total).toBe(1);
      expect(await audited(it, 'help-desk.looked')).toHaveLength(4);
      await it.ask(it.kim, 'POST', '/resolve', { outcome: 'EXPLAINED' });
      await it.openPage();
      expect((await cases(it)).total, 'a look at what came of it').toBe(1);
      clock.advance(11 * MINUTE_MS);
      await it.openPage();
      expect((await cases(it)).total, 'he calls again').toBe(2);
    });

    it('shows two people to each other, publishes changes, and resolves both cases when the door opens', async () => {
      const it = await scene();
      const lee = await server.signIn(it.desk.shop, ['SUB_ADMIN'], [], 90 * 24);
      const received = await listenToEvents(server.url, it.desk.shop.slug, lee.token);
      await it.openPage();
      clock.advance(MINUTE_MS);
      const { people } = await it.openPage(lee);
      expect(people.map(({ personId, name }) => [personId, name])).toEqual([
        [it.kim.userId, 'CUSTOMER_MANAGER'],
        [lee.userId, 'SUB_ADMIN'],
      ]);
      const [a, b] = await Promise.all([it.open(), it.open(lee)]);
      expect([a.status, b.status]).toEqual([200, 200]);
      expect([a.body['status'], b.body['status']]).toContain('EXECUTED');
      expect((await cases(it)).today).toMatchObject({ opened: 2, resolved: 2 });
      await until('it was heard', () =>
        Promise.resolve(received.events.filter(({ event }) => event === 'help-desk.changed').length >= 3),
      );
      received.close();
    });

    it('cannot be changed once resolved, enforced by the database', async () => {
      const it = await scene();
      await it.openPage();
      await it.ask(it.kim, 'POST', '/resolve', { outcome: 'EXPLAINED' });
      const better = (set: object) =>
        server.withActor(headOffice(it.desk.shop.productId), (tx) =>
          tx.updateTable('help_desk_cases').set(set).execute(),
        );
      await expect(better({ opened_at: clock.now() })).rejects.toThrow('does not change any more');
      await expect(better({ resolved_at: null, outcome: null })).rejects.toThrow('does not change any more');
      await expect(
        server.withActor(headOffice(it.desk.shop.productId), (tx) => tx.deleteFrom('help_desk_cases').execute()),
      ).rejects.toThrow('permission denied');
    });

    it('counts the cases of today, and still lists older ones', async () => {
      const it = await scene();
      await it.openPage();
      clock.advance(24 * HOUR_MS);
      expect((await cases(it)).today).toEqual({ opened: 0, resolved: 0, medianSeconds: null });
      expect((await cases(it)).total).toBe(1);
    });
  });
});
