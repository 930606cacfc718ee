import { connect } from 'node:net';
import { problemBody } from '@munjigi/contract';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  fillStore,
  startTestServer,
  type Caller,
  type Shop,
  type StoreContents,
  type TestServer,
} from '../testing/index.ts';
import { sendLargeBody } from '../testing/large-body.ts';

describe('bad input (AP-2)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  let foreign: Shop;
  let admin: Caller;
  let there: StoreContents;
  let elsewhere: StoreContents;

  beforeAll(async () => {
    server = await startTestServer({ clock });
    [shop, foreign] = [await server.makeShop(), await server.makeShop()];
    admin = await server.signIn(shop, ['ADMIN']);
    there = await fillStore(server, shop, first(shop));
    elsewhere = await fillStore(server, foreign, first(foreign));
  });
  afterAll(() => server.close());
  afterEach(async () => {
    // After any bad input the server still answers the next request.
    expect((await admin.call('GET', '/auth/me')).status).toBe(200);
  });
  const first = (it: Shop) => it.stores[0] ?? expect.fail('no store');
  const inShop = (path: string) => `/${shop.slug}${path}`;

  async function refused(answer: Promise<{ status: number; body: unknown }>): Promise<[number, string]> {
    const { status, body } = await answer;
    const problem = problemBody.parse(body);
    expect(problem.status).toBe(status);
    return [status, problem.code];
  }

  it.each<[string, unknown, string]>([
    ['an unknown field', { ids: ['018f0000-0000-7000-8000-000000000001'], more: 1 }, 'INVALID_INPUT'],
    ['a wrong type', { ids: 'all' }, 'INVALID_INPUT'],
    ['nothing where something must be', {}, 'INVALID_INPUT'],
    ['too much', { ids: Array.from({ length: 201 }, () => '018f0000-0000-7000-8000-000000000001') }, 'INVALID_INPUT'],
    ['an array', [], 'INVALID_INPUT'],
    ['null', 'null', 'INVALID_INPUT'],
    ['no JSON', '{"ids": [', 'BODY_NOT_JSON'],
    ['an empty body', '', 'BODY_NOT_JSON'],
    [
      'a prototype',
      '{"ids": ["018f0000-0000-7000-8000-000000000001"], "__proto__": {"isAdmin": true}}',
      'BODY_NOT_JSON',
    ],
    ['a constructor', '{"ids": [], "constructor": {"prototype": {"isAdmin": true}}}', 'BODY_NOT_JSON'],
    ['JSON that is 50,000 levels deep', `{"ids": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'INVALID_INPUT'],
  ])('refuses %s with a 400 and its code', async (_what, body, code) => {
    expect(await refused(admin.call('POST', inShop('/payment/notification/confirm'), body))).toEqual([400, code]);
  });

  it('names each invalid field and its place', async () => {
    const { body } = await admin.call('POST', inShop('/payment/notification/confirm'), { ids: ['x'], more: 1 });
    const errors = problemBody.parse(body).errors ?? [];
    expect(errors.map(({ path, code }) => [path, code])).toEqual([
      ['ids.0', 'invalid_format'],
      ['more', 'unknown_field'],
    ]);
  });

  it.each([
    ['a NUL', 'a\u0000b'],
    ['half a character', 'a\ud800b'],
    ['a text that is too long', 'a'.repeat(61)],
    ['only spaces', '   '],
  ])('refuses %s in a text', async (_what, name) => {
    expect(await refused(admin.call('PATCH', inShop(`/door/${there.doorId}`), { version: 1, name }))).toEqual([
      400,
      'INVALID_INPUT',
    ]);
    const answer = await server.caller(null)('POST', '/auth/login', { email: `${name}@test.example`, password: name });
    expect([400, 401]).toContain(answer.status);
  });

  it.each([
    ['?page=-1'],
    ['?page=x'],
    ['?page=1&page=2'],
    ['?limit=0'],
    ['?limit=201'],
    ['?limit=1e2'],
    ['?unknown=1'],
    ['?storeId=1'],
    ['?storeId=%00'],
    ['?__proto__=1'],
    ['?page[]=1'],
  ])('refuses the query %s (AP-1)', async (query) =>
    expect(await refused(admin.call('GET', inShop(`/room${query}`)))).toEqual([400, 'INVALID_INPUT']),
  );

  it.each([
    ['/room/%00'],
    ['/room/not-an-id'],
    ['/room/%2e%2e%2fstore'],
    ['/nothing'],
    ['/room/%zz'],
    [`/room/${'a'.repeat(5000)}`],
  ])('answers 404 to the path %s', async (path) => {
    expect(await refused(admin.call('GET', inShop(path)))).toEqual([404, 'NOT_FOUND']);
  });

  it('answers 404 to a product or a row that belongs to another chain or does not exist (AC-1)', async () => {
    for (const slug of [foreign.slug, 'nobodys-product', '%00', 'A', "'; drop table rooms; --"]) {
      expect(await refused(admin.call('GET', `/${slug}/room`)), slug).toEqual([404, 'NOT_FOUND']);
    }
    const room = first(foreign).rooms[0]?.id;
    expect(await refused(admin.call('GET', inShop(`/room/${room}`)))).toEqual([404, 'NOT_FOUND']);
    expect(await refused(admin.call('POST', inShop('/door/open'), { doorId: elsewhere.doorId }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('answers 405 with the allowed methods, and 404 problems below /api', async () => {
    const answer = await admin.call('DELETE', inShop('/store'));
    expect([answer.status, answer.body['code'], answer.headers.get('allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, POST',
    ]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    const unknown = await fetch(`${server.url}/api/v3/x`);
    expect([unknown.status, problemBody.parse(await unknown.json()).code]).toEqual([404, 'NOT_FOUND']);
  });

  it.each([
    ['text/plain'],
    ['application/xml'],
    ['multipart/form-data; boundary=x'],
    ['application/x-www-form-urlencoded'],
  ])('accepts no %s', async (type) => {
    expect(await refused(admin.call('POST', inShop('/door/open'), 'doorId=1', { 'content-type': type }))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
  });

  it('answers 413 to 10 MB, with or without a declared length, and keeps working', async () => {
    expect(
      await refused(admin.call('POST', inShop('/door/open'), JSON.stringify({ doorId: 'x'.repeat(10_000_000) }))),
    ).toEqual([413, 'BODY_TOO_LARGE']);
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
    const status = await sendLargeBody(`${server.url}/api/v2${inShop('/door/open')}`, { headers, pieces: 10 });
    expect(status).toBe(413);
  });

  it('answers 431 to headers that are too large, and 400 to bytes that are not HTTP', async () => {
    const say = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const { hostname, port } = new URL(server.url);
        let received = '';
        const socket = connect(Number(port), hostname, () => socket.write(text));
        socket.on('data', (chunk) => (received += chunk.toString()));
        socket.on('close', () => resolve(received));
        socket.on('error', reject);
      });
    const large = await say(`GET /api/v2/auth/me HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(large).toMatch(/^HTTP\/1\.1 431 [\s\S]*application\/problem\+json[\s\S]*"code":"HEADERS_TOO_LARGE"/);
    expect(await say('this is not HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"INVALID_INPUT"/);
  });

  describe('tokens (AU-3)', () => {
    const me = (token: string | null, headers: Record<string, string> = {}) =>
      refused(server.caller(token)('GET', '/auth/me', undefined, headers));
    const sign = (secret: string, claims: Record<string, unknown>, alg = 'HS256') =>
      new SignJWT(claims).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret));
    const seconds = () => Math.floor(clock.now().getTime() / 1000);
    const claims = () => ({
      iss: 'munjigi',
      sub: admin.userId,
      sid: admin.sessionId,
      iat: seconds(),
      exp: seconds() + 3600,
    });

    it('are rejected when they are absent, malformed, tampered with, expired, of another server, or signed otherwise', async () => {
      const [head = '', body = '', signature = ''] = admin.token.split('.');
      const otherBody = Buffer.from(
        JSON.stringify({ ...claims(), sub: '018f0000-0000-7000-8000-000000000001' }),
      ).toString('base64url');
      const none = Buffer.from('{"alg":"none"}').toString('base64url');
      for (const token of [
        null,
        'x',
        'a.b.c',
        `${head}.${body}.`,
        `${head}.${otherBody}.${signature}`,
        `${none}.${body}.`,
        `${none}.${body}.${signature}`,
        'x'.repeat(5000),
        await sign('of-somebody-else-and-of-nobody-here-000000', claims()),
        await sign(server.config.tokenSecret, claims(), 'HS512'),
        await sign(server.config.tokenSecret, { ...claims(), exp: seconds() - 1 }),
        await sign(server.config.tokenSecret, { ...claims(), iss: 'another' }),
        await sign(server.config.tokenSecret, {
          iss: 'munjigi',
          sub: admin.userId,
          iat: seconds(),
          exp: seconds() + 60,
        }),
      ]) {
        expect(await me(token), String(token)).toEqual([401, 'NOT_SIGNED_IN']);
      }
      expect((await server.caller(await sign(server.config.tokenSecret, claims()))('GET', '/auth/me')).status).toBe(
        200,
      );
    });

    it('are rejected with a session of another person, or one that never existed', async () => {
      const person = await server.signIn(shop, ['ADMIN']);
      expect(await me(await sign(server.config.tokenSecret, { ...claims(), sid: person.sessionId }))).toEqual([
        401,
        'SESSION_ENDED',
      ]);
      expect(
        await me(await sign(server.config.tokenSecret, { ...claims(), sid: '018f0000-0000-7000-8000-000000000001' })),
      ).toEqual([401, 'SESSION_ENDED']);
    });

    it('are not accepted from the URL, from a cookie, or by another scheme', async () => {
      const bare = server.caller(null);
      expect(await refused(bare('GET', `/auth/me?access_token=${admin.token}`))).toEqual([401, 'NOT_SIGNED_IN']);
      expect(await me(null, { cookie: `jwt_access_token=${admin.token}` })).toEqual([401, 'NOT_SIGNED_IN']);
      expect(await me(null, { authorization: `Basic ${admin.token}` })).toEqual([401, 'NOT_SIGNED_IN']);
    });

    it('are rejected from the second in which they expire', async () => {
      const person = await server.signIn(shop, ['ADMIN']);
      expect((await person.call('GET', '/auth/me')).status).toBe(200);
      const before = clock.now();
      clock.advance(3600_000);
      expect(await me(person.token)).toEqual([401, 'NOT_SIGNED_IN']);
      clock.set(before);
    });

    it('give no access to another product', async () => {
      const stranger = await server.signIn(foreign, ['ADMIN']);
      expect(await refused(stranger.call('GET', inShop('/room')))).toEqual([404, 'NOT_FOUND']);
    });
  });
});
