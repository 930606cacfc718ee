// @sweep 1/12 (decision 086)
import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../db/index.ts';
import { fakeClock, startTestServer, type Shop, type TestServer } from '../testing/index.ts';
import { hashPassword } from '../modules/accounts/index.ts';
import { clientAddresses, limiterKeyOf, normaliseAddress, type TrustedProxies } from './client-address.ts';

describe('normaliseAddress', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['fe80::1%<script>', 'fe80::1'],
    ['::1', '::1'],
    ['::', '::'],
  ])('writes %s as %s', (text, address) => expect(normaliseAddress(text)).toBe(address));

  it.each([
    '',
    ' ',
    '<b>not an address</b>',
    'unknown',
    '_hidden',
    'unix:',
    '/run/munjigi.sock',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '1.2.3.4:port',
    '1.2.3.4, 5.6.7.8',
    '[1.2.3.4',
    '2001:db8::1::2',
    '"203.0.113.9"',
    'for=203.0.113.9',
    '9'.repeat(10_000),
    `fe80::1%${'x'.repeat(10_000)}`,
  ])('refuses %j', (text) => expect(normaliseAddress(text)).toBeNull());

  it('gives a valid address in one spelling, or null, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[0-9a-f:.%[\]]{0,45}$/)), (text) => {
        const address = normaliseAddress(text);
        if (address !== null)
          expect([normaliseAddress(address), limiterKeyOf(text)]).toEqual([address, limiterKeyOf(address)]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('limiterKeyOf', () => {
  it('has one key for all addresses of a /64 network, and for IPv4 in both spellings', () => {
    expect(limiterKeyOf('2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
    expect(limiterKeyOf('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe('2001:db8:1:2::/64');
    expect(limiterKeyOf('2001:db8:1:3::1')).not.toBe('2001:db8:1:2::/64');
    expect([limiterKeyOf('203.0.113.9'), limiterKeyOf('::ffff:203.0.113.9')]).toEqual(['203.0.113.9', '203.0.113.9']);
  });
});

describe('clientAddresses', () => {
  const addressOf = (trusted: TrustedProxies, peer: string, forwarded?: string) =>
    clientAddresses(trusted).of({
      socket: { remoteAddress: peer },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    } as never);

  it.each<[TrustedProxies, string | undefined, string]>([
    [0, '203.0.113.9', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '1.1.1.1, 2.2.2.2, 203.0.113.9', '203.0.113.9'],
    [1, '<b>not an address</b>,203.0.113.9:4711', '203.0.113.9'],
    [1, '203.0.113.9, <b>not an address</b>', '10.0.0.1'],
    [1, '203.0.113.9,', '10.0.0.1'],
    [1, '', '10.0.0.1'],
    [1, ',,, ,', '10.0.0.1'],
    [2, '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    [2, '203.0.113.9', '203.0.113.9'],
    [2, '<b>not an address</b>, 10.0.0.2', '10.0.0.2'],
    [['10.0.0.1'], '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    [['10.0.0.0/8'], '1.1.1.1, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
    [['10.0.0.0/8'], '10.1.1.1, 10.9.9.9', '10.1.1.1'],
    [['192.168.0.0/16', '2001:db8::/32'], '203.0.113.9', '10.0.0.1'],
  ])('trusting %j it reads %j as %s', (trusted, forwarded, address) => {
    expect(addressOf(trusted, '10.0.0.1', forwarded)).toBe(address);
    expect(addressOf(trusted, '::ffff:10.0.0.1', forwarded)).toBe(address);
  });

  it('trusts IPv6 proxies by network', () => {
    expect(addressOf(['2001:db8::/32'], '2001:db8::5', '203.0.113.9')).toBe('203.0.113.9');
    expect(addressOf(['2001:db8::/32'], '2001:db9::5', '203.0.113.9')).toBe('2001:db9::5');
  });

  it('keeps the address of a connection that is reset while its request is read', () => {
    const socket = { remoteAddress: '203.0.113.9' as string | undefined };
    const addresses = clientAddresses(0);
    addresses.connected(socket as never);
    socket.remoteAddress = undefined;
    expect(addresses.of({ socket, headers: {} } as never)).toBe('203.0.113.9');
  });
});

describe('a client that forges X-Forwarded-For', () => {
  const clock = fakeClock();
  const logLines: string[] = [];
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 }, logLines });
    shop = await server.makeShop();
  });
  afterAll(() => server.close());

  /** Sends headers as an attacker does: several with one name, in any spelling. */
  const signIn = (headers: readonly [string, string][], body: object, url = server.url) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(`${url}/api/v2/auth/login`, { method: 'POST' }, (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.setHeader('content-type', 'application/json');
      for (const name of new Set(headers.map(([key]) => key)))
        sent.setHeader(
          name,
          headers.filter(([key]) => key === name).map(([, value]) => value),
        );
      sent.end(JSON.stringify(body));
    });
  const FORGERIES = [
    '1.2.3.4',
    '<b>not an address</b>',
    '1.2.3.4:80',
    '[2001:db8::1]:443',
    'x'.repeat(10_000),
    ',,,',
    'unix:/run/socket',
    'fe80::1%eth0',
    '::ffff:1.2.3.4',
    'unknown',
    '"9.9.9.9"',
    '127.0.0.1',
  ];

  it('is locked at its real address after 56 wrong sign-ins, with any forged address before it', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 56; attempt += 1) {
      const forged = FORGERIES[attempt % FORGERIES.length] ?? '';
      // The proxy appends the address that it sees, to the same header or as another header.
      const headers: [string, string][] =
        attempt % 2 === 0
          ? [['x-forwarded-for', `${forged}${attempt}, 198.51.100.7`]]
          : [
              ['x-forwarded-for', forged],
              ['x-forwarded-for', '198.51.100.7'],
            ];
      headers.push(
        ['x-real-ip', `9.9.9.${attempt}`],
        ['forwarded', `for=9.9.9.${attempt}`],
        ['cf-connecting-ip', `9.9.9.${attempt}`],
      );
      statuses.push(await signIn(headers, { email: `unknown-${attempt}@test.example`, password: 'wrong' }));
    }
    expect(statuses).toEqual([...Array<number>(50).fill(401), ...Array<number>(6).fill(429)]);
  });

  it('is limited when it changes its address within its IPv6 network', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 52; attempt += 1) {
      statuses.push(
        await signIn([['x-forwarded-for', `2001:db8:7:7::${attempt.toString(16)}`]], {
          email: `other-${attempt}@test.example`,
          password: 'wrong',
        }),
      );
    }
    expect(statuses.slice(49)).toEqual([401, 429, 429]);
  });

  it('never gets an invalid address into the audit log or a session', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const email = 'forged@test.example';
    const password_hash = await hashPassword('the-right-password');
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('users')
        .values({
          id: admin.sessionId,
          product_id: shop.productId,
          email,
          name: 'Kim',
          password_hash,
          roles: ['ADMIN'],
          created_at: clock.now(),
        })
        .execute(),
    );
    expect(
      await signIn([['x-forwarded-for', '<b>not an address</b>']], { email, password: 'the-right-password' }),
    ).toBe(200);
    expect(
      await signIn([['x-forwarded-for', '1.1.1.1, [::ffff:203.0.113.9]:80']], {
        email,
        password: 'the-right-password',
      }),
    ).toBe(200);
    const entries = (await admin.call('GET', `/${shop.slug}/audit?limit=50`)).body['items'] ?? [];
    const sessions = await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('sessions').select('address').where('user_id', '=', admin.sessionId).orderBy('id').execute(),
    );
    expect(sessions.map(({ address }) => address)).toEqual(['127.0.0.1', '203.0.113.9']);
    expect(entries.length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(entries)).not.toContain('not an address');
  });

  it('has its header ignored without a proxy, and the log reports that once', async () => {
    const direct = await startTestServer({ beside: server, clock, config: { trustProxy: 0 }, logLines });
    for (let attempt = 0; attempt < 3; attempt += 1)
      await signIn(
        [['x-forwarded-for', `203.0.113.${attempt}`]],
        { email: `direct-${attempt}@test.example`, password: 'wrong' },
        direct.url,
      );
    const failures = await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('sign_in_failures').select('address').where('address', 'like', '203.0.113.%').execute(),
    );
    expect(failures).toEqual([]);
    expect(logLines.filter((line) => line.includes('TRUST_PROXY is 0'))).toHaveLength(1);
    expect(await (await fetch(`${direct.url}/metrics`)).text()).toContain('munjigi_forwarded_headers_ignored_total 3');
    await direct.close();
  });
});
