// @sweep 1/8 (decision 086)
import { ENDPOINTS } from '@munjigi/contract';
import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import {
  fakeClock,
  listenToEvents,
  startTestServer,
  type Caller,
  type Shop,
  type TestServer,
} from '../../../testing/index.ts';
import { hashPassword, resetFactorByCommand } from '../index.ts';

const PASSWORD = 'the-right-password';
const PATH = '/auth/account/second-factor';

describe('the second factor (AU-5)', () => {
  const clock = fakeClock();
  const logLines: string[] = [];
  let one: TestServer;
  let two: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    one = await startTestServer({ clock, config: { trustProxy: 1 }, logLines });
    two = await startTestServer({ beside: one, clock, config: { trustProxy: 1 }, logLines });
    shop = await one.makeShop();
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  let places = 0;
  const somewhere = () => ({ 'x-forwarded-for': `10.5.${Math.floor((places += 1) / 250)}.${places % 250}` });
  const login = (email: string, password = PASSWORD, server = one) =>
    server.caller(null)('POST', '/auth/login', { email, password }, somewhere());
  const second = (challenge: unknown, code: string, server = one) =>
    server.caller(null)('POST', '/auth/login/second-factor', { challenge, code }, somewhere());
  const challengeOf = async (email: string) => (await login(email)).body['challenge'];
  const nextStep = () => clock.advance(30_000);
  const ask = (call: Caller['call'], verb: string, body: unknown) =>
    call('PATCH', `${PATH}/${verb}`, body, somewhere());

  async function person(role: 'ADMIN' | 'SUB_ADMIN' | 'CUSTOMER_MANAGER' = 'CUSTOMER_MANAGER', of = shop) {
    const userId = uuidv7();
    const email = `${userId}@test.example`;
    const password_hash = await hashPassword(PASSWORD);
    await one.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('users')
        .values({
          id: userId,
          product_id: of.productId,
          email,
          name: 'Kim',
          password_hash,
          roles: [role],
          created_at: clock.now(),
        })
        .execute(),
    );
    const token = String((await login(email)).body['accessToken']);
    return { userId, email, token, call: one.caller(token) };
  }

  async function withFactor(role?: 'ADMIN' | 'SUB_ADMIN' | 'CUSTOMER_MANAGER', of = shop) {
    const it = await person(role, of);
    const begun = await ask(it.call, 'begin', { password: PASSWORD });
    const secret = String(begun.body['secret']);
    const codeNow = (steps = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + steps * 30_000 });
    const confirmed = await ask(it.call, 'confirm', { code: codeNow() });
    expect([begun.status, confirmed.status]).toEqual([200, 200]);
    nextStep();
    return { ...it, secret, codeNow, recoveryCodes: confirmed.body['recoveryCodes'] as unknown as string[] };
  }

  it('requires a code only for accounts with a second factor, and only after the right password', async () => {
    const plain = await person();
    expect(Object.keys((await login(plain.email)).body)).toEqual(['accessToken']);
    const it = await withFactor();
    const [wrong, unknown] = [await login(it.email, 'wrong'), await login('nobody@test.example', 'wrong')];
    const said = ({ status, body: { requestId: _changes, ...rest } }: typeof wrong) => [status, rest];
    expect(said(wrong)).toEqual(said(unknown));
    const right = await login(it.email);
    expect([right.status, right.body['code'], right.body['accessToken']]).toEqual([
      401,
      'SECOND_FACTOR_NEEDED',
      undefined,
    ]);
    // The challenge is not a session token.
    expect((await one.caller(String(right.body['challenge']))('GET', '/auth/me')).body['code']).toBe('NOT_SIGNED_IN');
    const opened = await second(right.body['challenge'], it.codeNow());
    expect((await one.caller(String(opened.body['accessToken']))('GET', '/auth/me')).body['id']).toBe(it.userId);
    // The challenge works once.
    nextStep();
    expect((await second(right.body['challenge'], it.codeNow())).body['code']).toBe('CHALLENGE_OVER');
  });

  it('accepts the code of the previous, current and next step, and no other', async () => {
    const it = await withFactor();
    clock.advance(10 * 60_000);
    expect((await second(await challengeOf(it.email), it.codeNow(-2))).body['code']).toBe('INVALID_CODE');
    expect((await second(await challengeOf(it.email), it.codeNow(2))).body['code']).toBe('INVALID_CODE');
    expect((await second(await challengeOf(it.email), it.codeNow(-1))).status).toBe(200);
    expect((await second(await challengeOf(it.email), it.codeNow(0))).status).toBe(200);
    expect((await second(await challengeOf(it.email), it.codeNow(1))).status).toBe(200);
    // The code of a step before the latest accepted one is rejected, although it is still in the window.
    expect((await second(await challengeOf(it.email), it.codeNow(0))).body['code']).toBe('INVALID_CODE');
  });

  it('accepts a code once, also after confirmation and for concurrent requests in two processes', async () => {
    const it = await person();
    const secret = String((await ask(it.call, 'begin', { password: PASSWORD })).body['secret']);
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });
    expect((await ask(it.call, 'confirm', { code: code() })).status).toBe(200);
    expect((await second(await challengeOf(it.email), code())).body['code']).toBe('INVALID_CODE');
    for (let round = 0; round < 3; round += 1) {
      nextStep();
      const challenges = await Promise.all([
        challengeOf(it.email),
        challengeOf(it.email),
        challengeOf(it.email),
        challengeOf(it.email),
      ]);
      const answers = await Promise.all(
        challenges.map((challenge, number) => second(challenge, code(), number % 2 === 0 ? one : two)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
      expect((await second(await challengeOf(it.email), code(), two)).body['code']).toBe('INVALID_CODE');
      clock.advance(16 * 60_000);
    }
    // The same challenge and code at both processes create one session.
    const challenge = await challengeOf(it.email);
    const twins = await Promise.all([second(challenge, code(), one), second(challenge, code(), two)]);
    expect(twins.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('accepts each recovery code once, regardless of spelling, also under concurrency', async () => {
    const it = await withFactor();
    expect(it.recoveryCodes).toHaveLength(10);
    expect(new Set(it.recoveryCodes).size).toBe(10);
    const [first = '', next = '', third = ''] = it.recoveryCodes;
    expect((await second(await challengeOf(it.email), ` ${first.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await second(await challengeOf(it.email), first)).body['code']).toBe('INVALID_CODE');
    const challenges = await Promise.all([challengeOf(it.email), challengeOf(it.email), challengeOf(it.email)]);
    const answers = await Promise.all(
      challenges.map((challenge, number) => second(challenge, next, number === 0 ? two : one)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const other = await withFactor();
    expect((await second(await challengeOf(other.email), third)).body['code']).toBe('INVALID_CODE');
    const signedIn = await second(await challengeOf(it.email), third);
    const call = one.caller(String(signedIn.body['accessToken']));
    expect((await call('GET', PATH)).body).toMatchObject({ isOn: true, recoveryCodesLeft: 7, isRequired: false });
    const repeated = await ask(call, 'recovery-codes', { password: PASSWORD, code: it.codeNow() });
    expect([repeated.status, repeated.body['recoveryCodes']?.length]).toEqual([200, 10]);
    expect((await second(await challengeOf(it.email), it.recoveryCodes[5] ?? '')).body['code']).toBe('INVALID_CODE');
    expect((await second(await challengeOf(it.email), String(repeated.body['recoveryCodes']?.[0]))).status).toBe(200);
  });

  it('locks an account after ten wrong codes, also under concurrency and across challenges', async () => {
    const it = await withFactor();
    const challenges: unknown[] = [];
    for (let number = 0; number < 20; number += 1) challenges.push(await challengeOf(it.email));
    const wrong = it.codeNow() === '000000' ? '000001' : '000000';
    const answers = await Promise.all(
      challenges.map((challenge, number) => second(challenge, wrong, number % 2 === 0 ? one : two)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(10).fill(401),
      ...Array<number>(10).fill(429),
    ]);
    expect((await second(challenges[0], it.codeNow())).status).toBe(429);
    expect((await login(it.email)).status).toBe(429);
    clock.advance(15 * 60_000 + 1000);
    expect((await second(await challengeOf(it.email), it.codeNow())).status).toBe(200);
  });

  it('expires a challenge after five minutes, and ends it with the sessions of the person', async () => {
    const it = await withFactor();
    const late = await challengeOf(it.email);
    clock.advance(5 * 60_000 + 1);
    expect((await second(late, it.codeNow())).body['code']).toBe('CHALLENGE_OVER');
    const challenge = await challengeOf(it.email);
    await one.withActor(SYSTEM, (tx) =>
      tx
        .updateTable('users')
        .set({ roles: ['SUB_ADMIN'] })
        .where('id', '=', it.userId)
        .execute(),
    );
    expect((await second(challenge, it.codeNow())).body['code']).toBe('CHALLENGE_OVER');
    for (const challenge of ['', 'x', 'a'.repeat(101), null])
      expect([400, 401]).toContain((await second(challenge, '123456')).status);
    expect((await second(await challengeOf(it.email), 'x'.repeat(10_000))).status).toBe(400);
  });

  it('is set up with the password and a first code, which ends sessions elsewhere', async () => {
    const it = await person();
    const elsewhere = one.caller(String((await login(it.email)).body['accessToken']));
    expect((await ask(it.call, 'confirm', { code: '123456' })).body['code']).toBe('STATE_NOT_ALLOWED');
    const refused = await ask(it.call, 'begin', { password: 'wrong' });
    expect([refused.status, refused.body['errors']?.[0]?.['code']]).toEqual([400, 'PASSWORD_WRONG']);
    const begun = await ask(it.call, 'begin', { password: PASSWORD });
    expect(begun.body['uri']).toContain(String(begun.body['secret']));
    // An unconfirmed factor is not required.
    expect((await login(it.email)).status).toBe(200);
    const second = await ask(it.call, 'begin', { password: PASSWORD });
    const codeOf = (secret: unknown) =>
      new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate({ timestamp: clock.now().getTime() });
    const stale = await ask(it.call, 'confirm', { code: codeOf(begun.body['secret']) });
    expect([stale.status, stale.body['errors']?.[0]?.['code']]).toEqual([400, 'CODE_WRONG']);
    const both = await Promise.all([
      ask(it.call, 'confirm', { code: codeOf(second.body['secret']) }),
      ask(two.caller(it.token), 'confirm', { code: codeOf(second.body['secret']) }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect([(await it.call('GET', '/auth/me')).status, (await elsewhere('GET', '/auth/me')).body['code']]).toEqual([
      200,
      'SESSION_ENDED',
    ]);
    expect((await ask(it.call, 'begin', { password: PASSWORD })).body['code']).toBe('STATE_NOT_ALLOWED');
  });

  it('is removed with password and code together only', async () => {
    const it = await withFactor();
    expect((await ask(it.call, 'remove', { password: 'wrong', code: it.codeNow() })).status).toBe(400);
    expect((await ask(it.call, 'remove', { password: PASSWORD, code: '00000' })).body['errors']?.[0]?.['code']).toBe(
      'CODE_WRONG',
    );
    expect((await ask(it.call, 'remove', { password: PASSWORD })).status).toBe(400);
    expect((await ask(it.call, 'remove', { password: PASSWORD, code: it.codeNow() })).body).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 0,
    });
    expect((await login(it.email)).status).toBe(200);
  });

  it('is reset only by an ADMIN of the same product for another person, which ends the sessions', async () => {
    const admin = await person('ADMIN');
    const it = await withFactor();
    const reset = (by: Caller['call'], userId: string, of = shop) =>
      by('POST', `/${of.slug}/user/${userId}/second-factor/reset`, {});
    expect((await admin.call('GET', `/${shop.slug}/user/${it.userId}`)).body['hasSecondFactor']).toBe(true);
    expect((await reset((await person('SUB_ADMIN')).call, it.userId)).body['code']).toBe('CAPABILITY_MISSING');
    expect((await reset(it.call, it.userId)).body['code']).toBe('CAPABILITY_MISSING');
    const foreign = await one.makeShop();
    expect((await reset((await person('ADMIN', foreign)).call, it.userId, foreign)).status).toBe(404);
    expect((await reset((await withFactor('ADMIN')).call, it.userId, foreign)).status).toBe(404);
    const self = await withFactor('ADMIN');
    expect((await reset(self.call, self.userId)).body['code']).toBe('OWN_ACCOUNT');
    const both = await Promise.all([reset(admin.call, it.userId), reset(two.caller(admin.token), it.userId)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await it.call('GET', '/auth/me')).body['code']).toBe('SESSION_ENDED');
    expect((await login(it.email)).status).toBe(200);
    expect((await admin.call('GET', `/${shop.slug}/user/${it.userId}`)).body['hasSecondFactor']).toBe(false);
    const audit = await admin.call('GET', `/${shop.slug}/audit?limit=200`);
    expect(audit.body['items']?.filter(({ action }) => String(action) === 'user.second-factor-reset')).toHaveLength(1);
  });

  it('is reset from the command line', async () => {
    const it = await withFactor('ADMIN');
    expect(await resetFactorByCommand(one.app.db, 'nobody@test.example', clock.now())).toBe(false);
    expect(await resetFactorByCommand(one.app.db, it.email.toUpperCase(), clock.now())).toBe(true);
    expect(await resetFactorByCommand(one.app.db, it.email, clock.now())).toBe(false);
    expect((await it.call('GET', '/auth/me')).body['code']).toBe('SESSION_ENDED');
    const second = one.caller(String((await login(it.email)).body['accessToken']));
    const [row] =
      (await second('GET', `/${shop.slug}/audit?limit=200`)).body['items']?.filter(
        ({ action }) => String(action) === 'user.second-factor-reset',
      ) ?? [];
    expect(row?.['subject']).toMatchObject({ kind: 'user', id: it.userId });
  });

  it('keeps secrets and codes out of replies, the log, the audit log and the database', async () => {
    const it = await withFactor();
    const [recovery = ''] = it.recoveryCodes;
    const code = it.codeNow();
    await second(await challengeOf(it.email), recovery);
    await second(await challengeOf(it.email), code);
    const admin = await person('ADMIN');
    const replies = await Promise.all([
      it.call('GET', PATH),
      it.call('GET', '/auth/account'),
      it.call('GET', '/auth/me'),
      admin.call('GET', `/${shop.slug}/user/${it.userId}`),
      admin.call('GET', `/${shop.slug}/audit?limit=200`),
    ]);
    const kept = await one.withActor(SYSTEM, async (tx) => [
      await tx.selectFrom('second_factors').selectAll().execute(),
      await tx.selectFrom('recovery_codes').selectAll().execute(),
      await tx.selectFrom('jobs').selectAll().execute(),
      await tx.selectFrom('sign_in_challenges').selectAll().execute(),
      await tx.selectFrom('events').selectAll().execute(),
    ]);
    const bytes = Buffer.concat(kept[0]?.map((row) => ('secret' in row ? row.secret : Buffer.alloc(0))) ?? []).toString(
      'latin1',
    );
    for (const reported of [
      JSON.stringify(replies.map(({ body }) => body)),
      logLines.join('\n'),
      JSON.stringify(kept),
      bytes,
    ]) {
      for (const secret of [it.secret, recovery, recovery.replace('-', ''), PASSWORD])
        expect(reported).not.toContain(secret);
    }
    expect(JSON.stringify(replies.map(({ body }) => body))).not.toMatch(/otpauth:|"secret"/);
  });
});

describe('a role that requires a second factor (AU-5)', () => {
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop();
  });
  afterAll(() => server.close());

  const rules = (call: Caller['call'], body: unknown) => call('PATCH', `/${shop.slug}/sign-in-rules`, body);

  it('restricts only its people to setting one up and signing out, at once and with open streams', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const person = await server.signIn(shop, ['SUB_ADMIN', 'CUSTOMER_MANAGER']);
    const stream = await listenToEvents(server.url, shop.slug, person.token);
    const other = await listenToEvents(server.url, shop.slug, admin.token);
    await Promise.all([stream.first('ready'), other.first('ready')]);
    expect(
      (await rules(admin.call, { version: 0, secondFactorRoles: ['CUSTOMER_MANAGER'], idleMinutes: {} })).body,
    ).toEqual({ secondFactorRoles: ['CUSTOMER_MANAGER'], idleMinutes: {}, version: 1 });
    await stream.first('end');
    expect(other.isOver()).toBe(false);
    other.close();
    const open: string[] = [];
    let closed = 0;
    for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
      if (['public', 'channel', 'guest', 'companion'].includes(endpoint.access)) continue;
      const path = endpoint.path
        .replace('/api/v2', '')
        .replace('{product}', shop.slug)
        .replace(/\{\w+\}/g, '01900000-0000-7000-8000-000000000000');
      // Signing out would end the session for the rest of the loop, so it is left out.
      if (name === 'logout') continue;
      const { status, body } = await person.call(endpoint.method, path, endpoint.method === 'GET' ? undefined : {});
      if (body['code'] === 'SECOND_FACTOR_REQUIRED' && status === 403) closed += 1;
      else open.push(name);
    }
    expect(open.sort()).toEqual(['beginSecondFactor', 'confirmSecondFactor', 'getSecondFactor', 'stayActive']);
    expect(closed).toBeGreaterThan(150);
    expect((await person.call('GET', PATH)).body).toMatchObject({ isOn: false, isRequired: true });
    expect((await admin.call('GET', '/auth/me')).status).toBe(200);
    // The fast path of a poll refuses the person too.
    const poller = await server.signIn(shop, ['FRANCHISEE'], shop.stores);
    const poll = () => poller.call('GET', `/${shop.slug}/door?storeId=${shop.stores[0]?.id}`);
    for (let round = 0; round < 3; round += 1) expect((await poll()).status).toBe(200);
    expect((await rules(admin.call, { version: 1, secondFactorRoles: ['FRANCHISEE'], idleMinutes: {} })).status).toBe(
      200,
    );
    expect((await poll()).body['code']).toBe('SECOND_FACTOR_REQUIRED');
    expect((await person.call('GET', '/auth/me')).status).toBe(200);
    // An unconfirmed secret does not count.
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('second_factors')
        .values({
          product_id: shop.productId,
          user_id: poller.userId,
          secret: Buffer.from('x'),
          begun_at: new Date(),
          confirmed_at: null,
        })
        .execute(),
    );
    expect((await poll()).body['code']).toBe('SECOND_FACTOR_REQUIRED');
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('second_factors').set({ confirmed_at: new Date() }).where('user_id', '=', poller.userId).execute(),
    );
    expect((await poll()).status).toBe(200);
    expect((await person.call('POST', '/auth/logout', {})).status).toBe(200);
  });

  it('is configured by an ADMIN, by version and with valid values only', async () => {
    const admin = await server.signIn(shop, ['ADMIN']);
    const now = (await admin.call('GET', `/${shop.slug}/sign-in-rules`)).body;
    const version = Number(now['version']);
    for (const body of [
      { version, secondFactorRoles: ['OWNER'], idleMinutes: {} },
      { version, secondFactorRoles: ['ADMIN', 'ADMIN'], idleMinutes: {} },
      { version, secondFactorRoles: [], idleMinutes: { ADMIN: 4 } },
      { version, secondFactorRoles: [], idleMinutes: { ADMIN: 721 } },
      { version, secondFactorRoles: [], idleMinutes: { OWNER: 10 } },
      { version, secondFactorRoles: [], idleMinutes: { ADMIN: 7.5 } },
      { version, secondFactorRoles: [], idleMinutes: {}, more: 1 },
      { version: -1, secondFactorRoles: [], idleMinutes: {} },
    ])
      expect((await rules(admin.call, body)).status).toBe(400);
    const body = { version, secondFactorRoles: [], idleMinutes: { FRANCHISEE: 30 } };
    const both = await Promise.all([rules(admin.call, body), rules(admin.call, body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body['current']).toMatchObject({
      version: version + 1,
      idleMinutes: { FRANCHISEE: 30 },
    });
    const foreign = await server.makeShop();
    expect((await admin.call('GET', `/${foreign.slug}/sign-in-rules`)).status).toBe(404);
    expect(
      (await (await server.signIn(foreign, ['ADMIN'])).call('GET', `/${foreign.slug}/sign-in-rules`)).body,
    ).toEqual({ secondFactorRoles: [], idleMinutes: {}, version: 0 });
  });
});
