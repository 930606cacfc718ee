// @sweep 1/8 (decision 086)
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import { startTestServer, type Answer, type Caller, type Shop, type TestServer } from '../../../testing/index.ts';
import { hashPassword } from '../index.ts';

describe('people and their rights (AU-3, AU-4)', () => {
  let one: TestServer;
  let two: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    one = await startTestServer();
    two = await startTestServer({ beside: one });
    shop = await one.makeShop({ stores: 2 });
    admin = await one.signIn(shop, ['ADMIN']);
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  const storeId = (index = 0) => shop.stores[index]?.id ?? '';
  const inAnHour = () => new Date(Date.now() + 3600_000).toISOString();
  const user = (userId: string, verb = '') => `/${shop.slug}/user/${userId}${verb}`;
  const read = async (userId: string): Promise<Answer['body']> => (await admin.call('GET', user(userId))).body;
  const record = async (userId: string) =>
    (await admin.call('GET', user(userId, '/right-change'))).body['items'] as unknown as Record<string, unknown>[];
  async function waiting(in_ = shop): Promise<string> {
    const id = uuidv7();
    await one.withActor(SYSTEM, async (tx) =>
      tx
        .insertInto('users')
        .values({
          id,
          product_id: in_.productId,
          email: `${id}@test.example`,
          name: '박서준',
          password_hash: await hashPassword('the-right-password'),
          roles: [],
          state: 'PENDING',
          created_at: new Date(),
        })
        .execute(),
    );
    return id;
  }

  it('approves a request with roles, ends and stores, records by whom, and lets the person sign in with these roles', async () => {
    const id = await waiting();
    const until = inAnHour();
    const approved = await admin.call('POST', user(id, '/approve'), {
      version: 1,
      roles: [{ role: 'FRANCHISEE' }, { role: 'SUB_ADMIN', until }],
      storeIds: [storeId()],
    });
    expect([approved.status, approved.body]).toMatchObject([
      200,
      {
        state: 'ACTIVE',
        version: 2,
        roles: [
          { role: 'FRANCHISEE', until: null },
          { role: 'SUB_ADMIN', until },
        ],
        stores: [{ id: storeId(), name: 'Store 1' }],
      },
    ]);
    const { body } = await one.caller(null)('POST', '/auth/login', {
      email: `${id}@test.example`,
      password: 'the-right-password',
    });
    expect((await one.caller(String(body['accessToken']))('GET', '/auth/me')).body['roles']).toEqual([
      'FRANCHISEE',
      'SUB_ADMIN',
    ]);
    expect(
      (await record(id)).map(({ change, state, role, until: end, storeName, by }) => [
        change,
        state ?? role ?? storeName,
        end,
        by,
      ]),
    ).toEqual([
      ['STORE_GIVEN', 'Store 1', null, 'ADMIN'],
      ['ROLE_GIVEN', 'SUB_ADMIN', until, 'ADMIN'],
      ['ROLE_GIVEN', 'FRANCHISEE', null, 'ADMIN'],
      ['STATE', 'ACTIVE', null, 'ADMIN'],
      ['STATE', 'PENDING', null, null],
    ]);
    const [entry] = await one.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'actor_id'])
        .where('subject_id', '=', id)
        .orderBy('seq', 'desc')
        .limit(1)
        .execute(),
    );
    expect(entry).toEqual({ action: 'user.approved', actor_id: admin.userId });
  });

  it('approves a request once, also for concurrent requests in two processes', async () => {
    const id = await waiting();
    const body = { version: 1, roles: [{ role: 'SUB_ADMIN' }] };
    const other = await one.signIn(shop, ['ADMIN']);
    const answers = await Promise.all([
      admin.call('POST', user(id, '/approve'), body),
      two.caller(other.token)('POST', user(id, '/approve'), body),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await admin.call('POST', user(id, '/approve'), { ...body, version: 2 })).body['code']).toBe(
      'STATE_NOT_ALLOWED',
    );
    expect((await admin.call('POST', user(id, '/decline'), { version: 2, reason: 'late' })).body['code']).toBe(
      'STATE_NOT_ALLOWED',
    );
  });

  it('replays an approval with the same Idempotency-Key', async () => {
    const id = await waiting();
    const ask = () =>
      admin.call(
        'POST',
        user(id, '/approve'),
        { version: 1, roles: [{ role: 'SUB_ADMIN' }] },
        { 'idempotency-key': `approve-${id}` },
      );
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
  });

  it.each<[string, () => Record<string, unknown>, number, string, string?]>([
    ['a role that does not exist', () => ({ roles: [{ role: 'OWNER' }] }), 400, 'INVALID_INPUT'],
    ['no role', () => ({ roles: [] }), 400, 'INVALID_INPUT'],
    [
      'a role twice',
      () => ({ roles: [{ role: 'ADMIN' }, { role: 'ADMIN', until: inAnHour() }] }),
      400,
      'INVALID_INPUT',
    ],
    [
      'an end in the past',
      () => ({ roles: [{ role: 'SUB_ADMIN', until: '2026-01-01T00:00:00Z' }] }),
      400,
      'INVALID_INPUT',
      'IN_THE_PAST',
    ],
    [
      'a FRANCHISEE without a store',
      () => ({ roles: [{ role: 'FRANCHISEE' }], storeIds: [] }),
      400,
      'INVALID_INPUT',
      'STORE_MISSING',
    ],
    [
      'a store without a FRANCHISEE',
      () => ({ roles: [{ role: 'SUB_ADMIN' }], storeIds: [storeId()] }),
      400,
      'INVALID_INPUT',
      'STORE_WITHOUT_ROLE',
    ],
    ['a store that is not there', () => ({ roles: [{ role: 'FRANCHISEE' }], storeIds: [uuidv7()] }), 404, 'NOT_FOUND'],
    [
      'a store twice',
      () => ({ roles: [{ role: 'FRANCHISEE' }], storeIds: [storeId(), storeId()] }),
      400,
      'INVALID_INPUT',
    ],
    ['an unknown field', () => ({ roles: [{ role: 'SUB_ADMIN' }], state: 'ACTIVE' }), 400, 'INVALID_INPUT'],
    ['another version', () => ({ roles: [{ role: 'SUB_ADMIN' }], version: 7 }), 409, 'STALE'],
  ])('rejects %s, in an approval and in a later change', async (_what, rights, status, code, field) => {
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const replies = [
      await admin.call('POST', user(await waiting(), '/approve'), { version: 1, ...rights() }),
      await admin.call('PATCH', user(person.userId), { version: 1, ...rights() }),
    ];
    for (const { status: given, body } of replies)
      expect([given, body['code'], body['errors']?.[0]?.['code']]).toEqual([
        status,
        code,
        field ?? body['errors']?.[0]?.['code'],
      ]);
    expect((await read(person.userId))['version']).toBe(1);
    expect((await person.call('GET', '/auth/me')).status).toBe(200);
  });

  it('rejects a store of another chain, and returns 404 for people of another chain', async () => {
    const other = await one.makeShop();
    const stranger = await one.signIn(other, ['FRANCHISEE'], other.stores);
    const id = await waiting();
    expect(
      (
        await admin.call('POST', user(id, '/approve'), {
          version: 1,
          roles: [{ role: 'FRANCHISEE' }],
          storeIds: [other.stores[0]?.id],
        })
      ).status,
    ).toBe(404);
    const answers = await Promise.all([
      admin.call('GET', user(stranger.userId)),
      admin.call('PATCH', user(stranger.userId), { version: 1, name: 'x' }),
      admin.call('POST', user(stranger.userId, '/disable'), { version: 1, reason: 'x' }),
      admin.call('POST', user(stranger.userId, `/session/${stranger.sessionId}/end`), {}),
      admin.call('POST', user(stranger.userId, '/session/end-all'), {}),
      admin.call('GET', user(stranger.userId, '/right-change')),
      admin.call('POST', user(id, `/session/${stranger.sessionId}/end`), {}),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(7).fill(404));
    expect((await stranger.call('GET', '/auth/me')).status).toBe(200);
  });

  it('keeps stores when other roles change, removes them with the role, and ends no session for a new name', async () => {
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const renamed = await admin.call('PATCH', user(person.userId), { version: 1, name: ' 새 이름 ' });
    expect([renamed.body['name'], (await person.call('GET', '/auth/me')).status]).toEqual(['새 이름', 200]);
    const both = await admin.call('PATCH', user(person.userId), {
      version: 2,
      roles: [{ role: 'FRANCHISEE' }, { role: 'CUSTOMER_MANAGER', until: inAnHour() }],
    });
    expect(both.body['stores']).toHaveLength(1);
    expect((await person.call('GET', '/auth/me')).body['code']).toBe('SESSION_ENDED');
    expect(
      (await admin.call('PATCH', user(person.userId), { version: 3, roles: [{ role: 'CUSTOMER_MANAGER' }] })).body,
    ).toMatchObject({ version: 4, stores: [], roles: [{ role: 'CUSTOMER_MANAGER', until: null }] });
    expect((await record(person.userId)).slice(0, 3).map(({ change }) => change)).toEqual([
      'STORE_TAKEN',
      'ROLE_TAKEN',
      'ROLE_UNTIL',
    ]);
    const stale = await admin.call('PATCH', user(person.userId), { version: 2, name: 'late' });
    expect([stale.status, stale.body['code'], stale.body['current']?.['version']]).toEqual([409, 'STALE', 4]);
  });

  it("rejects changes of one's own rights, and keeps the last ADMIN under concurrent changes", async () => {
    const alone = await one.makeShop();
    const [a, b] = [await one.signIn(alone, ['ADMIN']), await one.signIn(alone, ['ADMIN'])];
    const at = (userId: string, verb = '') => `/${alone.slug}/user/${userId}${verb}`;
    for (const answer of [
      await a.call('PATCH', at(a.userId), { version: 1, roles: [{ role: 'ADMIN' }] }),
      await a.call('POST', at(a.userId, '/disable'), { version: 1, reason: 'x' }),
    ]) {
      expect([answer.status, answer.body['code']]).toEqual([403, 'OWN_ACCOUNT']);
    }
    // Each ADMIN removes the other's right at the same time, in two processes; one of them is refused.
    const answers = await Promise.all([
      a.call('PATCH', at(b.userId), { version: 1, roles: [{ role: 'SUB_ADMIN' }] }),
      two.caller(b.token)('POST', at(a.userId, '/disable'), { version: 1, reason: 'x' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers
        .map(({ body }) => body['code'])
        .filter(Boolean)
        .every((code) => ['LAST_ADMIN', 'SESSION_ENDED', 'CAPABILITY_MISSING'].includes(String(code))),
    ).toBe(true);
    const left = await one.withActor(SYSTEM, (tx) =>
      tx
        .selectFrom('users')
        .select('id')
        .where('product_id', '=', alone.productId)
        .where('state', '=', 'ACTIVE')
        .where(sql<boolean>`'ADMIN' = any (roles)`)
        .execute(),
    );
    expect(left).toHaveLength(1);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['demoted', '', { roles: [{ role: 'SUB_ADMIN' }] }],
    ['given an end', '', { roles: [{ role: 'ADMIN', until: new Date(Date.now() + 3600_000).toISOString() }] }],
    ['disabled', '/disable', { reason: 'x' }],
  ])('does not let an ADMIN whose right ends make the last permanent ADMIN %s', async (_what, verb, body) => {
    const alone = await one.makeShop();
    const [last, passing] = [await one.signIn(alone, ['ADMIN']), await one.signIn(alone, ['ADMIN'])];
    await one.withActor(SYSTEM, (tx) =>
      sql`update users set role_ends = ${JSON.stringify({ ADMIN: inAnHour() })} where id = ${passing.userId}`.execute(
        tx,
      ),
    );
    const renewedToken = await one.app.tokens.sign(
      { userId: passing.userId, sessionId: await newSession(passing.userId) },
      new Date(Date.now() + 3600_000),
    );
    const answer = await one.caller(renewedToken)(
      verb === '' ? 'PATCH' : 'POST',
      `/${alone.slug}/user/${last.userId}${verb}`,
      { version: 1, ...body },
    );
    expect([answer.status, answer.body['code']]).toEqual([409, 'LAST_ADMIN']);
    expect((await last.call('GET', '/auth/me')).status).toBe(200);
  });

  it('lets one of two concurrent demotions succeed in the database', async () => {
    for (let round = 0; round < 8; round += 1) {
      const alone = await one.makeShop();
      const [a, b] = [await one.signIn(alone, ['ADMIN']), await one.signIn(alone, ['ADMIN'])];
      // Writes to the database directly, without the checks of the server, to test its constraint.
      const demote = (server: TestServer, id: string) =>
        server.withActor(SYSTEM, (tx) =>
          tx
            .updateTable('users')
            .set({ roles: ['SUB_ADMIN'] })
            .where('id', '=', id)
            .execute(),
        );
      const outcomes = await Promise.allSettled([demote(one, a.userId), demote(two, b.userId)]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
  });

  it('disables and enables an account with its rights, with a reason and by whom', async () => {
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    expect((await admin.call('POST', user(person.userId, '/disable'), { version: 1 })).status).toBe(400);
    const disabled = await admin.call('POST', user(person.userId, '/disable'), { version: 1, reason: '퇴사' });
    expect(disabled.body).toMatchObject({ state: 'DISABLED', decision: '퇴사', version: 2 });
    expect(
      (await admin.call('POST', user(person.userId, '/disable'), { version: 2, reason: 'again' })).body['code'],
    ).toBe('STATE_NOT_ALLOWED');
    const enabled = await admin.call('POST', user(person.userId, '/enable'), { version: 2 });
    expect(enabled.body).toMatchObject({
      state: 'ACTIVE',
      decision: '',
      roles: [{ role: 'FRANCHISEE' }],
      stores: [{ id: storeId() }],
    });
    expect((await person.call('GET', '/auth/me')).body['code']).toBe('SESSION_ENDED');
    expect((await record(person.userId)).slice(0, 2).map(({ state, by }) => [state, by])).toEqual([
      ['ACTIVE', 'ADMIN'],
      ['DISABLED', 'ADMIN'],
    ]);
  });

  it('lists people by page, state, role and text, and by a role only while it is valid', async () => {
    const crowd = await one.makeShop();
    const boss = await one.signIn(crowd, ['ADMIN']);
    const people = [
      await one.signIn(crowd, ['SUB_ADMIN']),
      await one.signIn(crowd, ['SUB_ADMIN']),
      await one.signIn(crowd, ['CUSTOMER_MANAGER']),
    ];
    await one.withActor(SYSTEM, (tx) =>
      sql`update users set role_ends = ${JSON.stringify({ SUB_ADMIN: '2026-01-01T00:00:00.000Z' })}, name = '50%_할인'
        where id = ${people[0]?.userId ?? ''}`.execute(tx),
    );
    const list = async (query: string) => (await boss.call('GET', `/${crowd.slug}/user${query}`)).body;
    expect((await list(''))['total']).toBe(4);
    expect(await list('?role=SUB_ADMIN')).toMatchObject({ total: 1, items: [{ id: people[1]?.userId }] });
    expect(await list('?q=50%25_')).toMatchObject({ total: 1, items: [{ id: people[0]?.userId }] });
    expect((await list('?q=%25'))['total']).toBe(1);
    expect((await list('?state=PENDING'))['total']).toBe(0);
    await waiting(crowd);
    expect([(await list('?state=PENDING'))['total'], (await list('?state=DECIDED'))['total']]).toEqual([1, 4]);
    const pages = [await list('?limit=3&sort=email'), await list('?limit=3&page=1&sort=email')].flatMap(({ items }) =>
      (items ?? []).map((it) => String(it['email'])),
    );
    expect(pages).toEqual([...pages].sort());
    expect(pages).toHaveLength(5);
    for (const query of ['?limit=201', '?sort=password', '?role=OWNER', '?x=1', `?q=${'a'.repeat(101)}`])
      expect((await boss.call('GET', `/${crowd.slug}/user${query}`)).status, query).toBe(400);
  });

  it('keeps the history of rights append-only', async () => {
    const { userId } = await one.signIn(shop, ['SUB_ADMIN']);
    for (const statement of [
      sql`delete from right_changes where user_id = ${userId}`,
      sql`update right_changes set by_name = 'x' where user_id = ${userId}`,
    ]) {
      await expect(one.withActor(admin.actor, (tx) => statement.execute(tx))).rejects.toThrow(
        /permission denied|append-only/,
      );
      await expect(one.withActor(SYSTEM, (tx) => statement.execute(tx))).rejects.toThrow(
        /permission denied|append-only/,
      );
    }
    expect(await record(userId)).toHaveLength(2);
  });

  async function newSession(userId: string): Promise<string> {
    const id = uuidv7();
    await one.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('sessions')
        .values({
          id,
          user_id: userId,
          created_at: new Date(),
          expires_at: new Date(Date.now() + 3600_000),
          end_reason: null,
          address: '127.0.0.1',
          user_agent: 'test',
        })
        .execute(),
    );
    return id;
  }
});
