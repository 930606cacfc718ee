/** @module-tag engines */
import { SEALED_TABLES } from '../../../app.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  openOnlineDesk,
  startTestServer,
  type Answer,
  type Caller,
  type OnlineDesk,
  type TestServer,
} from '../../../testing/index.ts';
import { eraseDue } from '../../personal-data/erase.ts';

type Body = Answer['body'];
const problem = ({ status, body }: Answer) => [status, body['code']];
const DAY_MS = 24 * HOUR_MS;
/** Noon in Seoul. */
const NOON = new Date('2026-11-21T03:00:00Z');

describe('guest profiles', () => {
  const clock = fakeClock(NOON);
  let server: TestServer;
  let desk: OnlineDesk;
  let franchisee: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
  });
  beforeEach(async () => {
    clock.set(NOON);
    desk = await openOnlineDesk(server, clock, { rooms: 4 });
    franchisee = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores.slice(0, 1));
  });
  afterAll(() => server.close());

  const base = () => `/${desk.shop.slug}`;
  const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
  const profileOf = async (of: Body, by: Caller = desk.admin) => {
    const answer = await by.call('GET', `${base()}/reservation/${of['id']}/guest-profile`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const setNote = (of: Body, body: unknown, by: Caller = desk.admin) =>
    by.call('POST', `${base()}/reservation/${of['id']}/guest-profile/note`, body);
  const block = (change: Readonly<Record<string, unknown>> = {}, by: Caller = desk.admin) =>
    by.call('POST', `${base()}/blocked-guest`, {
      storeId: desk.storeId,
      guest: { phone: '010-7777-0001' },
      reason: '컨트롤러를 부수고 연락이 안 됨',
      endsAt: inDays(90),
      ...change,
    });
  const unblock = (of: Body, by: Caller = desk.admin) => by.call('DELETE', `${base()}/blocked-guest/${of['id']}`);
  const list = async (query = '', by: Caller = desk.admin) =>
    (await by.call('GET', `${base()}/blocked-guest${query}`)).body;
  const bookAs = async (guestPhone: string, change: Readonly<Record<string, unknown>> = {}) =>
    desk.post('/reservation', await desk.form({ guestPhone, ...change }));

  describe('GET reservation/…/guest-profile (RG-1)', () => {
    it('counts the other stays of the phone by their ends, in any spelling of the number', async () => {
      const [phone, sameDigits] = ['010-7777-1000', '+82 10-7777-1000'];
      const done = await desk.createReservation({ guestPhone: phone, ...desk.stay(1, 1) });
      const missed = await desk.createReservation({ guestPhone: phone, roomId: desk.roomIds[1], ...desk.stay(1, 1) });
      clock.advance(HOUR_MS + 60_000);
      const started = await desk.verb(done, 'check-in');
      expect(started.status, JSON.stringify(started.body)).toBe(200);
      expect((await desk.verb(started.body, 'complete')).status).toBe(200);
      clock.advance(HOUR_MS);
      expect((await desk.verb(missed, 'no-show')).status).toBe(200);
      const cancelled = await desk.createReservation({ guestPhone: phone, ...desk.stay(5) });
      expect((await desk.verb(cancelled, 'cancel')).status).toBe(200);
      const next = await desk.createReservation({ guestPhone: sameDigits, ...desk.stay(30) });
      await desk.createReservation({ guestPhone: '010-7777-1001', ...desk.stay(40) });
      expect(await profileOf(next)).toMatchObject({
        reservationId: next['id'],
        hasPhone: true,
        completedCount: 1,
        noShowCount: 1,
        cancelledCount: 1,
        comingCount: 1,
        note: null,
        block: null,
      });
      expect((await profileOf(next))['lastVisitAt']).not.toBeNull();
      expect(await profileOf(done)).toMatchObject({ completedCount: 0, comingCount: 1, lastVisitAt: null });
    });

    it('knows nothing of a guest without a phone number, and refuses a note', async () => {
      const walkIn = await desk.createReservation({
        channel: 'WALK_IN',
        guestName: '',
        guestPhone: '',
        startsAt: clock.now().toISOString(),
        endsAt: new Date(clock.now().getTime() + HOUR_MS).toISOString(),
      });
      expect(await profileOf(walkIn)).toMatchObject({ hasPhone: false, comingCount: 0, note: null });
      expect(problem(await setNote(walkIn, { text: '단골' }))).toEqual([409, 'STATE_NOT_ALLOWED']);
    });
  });

  describe('POST reservation/…/guest-profile/note (RG-2)', () => {
    it('keeps one note of a phone at a store, which every reservation of the phone shows', async () => {
      const phone = '010-7777-2000';
      const [first, second] = [
        await desk.createReservation({ guestPhone: phone }),
        await desk.createReservation({ guestPhone: phone, ...desk.stay(10) }),
      ];
      const set = await setNote(first, { text: '창가 룸 선호' });
      expect(set.body).toMatchObject({ note: { text: '창가 룸 선호', version: 1 } });
      expect(await profileOf(second, franchisee)).toMatchObject({ note: { text: '창가 룸 선호', version: 1 } });
      const changed = await setNote(second, { version: 1, text: '3번 룸 선호' }, franchisee);
      expect(changed.body).toMatchObject({ note: { text: '3번 룸 선호', version: 2 } });
      const removed = await setNote(first, { version: 2, text: '' });
      expect(removed.body['note']).toBeNull();
      expect((await profileOf(second))['note']).toBeNull();
    });

    it('refuses a note that another person changed first, with the present one', async () => {
      const of = await desk.createReservation({ guestPhone: '010-7777-2001' });
      const both = await Promise.all(['하나', '둘'].map((text) => setNote(of, { text })));
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      const stale = both.find(({ status }) => status === 409);
      expect(stale?.body).toMatchObject({ code: 'STALE', current: { note: { version: 1 } } });
      expect(problem(await setNote(of, { version: 7, text: '셋' }))).toEqual([409, 'STALE']);
    });

    it('is not for support, which sees it', async () => {
      const of = await desk.createReservation({ guestPhone: '010-7777-2002' });
      const support = await server.signIn(desk.shop, ['CUSTOMER_MANAGER'], []);
      expect(problem(await setNote(of, { text: '단골' }, support))).toEqual([403, 'CAPABILITY_MISSING']);
      expect(await profileOf(of, support)).toMatchObject({ hasPhone: true });
    });
  });

  describe('blocked guests (RG-3 to RG-5)', () => {
    it('refuses the online booking of a blocked phone without a reason, until a person ends the block', async () => {
      const phone = desk.nextPhone();
      const blocked = await block({ guest: { phone } });
      expect(blocked.status, JSON.stringify(blocked.body)).toBe(200);
      expect(blocked.body).toMatchObject({ state: 'ACTIVE', storeId: desk.storeId, liftedAt: null });
      expect(JSON.stringify(blocked.body)).not.toContain(phone);
      const phoneCode = await desk.codeOf(phone);
      const refused = await bookAs(phone, { phoneCode });
      expect(problem(refused)).toEqual([403, 'BOOKING_REFUSED']);
      expect(JSON.stringify(refused.body)).not.toContain('컨트롤러');
      expect((await unblock(blocked.body)).body).toMatchObject({
        state: 'ENDED',
        liftedBy: expect.any(String) as string,
      });
      // The refusal has not used the code up.
      expect((await bookAs(phone, { phoneCode })).status).toBe(200);
      expect(problem(await unblock(blocked.body))).toEqual([409, 'STATE_NOT_ALLOWED']);
    });

    it('reveals nothing about a blocked phone to a person with a wrong code', async () => {
      const phone = desk.nextPhone();
      await block({ guest: { phone } });
      expect(problem(await bookAs(phone, { phoneCode: '000000' }))).toEqual([401, 'INVALID_CODE']);
    });

    it('ends by itself at its time', async () => {
      const phone = desk.nextPhone();
      await block({ guest: { phone }, endsAt: inDays(1) });
      clock.advance(DAY_MS - 1000);
      expect(problem(await bookAs(phone))).toEqual([403, 'BOOKING_REFUSED']);
      clock.advance(1000);
      expect((await bookAs(phone)).status).toBe(200);
      expect(await list('?state=ACTIVE')).toMatchObject({ total: 0 });
      expect(await list('?state=ENDED')).toMatchObject({ total: 1 });
    });

    it('refuses a place on the waitlist, and makes no offer to an entry of before', async () => {
      await desk.set({ waitlist_offer_minutes: 20 });
      const phone = desk.nextPhone();
      const full = await Promise.all(
        desk.roomIds.map((roomId) => desk.createReservation({ roomId, ...desk.stay(30) })),
      );
      const wish = async (guestPhone: string) => ({
        roomId: null,
        ...desk.stay(30),
        headCount: 2,
        guestName: '고대기',
        guestPhone,
        phoneCode: await desk.codeOf(guestPhone),
        language: 'ko',
      });
      expect((await desk.post('/waitlist', await wish(phone))).status).toBe(200);
      await block({ guest: { phone } });
      expect(problem(await desk.post('/waitlist', { ...(await wish(phone)), ...desk.stay(30, 1) }))).toEqual([
        403,
        'BOOKING_REFUSED',
      ]);
      expect((await desk.verb(full[0] as Body, 'cancel')).status).toBe(200);
      const entry = await desk.runUntil('the entry is left to staff', async () => {
        const { body } = await desk.admin.call('GET', `${base()}/waitlist`);
        const [first] = (body['items'] as Body[] | undefined) ?? [];
        return first?.['state'] !== 'WAITING' && first;
      });
      expect(entry).toMatchObject({ state: 'FREE', offeredReservationId: null });
    });

    it.each([
      ['reservation', () => desk.wish({ guestPhone: '010-7777-0001' })],
      [
        'reservation/series',
        () => ({ ...desk.wish({ guestPhone: '010-7777-0001' }), rule: { frequency: 'WEEKLY', count: 2 } }),
      ],
      [
        'waitlist',
        () => {
          const { roomId: _, ...rest } = desk.wish({ guestPhone: '010-7777-0001' });
          return { storeId: desk.storeId, ...rest };
        },
      ],
    ])('warns staff who use POST %s for a blocked guest, who can accept it (RG-5)', async (path, compose) => {
      await block();
      const warned = await desk.admin.call('POST', `${base()}/${path}`, compose());
      expect(problem(warned)).toEqual([409, 'GUEST_BLOCKED']);
      expect(warned.body['current']).toMatchObject({ state: 'ACTIVE', reason: '컨트롤러를 부수고 연락이 안 됨' });
      const accepted = await desk.admin.call('POST', `${base()}/${path}`, { ...compose(), acceptsBlockedGuest: true });
      expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
    });

    it('warns staff who give a stay the number or the address of a blocked guest, once (RG-8)', async () => {
      await block();
      const email = 'lee.guest@mail.example';
      const abroad = await desk.createReservation({
        guestPhone: '+1 415 555 0100',
        guestEmail: email,
        ...desk.stay(40),
      });
      await block({ guest: { reservationId: abroad['id'] } });
      const stay = await desk.createReservation({ guestPhone: desk.nextPhone(), ...desk.stay(30) });
      for (const change of [{ guestPhone: '+82 10-7777-0001' }, { guestEmail: email }]) {
        const warned = await desk.edit(stay, change);
        expect(problem(warned)).toEqual([409, 'GUEST_BLOCKED']);
        expect(warned.body['current']).toMatchObject({ reason: '컨트롤러를 부수고 연락이 안 됨' });
      }
      expect(await desk.read(stay)).toMatchObject({ version: stay['version'] });
      const accepted = await desk.edit(stay, { guestPhone: '010-7777-0001', acceptsBlockedGuest: true });
      expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
      // What was accepted does not ask again.
      const renamed = await desk.edit(accepted.body, { guestName: '다른 이름', guestPhone: '010-7777-0001' });
      expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
      const moved = await desk.edit(renamed.body, desk.stay(33));
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    });

    it('warns of the number of a blocked guest for the whole series as well (RG-8)', async () => {
      await block();
      const { startsAt, endsAt } = desk.stay(30);
      const rule = { frequency: 'DAILY', interval: 1, count: 2 };
      const { guestPhone: _, ...wish } = desk.wish({ startsAt, endsAt });
      const created = await desk.admin.call('POST', `${base()}/reservation/series`, {
        ...wish,
        guestPhone: desk.nextPhone(),
        rule,
      });
      expect(created.status, JSON.stringify(created.body)).toBe(200);
      const [first] = created.body['reservations'] as Body[];
      const edit = { guestPhone: '010-7777-0001', scope: 'ALL' };
      expect(problem(await desk.edit(first ?? {}, edit))).toEqual([409, 'GUEST_BLOCKED']);
      expect((await desk.edit(first ?? {}, { ...edit, acceptsBlockedGuest: true })).status).toBe(200);
    });

    it('blocks the guest of a reservation, also by the mailbox of one outside Korea', async () => {
      const of = await desk.createReservation({ guestPhone: '+1 415 555 0100', guestEmail: 'Lee.Guest@mail.example' });
      expect((await block({ guest: { reservationId: of['id'] } })).status).toBe(200);
      expect(await profileOf(of)).toMatchObject({ block: { state: 'ACTIVE', storeId: desk.storeId } });
      const other = { guestPhone: '+1 415 555 0199', guestEmail: 'lee.guest@MAIL.example', ...desk.stay(20) };
      expect(problem(await desk.book(other))).toEqual([409, 'GUEST_BLOCKED']);
    });

    it('holds at its store only, or in the whole chain if a person with all stores says so', async () => {
      const phone = desk.nextPhone();
      const elsewhere = await server.makeShop({ rooms: 1 });
      expect(problem(await block({ guest: { phone }, storeId: null }, franchisee))).toEqual([
        403,
        'CAPABILITY_MISSING',
      ]);
      expect(problem(await block({ guest: { phone }, storeId: elsewhere.stores[0]?.id }, franchisee))).toEqual([
        404,
        'NOT_FOUND',
      ]);
      const chain = await block({ guest: { phone }, storeId: null });
      expect(chain.body).toMatchObject({ storeId: null });
      expect(problem(await bookAs(phone))).toEqual([403, 'BOOKING_REFUSED']);
      expect(await list('', franchisee)).toMatchObject({ total: 1 });
      expect(problem(await unblock(chain.body, franchisee))).toEqual([403, 'CAPABILITY_MISSING']);
      // Another chain knows nothing of it.
      const stranger = await server.signIn(elsewhere, ['ADMIN'], []);
      expect((await stranger.call('GET', `/${elsewhere.slug}/blocked-guest`)).body).toMatchObject({ total: 0 });
      expect((await stranger.call('DELETE', `/${elsewhere.slug}/blocked-guest/${chain.body['id']}`)).status).toBe(404);
    });

    it('keeps one block of a reach when two people block a guest at once', async () => {
      const guest = { phone: desk.nextPhone() };
      const both = await Promise.all([block({ guest }), block({ guest, reason: '소란' })]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect(await list('?state=ACTIVE')).toMatchObject({ total: 1 });
      expect(await list()).toMatchObject({ total: 2 });
    });

    it.each([
      ['in the past', -1],
      ['more than three years ahead', 1097],
    ])('refuses an end %s', async (_, days) => {
      expect(problem(await block({ endsAt: inDays(days) }))).toEqual([400, 'INVALID_INPUT']);
    });

    it('deletes notes and blocks when the months of the chain are over (RG-6)', async () => {
      const guestPhone = desk.nextPhone();
      const of = await desk.createReservation({ guestPhone });
      await setNote(of, { text: '단골' });
      const { body } = await block({ guest: { reservationId: of['id'] }, endsAt: inDays(1) });
      expect((await desk.admin.call('POST', `${base()}/personal-data`, { keptMonths: 1 })).status).toBe(200);
      const erase = () => eraseDue({ db: server.app.db, clock, tables: SEALED_TABLES });
      const kept = async () => [
        (await list())['total'],
        (
          await server.withActor(desk.admin.actor, (tx) =>
            tx.selectFrom('guest_notes').select('id').where('store_id', '=', desk.storeId).execute(),
          )
        ).length,
      ];
      clock.advance(20 * DAY_MS);
      await erase();
      expect(await kept()).toEqual([1, 1]);
      clock.advance(20 * DAY_MS);
      await erase();
      expect(await kept()).toEqual([0, 0]);
      expect((await desk.admin.call('DELETE', `${base()}/blocked-guest/${body['id']}`)).status).toBe(404);
    });

    it('ends on 29 February', async () => {
      const phone = desk.nextPhone();
      clock.set(new Date('2028-02-28T03:00:00Z'));
      const until29 = await block({ guest: { phone }, endsAt: '2028-02-29T23:59:59+09:00' });
      expect(until29.body).toMatchObject({ endsAt: '2028-02-29T14:59:59.000Z', state: 'ACTIVE' });
    });
  });
});
