/** @module-tag engines */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../db/index.ts';
import { fakeClock, fillStore, startTestServer, type Caller, type Shop, type TestServer } from '../testing/index.ts';

describe('the Idempotency-Key (AP-3)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let beside: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
    shop = await server.makeShop();
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });
  const path = (rest: string) => `/${shop.slug}${rest}`;
  const store = () => shop.stores[0] ?? expect.fail('no store');
  const notification = async () => (await fillStore(server, shop, store())).notificationId;
  const confirm = (call: Caller['call'], ids: string[], key: string) =>
    call('POST', path('/payment/notification/confirm'), { ids }, { 'idempotency-key': key });

  it('gives the same answer to the same request, and has one effect', async () => {
    const [id, key] = [await notification(), randomUUID()];
    const first = await confirm(admin.call, [id], key);
    const second = await confirm(beside.caller(admin.token), [id], key);
    const spelledOtherwise = await admin.call(
      'POST',
      path('/payments/notification/confirm'),
      { ids: [id] },
      { 'idempotency-key': key },
    );
    expect([first.body, second.body, spelledOtherwise.body]).toEqual([
      { confirmed: 1 },
      { confirmed: 1 },
      { confirmed: 1 },
    ]);
    expect((await confirm(admin.call, [id], randomUUID())).body).toEqual({ confirmed: 0 });
  });

  it('answers 422 to another body or another endpoint with the same key', async () => {
    const [id, other, key] = [await notification(), await notification(), randomUUID()];
    await confirm(admin.call, [id], key);
    for (const answer of [
      await confirm(admin.call, [other], key),
      await admin.call('POST', path('/payment/notification/confirm-all'), { upToId: id }, { 'idempotency-key': key }),
    ]) {
      expect([answer.status, answer.body['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    }
    expect((await confirm(admin.call, [other], randomUUID())).body).toEqual({ confirmed: 1 });
  });

  it('has one effect for many concurrent requests at two processes', async () => {
    const [id, key] = [await notification(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, number) =>
        confirm(number % 2 ? admin.call : beside.caller(admin.token), [id], key),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, { confirmed: 1 }]));
  });

  it('creates one command for parallel requests to open a door; those that arrive while it is under way get 409', async () => {
    const [{ doorId }, key] = [await fillStore(server, shop, store()), randomUUID()];
    const open = (call: Caller['call']) => call('POST', path('/door/open'), { doorId }, { 'idempotency-key': key });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => open(number % 2 ? admin.call : beside.caller(admin.token))),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ body }) => String(body['id']))).size).toBe(1);
    for (const { status, body } of answers)
      expect(status === 200 || (status === 409 && body['code'] === 'IDEMPOTENCY_IN_PROGRESS')).toBe(true);
    expect((await open(admin.call)).body).toEqual(done[0]?.body);
    const history = await admin.call(
      'GET',
      path(`/device-control/history?targetId=${doorId}&action=OPEN&status=REJECTED_OFFLINE`),
    );
    expect(history.body['total']).toBe(1);
  });

  it('is separate for each person', async () => {
    const [id, key] = [await notification(), randomUUID()];
    const person = await server.signIn(shop, ['ADMIN']);
    expect((await confirm(admin.call, [id], key)).body).toEqual({ confirmed: 1 });
    expect((await confirm(person.call, [id], key)).body).toEqual({ confirmed: 0 });
  });

  it('does not store a refusal: a refused request can be sent again', async () => {
    const key = randomUUID();
    const { doorId } = await fillStore(server, shop, store());
    const care = await server.signIn(shop, ['CUSTOMER_MANAGER']);
    const refused = await care.call('POST', path('/door/open'), { doorId }, { 'idempotency-key': key });
    expect([refused.status, refused.body['code']]).toEqual([400, 'REASON_REQUIRED']);
    expect((await care.call('POST', path('/door/open'), { doorId }, { 'idempotency-key': key })).body['code']).toBe(
      'REASON_REQUIRED',
    );
  });

  it.each([['x'.repeat(201)], ['with space'], ['k\u00e9y']])('refuses the key «%s»', async (key) => {
    const answer = await confirm(admin.call, ['018f0000-0000-7000-8000-000000000001'], key);
    expect([answer.status, answer.body['code']]).toEqual([400, 'IDEMPOTENCY_KEY_INVALID']);
  });

  it('expires after 24 hours', async () => {
    const [first, second, key] = [await notification(), await notification(), randomUUID()];
    await confirm(admin.call, [first], key);
    clock.advance(24 * 3600_000 + 1000);
    // A new session of the same person.
    const [expiresAt, sessionId] = [new Date(clock.now().getTime() + 3600_000), randomUUID()];
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('sessions')
        .values({
          id: sessionId,
          user_id: admin.userId,
          created_at: clock.now(),
          expires_at: expiresAt,
          end_reason: null,
          address: '',
          user_agent: '',
        })
        .execute(),
    );
    const repeated = server.caller(await server.app.tokens.sign({ userId: admin.userId, sessionId }, expiresAt));
    expect((await confirm(repeated, [second], key)).body).toEqual({ confirmed: 1 });
  });
});
