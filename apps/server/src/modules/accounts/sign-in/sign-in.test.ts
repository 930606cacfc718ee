import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import { fakeClock, startTestServer, type Shop, type TestServer } from '../../../testing/index.ts';
import { hashPassword } from '../index.ts';

describe('signing in (AU-2)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    // The proxy header sets the address, so that each test can use another one.
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    shop = await server.makeShop();
  });
  afterAll(() => server.close());

  let places = 0;
  const somewhere = () => `10.0.0.${(places += 1)}`;
  async function person(state: 'ACTIVE' | 'PENDING' | 'DISABLED' = 'ACTIVE'): Promise<string> {
    const id = uuidv7();
    const password_hash = await hashPassword('the-right-password');
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('users')
        .values({
          id,
          product_id: shop.productId,
          email: `${id}@Test.example`,
          name: 'Kim',
          password_hash,
          roles: ['ADMIN'],
          state,
          created_at: clock.now(),
        })
        .execute(),
    );
    return `${id}@test.example`;
  }
  const signIn = (email: string, password: string, from = somewhere()) =>
    server.caller(null)('POST', '/auth/login', { email, password }, { 'x-forwarded-for': from });

  it('starts a session, regardless of the case of the e-mail', async () => {
    const email = await person();
    const { status, body } = await signIn(email.toUpperCase(), 'the-right-password');
    expect(status).toBe(200);
    const me = await server.caller(String(body['accessToken']))('GET', '/auth/me');
    expect([me.status, me.body['roles'], me.body['stores']?.length]).toEqual([200, ['ADMIN'], 1]);
  });

  it('answers an unknown e-mail and a wrong password alike, after the same work', async () => {
    const email = await person();
    const [wrong, unknown] = [await signIn(email, 'wrong'), await signIn('nobody@test.example', 'wrong')];
    const said = ({ body: { requestId: _changes, ...rest } }: typeof wrong) => rest;
    expect(said(wrong)).toEqual(said(unknown));
    expect([wrong.status, wrong.body['code']]).toEqual([401, 'INVALID_CREDENTIALS']);
    const times: Record<'wrong' | 'unknown', number[]> = { wrong: [], unknown: [] };
    for (let round = 0; round < 9; round += 1) {
      for (const [kind, tried] of [
        ['wrong', email],
        ['unknown', `nobody-${round}@test.example`],
      ] as const) {
        const before = process.cpuUsage();
        await signIn(tried, 'wrong');
        const { user, system } = process.cpuUsage(before);
        times[kind].push(user + system);
      }
    }
    // Compares the minimum processor time of each, because other work of the process only adds to it.
    const [a, b] = [Math.min(...times.wrong), Math.min(...times.unknown)];
    expect(Math.max(a, b) / Math.min(a, b)).toBeLessThan(2);
  });

  it.each([
    ['PENDING', 'ACCOUNT_PENDING'],
    ['DISABLED', 'ACCOUNT_DISABLED'],
  ] as const)('reveals a %s account only to a request with its password', async (state, code) => {
    const email = await person(state);
    expect((await signIn(email, 'wrong')).body['code']).toBe('INVALID_CREDENTIALS');
    const right = await signIn(email, 'the-right-password');
    expect([right.status, right.body['code']]).toEqual([403, code]);
  });

  it('locks an account after 10 failures for the rest of 15 minutes, even with the right password', async () => {
    const email = await person();
    for (let failure = 0; failure < 10; failure += 1) expect((await signIn(email, 'wrong')).status).toBe(401);
    clock.advance(5 * 60_000);
    const barred = await signIn(email, 'the-right-password');
    expect([
      barred.status,
      barred.body['code'],
      barred.headers.get('retry-after'),
      barred.body['retryAfterSeconds'],
    ]).toEqual([429, 'TOO_MANY_ATTEMPTS', '600', 600]);
    clock.advance(10 * 60_000 + 1);
    expect((await signIn(email, 'the-right-password')).status).toBe(200);
  });

  it('does not let a stranger lock out an account at the address where its owner signs in', async () => {
    const [email, home] = [await person(), somewhere()];
    expect((await signIn(email, 'the-right-password', home)).status).toBe(200);
    for (let failure = 0; failure < 12; failure += 1) await signIn(email, 'wrong');
    expect((await signIn(email, 'the-right-password')).status).toBe(429);
    expect((await signIn(email, 'the-right-password', home)).status).toBe(200);
    // The owner's own failures still count.
    for (let failure = 0; failure < 10; failure += 1) expect((await signIn(email, 'wrong', home)).status).toBe(401);
    expect((await signIn(email, 'the-right-password', home)).status).toBe(429);
  });

  it('does not let one client lock out colleagues at the same address', async () => {
    const [colleague, newcomer, office] = [await person(), await person(), somewhere()];
    expect((await signIn(colleague, 'the-right-password', office)).status).toBe(200);
    await Promise.all(
      Array.from({ length: 55 }, (_, number) => signIn(`guess-${number}@test.example`, 'wrong', office)),
    );
    expect((await signIn(newcomer, 'the-right-password', office)).status).toBe(429);
    expect((await signIn(colleague, 'the-right-password', office)).status).toBe(200);
    for (let failure = 0; failure < 10; failure += 1)
      expect((await signIn(colleague, 'wrong', office)).status).toBe(401);
    const barred = await signIn(colleague, 'the-right-password', office);
    expect([barred.status, barred.body['retryAfterSeconds']]).toEqual([429, 900]);
  });

  it('treats an address as familiar when the person signed in from the same IPv6 network', async () => {
    const email = await person();
    expect((await signIn(email, 'the-right-password', '2001:db8:5:5::1')).status).toBe(200);
    for (let failure = 0; failure < 12; failure += 1) await signIn(email, 'wrong');
    expect((await signIn(email, 'the-right-password', '2001:db8:5:5::2')).status).toBe(200);
    expect((await signIn(email, 'the-right-password', '2001:db8:5:6::2')).status).toBe(429);
  });

  it('does not count successful sign-ins', async () => {
    const email = await person();
    for (let success = 0; success < 12; success += 1)
      expect((await signIn(email, 'the-right-password')).status).toBe(200);
    for (let failure = 0; failure < 10; failure += 1) expect((await signIn(email, 'wrong')).status).toBe(401);
    expect((await signIn(email, 'wrong')).status).toBe(429);
  });

  it('checks only 10 of 20 concurrent attempts', async () => {
    const email = await person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong')));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(401),
      ...Array<number>(10).fill(429),
    ]);
  });

  it('locks an address after 50 failures, also for concurrent attempts with different accounts', async () => {
    const from = somewhere();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) => signIn(`unknown-${number}@test.example`, 'wrong', from)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(50);
    const email = await person();
    expect((await signIn(email, 'the-right-password', from)).status).toBe(429);
    expect((await signIn(email, 'the-right-password')).status).toBe(200);
  });
});
