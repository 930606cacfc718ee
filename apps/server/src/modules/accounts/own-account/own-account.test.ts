// @sweep 1/8 (decision 086)
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import { listenToEvents, startTestServer, type Caller, type Shop, type TestServer } from '../../../testing/index.ts';
import { hashPassword } from '../index.ts';

const OLD = 'the present password';
const NEW = 'quite another password';

describe('the own account (AU-6)', () => {
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await startTestServer({ config: { trustProxy: 1 } });
    shop = await server.makeShop();
  });
  afterAll(() => server.close());

  let places = 0;
  const somewhere = () => ({ 'x-forwarded-for': `10.2.0.${(places += 1)}`, 'user-agent': 'Mozilla/5.0 test' });
  const signIn = (email: string, password: string) =>
    server.caller(null)('POST', '/auth/login', { email, password }, somewhere());
  async function person(): Promise<{ email: string; userId: string; call: Caller['call']; token: string }> {
    const userId = uuidv7();
    const email = `${userId}@test.example`;
    const password_hash = await hashPassword(OLD);
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('users')
        .values({
          id: userId,
          product_id: shop.productId,
          email,
          name: '이하늘',
          password_hash,
          roles: ['CUSTOMER_MANAGER'],
          created_at: new Date(),
        })
        .execute(),
    );
    const token = String((await signIn(email, OLD)).body['accessToken']);
    return { email, userId, token, call: server.caller(token) };
  }
  const change = (call: Caller['call'], currentPassword: string, newPassword: string) =>
    call('PATCH', '/auth/account/password', { currentPassword, newPassword }, somewhere());

  it("lists the person's own sessions and ends one or all others, but no session of another person", async () => {
    const it = await person();
    const stranger = await person();
    const elsewhere = await Promise.all([signIn(it.email, OLD), signIn(it.email, OLD), signIn(it.email, OLD)]);
    const others = elsewhere.map(({ body }) => server.caller(String(body['accessToken'])));
    const account = await it.call('GET', '/auth/account');
    expect(account.body).toMatchObject({
      name: '이하늘',
      email: it.email,
      locale: 'kr',
      roles: [{ role: 'CUSTOMER_MANAGER', until: null }],
      version: 1,
    });
    const sessions = account.body['sessions'] ?? [];
    expect([
      sessions.length,
      sessions.filter((session) => session['isThis']).length,
      sessions[0]?.['userAgent'],
    ]).toEqual([4, 1, 'Mozilla/5.0 test']);
    expect(JSON.stringify(account.body)).not.toMatch(/token|hash|argon/i);

    const strangers = (await stranger.call('GET', '/auth/account')).body['sessions']?.[0]?.['id'];
    expect((await it.call('POST', `/auth/account/session/${strangers}/end`, {})).status).toBe(404);
    const [one] = sessions.filter((session) => !session['isThis']);
    expect((await it.call('POST', `/auth/account/session/${one?.['id']}/end`, {})).body).toEqual({ ended: 1 });
    expect((await it.call('POST', `/auth/account/session/${one?.['id']}/end`, {})).status).toBe(404);
    expect((await it.call('POST', '/auth/account/session/end-others', {})).body).toEqual({ ended: 2 });
    expect((await it.call('POST', '/auth/account/session/end-others', {})).body).toEqual({ ended: 0 });
    expect(await Promise.all(others.map(async (call) => (await call('GET', '/auth/me')).status))).toEqual([
      401, 401, 401,
    ]);
    expect([(await it.call('GET', '/auth/me')).status, (await stranger.call('GET', '/auth/me')).status]).toEqual([
      200, 200,
    ]);
  });

  it('changes name and language by version, and nothing else', async () => {
    const it = await person();
    expect(
      (await it.call('PATCH', '/auth/account', { version: 1, name: ' 이바다 ', locale: 'en' })).body,
    ).toMatchObject({ name: '이바다', locale: 'en', version: 2 });
    expect((await it.call('GET', '/auth/me')).body).toMatchObject({ name: '이바다', locale: 'en' });
    const stale = await it.call('PATCH', '/auth/account', { version: 1, name: 'late' });
    expect([stale.status, stale.body['code'], stale.body['current']?.['name']]).toEqual([409, 'STALE', '이바다']);
    for (const body of [
      { version: 2, roles: [{ role: 'ADMIN' }] },
      { version: 2, name: '' },
      { version: 2, locale: 'fr' },
      { version: 2, name: 'a'.repeat(61) },
    ]) {
      expect((await it.call('PATCH', '/auth/account', body)).status).toBe(400);
    }
  });

  it('ends every session and stream when the password changes, and returns a new session', async () => {
    const it = await person();
    const elsewhere = server.caller(String((await signIn(it.email, OLD)).body['accessToken']));
    const stream = await listenToEvents(server.url, shop.slug, it.token);
    await stream.first('ready');
    const changed = await change(it.call, OLD, NEW);
    const renewed = server.caller(String(changed.body['accessToken']));
    expect([
      changed.status,
      (await it.call('GET', '/auth/me')).body['code'],
      (await elsewhere('GET', '/auth/me')).body['code'],
      (await renewed('GET', '/auth/me')).status,
    ]).toEqual([200, 'SESSION_ENDED', 'SESSION_ENDED', 200]);
    await stream.first('end');
    expect((await renewed('GET', '/auth/account')).body['sessions']).toHaveLength(1);
    expect([(await signIn(it.email, OLD)).status, (await signIn(it.email, NEW)).status]).toEqual([401, 200]);
    const kept = await server.withActor(SYSTEM, (tx) => tx.selectFrom('jobs').select('id').execute());
    expect(JSON.stringify(kept)).not.toContain(NEW);
  });

  it('requires the current password and an acceptable new one', async () => {
    const it = await person();
    const refused = async (current: string, next: string) => {
      const { status, body } = await change(it.call, current, next);
      return [status, body['errors']?.[0]?.['path'], body['errors']?.[0]?.['code']];
    };
    expect(await refused('wrong password', NEW)).toEqual([400, 'currentPassword', 'PASSWORD_WRONG']);
    expect(await refused(OLD, 'short')).toEqual([400, 'newPassword', 'PASSWORD_TOO_SHORT']);
    expect(await refused(OLD, '1q2w3e4r5t6y')).toEqual([400, 'newPassword', 'PASSWORD_COMMON']);
    expect(await refused(OLD, it.email)).toEqual([400, 'newPassword', 'PASSWORD_PERSONAL']);
    expect((await it.call('GET', '/auth/me')).status).toBe(200);
    expect((await signIn(it.email, OLD)).status).toBe(200);
  });

  it('limits password guesses from an open session to ten, also under concurrency', async () => {
    const it = await person();
    const answers = await Promise.all(Array.from({ length: 14 }, () => change(it.call, 'wrong password', NEW)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(400),
      ...Array<number>(4).fill(429),
    ]);
    expect(Number(answers.find(({ status }) => status === 429)?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await change(it.call, OLD, NEW)).status).toBe(429);
  });

  it('accepts one of two concurrent password changes', async () => {
    const it = await person();
    const answers = await Promise.all([change(it.call, OLD, NEW), change(it.call, OLD, 'a third long password')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });
});
