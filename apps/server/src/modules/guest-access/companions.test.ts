// @sweep 1/8 (decision 086)
import {
  companionPage,
  ENDPOINTS,
  helpDeskPage,
  listCompanionLinks,
  type CompanionLink,
  type Endpoint,
} from '@munjigi/contract';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNumber } from '../../../../../tools/number-search.ts';
import {
  headOffice,
  HOUR_MS,
  makeGuest,
  makeReservation,
  makeVirtualDoor,
  MINUTE_MS,
  openBookingDesk,
  readKeptReplies,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type ReservationInput,
  type TestServer,
  type VirtualDoor,
} from '../../testing/index.ts';
import { storeActor } from '../../db/index.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
const INVALID = [401, 'GUEST_TOKEN_INVALID'];
const NOT_FOUND = [404, 'NOT_FOUND'];

let server: TestServer;
let beside: TestServer;
let desk: BookingDesk;
let front: VirtualDoor;
beforeAll(async () => {
  server = await startTestServer();
  beside = await startTestServer({ beside: server });
  const shop = await server.makeShop({ stores: 2, rooms: 24 });
  desk = await openBookingDesk(server, { shop });
  front = await makeVirtualDoor(server, shop, desk.admin, { name: 'front' });
});
afterAll(async () => {
  await front.lock.stop();
  await beside.close();
  await server.close();
});

const at = (rest: string) => `/${desk.shop.slug}/guest/${rest}`;
let room = -1;

/** The guest of a stay in another room each time, by default one that began a quarter of an hour ago. */
async function guestOf({
  startsInMs = -15 * MINUTE_MS,
  ...more
}: Partial<ReservationInput> & { readonly startsInMs?: number } = {}) {
  const roomId = desk.roomIds[(room += 1)] ?? '';
  const startsAt = new Date(Date.now() + startsInMs);
  const endsAt = new Date(startsAt.getTime() + HOUR_MS);
  const id = await makeReservation(server, desk.shop, desk.storeId, { roomId, startsAt, endsAt, ...more });
  const guest = await makeGuest(server, desk.shop, desk.storeId, id);
  const list = async () => listCompanionLinks.reply.parse((await guest.call('GET', at('companion'))).body);
  const share = async () => {
    const { status, body } = await guest.call('POST', at('companion'), {});
    expect(status, JSON.stringify(body)).toBe(200);
    return companionOf(body as unknown as CompanionLink);
  };
  const revoke = (companionId: string) => guest.call('DELETE', at(`companion/${companionId}`));
  return { id, roomId, ...guest, list, share, revoke };
}

function companionOf({ id, number, path }: CompanionLink, on = server) {
  const token = path?.split('/').at(-1) ?? '';
  const { call } = { call: on.caller(token) };
  return {
    id,
    number,
    token,
    call,
    page: async () => companionPage.strict().parse((await call('GET', '/companion/page')).body),
    open: () => call('POST', at(`doors/${front.doorId}/open`), {}),
    ask: (body: object = {}, headers: Record<string, string> = {}) => call('POST', at('help'), body, headers),
  };
}

const access = (id: string) => `/${desk.shop.slug}/reservation/${id}/guest-access`;
const unlocks = () => front.lock.received.filter(({ payload }) => payload === 'UNLOCK').length;
const inStore = async (query: RawBuilder<Record<string, unknown>>) =>
  server.withActor(storeActor(desk.shop.productId, desk.storeId), async (tx) => (await query.execute(tx)).rows);

