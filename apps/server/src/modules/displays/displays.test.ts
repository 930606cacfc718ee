// @sweep 1/8 (decision 086)
import { randomBytes, randomUUID } from 'node:crypto';
import { displayPlan, type DisplayPlan } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
  makeReservation,
  MINUTE_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
  readKeptReplies,
} from '../../testing/index.ts';

/** 15:00 in Seoul. */
const NOW = new Date('2026-11-21T06:00:00Z');
const REFUSED = [401, 'DISPLAY_TOKEN_INVALID'];
const PUBLIC_URL = 'https://munjigi.test';

describe('tablets at doors (DP-1, DP-2)', () => {
  const clock = fakeClock(NOW);
  const logLines: string[] = [];
  let server: TestServer;
  let desk: BookingDesk;
  let room = -1;
  beforeAll(async () => {
    server = await startTestServer({ clock, logLines, config: { publicUrl: PUBLIC_URL } });
    desk = await openBookingDesk(server, { rooms: 20 });
  });
  afterAll(() => server.close());

  const nextRoom = () => desk.roomIds[(room += 1)] ?? expect.fail('too few rooms');
  const path = (roomId: string) => `/${desk.shop.slug}/room/${roomId}/display`;
  const issue = (roomId: string, replacesDisplayId: string | null = null, { call }: Caller = desk.admin) =>
    call('POST', path(roomId), { replacesDisplayId });
  const connect = async (roomId = nextRoom(), replaces: string | null = null) => {
    const { status, body } = await issue(roomId, replaces);
    expect(status).toBe(200);
    return { roomId, displayId: String(body['displayId']), token: String(body['path']).replace('/d/', '') };
  };
  const staffSee = async (roomId: string) => (await desk.admin.call('GET', path(roomId))).body;
  const read = (token: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v2/display/plan`, { headers: { authorization: `Bearer ${token}`, ...headers } });
  const planOf = async (token: string): Promise<DisplayPlan> => {
    const reply = await read(token);
    expect(reply.status).toBe(200);
    return displayPlan.parse(await reply.json());
  };
  const refusalOf = async (reply: Response) => [reply.status, ((await reply.json()) as { code?: string }).code];
  const problem = ({ status, body }: Answer) => [status, body['code']];
  const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS);

  it('show the link once, store only a hash of the token, and audit its issue without it', async () => {
    const roomId = nextRoom();
    expect(await staffSee(roomId)).toMatchObject({ state: 'NONE', displayId: null, lastSeenAt: null });
    const send = () =>
      desk.admin.call('POST', path(roomId), { replacesDisplayId: null }, { 'idempotency-key': `display-${roomId}` });
    const [first, second] = [await send(), await send()];
    const link = String(first.body['path']);
    expect(link).toMatch(/^\/d\/mjd_[\w-]{43}$/);
    expect(second.body).toEqual({ ...first.body, path: null });
    expect(await staffSee(roomId)).toMatchObject({
      state: 'ACTIVE',
      displayId: first.body['displayId'],
      issuedByName: 'ADMIN',
      issuedAt: clock.now().toISOString(),
    });
    const token = link.replace('/d/', '');
    const stored = await server.withActor(desk.admin.actor, async (tx) => ({
      replies: await readKeptReplies(tx, `display-${roomId}`),
      audited: await tx.selectFrom('audit_log').selectAll().where('subject_id', '=', roomId).execute(),
    }));
    expect(stored).toMatchObject({
      replies: [expect.stringContaining(String(first.body['displayId']))],
      audited: [{ action: 'door-display.issued' }],
    });
    expect(JSON.stringify(stored)).not.toContain(token);
    await expect(
      server.withActor(desk.admin.actor, (tx) => tx.selectFrom('door_displays').select('token_hash').execute()),
    ).rejects.toThrow(/permission denied/);
  });

  it('answer the times of the room, and neither a guest nor a code nor another room', async () => {
    const { roomId, token, displayId } = await connect();
    const other = nextRoom();
    const now = await desk.createReservation({ roomId, ...desk.time(1), state: 'CONFIRMED', memo: '비밀 메모' });
    const block = await desk.createReservation({ roomId, ...desk.time(5, 1), kind: 'BLOCK', blockReason: 'REPAIR' });
    await desk.createReservation({ roomId, ...desk.time(7, 1), kind: 'BLOCK' });
    await desk.createReservation({ roomId: other, ...desk.time(9) });
    const plan = await planOf(token);
    expect(plan).toMatchObject({ displayId, roomName: expect.stringMatching(/^Room /), timeZone: 'Asia/Seoul' });
    expect(Date.parse(plan.until) - clock.now().getTime()).toBeGreaterThanOrEqual(7 * 24 * HOUR_MS);
    const buffer = plan.busy.find(({ startsAt }) => startsAt === now['endsAt']);
    expect(plan.busy).toEqual([
      { startsAt: now['startsAt'], endsAt: now['endsAt'], kind: 'STAY' },
      ...(buffer ? [{ ...buffer, kind: 'CLEANING' }] : []),
      { startsAt: block['startsAt'], endsAt: block['endsAt'], kind: 'BLOCKED' },
      { ...desk.time(7, 1), kind: 'CLEANING' },
    ]);
    const text = JSON.stringify(plan);
    for (const secret of [
      '홍길동',
      '홍*동',
      '010-1234-5678',
      '010-****-5678',
      '메모',
      String(now['code']),
      String(now['id']),
    ])
      expect(text).not.toContain(secret);
  });

  it('separate a stay from the buffer after it, and leave out an unpaid hold that has lapsed', async () => {
    const { roomId, token } = await connect();
    const shop = desk.shop;
    const make = (from: number, record: object = {}) =>
      makeReservation(server, shop, desk.storeId, { roomId, startsAt: at(from), endsAt: at(from + 1), ...record });
    await make(1, { bufferMinutes: 15 });
    await make(3, { state: 'PENDING', holdExpiresAt: at(0.5) });
    expect((await planOf(token)).busy.map(({ kind }) => kind)).toEqual(['STAY', 'CLEANING', 'STAY']);
    expect((await planOf(token)).busy[1]).toEqual({
      startsAt: at(2).toISOString(),
      endsAt: new Date(at(2).getTime() + 15 * MINUTE_MS).toISOString(),
      kind: 'CLEANING',
    });
    clock.advance(31 * MINUTE_MS);
    expect((await planOf(token)).busy.map(({ kind }) => kind)).toEqual(['STAY', 'CLEANING']);
  });

  it('are occupied by stays in the parts of a joined room', async () => {
    const { roomId, token } = await connect();
    const part = nextRoom();
    await server.withActor(storeActor(desk.shop.productId, desk.storeId), (tx) =>
      tx
        .insertInto('room_parts')
        .values({ product_id: desk.shop.productId, store_id: desk.storeId, room_id: roomId, part_room_id: part })
        .execute(),
    );
    await makeReservation(server, desk.shop, desk.storeId, { roomId: part, startsAt: at(2), endsAt: at(3) });
    expect((await planOf(token)).busy).toMatchObject([{ kind: 'STAY', startsAt: at(2).toISOString() }]);
  });

  it('answer 304 with the time of the server until the plan changes', async () => {
    const { roomId, token } = await connect();
    const first = await read(token);
    const etag = first.headers.get('etag') ?? expect.fail('no etag');
    expect([first.headers.get('x-server-time'), first.headers.get('cache-control')]).toEqual([
      clock.now().toISOString(),
      'no-store',
    ]);
    clock.advance(MINUTE_MS);
    const same = await read(token, { 'if-none-match': `W/${etag}` });
    expect([same.status, await same.text(), same.headers.get('x-server-time')]).toEqual([
      304,
      '',
      clock.now().toISOString(),
    ]);
    await makeReservation(server, desk.shop, desk.storeId, { roomId, startsAt: at(1), endsAt: at(2) });
    const changed = await read(token, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('have the address and a QR code of the booking page of the room only while the store takes online bookings', async () => {
    const { roomId, token } = await connect();
    await desk.set({ booking_is_open: 'false' });
    expect((await planOf(token)).booking).toBeNull();
    await desk.set({ booking_is_open: 'true' });
    const { booking } = await planOf(token);
    expect(booking?.url).toBe(`${PUBLIC_URL}/b/${desk.shop.slug}/${desk.storeId}?room=${roomId}`);
    expect(booking?.offer).toEqual({ minutes: 30, amount: 5000 });
    expect(booking?.qr.size).toBeGreaterThanOrEqual(29);
    expect(booking?.qr.path).toMatch(/^(?:M\d+ \d+h\d+v1h-\d+z)+$/);
    await desk.set({ booking_is_open: 'false' });
  });

  it('subtract closures of the room from the opening periods, and name them nowhere', async () => {
    const { roomId, token } = await connect();
    const closure = await desk.admin.call('POST', `/${desk.shop.slug}/store/${desk.storeId}/closure`, {
      roomIds: [roomId],
      startsAt: at(24).toISOString(),
      endsAt: at(26).toISOString(),
      reason: '내부 공사',
    });
    expect(closure.status).toBe(200);
    const plan = await planOf(token);
    expect(plan.open.map(({ endsAt }) => endsAt)).toContain(at(24).toISOString());
    expect(plan.open.map(({ startsAt }) => startsAt)).toContain(at(26).toISOString());
    expect(JSON.stringify(plan)).not.toContain('내부 공사');
  });

  it('end at once when they are revoked or replaced, and refuse every other token alike', async () => {
    const { roomId, token, displayId } = await connect();
    const next = await connect(roomId, displayId);
    expect(await refusalOf(await read(token))).toEqual(REFUSED);
    expect((await read(next.token)).status).toBe(200);
    const revoked = await desk.admin.call('DELETE', path(roomId));
    expect([revoked.status, revoked.body['state']]).toEqual([200, 'REVOKED']);
    expect(problem(await desk.admin.call('DELETE', path(roomId)))).toEqual([404, 'NOT_FOUND']);
    for (const wrong of [next.token, `mjd_${randomBytes(32).toString('base64url')}`, 'mjd_x', 'x'.repeat(5000), ''])
      expect(await refusalOf(await read(wrong)), wrong.slice(0, 50)).toEqual(REFUSED);
    expect(await refusalOf(await fetch(`${server.url}/api/v2/display/plan`))).toEqual(REFUSED);
    const actions = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('action').where('subject_id', '=', roomId).orderBy('at').execute(),
    );
    expect(actions.map(({ action }) => action).sort()).toEqual([
      'door-display.issued',
      'door-display.replaced',
      'door-display.revoked',
    ]);
  });

  it('are replaced by one of two people who do so at once; the other gets STALE', async () => {
    const { roomId, displayId } = await connect();
    const answers = await Promise.all([issue(roomId, displayId), issue(roomId, displayId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [lost, won] = [answers.find(({ status }) => status === 409), answers.find(({ status }) => status === 200)];
    expect([lost?.body['code'], lost?.body['current']?.['displayId']]).toEqual(['STALE', won?.body['displayId']]);
  });

  it('end with their room: archived, it has no tablet, and no new one is issued', async () => {
    const { roomId, token } = await connect();
    const fresh = (await desk.admin.call('GET', `/${desk.shop.slug}/room/${roomId}`)).body;
    const archived = await desk.admin.call('POST', `/${desk.shop.slug}/room/${roomId}/archive`, {
      version: fresh['version'],
      isArchived: true,
    });
    expect(archived.status).toBe(200);
    expect(await refusalOf(await read(token))).toEqual(REFUSED);
    expect(problem(await issue(roomId))).toEqual([422, 'ROOM_ARCHIVED']);
  });

  it('are issued only by people with `doors:configure` in the store', async () => {
    const roomId = nextRoom();
    const support = await server.signIn(desk.shop, ['CUSTOMER_MANAGER']);
    expect(problem(await issue(roomId, null, support))).toEqual([403, 'CAPABILITY_MISSING']);
    const stranger = await server.signIn(await server.makeShop(), ['ADMIN']);
    expect(problem(await issue(roomId, null, stranger))).toEqual([404, 'NOT_FOUND']);
    expect(problem(await issue(randomUUID()))).toEqual([404, 'NOT_FOUND']);
    expect(await staffSee(roomId)).toMatchObject({ state: 'NONE' });
  });

  it('write when they were last seen at most once a minute', async () => {
    const { roomId, token } = await connect();
    const lastSeen = async () => (await staffSee(roomId))['lastSeenAt'];
    const first = clock.now().toISOString();
    await read(token);
    clock.advance(59_000);
    await read(token);
    expect(await lastSeen()).toBe(first);
    clock.advance(2000);
    await read(token);
    expect(await lastSeen()).toBe(clock.now().toISOString());
  });

  it('cannot use their token for anything else, and it is in no log line', async () => {
    const { roomId, token } = await connect();
    const call = server.caller(token);
    expect(problem(await call('GET', path(roomId)))).toEqual([401, 'NOT_SIGNED_IN']);
    expect(problem(await call('GET', `/${desk.shop.slug}/guest/reservation`))).toEqual([401, 'GUEST_TOKEN_INVALID']);
    await fetch(`${server.url}/d/${token}`);
    await read(token);
    expect(logLines.some((line) => line.includes('/api/v2/display/plan'))).toBe(true);
    expect(logLines.filter((line) => line.includes(token))).toEqual([]);
  });
});

describe('limits of requests of tablets (DP-2)', () => {
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ config: { requestLimit: 600, trustProxy: 1 } });
    desk = await openBookingDesk(server, { rooms: 2 });
  });
  afterAll(() => server.close());

  const connect = async (index: number) => {
    const roomId = desk.roomIds[index];
    const { body } = await desk.admin.call('POST', `/${desk.shop.slug}/room/${roomId}/display`, {
      replacesDisplayId: null,
    });
    return String(body['path']).replace('/d/', '');
  };
  const readFrom = (token: string) =>
    server.caller(token)('GET', '/display/plan', undefined, { 'x-forwarded-for': '203.0.113.5' });
  const count = (answers: readonly Answer[], status: number) => answers.filter((it) => it.status === status).length;

  it('answer 429 to a flood of wrong tokens from one address, and still serve the tablet behind it', async () => {
    const token = await connect(0);
    const flood = await Promise.all(
      Array.from({ length: 60 }, () => readFrom(`mjd_${randomBytes(32).toString('base64url')}`)),
    );
    expect([count(flood, 401) <= 22, count(flood, 401) + count(flood, 429)]).toEqual([true, 60]);
    expect(flood.find(({ status }) => status === 429)?.body['code']).toBe('TOO_MANY_ATTEMPTS');
    expect((await readFrom(token)).status).toBe(200);
  });

  it('answer 429 to a token that is used too often', async () => {
    const token = await connect(1);
    const answers = await Promise.all(Array.from({ length: 60 }, () => readFrom(token)));
    expect([count(answers, 200) >= 30, count(answers, 429) > 0]).toEqual([true, true]);
    expect(answers.find(({ status }) => status === 429)?.body['code']).toBe('RATE_LIMITED');
  });
});
