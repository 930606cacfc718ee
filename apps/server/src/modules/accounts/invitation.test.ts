import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  startTestServer,
  type Answer,
  type Caller,
  type FakeClock,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';

const DAY_MS = 24 * 60 * 60_000;
const PASSWORD = 'a long and unusual sentence';
const answerOf = ({ status, body }: Answer) => [status, body['code']];

interface Invited {
  readonly user: { readonly id: string; readonly email: string };
  readonly token: string | null;
  readonly expiresAt: string;
}

describe('invitations', () => {
  let clock: FakeClock;
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  const logLines: string[] = [];
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
    server = await startTestServer({ clock, logLines });
    shop = await server.makeShop();
    admin = await server.signIn(shop, ['ADMIN'], [], 1000);
  });
  afterAll(() => server.close());

  let count = 0;
  const newEmail = () => `invited-${(count += 1)}@test.example`;
  const storeId = () => shop.stores[0]?.id ?? '';
  const invite = (body: Record<string, unknown>, by = admin) =>
    by.call('POST', `/${shop.slug}/user`, {
      name: '초대받은 사람',
      roles: [{ role: 'FRANCHISEE' }],
      storeIds: [storeId()],
      ...body,
    });
  const invited = async (body: Record<string, unknown>) => {
    const answer = await invite(body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as unknown as Invited;
  };
  const setPassword = async (token: string | null) =>
    answerOf(await server.caller(null)('PATCH', '/auth/password-reset', { token, newPassword: PASSWORD }));
  const signIn = (email: string, password = PASSWORD) =>
    server.caller(null)('POST', '/auth/login', { email, password });

  it('creates an account that signs in with its role and stores once the link has set a password', async () => {
    const email = newEmail();
    const { user, token, expiresAt } = await invited({ email });
    expect(user).toMatchObject({ state: 'ACTIVE', isInvited: true });
    expect(user).toMatchObject({
      email,
      name: '초대받은 사람',
      state: 'ACTIVE',
      roles: [{ role: 'FRANCHISEE', until: null }],
      stores: [{ id: storeId() }],
    });
    expect(Date.parse(expiresAt) - clock.now().getTime()).toBe(7 * DAY_MS);
    expect(answerOf(await signIn(email))).toEqual([401, 'INVALID_CREDENTIALS']);
    clock.advance(6 * DAY_MS);
    expect(await setPassword(token)).toEqual([200, undefined]);
    expect(await setPassword(token)).toEqual([410, 'RESET_LINK_INVALID']);
    const signedIn = await signIn(email);
    const me = await server.caller(String(signedIn.body['accessToken']))('GET', '/auth/me');
    expect(me.body).toMatchObject({ email, roles: ['FRANCHISEE'], stores: [{ id: storeId() }] });
  });

  it('records who invited the person and gave which rights, without the token', async () => {
    admin = await server.signIn(shop, ['ADMIN'], [], 1000);
    const { user, token } = await invited({ email: newEmail() });
    const rights = await admin.call('GET', `/${shop.slug}/user/${user.id}/right-change?page=0&limit=10`);
    const items = rights.body['items'] as unknown as { change: string; by: string | null }[];
    expect(items.map(({ change, by }) => [change, by]).sort()).toEqual([
      ['ROLE_GIVEN', 'ADMIN'],
      ['STATE', 'ADMIN'],
      ['STORE_GIVEN', 'ADMIN'],
    ]);
    const audit = await server.withActor(admin.actor, (tx) =>
      tx.selectFrom('audit_log').select(['action', 'actor_id', 'detail']).where('subject_id', '=', user.id).execute(),
    );
    expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual([['user.invited', admin.userId]]);
    expect(JSON.stringify(audit)).not.toContain(token);
    expect(logLines.join('\n')).not.toContain(token);
  });

  it('rejects a link after seven days, and accepts a reset link of an ADMIN instead', async () => {
    const email = newEmail();
    const { user, token } = await invited({ email });
    clock.advance(7 * DAY_MS + 1000);
    admin = await server.signIn(shop, ['ADMIN'], [], 1000);
    expect(await setPassword(token)).toEqual([410, 'RESET_LINK_INVALID']);
    const link = await admin.call('POST', `/${shop.slug}/user/${user.id}/password-reset`, {});
    expect(await setPassword(String(link.body['token']))).toEqual([200, undefined]);
    expect((await signIn(email)).status).toBe(200);
  });

  it('invites an address once, regardless of case, also for concurrent requests', async () => {
    const email = newEmail();
    const answers = await Promise.all([invite({ email }), invite({ email: email.toUpperCase() })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answerOf(await invite({ email }))).toEqual([409, 'EMAIL_TAKEN']);
  });

  it.each([
    ['a FRANCHISEE without a store', () => ({ storeIds: [] }), [400, 'INVALID_INPUT']],
    ['no role', () => ({ roles: [], storeIds: [] }), [400, 'INVALID_INPUT']],
    [
      'a role whose end is over',
      () => ({ roles: [{ role: 'SUB_ADMIN', until: '2020-01-01T00:00:00Z' }], storeIds: [] }),
      [400, 'INVALID_INPUT'],
    ],
    ['an invalid address', () => ({ email: 'nowhere' }), [400, 'INVALID_INPUT']],
  ])('rejects %s and creates no account', async (_what, change, refusal) => {
    const email = newEmail();
    expect(answerOf(await invite({ email, ...change() }))).toEqual(refusal);
    const found = await admin.call('GET', `/${shop.slug}/user?page=0&limit=1&q=${email}`);
    expect(found.body['total']).toBe(0);
  });

  it('rejects a store of another chain and a SUB_ADMIN', async () => {
    const elsewhere = await server.makeShop();
    expect(answerOf(await invite({ email: newEmail(), storeIds: [elsewhere.stores[0]?.id] }))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    const other = await server.signIn(shop, ['SUB_ADMIN'], [], 1000);
    expect(answerOf(await invite({ email: newEmail() }, other))).toEqual([403, 'CAPABILITY_MISSING']);
  });
});
