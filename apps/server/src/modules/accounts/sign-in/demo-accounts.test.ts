// @sweep 1/8 (decision 086)
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAddressFault } from '../../../config/config.ts';
import { DEMO_PASSWORD } from '../../../demo/world.ts';
import { SYSTEM } from '../../../db/index.ts';
import { headOffice, startTestServer, type Answer, type Shop, type TestServer } from '../../../testing/index.ts';
import { disableDemoAccounts, hashPassword } from '../index.ts';

const answerOf = ({ status, body }: Answer) => [status, body['code']];

/** A database filled with DEMO=1, whose password is published, and served with DEMO=0. */
describe('demo accounts', () => {
  let withDemo: TestServer;
  let server: TestServer;
  let shop: Shop;
  let passwordHash: string;
  const logLines: string[] = [];
  beforeAll(async () => {
    withDemo = await startTestServer({ config: { demo: true } });
    shop = await withDemo.makeShop();
    passwordHash = await hashPassword(DEMO_PASSWORD);
    server = await startTestServer({ beside: withDemo, config: { demo: false }, logLines });
  });
  afterAll(async () => {
    await server.close();
    await withDemo.close();
  });

  async function account(isDemo = true, role: 'ADMIN' | 'CUSTOMER_MANAGER' = 'CUSTOMER_MANAGER') {
    const [userId, email] = [uuidv7(), `${uuidv7()}@demo.test`];
    await withDemo.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('users')
        .values({
          id: userId,
          product_id: shop.productId,
          email,
          name: '김본부',
          password_hash: passwordHash,
          roles: [role],
          created_at: new Date(),
          is_demo: isDemo,
        })
        .execute(),
    );
    return { userId, email };
  }
  const signIn = (at: TestServer, email: string, password = DEMO_PASSWORD) =>
    at.caller(null)('POST', '/auth/login', { email, password });

  it('rejects the published password like a wrong one, with a log line and an audit entry, and accepts other accounts', async () => {
    const [demo, real] = [await account(), await account(false)];
    expect(answerOf(await signIn(withDemo, demo.email))).toEqual([200, undefined]);
    const [refused, wrong] = [await signIn(server, demo.email), await signIn(server, demo.email, 'a wrong password')];
    expect(answerOf(refused)).toEqual([401, 'INVALID_CREDENTIALS']);
    expect({ ...refused.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
    expect(answerOf(await signIn(server, real.email))).toEqual([200, undefined]);
    expect(
      logLines.filter((line) => line.includes('a demo account was refused') && line.includes(demo.userId)),
    ).toHaveLength(1);
    const audit = await server.withActor(headOffice(shop.productId), (tx) =>
      tx.selectFrom('audit_log').select('action').where('subject_id', '=', demo.userId).execute(),
    );
    expect(audit.map(({ action }) => action)).toEqual(['session.demo-refused']);
  });

  it('counts the published password towards the limit of failures', async () => {
    const { email } = await account();
    for (let tried = 0; tried < 10; tried += 1) expect((await signIn(server, email)).status).toBe(401);
    expect(answerOf(await signIn(server, email))).toEqual([429, 'TOO_MANY_ATTEMPTS']);
  });

  it('rejects a session and a stream that a server with DEMO=1 started', async () => {
    const { email } = await account();
    const token = String((await signIn(withDemo, email)).body['accessToken']);
    expect(answerOf(await withDemo.caller(token)('GET', '/auth/me'))).toEqual([200, undefined]);
    expect(answerOf(await server.caller(token)('GET', '/auth/me'))).toEqual([401, 'SESSION_ENDED']);
    const stream = await fetch(`${server.url}/api/v2/${shop.slug}/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await stream.body?.cancel();
    expect(stream.status).toBe(401);
    expect(answerOf(await withDemo.caller(token)('GET', '/auth/me'))).toEqual([200, undefined]);
  });

  it('ends their sessions when a server starts without DEMO=1', async () => {
    const { userId, email } = await account();
    const token = String((await signIn(withDemo, email)).body['accessToken']);
    await (await startTestServer({ beside: withDemo, config: { demo: false } })).close();
    expect(answerOf(await withDemo.caller(token)('GET', '/auth/me'))).toEqual([401, 'SESSION_ENDED']);
    const sessions = await withDemo.withActor(SYSTEM, (tx) =>
      tx.selectFrom('sessions').select('end_reason').where('user_id', '=', userId).execute(),
    );
    expect(sessions).toEqual([{ end_reason: 'DEMO_OFF' }]);
  });

  it('are disabled by one command, except the last ADMIN of a product', async () => {
    const own = await withDemo.makeShop();
    const boss = {
      id: uuidv7(),
      product_id: own.productId,
      email: `${uuidv7()}@demo.test`,
      name: '한관리',
      password_hash: passwordHash,
      roles: ['ADMIN'],
      created_at: new Date(),
      is_demo: true,
    };
    await withDemo.withActor(SYSTEM, (tx) => tx.insertInto('users').values(boss).execute());
    const care = await account();
    const first = await disableDemoAccounts(withDemo.app.db, new Date());
    expect([first.disabled.includes(care.email), first.active]).toEqual([true, [boss.email]]);
    expect(answerOf(await signIn(withDemo, care.email))).toEqual([403, 'ACCOUNT_DISABLED']);
    await withDemo.signIn(own, ['ADMIN']);
    expect(await disableDemoAccounts(withDemo.app.db, new Date())).toEqual({ disabled: [boss.email], active: [] });
    expect(await disableDemoAccounts(withDemo.app.db, new Date())).toEqual({ disabled: [], active: [] });
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.7', false],
  ['127.0.0.1.example.com', false],
  ['demo.example.com', false],
] as const)('allows the demo on %s without the override: %s', (host, isAllowed) => {
  expect(demoAddressFault({ demo: true, demoOnNetwork: false, host }) === null).toBe(isAllowed);
  expect(demoAddressFault({ demo: true, demoOnNetwork: true, host })).toBeNull();
  expect(demoAddressFault({ demo: false, demoOnNetwork: false, host })).toBeNull();
});
