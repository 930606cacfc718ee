/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { randomBytes, randomUUID } from 'node:crypto';
import { ENDPOINTS, guestReservation, type Endpoint } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM, storeActor } from '../../db/index.ts';
import {
  fakeClock,
  headOffice,
  HOUR_MS,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type TestServer,
} from '../../testing/index.ts';
import { connectOwner } from '../../testing/peers/raw-events.ts';
import { sendLargeBody } from '../../testing/large-body.ts';

const NOW = new Date('2026-11-21T06:00:00Z');
const REFUSED = [401, 'GUEST_TOKEN_INVALID'];

describe('access tokens of guests (GT-1 to GT-5)', () => {
  const clock = fakeClock(NOW);
  const logLines: string[] = [];
  let server: TestServer;
  let beside: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, logLines });
    beside = await startTestServer({ beside: server });
    desk = await openBookingDesk(server, { rooms: 40 });
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  let room = -1;
  /** A confirmed reservation in another room each time. */
  const booked = (body: Readonly<Record<string, unknown>> = {}) =>
    desk.createReservation({ roomId: desk.roomIds[(room += 1)], state: 'CONFIRMED', ...body });
  const path = (of: Answer['body']) => `/${desk.shop.slug}/reservation/${of['id']}/guest-access`;
  const issue = (
    of: Answer['body'],
    replacesTokenId: string | null = null,
    headers: Record<string, string> = {},
    call = desk.admin.call,
  ) => call('POST', path(of), { replacesTokenId }, headers);
  const issued = async (of: Answer['body']) => {
    const { status, body } = await issue(of);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { id: String(body['tokenId']), token: String(body['token']) };
  };
  const readAccess = async (of: Answer['body']) => (await desk.admin.call('GET', path(of))).body;
  const guest = (rest: string) => `/${desk.shop.slug}/guest/${rest}`;
  const readAs = (token: string | null, at: TestServer = server) => at.caller(token)('GET', guest('reservation'));
  const problem = ({ status, body }: Answer) => [status, body['code']];

  it('show the token once, store only a hash of it, and audit its issue without it (GT-2)', async () => {
    const of = await booked();
    expect(await readAccess(of)).toMatchObject({ state: 'NONE', tokenId: null, issuedAt: null, expiresAt: null });
    const headers = { 'idempotency-key': randomUUID() };
    const first = await issue(of, null, headers);
    const token = String(first.body['token']);
    expect(token).toMatch(/^mjg_[\w-]{43}$/);
    expect(first.body).toMatchObject({
      reservationId: of['id'],
      storeId: desk.storeId,
      state: 'ACTIVE',
      issuedAt: NOW.toISOString(),
      issuedByName: 'ADMIN',
      lastUsedAt: null,
      expiresAt: new Date(Date.parse(of['endsAt'] ?? '') + 24 * HOUR_MS).toISOString(),
      revokedAt: null,
    });
    const replayed = await issue(of, null, headers);
    expect([replayed.status, replayed.body]).toEqual([200, { ...first.body, token: null }]);
    const { token: _, ...shown } = first.body;
    expect(await readAccess(of)).toEqual(shown);

    await readAs(token);
    const owner = await connectOwner(server.databaseUrl);
    try {
      await owner.query("set app.backup = 'on'");
      const { rows: tables } = await owner.query<{ name: string }>(
        "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
      );
      for (const { name } of tables) {
        const { rows } = await owner.query(
          `select from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
          [token, token.slice(4)],
        );
        expect(rows, name).toEqual([]);
      }
    } finally {
      await owner.end();
    }
    const audited = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .selectFrom('audit_log')
        .selectAll()
        .where('subject_id', '=', String(of['id']))
        .where('action', 'like', 'guest-access.%')
        .execute(),
    );
    expect(audited.map((row) => [row.action, row.actor_label, row.store_id])).toEqual([
      ['guest-access.issued', 'ADMIN', desk.storeId],
    ]);
  });

  it('never appear in the log, at any level', async () => {
    const of = await booked();
    const { token } = await issued(of);
    const before = logLines.length;
    await readAs(token);
    await readAs(`${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`);
    await server.caller(token)('POST', guest('help'), {});
    await server.caller(token)('POST', guest('help'), { unknown: true });
    await server.caller(token)('POST', guest('cancel'), { version: 99, expectedRefundAmount: 0 });
    expect(logLines.length).toBeGreaterThan(before);
    const log = logLines.join('\n');
    expect(log).toContain('guestTokenId');
    expect(log).not.toContain('mjg_');
    expect(log).not.toContain(token.slice(4, 20));
  });

  it('show the guest their reservation and nothing of staff or of other guests', async () => {
    const of = await booked({ memo: '단골, 까다로움' });
    await booked({ guestName: '김다른' });
    const { token } = await issued(of);
    const { status, body } = await readAs(token);
    expect(status).toBe(200);
    expect(guestReservation.strict().parse(body)).toMatchObject({
      reservationId: of['id'],
      code: of['code'],
      state: 'CONFIRMED',
      startsAt: of['startsAt'],
      priceAmount: 20_000,
      paidAmount: 0,
      store: { name: 'Store 1', timeZone: 'Asia/Seoul' },
      roomName: expect.stringMatching(/^Room \d+$/),
      may: {
        cancel: { isAllowed: true, from: null, until: of['startsAt'] },
        // The store has no door.
        openDoors: { isAllowed: false, from: null, until: null },
        readAccessCode: { isAllowed: false, from: null, until: null },
        askForHelp: { isAllowed: true },
      },
    });
    expect(JSON.stringify(body)).not.toMatch(/까다로움|김다른|홍/);
  });

  it('are refused alike whether they never existed, are malformed, revoked, replaced or ended (GT-4)', async () => {
    const [revoked, replaced, expired] = [await booked(), await booked(), await booked()];
    const tokens = {
      revoked: (await issued(revoked)).token,
      replaced: await issued(replaced),
    };
    await desk.admin.call('DELETE', path(revoked));
    expect((await issue(replaced, tokens.replaced.id)).status).toBe(200);
    const short = (await issued(expired)).token;
    const refused = [
      await readAs(tokens.revoked),
      await readAs(tokens.replaced.token),
      await readAs(`mjg_${randomBytes(32).toString('base64url')}`),
      await readAs(short.toUpperCase()),
      await readAs(short.slice(0, -1)),
      await readAs(`${short}x`),
      await readAs(`mjg_${'x'.repeat(5000)}`),
      await readAs('mjg_'),
      await readAs(desk.admin.token),
      await readAs(null),
    ];
    clock.set(new Date('2027-05-24T00:00:00Z'));
    try {
      refused.push(await readAs(short));
    } finally {
      clock.set(NOW);
    }
    const shapes = refused.map(({ status, body }) => JSON.stringify([status, { ...body, requestId: '' }]));
    expect(new Set(shapes).size, [...new Set(shapes)].join('\n')).toBe(1);
    for (const answer of refused) expect(problem(answer)).toEqual(REFUSED);
  });

  it('act until 24 hours after the end of the reservation, to the millisecond, and follow its end (GT-3)', async () => {
    const of = await booked();
    const { token } = await issued(of);
    const endsMs = Date.parse(of['endsAt'] ?? '');
    const extended = await booked();
    const { token: longer } = await issued(extended);
    // Before the clock moves: a review may mark a guest who never came.
    expect((await desk.verb(extended, 'extend', { minutes: 60 })).status).toBe(200);
    try {
      const askForHelp = (by: string) => server.caller(by)('POST', guest('help'), {});
      clock.set(new Date(endsMs + 24 * HOUR_MS - 1));
      expect((await askForHelp(token)).status).toBe(200);
      clock.advance(1);
      expect(problem(await askForHelp(token))).toEqual([409, 'STATE_NOT_ALLOWED']);
      expect((await readAs(token)).body['may']?.['askForHelp']).toMatchObject({ isAllowed: false });
      expect(await readAccess(of)).toMatchObject({ state: 'READABLE', revokedAt: null });
      clock.set(new Date(Date.parse(extended['endsAt'] ?? '') + 24 * HOUR_MS));
      expect((await askForHelp(longer)).status).toBe(200);
    } finally {
      clock.set(NOW);
    }
  });

  it('end when staff revoke or replace them, in every process from the next request on (GT-3)', async () => {
    const of = await booked();
    const first = await issued(of);
    expect([(await readAs(first.token)).status, (await readAs(first.token, beside)).status]).toEqual([200, 200]);
    const second = await issue(of, first.id);
    const token = String(second.body['token']);
    for (const at of [server, beside]) {
      expect(problem(await readAs(first.token, at))).toEqual(REFUSED);
      expect((await readAs(token, at)).status).toBe(200);
    }
    const revoked = await desk.admin.call('DELETE', path(of));
    expect(revoked.body).toMatchObject({ state: 'REVOKED', revokedAt: NOW.toISOString() });
    for (const at of [server, beside]) expect(problem(await readAs(token, at))).toEqual(REFUSED);
    expect(problem(await desk.admin.call('DELETE', path(of)))).toEqual([404, 'NOT_FOUND']);
    const actions = await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .selectFrom('audit_log')
        .select('action')
        .where('subject_id', '=', String(of['id']))
        .where('action', 'like', 'guest-access.%')
        .orderBy('seq')
        .execute(),
    );
    expect(actions.map(({ action }) => action)).toEqual([
      'guest-access.issued',
      'guest-access.replaced',
      'guest-access.revoked',
    ]);
  });

  it('are issued one at a time: of eight concurrent issues one succeeds, and the others get STALE (AP-4)', async () => {
    const of = await booked();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        issue(of, null, {}, index % 2 ? beside.caller(desk.admin.token) : desk.admin.call),
      ),
    );
    const created = answers.filter(({ status }) => status === 200);
    expect(created).toHaveLength(1);
    for (const stale of answers.filter(({ status }) => status !== 200)) {
      expect(problem(stale)).toEqual([409, 'STALE']);
      expect(stale.body['current']).toMatchObject({ state: 'ACTIVE', tokenId: created[0]?.body['tokenId'] });
      expect(JSON.stringify(stale.body)).not.toContain('mjg_');
    }
    expect((await readAs(String(created[0]?.body['token']))).status).toBe(200);
  });

  it('are not issued for a block, nor for a reservation that is over', async () => {
    const block = await desk.createReservation({
      kind: 'BLOCK',
      roomId: desk.roomIds[(room += 1)],
      blockReason: 'CLEANING',
    });
    const cancelled = await booked();
    await desk.verb(cancelled, 'cancel');
    for (const of of [block, cancelled]) expect(problem(await issue(of))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect(problem(await issue({ id: uuidv7() } as unknown as Answer['body']))).toEqual([404, 'NOT_FOUND']);
  });

  it('read on after an unpaid hold that expired, and act no more (GT-3)', async () => {
    const held = await booked({ state: 'PENDING' });
    const { token } = await issued(held);
    await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      tx
        .updateTable('reservations')
        .set({ state: 'EXPIRED', hold_expires_at: null })
        .where('id', '=', String(held['id']))
        .execute(),
    );
    expect((await readAs(token)).body).toMatchObject({ state: 'EXPIRED' });
    try {
      clock.set(new Date(String(held['holdExpiresAt'])));
      const help = await server.caller(token)('POST', guest('help'), {});
      expect(problem(help)).toEqual([409, 'STATE_NOT_ALLOWED']);
      expect(await readAccess(held)).toMatchObject({
        state: 'READABLE',
        expiresAt: held['holdExpiresAt'],
        revokedAt: null,
      });
    } finally {
      clock.set(NOW);
    }
  });

  it('record their last use once a minute', async () => {
    const of = await booked();
    const { token, id } = await issued(of);
    const versions = () =>
      server.withActor(SYSTEM, async (tx) => {
        const row = await tx
          .selectFrom('guest_tokens')
          .select(['last_used_at'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return row.last_used_at?.toISOString();
      });
    try {
      await readAs(token);
      expect(await versions()).toBe(NOW.toISOString());
      clock.advance(MINUTE_MS - 1);
      await Promise.all([readAs(token), readAs(token)]);
      expect(await versions()).toBe(NOW.toISOString());
      clock.advance(1);
      await readAs(token);
      expect((await readAccess(of))['lastUsedAt']).toBe(new Date(NOW.getTime() + MINUTE_MS).toISOString());
    } finally {
      clock.set(NOW);
    }
  });

  it('give access only to the endpoints of guests, and a foreign product does not exist for them', async () => {
    const of = await booked();
    const { token } = await issued(of);
    const call = server.caller(token);
    const others = (Object.values(ENDPOINTS) as Endpoint[]).filter(
      ({ access }) => access !== 'guest' && access !== 'companion' && access !== 'public',
    );
    expect(others.length).toBeGreaterThan(100);
    for (const { method, path: at, access } of others) {
      const url = at
        .replace('/api/v2', '')
        .replace('{product}', desk.shop.slug)
        .replace(/\{\w+\}/g, String(of['id']));
      expect(problem(await call(method, url)), `${method} ${at}`).toEqual([
        401,
        access === 'channel' ? 'API_KEY_INVALID' : 'NOT_SIGNED_IN',
      ]);
    }
    const elsewhere = await server.makeShop();
    expect(problem(await call('GET', `/${elsewhere.slug}/guest/reservation`))).toEqual([404, 'NOT_FOUND']);
  });

  it('answer 413 to 10 MB before the body is complete, and 401 to a stranger who sends them', async () => {
    const { token } = await issued(await booked());
    const url = `${server.url}/api/v2${guest('cancel')}`;
    for (const [bearer, status] of [
      [token, 413],
      ['mjg_wrong', 401],
    ] as const) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${bearer}` };
      const declared = { ...headers, 'content-length': String(10 * 1024 * 1024) };
      expect(await sendLargeBody(url, { headers: declared, pieces: 0 })).toBe(status);
      expect(await sendLargeBody(url, { headers, pieces: 12 })).toBe(status);
    }
  });
});