describe('the link of a companion (GT-21, GT-22)', () => {
  it('shows the way, the doors and the code’s window, opens the door, and names the number of the link in the logs', async () => {
    const guest = await guestOf();
    const { code } = await desk.read({ id: guest.id } as unknown as Answer['body']);
    const friend = await guest.share();
    expect(friend.token).toMatch(/^mjc_[\w-]{43}$/);
    const page = await friend.page();
    expect(page).toMatchObject({
      companion: 1,
      reservation: { reservationId: guest.id, state: 'CONFIRMED', may: { openDoors: { isAllowed: true } } },
      doors: [{ doorId: front.doorId, mayOpen: { isAllowed: true } }],
      help: null,
      cancelledAt: null,
      movedFrom: null,
    });
    const opened = await friend.open();
    expect(opened.body).toMatchObject({ status: 'EXECUTED', error: null });
    const command = (await front.history()).find((row) => row['id'] === opened.body['id']);
    expect(command).toMatchObject({ cause: { kind: 'GUEST', id: guest.id, label: `${String(code)} +1` } });
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'actor_label'])
        .where('actor_id', '=', guest.id)
        .orderBy('seq')
        .execute(),
    );
    expect(audited).toEqual([
      { action: 'guest-access.companion-added', actor_label: code },
      { action: 'door.open-requested', actor_label: `${String(code)} +1` },
    ]);
    expect((await guest.list()).items[0]?.lastUsedAt).not.toBeNull();
  });

  it('shows no personal value, no money and no code of the reservation in any reply', async () => {
    const planted = {
      guestName: '심재휘손님',
      guestPhone: '010-7391-6482',
      guestEmail: 'planted-guest@example.test',
      memo: '심어둔 메모 9153',
      headCount: 3,
    };
    const booked = await desk.createReservation({
      ...planted,
      roomId: desk.roomIds[(room += 1)],
      state: 'CONFIRMED',
      ...desk.time(1),
      startsAt: new Date(Math.ceil(Date.now() / (30 * MINUTE_MS)) * 30 * MINUTE_MS).toISOString(),
      endsAt: new Date(Math.ceil(Date.now() / (30 * MINUTE_MS)) * 30 * MINUTE_MS + 2 * HOUR_MS).toISOString(),
    });
    const id = String(booked['id']);
    await inStore(sql`update reservations set price_amount = 731550, paid_amount = 412330 where id = ${id}`);
    await inStore(sql`
      insert into accepted_terms (product_id, store_id, id, reservation_id, language, terms, accepted_at)
       select product_id, store_id, gen_random_uuid(), id, 'ko', '심어둔 약관', now() from reservations where id = ${id}`);
    const guest = await makeGuest(server, desk.shop, desk.storeId, id);
    await guest.call('POST', at('help'), { text: '저는 심재휘예요' });
    const staff = `/${desk.shop.slug}/help-desk/reservation/${id}`;
    await desk.admin.call('POST', `${staff}/answer`, { text: '심재휘님 안녕하세요' });
    const { body } = await guest.call('POST', at('companion'), {});
    const friend = companionOf(body as unknown as CompanionLink);
    const open = Object.entries<Endpoint>(ENDPOINTS).filter(([, endpoint]) => endpoint.access === 'companion');
    const replies: [string, Answer][] = [];
    // Help last: the other replies have to be right before it too.
    for (const [name, { method, path }] of [...open, ...open]) {
      const to = path
        .replace('/api/v2', '')
        .replace('{product}', desk.shop.slug)
        .replace('{doorId}', front.doorId)
        .replace('{photoId}', friend.id);
      if (name !== 'waitForGuestChange')
        replies.push([name, await friend.call(method, to, method === 'GET' ? undefined : {})]);
    }
    expect(replies.filter(([, { status }]) => status === 200).length).toBeGreaterThan(3);
    const guestSees = JSON.stringify((await guest.call('GET', '/guest/page')).body);
    expect([hasNumber(guestSees, '731550'), guestSees.includes('심재휘')]).toEqual([true, true]);
    for (const [name, reply] of replies) {
      const text = JSON.stringify(reply.body);
      expect(text, name).not.toMatch(/심재휘|planted-guest|심어둔|010-7391-6482/);
      expect(text, name).not.toContain(String(booked['code']));
      for (const number of ['01073916482', '731550', '412330'])
        expect(hasNumber(text, number), `${name}: ${number}`).toBe(false);
      expect(text, name).not.toMatch(/"(\w*[aA]mount|headCount|guest\w+|history|memo|rating|refund\w*|terms)"/);
    }
  });

  it('has its own limits and keys: a key of the guest brings no reply of the guest', async () => {
    const guest = await guestOf();
    const friend = await guest.share();
    const key = { 'idempotency-key': `shared-key-${guest.id}` };
    expect((await guest.call('POST', at('help'), { text: '비밀 이야기' }, key)).status).toBe(200);
    expect((await friend.ask({ text: '친구예요' }, key)).status).toBe(200);
    expect((await friend.page()).help?.notes.map(({ text }) => text)).toEqual(['친구예요']);
  });

  it('opens one door at a time, apart from the guest', async () => {
    const guest = await guestOf();
    const [one, other] = [await guest.share(), await guest.share()];
    front.lock.slow(700);
    try {
      const before = unlocks();
      const [first, again] = [
        one.open(),
        companionOf({ ...(await guest.list()).items[0] } as CompanionLink, beside).open(),
      ];
      const answers = await Promise.all([first, again]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.body['code']).toBe('OPENING_UNDER_WAY');
      expect(unlocks()).toBe(before + 1);
      expect(
        (await Promise.all([other.open(), guest.call('POST', at(`doors/${front.doorId}/open`), {})])).map(
          ({ status }) => status,
        ),
      ).toEqual([200, 200]);
    } finally {
      front.lock.slow(0);
    }
  });
});

