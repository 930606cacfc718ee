// @sweep 1/8 (decision 086)
import { guestPage, helpDeskPage, listRaisedCases, type GuestPage } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  listenToEvents,
  makeGuest,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { connectOwner } from '../../testing/peers/raw-events.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const problem = ({ status, body }: Answer) => [status, body['code']];

describe('the conversation of a guest with the help desk (GP-4, NX-12)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  let kim: Caller;
  let owner: Caller;
  let ownerOfB: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    const shop = await server.makeShop({ stores: 2, rooms: 12 });
    desk = await openBookingDesk(server, { shop });
    kim = await server.signIn(shop, ['CUSTOMER_MANAGER'], [], 90 * 24);
    owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1), 90 * 24);
    ownerOfB = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1), 90 * 24);
  });
  afterAll(() => server.close());

  let room = -1;
  /** A guest in another room each time, with what they and staff do. */
  async function scene() {
    clock.set(NOW);
    const of = await desk.createReservation({ roomId: desk.roomIds[(room += 1)], state: 'CONFIRMED' });
    const id = String(of['id']);
    const guest = await makeGuest(server, desk.shop, desk.storeId, id);
    const at = (more: string) => `/${desk.shop.slug}/help-desk/reservation/${id}${more}`;
    return {
      id,
      guest,
      ask: () => guest.call('POST', `/${desk.shop.slug}/guest/help`, {}),
      help: async (): Promise<GuestPage['help']> => guestPage.parse((await guest.call('GET', '/guest/page')).body).help,
      look: (by = kim) => by.call('POST', at('/case'), {}),
      answer: (text: unknown, by = kim, headers: Record<string, string> = {}) =>
        by.call('POST', at('/answer'), { text }, headers),
      resolve: (by = kim) => by.call('POST', at('/resolve'), { outcome: 'EXPLAINED' }),
      raised: async (by = kim) =>
        listRaisedCases.reply
          .parse((await by.call('GET', `/${desk.shop.slug}/help-desk/raised`)).body)
          .items.some(({ reservationId }) => reservationId === id),
    };
  }

  it('reaches every person of the help desk by an event, and is raised until a person opens the case', async () => {
    const it = await scene();
    const streams = await Promise.all([kim, owner].map((by) => listenToEvents(server.url, desk.shop.slug, by.token)));
    expect(await it.help()).toBeNull();
    expect((await it.ask()).status).toBe(200);
    for (const stream of streams)
      expect((await stream.first('help-desk.changed')).data).toEqual({ storeId: desk.storeId, reservationId: it.id });
    for (const stream of streams) stream.close();
    expect([await it.raised(kim), await it.raised(owner), await it.raised(ownerOfB)]).toEqual([true, true, false]);
    expect(await it.help()).toEqual({
      trouble: 'DOOR',
      openedAt: NOW.toISOString(),
      seenAt: null,
      resolvedAt: null,
      notes: [],
      answers: [],
    });
    clock.advance(MINUTE_MS);
    expect((await it.look(owner)).status).toBe(200);
    expect([await it.raised(kim), (await it.help())?.seenAt]).toEqual([false, clock.now().toISOString()]);
    const seenAt = clock.now().toISOString();
    clock.advance(MINUTE_MS);
    await it.look(kim);
    expect((await it.help())?.seenAt).toBe(seenAt);
  });

  it('is seen again by a person whose own case is still open when the guest asks', async () => {
    const it = await scene();
    await it.look();
    await it.ask();
    expect((await it.help())?.seenAt).toBeNull();
    clock.advance(1000);
    const answers = await Promise.all([it.look(), it.look(), it.look(owner)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await it.help())?.seenAt).toBe(clock.now().toISOString());
  });

  it('reads answers without the names of staff, oldest first, and staff read them with names', async () => {
    const it = await scene();
    await it.ask();
    expect(problem(await it.answer('  곧 갈게요. '))).toEqual([200, undefined]);
    clock.advance(1000);
    const second = await it.answer('문을 열었습니다.', owner);
    expect(second.body['answers']).toMatchObject([{ text: '곧 갈게요.' }, { text: '문을 열었습니다.' }]);
    const help = await it.help();
    expect(help).toEqual({
      trouble: 'DOOR',
      openedAt: NOW.toISOString(),
      seenAt: NOW.toISOString(),
      resolvedAt: null,
      notes: [],
      answers: [
        { text: '곧 갈게요.', at: NOW.toISOString() },
        { text: '문을 열었습니다.', at: clock.now().toISOString() },
      ],
    });
    const page = helpDeskPage.parse((await it.look()).body);
    expect(page.guestHelp?.answers.map(({ byName }) => byName)).toEqual(['CUSTOMER_MANAGER', 'FRANCHISEE']);
    await it.resolve();
    expect((await it.help())?.resolvedAt).toBe(clock.now().toISOString());
    clock.advance(HOUR_MS - 1);
    expect((await it.help())?.answers).toHaveLength(2);
    clock.advance(1);
    expect(await it.help()).toBeNull();
  });

  it('begins a new conversation when the guest asks again', async () => {
    const it = await scene();
    await it.ask();
    await it.answer('첫 답변');
    await it.resolve();
    clock.advance(1000);
    await it.ask();
    expect(await it.help()).toEqual({
      trouble: 'DOOR',
      openedAt: clock.now().toISOString(),
      seenAt: null,
      resolvedAt: null,
      notes: [],
      answers: [],
    });
  });

  it('is not answered without an open case of the guest (409), in an empty or too long text (400), nor elsewhere (404)', async () => {
    const it = await scene();
    expect(problem(await it.answer('안녕하세요'))).toEqual([409, 'STATE_NOT_ALLOWED']);
    await it.look();
    expect(problem(await it.answer('안녕하세요'))).toEqual([409, 'STATE_NOT_ALLOWED']);
    await it.ask();
    for (const text of ['', '   ', 'x'.repeat(301), null, 5, 'a\u0000b'])
      expect(problem(await it.answer(text))).toEqual([400, 'INVALID_INPUT']);
    expect(problem(await it.answer('안녕하세요', ownerOfB))).toEqual([404, 'NOT_FOUND']);
    expect(
      problem(await it.guest.call('POST', `/${desk.shop.slug}/help-desk/reservation/${it.id}/answer`, {})),
    ).toEqual([401, 'NOT_SIGNED_IN']);
    await it.resolve();
    expect(problem(await it.answer('안녕하세요'))).toEqual([409, 'STATE_NOT_ALLOWED']);
  });

  it('gets an answer that is sent again with the same key once, and each of eight concurrent ones', async () => {
    const it = await scene();
    await it.ask();
    const headers = { 'idempotency-key': 'an-answer' };
    await Promise.all([it.answer('한 번', kim, headers), it.answer('한 번', kim, headers)]);
    await Promise.all(Array.from({ length: 8 }, (_, index) => it.answer(`동시 ${String(index)}`)));
    const texts = (await it.help())?.answers.map(({ text }) => text) ?? [];
    expect([texts.length, texts.filter((text) => text === '한 번').length]).toEqual([9, 1]);
  });

  it('keeps the conversation from other guests, and the text sealed and out of events and the audit log (PD-3)', async () => {
    const [it, other] = [await scene(), await scene()];
    await it.ask();
    const secret = '현관 비밀 안내';
    await it.answer(secret);
    expect(await other.help()).toBeNull();
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .selectFrom('audit_log')
        .select('action')
        .where('subject_id', '=', it.id)
        .where('action', 'like', 'help-desk.%')
        .orderBy('seq')
        .execute(),
    );
    expect(audited.map(({ action }) => action)).toEqual(['help-desk.asked', 'help-desk.answered']);
    const client = await connectOwner(server.databaseUrl);
    try {
      await client.query("set app.backup = 'on'");
      for (const table of ['guest_answers', 'events', 'audit_log'])
        expect(
          (await client.query(`select from ${table} t where strpos(t::text, $1) > 0`, [secret])).rowCount,
          table,
        ).toBe(0);
    } finally {
      await client.end();
    }
  });
});