describe('limits of requests of guests (GT-4)', () => {
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ config: { requestLimit: 600, trustProxy: 1 } });
    desk = await openBookingDesk(server, { rooms: 4 });
  });
  afterAll(() => server.close());

  const guestOf = async (index: number) => {
    const from = Math.ceil(Date.now() / (30 * MINUTE_MS) + 2) * 30 * MINUTE_MS;
    const of = await desk.createReservation({
      roomId: desk.roomIds[index],
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(from + HOUR_MS).toISOString(),
    });
    const { body } = await desk.admin.call('POST', `/${desk.shop.slug}/reservation/${of['id']}/guest-access`, {
      replacesTokenId: null,
    });
    return String(body['token']);
  };
  const readFrom = (address: string, token: string) =>
    server.caller(token)('GET', `/${desk.shop.slug}/guest/reservation`, undefined, { 'x-forwarded-for': address });
  const count = (answers: readonly Answer[], status: number) => answers.filter((it) => it.status === status).length;

  it('answer 429 to a flood of wrong tokens from one address, and still serve the guest behind it', async () => {
    const token = await guestOf(0);
    const flood = await Promise.all(
      Array.from({ length: 60 }, () => readFrom('203.0.113.5', `mjg_${randomBytes(32).toString('base64url')}`)),
    );
    expect([count(flood, 401) <= 22, count(flood, 401) + count(flood, 429)]).toEqual([true, 60]);
    const limited = flood.find(({ status }) => status === 429);
    expect([limited?.body['code'], Number(limited?.headers.get('retry-after')) > 0]).toEqual([
      'TOO_MANY_ATTEMPTS',
      true,
    ]);
    expect((await readFrom('203.0.113.5', token)).status).toBe(200);
    expect((await readFrom('203.0.113.6', 'mjg_wrong')).status).toBe(401);
  });

  it('answer 429 to a token that is used too often, and not to another one at its address', async () => {
    const [often, other] = [await guestOf(1), await guestOf(2)];
    const answers: Answer[] = [];
    for (let batch = 0; batch < 7; batch += 1)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => readFrom('203.0.113.9', often)))));
    expect([count(answers, 200) >= 120, count(answers, 429) > 0]).toEqual([true, true]);
    expect(answers.find(({ status }) => status === 429)?.body['code']).toBe('RATE_LIMITED');
    expect((await readFrom('203.0.113.9', other)).status).toBe(200);
  });

  it('count acts of a token apart from its reads, and limit them too', async () => {
    const token = await guestOf(3);
    const act = () => server.caller(token)('POST', `/${desk.shop.slug}/guest/help`, {}, {});
    const reads: Answer[] = [];
    for (let batch = 0; batch < 7; batch += 1)
      reads.push(...(await Promise.all(Array.from({ length: 20 }, () => readFrom('203.0.113.10', token)))));
    expect(count(reads, 429)).toBeGreaterThan(0);
    expect((await act()).status).toBe(200);
    const acts: Answer[] = [];
    for (let batch = 0; batch < 4; batch += 1) acts.push(...(await Promise.all(Array.from({ length: 20 }, act))));
    expect(acts.find(({ status }) => status === 429)?.body['code']).toBe('RATE_LIMITED');
    expect([count(acts, 200) >= 59, count(acts, 200) + count(acts, 429)]).toEqual([true, 80]);
  });
});
