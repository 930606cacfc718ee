// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import { fakeClock, startTestServer, type Answer, type Shop, type TestServer } from '../../../testing/index.ts';
import { hashPassword, sweepSignIns } from '../index.ts';

const PASSWORD = 'a long enough secret';

describe('POST auth/sign-up (AU-4)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { trustProxy: 1 } });
    shop = await server.makeShop();
  });
  afterAll(() => server.close());

  let places = 0;
  const somewhere = () => `10.1.${Math.floor((places += 1) / 250)}.${places % 250}`;
  const form = (email: string, over: Readonly<Record<string, unknown>> = {}) => ({
    product: shop.slug,
    name: '박서준',
    email,
    phone: '010-2345-6789',
    storeName: '성수점',
    password: PASSWORD,
    ...over,
  });
  const signUp = (body: unknown, from = somewhere()) =>
    server.caller(null)('POST', '/auth/sign-up', body, { 'x-forwarded-for': from });
  const signIn = (email: string, password = PASSWORD) =>
    server.caller(null)('POST', '/auth/login', { email, password }, { 'x-forwarded-for': somewhere() });
  const rows = (email: string) =>
    server.withActor(SYSTEM, (tx) => tx.selectFrom('users').selectAll().where('email', '=', email).execute());
  const said = ({ status, body: { requestId: _changes, ...body } }: Answer) => ({ status, body });

  it('creates a pending request that an ADMIN can read with its store', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    expect(said(await signUp(form('park@test.example')))).toEqual({ status: 200, body: { isWaiting: true } });
    expect(said(await signIn('park@test.example'))).toMatchObject({ status: 403, body: { code: 'ACCOUNT_PENDING' } });
    const list = await admin.call('GET', `/${shop.slug}/user?state=PENDING&q=PARK@`);
    expect(list.body['items']).toMatchObject([
      {
        name: '박서준',
        email: 'park@test.example',
        state: 'PENDING',
        roles: [],
        stores: [],
        requestedStore: '성수점',
        version: 1,
      },
    ]);
    const one = await admin.call('GET', `/${shop.slug}/user/${list.body['items']?.[0]?.['id']}`);
    expect(one.body).toMatchObject({ phoneMasked: '010-****-6789', sessions: [] });
    expect(JSON.stringify(one.body)).not.toMatch(/argon2|010-2345-6789|01023456789/);
    const changes = await admin.call('GET', `/${shop.slug}/user/${one.body['id']}/right-change`);
    expect(changes.body['items']).toMatchObject([{ change: 'STATE', state: 'PENDING', by: null }]);
    // Revealing the phone is audited.
    expect(
      (await admin.call('POST', `/${shop.slug}/user/${one.body['id']}/reveal`, { reason: '가입 확인 전화' })).body,
    ).toEqual({ phone: '010-2345-6789' });
    const log = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'actor_id'])
        .where('subject_id', '=', String(one.body['id']))
        .orderBy('seq')
        .execute(),
    );
    expect(log).toEqual([
      { action: 'sign-up.requested', actor_id: null },
      { action: 'user.revealed', actor_id: admin.userId },
    ]);
  });

  it('answers alike for a taken and a free e-mail, changes no account, and sign-in reveals nothing either', async () => {
    const other = await server.makeShop();
    const person = await server.signIn(other, ['ADMIN']);
    const password_hash = await hashPassword('the password of the account');
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ password_hash }).where('id', '=', person.userId).execute(),
    );
    const before = await rows(person.email);
    const free = await signUp(form('free@test.example'));
    for (const email of [person.email, person.email.toUpperCase(), 'free@test.example'])
      expect(said(await signUp(form(email, { password: 'quite another secret' })))).toEqual(said(free));
    expect(await rows(person.email)).toEqual(before);
    expect(await rows('free@test.example')).toHaveLength(1);
    // A later sign-in with the password of the request gets the same answer, whether or not the e-mail was taken.
    const [takenSignIn, waiting] = [
      await signIn(person.email, 'quite another secret'),
      await signIn('free@test.example'),
    ];
    expect(said(takenSignIn)).toEqual(said(waiting));
    expect(takenSignIn.body['code']).toBe('ACCOUNT_PENDING');
    expect((await signIn(person.email, 'what nobody asked with')).body['code']).toBe('INVALID_CREDENTIALS');
    const kept = await server.withActor(SYSTEM, (tx) => tx.selectFrom('repeated_sign_ups').selectAll().execute());
    expect(JSON.stringify(kept)).not.toContain('example');
  });

  it('creates one request for ten concurrent ones with the same e-mail', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(form('ten@test.example'))));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(await rows('ten@test.example')).toHaveLength(1);
  });

  it('accepts ten requests of an address in an hour and thirty in a day, also under concurrency, with Retry-After', async () => {
    const from = somewhere();
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, number) => signUp(form(`at-once-${number}@test.example`), from)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.body['code'], refused?.headers.get('retry-after')]).toEqual(['TOO_MANY_REQUESTS', '3600']);
    clock.advance(3600_000);
    expect((await signUp(form('an-hour-later@test.example'), from)).status).toBe(200);
    for (let hour = 0; hour < 2; hour += 1) {
      clock.advance(3600_000);
      for (let n = 0; n < 10; n += 1) await signUp(form(`hour-${hour}-${n}@test.example`), from);
    }
    clock.advance(3600_000);
    expect((await signUp(form('too-many@test.example'), from)).status).toBe(429);
    expect(await rows('too-many@test.example')).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ['an unknown chain', { product: 'no-such-chain' }, 'product', 'PRODUCT_UNKNOWN'],
    ['no chain, where there are several', { product: undefined }, 'product', 'PRODUCT_UNKNOWN'],
    ['a short password', { password: 'short' }, 'password', 'PASSWORD_TOO_SHORT'],
    ['a password that leaked', { password: '1q2w3e4r5t6y' }, 'password', 'PASSWORD_COMMON'],
    ['the name of the store as password', { password: '성수점성수점성수점성수점' }, 'password', 'PASSWORD_PERSONAL'],
    ['no e-mail', { email: 'nobody' }, 'email', 'invalid_format'],
    ['a name of 10,000 letters', { name: 'a'.repeat(10_000) }, 'name', 'too_big'],
    ['a password of 10,000 letters', { password: 'ab'.repeat(5000) }, 'password', 'too_big'],
    ['a role', { roles: ['ADMIN'] }, 'roles', 'unknown_field'],
  ])('rejects %s and stores nothing', async (_what, over, path, code) => {
    const { status, body } = await signUp(form('refused@test.example', over));
    expect([status, body['code'], body['errors']?.[0]?.['path'], body['errors']?.[0]?.['code']]).toEqual([
      400,
      'INVALID_INPUT',
      path,
      code,
    ]);
    expect(await rows('refused@test.example')).toEqual([]);
  });

  it('returns the name of the given chain, and none without one when the server has several', async () => {
    expect((await server.caller(null)('GET', `/auth/sign-up?product=${shop.slug}`)).body).toEqual({
      product: { slug: shop.slug, name: shop.slug },
    });
    expect((await server.caller(null)('GET', '/auth/sign-up?product=no-such-chain')).body).toEqual({ product: null });
    expect((await server.caller(null)('GET', '/auth/sign-up')).body).toEqual({ product: null });
  });

  it('can be repeated with another password after it was declined, and is deleted after 30 days', async () => {
    const admin = await server.signIn(shop, ['ADMIN'], [], 90 * 24);
    await signUp(form('again@test.example'));
    const [first] = await rows('again@test.example');
    const declined = await admin.call('POST', `/${shop.slug}/user/${first?.id}/decline`, {
      version: 1,
      reason: '매장을 확인할 수 없어요',
    });
    expect(declined.body).toMatchObject({ state: 'DECLINED', decision: '매장을 확인할 수 없어요', version: 2 });
    expect((await signIn('again@test.example')).body['code']).toBe('ACCOUNT_DISABLED');
    await signUp(form('again@test.example', { password: 'another long secret' }));
    expect(await rows('again@test.example')).toMatchObject([
      { id: first?.id, state: 'PENDING', decision: '', version: 3 },
    ]);
    expect((await signIn('again@test.example', 'another long secret')).body['code']).toBe('ACCOUNT_PENDING');
    await admin.call('POST', `/${shop.slug}/user/${first?.id}/decline`, { version: 3, reason: 'no' });
    clock.advance(29 * 24 * 3600_000);
    await sweepSignIns(server.app.db, clock.now());
    expect(await rows('again@test.example')).toHaveLength(1);
    clock.advance(2 * 24 * 3600_000);
    await sweepSignIns(server.app.db, clock.now());
    expect(await rows('again@test.example')).toEqual([]);
    const kept = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('right_changes')
        .select('state')
        .where('user_id', '=', first?.id ?? '')
        .orderBy('id')
        .execute(),
    );
    expect(kept.map(({ state }) => state)).toEqual(['PENDING', 'DECLINED', 'PENDING', 'DECLINED']);
  });
});
