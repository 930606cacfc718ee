// @sweep 1/8 (decision 086)
import { startVirtualMailbox, type ReceivedMail, type VirtualMailbox } from '@munjigi/virtual-providers';
import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM } from '../../../db/index.ts';
import {
  fakeClock,
  MINUTE_MS,
  startTestServer,
  until,
  type Answer,
  type Caller,
  type FakeClock,
  type Shop,
  type TestServer,
} from '../../../testing/index.ts';
import { hashPassword } from '../index.ts';

const DAY_MS = 24 * 3600_000;
const MAIL = { user: 'office', password: 'mail-password-of-the-tests' };
const PASSWORD = 'the password of these tests';
const NEW = 'a fresh and longer password';
const LINK = /https:\/\/office\.example\/(?:reset-password|invitation)#([\w-]{43})/;

/** Invitations, reset links and warnings by e-mail (AU-8 to AU-11), through a virtual mail server. */
describe('e-mails of accounts', () => {
  let clock: FakeClock;
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  let mailbox: VirtualMailbox;
  let passwordHash: string;
  const logLines: string[] = [];

  beforeAll(async () => {
    clock = fakeClock(new Date('2026-11-21T06:00:00Z'));
    server = await startTestServer({ clock, logLines, outboundTimeoutMs: 500, config: { trustProxy: 1 } });
    passwordHash = await hashPassword(PASSWORD);
  });
  beforeEach(async () => {
    clock.advance(DAY_MS);
    shop = await server.makeShop();
    admin = await server.signIn(shop, ['ADMIN'], [], 1000);
    mailbox = await startVirtualMailbox(MAIL);
    await useMailbox(mailbox.address);
  });
  afterEach(() => mailbox.close());
  afterAll(() => server.close());

  async function useMailbox(address: string, change: Readonly<Record<string, unknown>> = {}): Promise<void> {
    const listed = await admin.call('GET', `/${shop.slug}/message-provider`);
    const before = (listed.body['items'] as Answer['body'][]).find((item) => item['provider'] === 'SMTP');
    const { status, body } = await admin.call('POST', `/${shop.slug}/message-provider`, {
      provider: 'SMTP',
      ...(before && { version: before['version'] }),
      account: MAIL.user,
      secret: MAIL.password,
      address,
      senderEmail: 'no-reply@office.example',
      ...change,
    });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  interface NewPerson {
    readonly state?: 'ACTIVE' | 'PENDING' | 'DISABLED';
    readonly is_demo?: boolean;
    readonly locale?: 'kr' | 'en';
  }
  async function person({ state = 'ACTIVE', is_demo = false, locale = 'kr' }: NewPerson = {}) {
    const id = uuidv7();
    const email = `${id}@mail.example`;
    await server.withActor(SYSTEM, (tx) =>
      tx
        .insertInto('users')
        .values({
          id,
          product_id: shop.productId,
          email,
          name: '김지연',
          password_hash: passwordHash,
          roles: ['SUB_ADMIN'],
          state,
          locale,
          is_demo,
          created_at: clock.now(),
        })
        .execute(),
    );
    return { id, email };
  }
  const callAnonymously = (path: string, body: object, method = 'POST', from = '10.0.0.1') =>
    server.caller(null)(method, `/auth${path}`, body, { 'x-forwarded-for': from });
  const forget = (email: string, from?: string) => callAnonymously('/password-reset/request', { email }, 'POST', from);
  const signIn = (email: string, device?: string, headers: Readonly<Record<string, string>> = {}) =>
    server.caller(null)(
      'POST',
      '/auth/login',
      { email, password: PASSWORD, ...(device && { device }) },
      {
        'x-forwarded-for': '10.0.0.1',
        ...headers,
      },
    );
  const reset = async (token: string) => {
    const { status, body } = await callAnonymously('/password-reset', { token, newPassword: NEW }, 'PATCH');
    return [status, body['code']];
  };
  const mailsTo = (email: string) => mailbox.received.filter(({ to }) => to === email);
  async function nextMail(email: string, count = 1): Promise<ReceivedMail> {
    return until(`e-mail ${count} arrives`, async () => {
      clock.advance(1000);
      return mailsTo(email)[count - 1];
    });
  }
  const tokenIn = ({ body }: ReceivedMail) => LINK.exec(body)?.[1] ?? '';
  const rowsOf = (userId: string) =>
    server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('staff_messages').selectAll().where('user_id', '=', userId).orderBy('seq').execute(),
    );
  /** Waits until the job of every request has ended. */
  const requestsDone = () =>
    until('the requests are worked', async () => {
      clock.advance(1000);
      const left = await server.withActor(SYSTEM, (tx) =>
        tx.selectFrom('jobs').select('id').where('kind', '=', 'accounts.password-reset-request').execute(),
      );
      return left.length === 0;
    });

  it('invites by e-mail with a working link, and keeps no text (AU-8, AU-9)', async () => {
    const email = `${uuidv7()}@mail.example`;
    const { body } = await admin.call('POST', `/${shop.slug}/user`, {
      email,
      name: '박서준',
      roles: [{ role: 'SUB_ADMIN' }],
    });
    expect(body['email']).toEqual({ to: `${email[0]}***@m***.example`, fault: null });
    const mail = await nextMail(email);
    expect([mail.from, mail.subject]).toEqual(['no-reply@office.example', expect.stringContaining('초대')]);
    expect(mail.body).toContain('박서준 님');
    const token = tokenIn(mail);
    expect(token).toBe(body['token']);
    expect(await reset(token)).toEqual([200, undefined]);
    const rows = await until('the message ended', async () => {
      const found = await rowsOf(String(body['user']?.['id']));
      return found[0]?.state === 'ACCEPTED' && found;
    });
    expect(rows.map((row) => [row.kind, row.subject.length, row.body.length])).toEqual([['INVITATION', 0, 0]]);
  });

  it('sends the reset link of an ADMIN in the language of the person, and says why there is no e-mail (AU-9)', async () => {
    const { id, email } = await person({ locale: 'en' });
    const issue = async () => (await admin.call('POST', `/${shop.slug}/user/${id}/password-reset`, {})).body;
    const first = await issue();
    const mail = await nextMail(email);
    expect([tokenIn(mail), mail.subject]).toEqual([first['token'], expect.stringContaining('Password reset link')]);
    await useMailbox(mailbox.address, { isEnabled: false });
    expect((await issue())['email']).toEqual({ to: expect.stringContaining('***@'), fault: 'NO_PROVIDER' });
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('answers every forgotten password alike, and sends a link only to an open account (AU-10)', async () => {
    const open = await person();
    const closed = [
      await person({ state: 'DISABLED' }),
      await person({ state: 'PENDING' }),
      await person({ is_demo: true }),
      { id: uuidv7(), email: 'unknown@mail.example' },
    ];
    const answers = [];
    for (const { email } of [open, ...closed]) answers.push(await forget(email.toUpperCase()));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, {}]));
    const mail = await nextMail(open.email);
    expect(mail.body).toContain('비밀번호 재설정을 요청했습니다');
    await requestsDone();
    for (const { id } of closed) expect(await rowsOf(id)).toEqual([]);
    expect(mailbox.received).toHaveLength(1);
    expect(await reset(tokenIn(mail))).toEqual([200, undefined]);
    const { body } = await admin.call('GET', `/${shop.slug}/audit?action=account.password-reset-requested&limit=10`);
    expect((body['items'] as Answer['body'][]).map((item) => item['subject']?.['id'])).toEqual([open.id]);
  });

  it('lets only the newest link work, also of two requests at once, and sends three in an hour (AU-10)', async () => {
    const { id, email } = await person();
    await Promise.all([forget(email), forget(email)]);
    await requestsDone();
    await until('both messages ended', async () => {
      clock.advance(1000);
      const rows = await rowsOf(id);
      return rows.length === 2 && rows.every(({ state }) => state !== 'QUEUED');
    });
    const early = mailsTo(email).map(tokenIn);
    await forget(email);
    const newest = tokenIn(await nextMail(email, early.length + 1));
    for (const token of early) expect(await reset(token)).toEqual([410, 'RESET_LINK_INVALID']);
    await forget(email);
    await requestsDone();
    expect(await rowsOf(id)).toHaveLength(3);
    expect(await reset(newest)).toEqual([200, undefined]);
  });

  it('limits requests by e-mail, known or not, and by address (AU-10)', async () => {
    const { email } = await person();
    for (const address of [email, 'stranger@mail.example']) {
      for (let number = 0; number < 10; number += 1)
        expect((await forget(address, `10.1.0.${number}`)).status).toBe(200);
      const refused = await forget(address, '10.1.1.1');
      expect([refused.status, refused.body['code']]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    }
    for (const wrong of ['a\u0000b@mail.example', 'a\ud800b', '   ', 'a'.repeat(255)])
      expect((await forget(wrong)).status).toBe(400);
    const statuses = [];
    for (let number = 0; number < 51; number += 1)
      statuses.push((await forget(`${number}@mail.example`, '10.2.0.1')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('leaves an invitation valid when a stranger requests a link, which lives half an hour (AU-10)', async () => {
    const email = `${uuidv7()}@mail.example`;
    const user = { email, name: '박서준', roles: [{ role: 'SUB_ADMIN' }] };
    const { body } = await admin.call('POST', `/${shop.slug}/user`, user);
    await forget(email);
    const requested = tokenIn(await nextMail(email, 2));
    clock.advance(31 * MINUTE_MS);
    expect(await reset(requested)).toEqual([410, 'RESET_LINK_INVALID']);
    await forget(email);
    const second = tokenIn(await nextMail(email, 3));
    expect(await reset(String(body['token']))).toEqual([200, undefined]);
    expect(await reset(second), 'a changed password ends every link').toEqual([410, 'RESET_LINK_INVALID']);
  });

  it('revokes requested links when an ADMIN issues one, and not the other way round (AU-10)', async () => {
    const { id, email } = await person();
    await forget(email);
    const requested = tokenIn(await nextMail(email));
    const { body } = await admin.call('POST', `/${shop.slug}/user/${id}/password-reset`, {});
    expect(await reset(requested)).toEqual([410, 'RESET_LINK_INVALID']);
    await forget(email);
    await requestsDone();
    expect(await reset(String(body['token']))).toEqual([200, undefined]);
  });

  it('revokes no link by a request without a mail server (AU-10)', async () => {
    await useMailbox(mailbox.address, { isEnabled: false });
    const { id, email } = await person();
    const { body } = await admin.call('POST', `/${shop.slug}/user/${id}/password-reset`, {});
    await forget(email);
    await requestsDone();
    expect(await reset(String(body['token']))).toEqual([200, undefined]);
  });

  it('sends no link after its end, when the mail server was down, and the next one when it answers (AU-9)', async () => {
    const { id, email } = await person();
    await mailbox.close();
    await forget(email);
    await until('the mail server was tried', async () => {
      clock.advance(1000);
      return ((await rowsOf(id))[0]?.tries ?? 0) > 0;
    });
    clock.advance(31 * MINUTE_MS);
    const rows = await until('the message expired', async () => {
      clock.advance(1000);
      const found = await rowsOf(id);
      return found[0]?.state === 'EXPIRED' && found;
    });
    expect(rows.map((row) => [row.error, row.body.length])).toEqual([['TOO_LATE', 0]]);
    mailbox = await startVirtualMailbox(MAIL);
    await useMailbox(mailbox.address);
    await forget(email);
    expect(await reset(tokenIn(await nextMail(email)))).toEqual([200, undefined]);
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('ends a message to an account that was disabled meanwhile, and one that the mail server refuses (AU-8)', async () => {
    const [gone, refused] = [await person(), await person()];
    mailbox.faults.isRefusing = true;
    await forget(refused.email);
    await until('the mail server refused', async () => {
      clock.advance(1000);
      return (await rowsOf(refused.id))[0]?.state === 'FAILED';
    });
    expect((await rowsOf(refused.id))[0]?.body.length).toBe(0);
    mailbox.faults.isRefusing = false;
    await server.withActor(SYSTEM, async (tx) => {
      await tx
        .updateTable('message_providers')
        .set({ retry_at: new Date(clock.now().getTime() + MINUTE_MS), failures: 1 })
        .where('product_id', '=', shop.productId)
        .execute();
    });
    await forget(gone.email);
    await until('the message waits', async () => {
      clock.advance(100);
      return (await rowsOf(gone.id)).length === 1;
    });
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ state: 'DISABLED' }).where('id', '=', gone.id).execute(),
    );
    const row = await until('the message ended', async () => {
      clock.advance(1000);
      const [found] = await rowsOf(gone.id);
      return found?.state !== 'QUEUED' && found;
    });
    expect([row.state, row.error, mailsTo(gone.email)]).toEqual(['WITHDRAWN', 'ACCOUNT_NOT_ACTIVE', []]);
  });

  it('warns once of a new device, and not of the first or a known one (AU-11)', async () => {
    const { id, email } = await person();
    const [office, phone] = ['browser-of-the-office', 'browser-of-the-phone-1'];
    expect((await signIn(email, office)).status).toBe(200);
    expect((await signIn(email, office)).status).toBe(200);
    expect(await rowsOf(id)).toEqual([]);
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1';
    await Promise.all([1, 2].map(() => signIn(email, phone, { 'user-agent': userAgent })));
    const mail = await nextMail(email);
    expect(mail.subject).toContain('새 기기에서 로그인');
    for (const part of ['Safari · iPhone', '10.0.0.1', '비밀번호를 바꾸고']) expect(mail.body).toContain(part);
    await signIn(email, phone);
    await signIn(email, office);
    const first = await rowsOf(id);
    expect(first).toHaveLength(1);
    clock.advance(91 * DAY_MS);
    await signIn(email, phone);
    // The sweep may have deleted the first one by now.
    expect((await rowsOf(id)).filter((row) => row.id !== first[0]?.id)).toHaveLength(1);
    const devices = await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('known_devices').selectAll().where('user_id', '=', id).execute(),
    );
    expect(devices).toHaveLength(1);
  });

  it('warns only after the second factor, not after the password (AU-11)', async () => {
    const { id, email } = await person();
    const call = server.caller(String((await signIn(email, 'browser-of-the-office')).body['accessToken']));
    const begun = await call('PATCH', '/auth/account/second-factor/begin', { password: PASSWORD });
    const totp = new TOTP({ secret: Secret.fromBase32(String(begun.body['secret'])) });
    const code = () => totp.generate({ timestamp: clock.now().getTime() });
    expect((await call('PATCH', '/auth/account/second-factor/confirm', { code: code() })).status).toBe(200);
    clock.advance(30_000);
    const device = 'browser-of-an-intruder';
    const { body } = await signIn(email, device);
    expect([body['code'], await rowsOf(id)]).toEqual(['SECOND_FACTOR_NEEDED', []]);
    const challenge = body['challenge'];
    expect((await callAnonymously('/login/second-factor', { challenge, code: code(), device })).status).toBe(200);
    expect((await rowsOf(id)).map(({ kind }) => kind)).toEqual(['NEW_DEVICE']);
  });

  it('sends at most five warnings in an hour (AU-11)', async () => {
    const { id, email } = await person();
    for (let number = 0; number < 8; number += 1) await signIn(email, `browser-number-${number}-of-many`);
    expect(await rowsOf(id)).toHaveLength(5);
  });

  it('takes the user agent and the network for the device of a client without a name (AU-11)', async () => {
    const { id, email } = await person();
    const from = (address: string) =>
      signIn(email, undefined, { 'x-forwarded-for': address, 'user-agent': 'program/1' });
    await from('10.0.0.7');
    await from('10.0.0.7');
    expect(await rowsOf(id)).toEqual([]);
    await from('10.0.9.9');
    expect(await rowsOf(id)).toHaveLength(1);
    expect((await signIn(email, 'too short')).status).toBe(400);
  });

  it('logs neither a link nor an address (AU-8)', async () => {
    const { id, email } = await person();
    const issued = await admin.call('POST', `/${shop.slug}/user/${id}/password-reset`, {});
    await nextMail(email);
    await forget(email);
    const token = tokenIn(await nextMail(email, 2));
    expect(await reset(token)).toEqual([200, undefined]);
    const log = logLines.join('\n');
    expect(log).toContain('/auth/password-reset/request');
    for (const secret of [String(issued.body['token']), token, 'reset-password#', email])
      expect(log).not.toContain(secret);
  });
});
