// @sweep 1/8 (decision 086)
import { ON_CALL_CONDITIONS, type AlarmKind, type MessageState } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM, type Tx } from '../../db/index.ts';
import { cutOffAt } from '../../testing/cut-off.ts';
import {
  addKeypad,
  fakeClock,
  headOffice,
  HOUR_MS,
  MINUTE_MS,
  openMessageDesk,
  openOnCallDesk,
  startPushService,
  startTestServer,
  until,
  type Caller,
  type FakeBrowser,
  type FakePushService,
  type OnCallDesk,
  type TestServer,
} from '../../testing/index.ts';

/** Escalation, acknowledgement and quiet hours (OC-3 to OC-6), with two server processes that share the work. */
describe('escalation of incidents (OC-3)', () => {
  // Far enough back that timestamps of the database are not in the past of the test's clock.
  const clock = fakeClock(new Date(Math.floor(Date.now() / HOUR_MS - 90 * 24) * HOUR_MS));
  let server: TestServer;
  let beside: TestServer;
  let service: FakePushService;
  let desk: OnCallDesk;
  let first: Caller;
  let second: Caller;

  beforeAll(async () => {
    service = await startPushService(clock.now);
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
  });
  beforeEach(async () => {
    clock.advance(HOUR_MS);
    desk = await openOnCallDesk([server, beside], clock);
    first = await server.signIn(desk.shop, ['SUB_ADMIN'], [], 90 * 24);
    second = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores.slice(0, 1), 90 * 24);
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
    await service.close();
  });

  const inStore = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    server.withActor(storeActor(desk.shop.productId, desk.storeId), work);
  const change = (of: Caller, set: object) =>
    server.withActor(SYSTEM, (tx) => tx.updateTable('users').set(set).where('id', '=', of.userId).execute());
  const twoSteps = (channels: readonly string[] = ['PUSH']) => ({
    steps: [
      { userIds: [first.userId], channels, afterMinutes: 0 },
      { userIds: [second.userId], channels, afterMinutes: 10 },
    ],
  });
  async function begin(kind: AlarmKind = 'JAMMED'): Promise<string> {
    const id = uuidv7();
    const [store] = desk.shop.stores;
    if (!store) throw new Error('The shop has no store');
    await inStore(async (tx) => {
      const doorId = await addKeypad(tx, desk.shop, store, { name: '정문' });
      const now = clock.now();
      await tx
        .insertInto('alarms')
        .values({
          product_id: desk.shop.productId,
          store_id: desk.storeId,
          id,
          door_id: doorId,
          kind,
          since: now,
          opened_at: now,
        })
        .execute();
    });
    return id;
  }
  async function subscribe(by: Caller, kinds: readonly string[] = ['ON_CALL']): Promise<FakeBrowser> {
    const key = String((await by.call('GET', '/auth/push')).body['publicKey']);
    const browser = service.subscribe(key);
    expect((await by.call('POST', '/auth/push', { ...browser.subscription, kinds })).status).toBe(200);
    return browser;
  }
  const only = async () => (await desk.incidents('ALL'))[0];
  const acknowledgeById = (id: string) => desk.admin.call('POST', `/${desk.shop.slug}/incident/${id}/acknowledge`, {});
  const becomes = (expected: readonly string[]) =>
    until(`the notices are ${expected.join()}`, async () => {
      await desk.review();
      return JSON.stringify(desk.noticesOf(await only())) === JSON.stringify(expected);
    }).catch(async () => expect(desk.noticesOf(await only())).toEqual(expected));

  it('notifies the first step at once and the second after ten minutes, each once from two processes', async () => {
    await desk.setRules(twoSteps());
    await change(second, { locale: 'en' });
    const browsers = [await subscribe(first), await subscribe(second), await subscribe(second, ['MONEY'])];
    await begin();
    await becomes(['1 PUSH SENT']);
    const incident = await only();
    expect(incident).toMatchObject({ step: 1, state: 'OPEN' });
    const nextAt = Date.parse(String(incident?.['nextStepAt']));
    expect(nextAt - Date.parse(String(incident?.['openedAt']))).toBe(10 * MINUTE_MS);
    expect(browsers.map(({ pushed }) => pushed.length)).toEqual([1, 0, 0]);
    expect(browsers[0]?.pushed[0]?.said).toMatchObject({
      title: 'Store 1 · 도어록이 걸렸어요',
      body: '정문 · 대응할 일 1건',
      kind: 'ON_CALL',
      open: '/dashboard/on-call',
    });
    await desk.review(nextAt - clock.now().getTime() - 6000);
    expect(desk.noticesOf(await only())).toEqual(['1 PUSH SENT']);
    await becomes(['1 PUSH SENT', '2 PUSH SENT']);
    expect(browsers.map(({ pushed }) => pushed.length)).toEqual([1, 1, 0]);
    expect(browsers[1]?.pushed[0]?.said.title).toBe('Store 1 · Lock jammed');
    await desk.review(HOUR_MS);
    await desk.review(HOUR_MS);
    expect(await only()).toMatchObject({ step: 2, nextStepAt: null });
    expect(browsers.map(({ pushed }) => pushed.length)).toEqual([1, 1, 0]);
  }, 60_000);

  it('notifies once at the remaining process when the other one is cut off in the transaction', async () => {
    await desk.setRules(twoSteps());
    const browser = await subscribe(first);
    await begin();
    await cutOffAt(
      server,
      'incident_notices',
      () => clock.advance(5000),
      () => clock.advance(1000),
    );
    await becomes(['1 PUSH SENT']);
    expect(browser.pushed).toHaveLength(1);
    expect(await desk.incidents('ALL')).toHaveLength(1);
  }, 60_000);

  it('notifies no further step after an acknowledgement, of which the first stays (OC-5)', async () => {
    await desk.setRules(twoSteps());
    const browser = await subscribe(second);
    await begin();
    await desk.review();
    const answers = await Promise.all([
      desk.acknowledge(await only(), first),
      beside.caller(second.token)(
        'POST',
        `/${desk.shop.slug}/incident/${String((await only())?.['id'])}/acknowledge`,
        {},
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [one, other] = answers.map(({ body }) => [body['state'], body['acknowledgedBy'], body['acknowledgedAt']]);
    expect(one).toEqual(other);
    expect(one?.[0]).toBe('ACKNOWLEDGED');
    await desk.review(HOUR_MS);
    expect(await only()).toMatchObject({ state: 'ACKNOWLEDGED', step: 1, nextStepAt: null });
    expect(browser.requestCount()).toBe(0);
    const audited = await server.withActor(desk.admin.actor, (tx) =>
      tx.selectFrom('audit_log').select('subject_id').where('action', '=', 'incident.acknowledged').execute(),
    );
    expect(audited).toEqual([{ subject_id: (await only())?.['id'] }]);
  }, 60_000);

  it('skips what still waits when the incident is acknowledged, and returns a resolved one unchanged', async () => {
    await desk.setRules(twoSteps());
    const browser = await subscribe(first);
    browser.answer = { status: 503 };
    const alarm = await begin();
    await desk.review();
    await until('the push service was asked', async () => {
      await desk.review(1000);
      return browser.requestCount() > 0;
    });
    expect(desk.noticesOf(await only())).toEqual(['1 PUSH WAITING']);
    await desk.acknowledge(await only());
    expect(desk.noticesOf(await only())).toEqual(['1 PUSH ACKNOWLEDGED']);
    browser.answer = { status: 201 };
    await desk.review(5 * MINUTE_MS);
    await desk.review(5 * MINUTE_MS);
    expect(browser.pushed).toHaveLength(0);
    await inStore((tx) => tx.updateTable('alarms').set({ closed_at: clock.now() }).where('id', '=', alarm).execute());
    await desk.review();
    const resolved = await only();
    expect(resolved?.['state']).toBe('RESOLVED');
    expect((await desk.acknowledge(resolved, first)).body).toEqual(resolved);
  }, 60_000);

  it('skips a person who was disabled or lost the store, a person without a browser, a phone or a provider', async () => {
    const third = await server.signIn(desk.shop, ['CUSTOMER_MANAGER'], [], 90 * 24);
    const steps = [
      { userIds: [first.userId, second.userId], channels: ['PUSH'], afterMinutes: 0 },
      { userIds: [third.userId], channels: ['PUSH', 'SMS', 'EMAIL'], afterMinutes: 0 },
    ];
    expect((await desk.setRules({ steps })).status).toBe(200);
    await change(first, { state: 'DISABLED' });
    await server.withActor(SYSTEM, (tx) => tx.deleteFrom('user_stores').where('user_id', '=', second.userId).execute());
    await begin();
    await desk.review();
    await desk.review();
    expect(desk.noticesOf(await only()).sort()).toEqual([
      '1 PUSH NO_ACCESS',
      '1 PUSH NO_ACCESS',
      '2 EMAIL NO_PROVIDER',
      '2 PUSH NO_BROWSER',
      '2 SMS NO_PHONE',
    ]);
  }, 60_000);

  it('queues SMS and e-mails once, stores what became of them, and withdraws them after an acknowledgement', async () => {
    await server.withActor(headOffice(desk.shop.productId), (tx) =>
      tx
        .insertInto('message_providers')
        .values(
          (['SOLAPI', 'SMTP'] as const).map((provider) => ({
            product_id: desk.shop.productId,
            provider,
            account: '',
            address: '127.0.0.1:9',
            secret: null,
            sender_phone: '',
            kakao_channel_id: '',
            sender_email: 'desk@test.example',
            is_enabled: true,
            changed_at: clock.now(),
            changed_by_name: 'test',
            // It is left alone for the time of the test.
            failures: 1,
            retry_at: new Date(clock.now().getTime() + 24 * HOUR_MS),
          })),
        )
        .execute(),
    );
    await change(first, { phone: '010-2345-6789', locale: 'en' });
    await desk.setRules({ steps: [{ userIds: [first.userId], channels: ['SMS', 'EMAIL'], afterMinutes: 0 }] });
    const messages = () =>
      inStore((tx) =>
        tx
          .selectFrom('staff_messages')
          .selectAll()
          .where('user_id', '=', first.userId)
          .where('kind', '=', 'ON_CALL')
          .orderBy('channel')
          .execute(),
      );
    await begin();
    await desk.review();
    await desk.review();
    const queued = await messages();
    expect(queued.map(({ channel, language }) => `${channel} ${language}`)).toEqual(['EMAIL en', 'SMS en']);
    expect(desk.noticesOf(await only())).toEqual(['1 EMAIL WAITING', '1 SMS WAITING']);
    const end = (channel: 'EMAIL' | 'SMS', state: MessageState, error: string | null) =>
      inStore((tx) =>
        tx
          .updateTable('staff_messages')
          .set({ state, error, ended_at: clock.now(), subject: Buffer.alloc(0), body: Buffer.alloc(0) })
          .where('user_id', '=', first.userId)
          .where('channel', '=', channel)
          .execute(),
      );
    await end('SMS', 'ACCEPTED', null);
    await end('EMAIL', 'FAILED', '550 no such mailbox');
    await desk.review();
    expect(desk.noticesOf(await only())).toEqual(['1 EMAIL 550 no such mailbox', '1 SMS SENT']);
    await begin('FORCED');
    await desk.review();
    const other = async () => (await desk.incidents('ALL'))[1];
    expect(desk.noticesOf(await other())).toEqual(['1 EMAIL WAITING', '1 SMS WAITING']);
    await desk.acknowledge(await other());
    expect(desk.noticesOf(await other())).toEqual(['1 EMAIL ACKNOWLEDGED', '1 SMS ACKNOWLEDGED']);
    expect((await messages()).filter(({ state }) => state === 'WITHDRAWN')).toHaveLength(2);
  }, 60_000);

  it('sends an SMS through the provider in Korean, with the place and the code of the reservation', async () => {
    const { solapi, shop, storeId, admin, ...messages } = await openMessageDesk(server, clock);
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ phone: '010-2345-6789' }).where('id', '=', admin.userId).execute(),
    );
    const path = `/${shop.slug}/store/${storeId}/on-call`;
    const { body: rules } = await admin.call('GET', path);
    const set = await admin.call('POST', path, {
      version: null,
      isEnabled: true,
      conditions: rules['conditions'],
      steps: [{ userIds: [admin.userId], channels: ['SMS'], afterMinutes: 0 }],
      quietFrom: null,
      quietUntil: null,
    });
    expect(set.status).toBe(200);
    expect((await admin.call('POST', `${path}/test`, {})).status).toBe(200);
    const [sms] = await messages.runUntil('the SMS arrives', () => {
      const found = messages.received('010-2345-6789');
      return found.length > 0 && found;
    });
    expect(sms?.text).toMatch(/^\[문지기\] 당직 테스트입니다\nStore 1\n확인하기: \S*\/dashboard\/on-call$/);
    await messages.runUntil('the notice is sent', async () => {
      const { body } = await admin.call('GET', `/${shop.slug}/incident`);
      return desk.noticesOf(body['items']?.[0]).join() === '1 SMS SENT';
    });
    expect(messages.received('010-2345-6789')).toHaveLength(1);
    await solapi.close();
  }, 60_000);

  it('opens incidents while people set the rules and test them', async () => {
    await desk.setRules(twoSteps());
    for (let count = 0; count < 5; count += 1) await begin(count % 2 === 0 ? 'JAMMED' : 'FORCED');
    const path = `/${desk.shop.slug}/store/${desk.storeId}/on-call/test`;
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => desk.setRules(twoSteps())),
      desk.admin.call('POST', path, {}),
      beside.caller(second.token)('POST', path, {}),
      desk.review().then(() => ({ status: 200 })),
    ]);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    await desk.review();
    const kinds = (await desk.incidents()).map((incident) => String(incident['kind'])).sort();
    expect(kinds).toEqual(['ALARM', 'ALARM', 'ALARM', 'ALARM', 'ALARM', 'TEST']);
    const notices = (await desk.incidents()).map((incident) => desk.noticesOf(incident).join());
    expect(notices).toEqual(Array.from({ length: 6 }, () => '1 PUSH NO_BROWSER'));
  }, 60_000);

  it('lets a condition that is not urgent wait for the end of quiet hours over midnight (OC-4)', async () => {
    const conditions = ON_CALL_CONDITIONS.map((condition) => ({
      condition,
      isEnabled: true,
      isUrgent: condition !== 'ALARM',
    }));
    await desk.setRules({ ...twoSteps(), conditions, quietFrom: '22:00', quietUntil: '08:00' });
    // 23:30 in Seoul.
    clock.set(new Date(new Date(clock.now().getTime() + 24 * HOUR_MS).setUTCHours(14, 30, 0, 0)));
    await begin();
    await desk.review();
    const morning = new Date(new Date(clock.now().getTime() + 24 * HOUR_MS).setUTCHours(-1, 0, 0, 0)).toISOString();
    expect(await only()).toMatchObject({ step: 0, nextStepAt: morning, notices: [] });
    await desk.review(2 * HOUR_MS);
    expect((await only())?.['step']).toBe(0);
    await desk.review(Date.parse(morning) - clock.now().getTime());
    expect(await only()).toMatchObject({ step: 1 });
    await desk.review(11 * MINUTE_MS);
    expect(await only()).toMatchObject({ step: 2 });
  }, 60_000);

  it('tests the rules: one incident at a time, which ends with its acknowledgement or after half an hour (OC-6)', async () => {
    const path = `/${desk.shop.slug}/store/${desk.storeId}/on-call/test`;
    expect((await desk.admin.call('POST', path, {})).body['code']).toBe('STATE_NOT_ALLOWED');
    await desk.setRules(twoSteps());
    const both = await Promise.all([desk.admin.call('POST', path, {}), beside.caller(second.token)('POST', path, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await desk.review();
    expect(await only()).toMatchObject({ kind: 'TEST', state: 'OPEN', step: 1 });
    expect((await desk.acknowledge(await only())).body).toMatchObject({ state: 'RESOLVED', nextStepAt: null });
    expect((await desk.admin.call('POST', path, {})).status).toBe(200);
    await desk.review();
    await desk.review(29 * MINUTE_MS);
    expect((await desk.incidents())[0]).toMatchObject({ kind: 'TEST', state: 'OPEN', step: 2 });
    await desk.review(2 * MINUTE_MS);
    expect(await desk.incidents()).toEqual([]);
    // Three within an hour: a test notifies people, and is no way to fill their mailboxes.
    const third = await desk.admin.call('POST', path, {});
    expect((await acknowledgeById(String(third.body['incidentId']))).body).toMatchObject({ state: 'RESOLVED' });
    const refused = await desk.admin.call('POST', path, {});
    expect([refused.status, refused.body['code']]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    await desk.review(Number(refused.body['retryAfterSeconds']) * 1000);
    expect((await desk.admin.call('POST', path, {})).status).toBe(200);
  }, 60_000);
});
