// @sweep 1/8 (decision 086)
import { readRatingSummary, guestPage, listStayRatings } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  HOUR_MS,
  listenToEvents,
  makeGuest,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const problem = ({ status, body }: Answer) => [status, body['code']];

describe('ratings of stays (GP-5)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  let ownerOfB: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    const shop = await server.makeShop({ stores: 2, rooms: 12 });
    desk = await openBookingDesk(server, { shop });
    ownerOfB = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1), 90 * 24);
  });
  afterAll(() => server.close());

  let room = -1;
  /** A guest in another room each time, who is checked in unless they do not come. */
  async function stay({ comes = true } = {}) {
    clock.set(NOW);
    const of = await desk.createReservation({ roomId: desk.roomIds[(room += 1)], state: 'CONFIRMED' });
    if (comes) {
      clock.set(new Date(String(of['startsAt'])));
      expect((await desk.verb(of, 'check-in')).status).toBe(200);
    }
    const { call } = await makeGuest(server, desk.shop, desk.storeId, String(of['id']));
    return {
      of,
      id: String(of['id']),
      endsAt: Date.parse(String(of['endsAt'])),
      rate: (body: unknown) => call('POST', `/${desk.shop.slug}/guest/rating`, body),
      shown: async () => guestPage.parse((await call('GET', '/guest/page')).body).rating,
    };
  }
  const list = async (query: string, by = desk.admin) =>
    listStayRatings.reply.parse((await by.call('GET', `/${desk.shop.slug}/rating?${query}`)).body);

  it('are refused through a link that staff issued, and its page asks for none', async () => {
    const { of, endsAt } = await stay();
    clock.set(new Date(endsAt));
    const path = `/${desk.shop.slug}/reservation/${String(of['id'])}/guest-access`;
    const { tokenId } = (await desk.admin.call('GET', path)).body;
    const issued = await desk.admin.call('POST', path, { replacesTokenId: tokenId });
    const call = server.caller(String(issued.body['token']));
    expect(problem(await call('POST', `/${desk.shop.slug}/guest/rating`, { score: 5 }))).toEqual([
      409,
      'STATE_NOT_ALLOWED',
    ]);
    expect(guestPage.parse((await call('GET', '/guest/page')).body).rating.isAllowed).toBe(false);
  });

  it('are given once, after the end, and refused before it and a second time with 409', async () => {
    const it = await stay();
    clock.set(new Date(it.endsAt - 1));
    expect(await it.shown()).toEqual({ isAllowed: false, given: null });
    expect(problem(await it.rate({ score: 5 }))).toEqual([409, 'STATE_NOT_ALLOWED']);
    clock.set(new Date(it.endsAt));
    expect(await it.shown()).toEqual({ isAllowed: true, given: null });
    const stream = await listenToEvents(server.url, desk.shop.slug, desk.admin.token);
    const answers = await Promise.all([
      it.rate({ score: 4, remark: ' 깨끗했어요 ' }),
      it.rate({ score: 1 }),
      it.rate({ score: 2 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await stream.first('stay-ratings.changed')).data).toEqual({
      storeId: desk.storeId,
      reservationId: it.id,
    });
    stream.close();
    const given = answers.find(({ status }) => status === 200)?.body;
    expect(await it.shown()).toEqual({ isAllowed: false, given });
    expect((await list(`reservationId=${it.id}`)).items).toMatchObject([
      { reservationCode: it.of['code'], score: given?.['score'], remark: given?.['remark'] },
    ]);
  });

  it('are refused for a cancelled stay and a no-show, for other scores and for long remarks', async () => {
    const noShow = await stay({ comes: false });
    clock.set(new Date(Date.parse(String(noShow.of['startsAt'])) + HOUR_MS));
    expect((await desk.verb(await desk.read(noShow.of), 'no-show')).status).toBe(200);
    clock.set(new Date(noShow.endsAt + HOUR_MS));
    expect(problem(await noShow.rate({ score: 1 }))).toEqual([409, 'STATE_NOT_ALLOWED']);
    const cancelled = await stay({ comes: false });
    await desk.verb(cancelled.of, 'cancel');
    clock.set(new Date(cancelled.endsAt));
    expect(problem(await cancelled.rate({ score: 1 }))).toEqual([409, 'STATE_NOT_ALLOWED']);
    const late = await stay();
    clock.set(new Date(late.endsAt + 24 * HOUR_MS));
    expect(problem(await late.rate({ score: 1 }))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(await late.shown()).toEqual({ isAllowed: false, given: null });
    const garbled = await stay();
    clock.set(new Date(garbled.endsAt));
    for (const body of [
      { score: 0 },
      { score: 6 },
      { score: 4.5 },
      { score: '5' },
      {},
      { score: 5, remark: 'x'.repeat(501) },
      { score: 5, stars: 1 },
    ])
      expect(problem(await garbled.rate(body))).toEqual([400, 'INVALID_INPUT']);
  });

  it('are listed for the stores of the person, with their mean to a tenth', async () => {
    const before = await list('');
    const scores = [5, 4, 4];
    for (const score of scores) {
      const it = await stay();
      clock.set(new Date(it.endsAt));
      expect((await it.rate({ score })).status).toBe(200);
    }
    const all = await list(`storeId=${desk.storeId}&limit=200&sort=score`);
    const total = all.items.reduce((sum, { score }) => sum + score, 0);
    expect([all.total, all.meanScore]).toEqual([before.total + 3, Math.round((total / all.total) * 10) / 10]);
    expect(all.items.map(({ score }) => score)).toEqual(all.items.map(({ score }) => score).sort());
    const summary = readRatingSummary.reply.parse(
      (await desk.admin.call('GET', `/${desk.shop.slug}/rating/summary?storeId=${desk.storeId}&months=24`)).body,
    );
    expect(summary.months).toHaveLength(24);
    const mean = Math.round((total / all.total) * 10) / 10;
    expect(summary.months.filter(({ count }) => count > 0).reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
    expect(summary.rooms.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
    if (summary.rooms.length === 1) expect(summary.rooms[0]?.meanScore).toBe(mean);
    expect((await ownerOfB.call('GET', `/${desk.shop.slug}/rating/summary?storeId=${desk.storeId}`)).status).toBe(404);
    expect(await list('', ownerOfB)).toEqual({ total: 0, items: [], meanScore: null });
    expect(await list(`storeId=${desk.storeId}`, ownerOfB)).toEqual({ total: 0, items: [], meanScore: null });
  });
});
