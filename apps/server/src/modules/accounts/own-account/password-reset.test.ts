// @sweep 1/8 (decision 086)
import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import {
  fakeClock,
  startTestServer,
  type Answer,
  type Caller,
  type FakeClock,
  type Shop,
  type TestServer,
  readKeptReplies,
} from '../../../testing/index.ts';
import { hashPassword } from '../index.ts';

const MINUTE_MS = 60_000;
const OLD = 'the forgotten password';
const NEW = 'a fresh and longer password';
const REFUSED = [410, 'RESET_LINK_INVALID'];
const answerOf = ({ status, body }: Answer) => [status, body['code']];

/** A one-time link for a person who has forgotten the password (decision 047); two processes, as in a real installation. */
describe('password reset links', () => {
  let clock: FakeClock;
  let server: TestServer;
  let second: TestServer;
  let shop: Shop;
  let admin: Caller;
  let oldHash: string;
  const logLines: string[] = [];
  const tokens: string[] = [];
  beforeAll(async () => {
    clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
    server = await startTestServer({ clock, logLines });
    second = await startTestServer({ beside: server });
    shop = await server.makeShop();
    admin = await server.signIn(shop, ['ADMIN'], [], 1000);
    oldHash = await hashPassword(OLD);
  });
  afterAll(async () => {
    await second.close();
    await server.close();
  });
  // Lets the failures of the previous test expire.
  beforeEach(() => clock.advance(16 * MINUTE_MS));

  async function person(of = shop, roles: ('ADMIN' | 'SUB_ADMIN' | 'FRANCHISEE')[] = ['SUB_ADMIN']): Promise<Caller> {
    const caller = await server.signIn(of, roles, [], 1000);
    await server.withActor(SYSTEM, async (tx) => {
      await tx.updateTable('users').set({ password_hash: oldHash }).where('id', '=', caller.userId).execute();
      // Setting the hash ended the session.
      await tx
        .updateTable('sessions')
        .set({ ended_at: null, end_reason: null })
        .where('id', '=', caller.sessionId)
        .execute();
    });
    return caller;
  }
  const user = (of: Caller, rest = '/password-reset', at = shop) => `/${at.slug}/user/${of.userId}${rest}`;
  async function issue(of: Caller, by = admin, at = shop): Promise<string> {
    const { status, body } = await by.call('POST', user(of, '/password-reset', at), {});
    expect(status, JSON.stringify(body)).toBe(200);
    const token = String(body['token']);
    tokens.push(token);
    return token;
  }
  const anonymous = (at = server) => at.caller(null);
  const check = async (token: string) => answerOf(await anonymous()('POST', '/auth/password-reset/check', { token }));
  const reset = async (token: string, newPassword = NEW, at = server) =>
    answerOf(await anonymous(at)('PATCH', '/auth/password-reset', { token, newPassword }));
  const signIn = (of: Caller, password: string) => anonymous()('POST', '/auth/login', { email: of.email, password });
  const done = [200, undefined];

  it('sets a new password once, ends every session, shows on the account screen, and is audited without the secret', async () => {
    const it = await person();
    const token = await issue(it);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect([await check(token), await reset(token)]).toEqual([done, done]);
    for (const at of [server, second]) expect((await at.caller(it.token)('GET', '/auth/me')).status).toBe(401);
    expect(answerOf(await signIn(it, OLD))).toEqual([401, 'INVALID_CREDENTIALS']);
    const { accessToken } = (await signIn(it, NEW)).body;
    const account = (await server.caller(String(accessToken))('GET', '/auth/account')).body;
    expect(account['passwordReset']).toEqual({ at: clock.now().toISOString(), issuedBy: 'ADMIN' });
    const audit = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'actor_id', 'detail'])
        .where('subject_id', '=', it.userId)
        .orderBy('seq')
        .execute(),
    );
    expect(audit.map((row) => [row.action, row.actor_id])).toEqual([
      ['user.password-reset-issued', admin.userId],
      ['account.password-reset', it.userId],
    ]);
    expect(audit[1]?.detail).toEqual({ ended: 1 });
    expect(JSON.stringify(audit)).not.toContain(token);
  });

  it('rejects a used, an expired, a replaced and an unknown link with the same answer', async () => {
    const it = await person();
    const [revoked, token] = [await issue(it), await issue(it)];
    expect(await reset(revoked)).toEqual(REFUSED);
    expect(await reset(token)).toEqual(done);
    for (const spent of [token, revoked, 'x'.repeat(43)]) {
      expect([await check(spent), await reset(spent, 'another long password 1')]).toEqual([REFUSED, REFUSED]);
    }
    const late = await issue(it);
    clock.advance(30 * MINUTE_MS);
    expect([await check(late), await reset(late)]).toEqual([REFUSED, REFUSED]);
    expect((await signIn(it, NEW)).status).toBe(200);
  });

  it('rejects a link of an account that was disabled since, even after it is enabled again', async () => {
    const it = await person();
    const token = await issue(it);
    expect((await admin.call('POST', user(it, '/disable'), { version: 1, reason: '퇴사' })).status).toBe(200);
    expect([await check(token), await reset(token)]).toEqual([REFUSED, REFUSED]);
    expect(answerOf(await admin.call('POST', user(it), {}))).toEqual([409, 'STATE_NOT_ALLOWED']);
    expect((await admin.call('POST', user(it, '/enable'), { version: 2 })).status).toBe(200);
    expect(await reset(token)).toEqual(REFUSED);
    expect(answerOf(await signIn(it, NEW))).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('revokes a link when the person changes the password or an ADMIN changes the roles', async () => {
    const it = await person();
    const token = await issue(it);
    expect((await it.call('PATCH', '/auth/account/password', { currentPassword: OLD, newPassword: NEW })).status).toBe(
      200,
    );
    expect(await reset(token, 'another long password 1')).toEqual(REFUSED);
    const other = await issue(it);
    expect(
      (await admin.call('PATCH', user(it, ''), { version: 1, roles: [{ role: 'CUSTOMER_MANAGER' }] })).status,
    ).toBe(200);
    expect(await reset(other)).toEqual(REFUSED);
  });

  it('lets one of six concurrent uses of a link win, across two processes', async () => {
    const it = await person();
    const token = await issue(it);
    const passwords = Array.from({ length: 6 }, (_, index) => `password number ${index} of six`);
    const answers = await Promise.all(
      passwords.map((password, index) => reset(token, password, index % 2 === 0 ? server : second)),
    );
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    expect(answers.filter(([status]) => status !== 200)).toEqual(Array.from({ length: 5 }, () => REFUSED));
    const winner = passwords[answers.findIndex(([status]) => status === 200)] ?? '';
    expect((await signIn(it, winner)).status).toBe(200);
  });

  it('leaves one valid link when two ADMINs issue links at the same time', async () => {
    const [it, colleague] = [await person(), await server.signIn(shop, ['ADMIN'], [], 1000)];
    const issued = await Promise.all([issue(it), issue(it, colleague), issue(it), issue(it, colleague)]);
    const answers = await Promise.all(issued.map(check));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
  });

  it('keeps the link usable when the new password breaks the rules', async () => {
    const it = await person();
    const token = await issue(it);
    for (const [password, code] of [
      ['short', 'PASSWORD_TOO_SHORT'],
      ['password1234567', 'PASSWORD_COMMON'],
      [it.email, 'PASSWORD_PERSONAL'],
    ] as const) {
      const { status, body } = await anonymous()('PATCH', '/auth/password-reset', { token, newPassword: password });
      expect([status, body['errors']?.map((field) => [field['path'], field['code']])]).toEqual([
        400,
        [['newPassword', code]],
      ]);
    }
    expect(await reset(token)).toEqual(done);
  });

  it('still requires the second factor at the next sign-in', async () => {
    const it = await person();
    const begun = await it.call('PATCH', '/auth/account/second-factor/begin', { password: OLD });
    const totp = new TOTP({ secret: Secret.fromBase32(String(begun.body['secret'])) });
    expect(
      (
        await it.call('PATCH', '/auth/account/second-factor/confirm', {
          code: totp.generate({ timestamp: clock.now().getTime() }),
        })
      ).status,
    ).toBe(200);
    expect(await reset(await issue(it))).toEqual(done);
    const first = await signIn(it, NEW);
    expect([...answerOf(first), typeof first.body['challenge']]).toEqual([401, 'SECOND_FACTOR_NEEDED', 'string']);
  });

  it('ends a pending sign-in that used the old password', async () => {
    const it = await person();
    const begun = await it.call('PATCH', '/auth/account/second-factor/begin', { password: OLD });
    const totp = new TOTP({ secret: Secret.fromBase32(String(begun.body['secret'])) });
    await it.call('PATCH', '/auth/account/second-factor/confirm', {
      code: totp.generate({ timestamp: clock.now().getTime() }),
    });
    const { body } = await signIn(it, OLD);
    expect(await reset(await issue(it))).toEqual(done);
    clock.advance(MINUTE_MS);
    const step = await anonymous()('POST', '/auth/login/second-factor', {
      challenge: body['challenge'],
      code: totp.generate({ timestamp: clock.now().getTime() }),
    });
    expect(answerOf(step)).toEqual([401, 'CHALLENGE_OVER']);
  });

  it('rejects everyone but an ADMIN of the same product, and an ADMIN for their own account', async () => {
    const [it, boss] = [await person(), await person(shop, ['ADMIN'])];
    for (const role of ['SUB_ADMIN', 'FRANCHISEE', 'CUSTOMER_MANAGER'] as const) {
      const caller = await server.signIn(shop, [role], shop.stores, 1000);
      for (const target of [it, boss, caller])
        expect(answerOf(await caller.call('POST', user(target), {}))).toEqual([403, 'CAPABILITY_MISSING']);
    }
    expect(answerOf(await admin.call('POST', user(admin), {}))).toEqual([403, 'OWN_ACCOUNT']);
    const other = await server.makeShop();
    const stranger = await server.signIn(other, ['ADMIN'], [], 1000);
    expect([
      answerOf(await stranger.call('POST', user(it), {})),
      answerOf(await stranger.call('POST', user(it, '/password-reset', other), {})),
    ]).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
    ]);
    expect((await admin.call('POST', `/${shop.slug}/user/${uuidv7()}/password-reset`, {})).status).toBe(404);
  });

  it('limits token guesses by address, even for a valid token', async () => {
    const it = await person();
    const token = await issue(it);
    const guesses = await Promise.all(Array.from({ length: 60 }, (_, index) => check(`guess-${index}`)));
    expect(guesses.filter(([, code]) => code === 'RESET_LINK_INVALID')).toHaveLength(50);
    expect(guesses.filter(([, code]) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
    expect((await check(token))[1]).toBe('TOO_MANY_ATTEMPTS');
    clock.advance(16 * MINUTE_MS);
    expect(await check(token)).toEqual(done);
  });

  it('lets a person who was locked out sign in with the new password at once', async () => {
    const it = await person();
    for (let tried = 0; tried < 10; tried += 1) await signIn(it, 'wrong');
    expect((await signIn(it, OLD)).status).toBe(429);
    expect(await reset(await issue(it))).toEqual(done);
    expect((await signIn(it, NEW)).status).toBe(200);
  });

  it('returns the token once for an Idempotency-Key, and stores it in no table and no log line', async () => {
    const it = await person();
    const ask = () => admin.call('POST', user(it), {}, { 'idempotency-key': `reset-${it.userId}` });
    const [first, second] = [await ask(), await ask()];
    const token = String(first.body['token']);
    expect([token.length, second.status, second.body['token']]).toEqual([43, 200, null]);
    expect(await check(token)).toEqual(done);
    const replies = await server.withActor(admin.actor, (tx) => readKeptReplies(tx, `reset-${it.userId}`));
    expect(replies).toHaveLength(1);
    expect(replies.join()).not.toContain(token);
    const kept = await server.withActor(SYSTEM, (tx) => tx.selectFrom('password_resets').selectAll().execute());
    for (const one of [...tokens, token]) {
      expect(JSON.stringify(kept)).not.toContain(one);
      expect(logLines.filter((line) => line.includes(one))).toEqual([]);
    }
    expect(logLines.length).toBeGreaterThan(5);
  });
});