describe('links for companions (GT-23)', () => {
  it('are five at most, keep their numbers, and are composed again by their guest only', async () => {
    const guest = await guestOf();
    const friends = [];
    for (let n = 0; n < 5; n += 1) friends.push(await guest.share());
    expect(friends.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(problem(await guest.call('POST', at('companion'), {}))).toEqual([409, 'TOO_MANY_COMPANIONS']);
    const { total, most, items } = await guest.list();
    expect([total, most]).toEqual([5, 5]);
    expect(items.map(({ path }) => path)).toEqual(friends.map(({ token }) => `/g/${token}`));
    expect((await guest.revoke(friends[1]?.id ?? '')).status).toBe(200);
    expect((await guest.share()).number).toBe(6);
    expect((await guest.list()).items.map(({ number }) => number)).toEqual([1, 3, 4, 5, 6]);
    expect((await desk.admin.call('GET', access(guest.id))).body).toMatchObject({ state: 'ACTIVE', companions: 5 });
    for (const call of [friends[0]?.call, desk.admin.call])
      expect([401, 403]).toContain((await call?.('GET', at('companion')))?.status);
  });

  it('are ten in an hour at most, also of two requests at once at two processes', async () => {
    const guest = await guestOf();
    for (let n = 0; n < 9; n += 1) await guest.revoke((await guest.share()).id);
    const answers = await Promise.all([
      guest.call('POST', at('companion'), {}),
      beside.caller(guest.token)('POST', at('companion'), {}),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });

  it('are a hundred in all, so that their numbers end', async () => {
    const guest = await guestOf();
    const first = await guest.share();
    await guest.revoke(first.id);
    await inStore(sql`
      insert into companion_links (product_id, store_id, id, guest_token_id, reservation_id, number, token_hash, key_mark,
        issued_at, revoked_at)
      select product_id, store_id, gen_random_uuid(), guest_token_id, reservation_id, n, sha256((id::text || n)::bytea),
        key_mark, issued_at - interval '1 day', issued_at
      from companion_links, generate_series(2, 99) n where id = ${first.id}`);
    expect((await guest.share()).number).toBe(100);
    expect(problem(await guest.call('POST', at('companion'), {}))).toEqual([409, 'TOO_MANY_COMPANIONS']);
  });

  it('stand in no stored reply, and only with their hash in the database', async () => {
    const guest = await guestOf();
    const key = { 'idempotency-key': `companion-${guest.id}` };
    const first = await guest.call('POST', at('companion'), {}, key);
    const again = await guest.call('POST', at('companion'), {}, key);
    expect([again.status, again.body['id'], again.body['path']]).toEqual([200, first.body['id'], null]);
    expect((await guest.list()).total).toBe(1);
    const token = String(first.body['path']).split('/').at(-1) ?? '';
    const kept = await server.withActor(
      {
        kind: 'guest',
        tokenId: String((await desk.admin.call('GET', access(guest.id))).body['tokenId']),
        reservationId: guest.id,
        productId: desk.shop.productId,
        storeId: desk.storeId,
        address: '127.0.0.1',
      },
      (tx) => readKeptReplies(tx, key['idempotency-key']),
    );
    expect(kept).toHaveLength(1);
    expect(kept.join()).not.toContain(token);
    const rows = await inStore(sql`select * from companion_links where reservation_id = ${guest.id}`);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });
});

describe('the end of a companion’s link (GT-24)', () => {
  it('comes at once when the guest revokes it, and leaves the other ones', async () => {
    const [guest, stranger] = [await guestOf(), await guestOf()];
    const [one, other, foreign] = [await guest.share(), await guest.share(), await stranger.share()];
    for (const id of [foreign.id, guest.id, stranger.id]) expect(problem(await guest.revoke(id))).toEqual(NOT_FOUND);
    expect(problem(await one.call('DELETE', at(`companion/${other.id}`)))).toEqual([403, 'NOT_FOR_COMPANIONS']);
    const twice = await Promise.all([guest.revoke(one.id), guest.revoke(one.id)]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
    const before = unlocks();
    for (const refused of [
      await one.call('GET', '/companion/page'),
      await one.open(),
      await one.ask(),
      await one.call('POST', at('cancel'), {}),
      await companionOf({ id: '', number: 0, path: `/g/${one.token}` } as CompanionLink, beside).open(),
    ])
      expect(problem(refused)).toEqual(INVALID);
    expect(unlocks()).toBe(before);
    expect((await other.page()).companion).toBe(2);
    expect((await foreign.page()).companion).toBe(1);
  });

  it('is the end of the acts when the guest cancels, while the page says so', async () => {
    const guest = await guestOf({ startsInMs: 5 * MINUTE_MS });
    const friend = await guest.share();
    const { body } = await guest.call('GET', at('cancellation'));
    expect((await guest.call('POST', at('cancel'), { version: body['version'], expectedRefundAmount: 0 })).status).toBe(
      200,
    );
    const page = await friend.page();
    expect(page).toMatchObject({ reservation: { state: 'CANCELLED' }, codes: [], doors: [] });
    expect(page.cancelledAt).not.toBeNull();
    const before = unlocks();
    expect(problem(await friend.open())).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(problem(await friend.ask())).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(problem(await guest.call('POST', at('companion'), {}))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(unlocks()).toBe(before);
    expect((await guest.revoke(friend.id)).status).toBe(200);
    expect(problem(await friend.call('GET', '/companion/page'))).toEqual(INVALID);
  });

  it('comes with the guest’s token when staff revoke or replace it, and when the guest is erased', async () => {
    const [revoked, replaced, erased] = [await guestOf(), await guestOf(), await guestOf()];
    const friends = await Promise.all([revoked, replaced, erased].map((guest) => guest.share()));
    expect((await desk.admin.call('DELETE', access(revoked.id))).body).toMatchObject({ companions: 0 });
    const { tokenId } = (await desk.admin.call('GET', access(replaced.id))).body;
    expect((await desk.admin.call('POST', access(replaced.id), { replacesTokenId: tokenId })).status).toBe(200);
    await inStore(sql`update reservations set guest_name = '', guest_phone = '' where id = ${erased.id}`);
    for (const friend of friends) expect(problem(await friend.call('GET', '/companion/page'))).toEqual(INVALID);
    expect(await inStore(sql`select from companion_links where reservation_id = ${erased.id}`)).toEqual([]);
  });

  it('follows the end of the stay', async () => {
    const guest = await guestOf();
    const friend = await guest.share();
    const endsAt = (hoursAgo: number) =>
      inStore(sql`
        update reservations set ends_at = ${new Date(Date.now() - hoursAgo * HOUR_MS)},
          starts_at = ${new Date(Date.now() - (hoursAgo + 1) * HOUR_MS)} where id = ${guest.id}`);
    await endsAt(25);
    expect(problem(await friend.open())).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await friend.page()).doors).toEqual([]);
    await endsAt(32 * 24);
    expect(problem(await friend.call('GET', '/companion/page'))).toEqual(INVALID);
  });
});

describe('help for companions (GT-26)', () => {
  it('shows each companion their own request and the answers since then, and staff whom it came from', async () => {
    const guest = await guestOf();
    const [one, other] = [await guest.share(), await guest.share()];
    await guest.call('POST', at('help'), { trouble: 'OTHER', text: '손님의 글' });
    const staff = `/${desk.shop.slug}/help-desk/reservation/${guest.id}`;
    await desk.admin.call('POST', `${staff}/answer`, { text: '손님에게' });
    expect((await one.page()).help).toBeNull();
    expect((await one.ask({ text: '일행의 글' })).status).toBe(200);
    expect((await one.ask({})).status).toBe(200);
    expect((await one.page()).help).toMatchObject({ notes: [{ text: '일행의 글', companion: 1 }], answers: [] });
    await desk.admin.call('POST', `${staff}/answer`, { text: '일행에게' });
    expect((await one.page()).help?.answers.map(({ text }) => text)).toEqual(['일행에게']);
    expect((await other.page()).help).toBeNull();
    const seen = helpDeskPage.parse((await desk.admin.call('GET', staff)).body).guestHelp;
    expect(seen?.companions).toEqual([1]);
    expect(seen?.notes.map(({ text, companion }) => [text, companion])).toEqual([
      ['손님의 글', null],
      ['일행의 글', 1],
    ]);
    expect((await other.ask({})).status).toBe(200);
    expect((await other.page()).help?.notes).toEqual([]);
    expect(helpDeskPage.parse((await desk.admin.call('GET', staff)).body).guestHelp?.companions).toEqual([1, 2]);
  });

  it('opens a case without a case of the guest', async () => {
    const guest = await guestOf();
    const friend = await guest.share();
    const answers = await Promise.all([friend.ask(), friend.ask()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await friend.page()).help).toMatchObject({ trouble: 'DOOR', notes: [], answers: [], seenAt: null });
    const cases = await inStore(sql`select from help_desk_cases where reservation_id = ${guest.id}`);
    expect(cases).toHaveLength(1);
  });
});

/** A request with the token of a companion changes nothing of the guest's (GT-21). */
describe('a companion as another caller', () => {
  it('is refused everywhere else, and never makes the link of the guest a shared one', async () => {
    const guest = await guestOf({ startsInMs: 5 * MINUTE_MS });
    const friend = await guest.share();
    const token: Caller['call'] = friend.call;
    for (const [method, rest, body] of [
      ['GET', 'reservation'],
      ['GET', 'payment'],
      ['GET', 'contact'],
      ['POST', 'cancel', { version: 1, expectedRefundAmount: 0 }],
      ['POST', 'phone-code', {}],
      ['POST', 'payment/begin', { provider: 'TOSS' }],
      ['POST', 'companion', {}],
      ['PATCH', 'contact', { version: 1, email: 'friend@example.test' }],
    ] as const)
      expect(problem(await token(method, at(rest), body)), rest).toEqual([403, 'NOT_FOR_COMPANIONS']);
    expect(problem(await token('GET', '/guest/page'))).toEqual([403, 'NOT_FOR_COMPANIONS']);
    expect((await guest.call('GET', at('cancellation'))).body['proof']).toBe('NONE');
    const other = await server.makeShop();
    expect(problem(await token('POST', `/${other.slug}/guest/help`, {}))).toEqual(NOT_FOUND);
  });
});
