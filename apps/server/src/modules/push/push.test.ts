// @sweep 1/8 (decision 086)
import type { PushKind, Role } from '@munjigi/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeActor, SYSTEM } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import {
  fakeClock,
  fillStore,
  HOUR_MS,
  MINUTE_MS,
  startPushService,
  startTestServer,
  until,
  type Caller,
  type FakeBrowser,
  type FakePushService,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { addNotification } from '../payments/index.ts';
import { readPair, pushSeal } from './pair.ts';

const SECOND_MS = 1000;

describe('push to closed browsers (NT-4)', () => {
  // Far enough back that timestamps of the database are not in the past of the test's clock.
  const clock = fakeClock(new Date(Math.floor(Date.now() / HOUR_MS - 90 * 24) * HOUR_MS));
  let server: TestServer;
  let beside: TestServer;
  let service: FakePushService;
  let key: string;

  beforeAll(async () => {
    service = await startPushService(clock.now);
    server = await startTestServer({ clock });
    beside = await startTestServer({ beside: server });
    const admin = await server.signIn(await server.makeShop(), ['ADMIN']);
    // Two concurrent requests in two processes create one key pair.
    const both = await Promise.all([admin.call('GET', '/auth/push'), beside.caller(admin.token)('GET', '/auth/push')]);
    key = String(both[0].body['publicKey']);
    expect(both.map(({ body }) => body)).toEqual([
      { publicKey: key, browsers: [] },
      { publicKey: key, browsers: [] },
    ]);
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
    await service.close();
  });

  const person = (shop: Shop, roles: readonly Role[] = ['ADMIN'], stores: Shop['stores'] = []) =>
    server.signIn(shop, roles, stores, 24 * 60);
  const subscribe = (by: Caller, browser: FakeBrowser, kinds: readonly PushKind[] = ['MONEY', 'ALARM', 'APPROVAL']) =>
    by.call('POST', '/auth/push', { ...browser.subscription, kinds });
  async function subscribed(by: Caller, kinds?: readonly PushKind[]): Promise<FakeBrowser & { id: string }> {
    const browser = service.subscribe(key);
    const { status, body } = await subscribe(by, browser, kinds);
    expect(status, JSON.stringify(body)).toBe(200);
    return Object.assign(browser, { id: String(body['id']) });
  }
  const browsers = async (by: Caller) =>
    (await by.call('GET', '/auth/push')).body['browsers'] as unknown as {
      id: string;
      kinds: string[];
      userAgent: string;
      lastDeliveredAt: string | null;
    }[];
  const paid = (shop: Shop, store = 0, amount = 30_000) => {
    const storeId = shop.stores[store]?.id ?? '';
    return server.withActor(storeActor(shop.productId, storeId), (tx) =>
      addNotification(tx, {
        productId: shop.productId,
        storeId,
        kind: 'PAID',
        reservationId: null,
        amount,
        text: '홍*동 님 결제',
        at: clock.now(),
      }),
    );
  };
  const notices = (browser: { id: string }) =>
    server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('push_notices').selectAll().where('subscription_id', '=', browser.id).execute(),
    );
  const turns = (browser: { id: string }) =>
    server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('push_turns').selectAll().where('subscription_id', '=', browser.id).execute(),
    );
  const untilNotices = (browser: { id: string }, count = 1) =>
    until(`${count} notices`, async () => (await notices(browser)).length >= count);
  /** Advances the clock past the delay of sending and waits until the jobs are done. */
  async function pass(ms = 2 * SECOND_MS): Promise<void> {
    clock.advance(ms);
    await Promise.all([server.app.jobs.runDue(), beside.app.jobs.runDue()]);
    await until(
      'no job is under way',
      async () =>
        (
          await server.withActor(SYSTEM, (tx) =>
            tx
              .selectFrom('jobs')
              .select('id')
              .where('kind', '=', 'push.send')
              .where('due_at', '<=', clock.now())
              .execute(),
          )
        ).length === 0,
    );
  }
  /** Waits until all events so far are processed, so that a missing notice will not follow. */
  async function lookedAt(shop: Shop, witness: Caller): Promise<void> {
    const browser = await subscribed(witness, ['MONEY']);
    await paid(shop);
    await untilNotices(browser);
  }

  it('sends a notification once from two processes, encrypted and signed, in the language of the person and without names', async () => {
    const shop = await server.makeShop();
    const [korean, english] = [await person(shop), await person(shop)];
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('users').set({ locale: 'en' }).where('id', '=', english.userId).execute(),
    );
    const [one, other] = [await subscribed(korean), await subscribed(english)];
    await paid(shop);
    await Promise.all([untilNotices(one), untilNotices(other)]);
    await pass();
    await pass();
    expect(one.pushed.map(({ said }) => said)).toEqual([
      {
        title: 'Store 1 · 결제 완료',
        body: '30,000원 · 확인할 알림 1건',
        lang: 'ko',
        kind: 'MONEY',
        open: '/dashboard/admin/notification?state=unconfirmed',
        at: expect.any(String),
      },
    ]);
    expect(other.pushed.map(({ said }) => [said.title, said.body, said.lang])).toEqual([
      ['Store 1 · Paid', '₩30,000 · Unconfirmed: 1', 'en'],
    ]);
    expect([one.requestCount(), other.requestCount()]).toEqual([1, 1]);
    expect(JSON.stringify(one.pushed)).not.toContain('홍');
    const [message] = one.pushed;
    expect(message?.headers).toMatchObject({ ttl: String(4 * 3600), urgency: 'normal', topic: 'munjigi-money' });
    expect(message?.claims).toMatchObject({ aud: service.url, sub: 'mailto:operator@test.example' });
    expect((await browsers(korean))[0]).toMatchObject({
      id: one.id,
      userAgent: 'node',
      lastDeliveredAt: expect.any(String),
    });
    expect(await turns(one)).toEqual([expect.objectContaining({ turn: 1, due_at: null })]);
    // The database holds no address in plain text.
    const kept = await server.withActor(SYSTEM, (tx) =>
      tx.selectFrom('push_subscriptions').select('sealed').where('id', '=', one.id).executeTakeFirstOrThrow(),
    );
    expect(kept.sealed.toString('latin1')).not.toContain(service.url);
  });

  it('groups a burst into one message, and the next one after a pause, with the count', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const browser = await subscribed(await person(shop));
    for (let number = 0; number < 200; number += 20)
      await Promise.all(Array.from({ length: 20 }, (_, index) => paid(shop, index % 2)));
    await untilNotices(browser, 200);
    await pass();
    expect(browser.pushed.map(({ said }) => [said.title, said.body])).toEqual([
      ['새 결제 알림 200건', expect.stringMatching(/^Store [12] 외 1곳 · 확인할 알림 200건$/)],
    ]);
    await paid(shop);
    await untilNotices(browser);
    await pass();
    expect(browser.pushed, 'within the pause').toHaveLength(1);
    await paid(shop);
    await untilNotices(browser, 2);
    await pass(4 * SECOND_MS);
    expect(browser.pushed.slice(1).map(({ said }) => said.title)).toEqual(['새 결제 알림 2건']);
  });

  it('sends alarms and requests for a second approval at once', async () => {
    const shop = await server.makeShop();
    const [asker, second, desk] = [await person(shop), await person(shop), await person(shop, ['CUSTOMER_MANAGER'])];
    const [store] = shop.stores;
    if (!store) throw new Error('no store');
    const { doorId, alarmId } = await fillStore(server, shop, store);
    const [ofAsker, ofSecond, ofDesk] = [
      await subscribed(asker, ['APPROVAL']),
      await subscribed(second, ['APPROVAL', 'ALARM']),
      await subscribed(desk),
    ];
    const approval = await asker.call('POST', `/${shop.slug}/approval`, {
      kind: 'LOCKDOWN',
      storeId: store.id,
      reason: '난동',
    });
    expect(approval.status, JSON.stringify(approval.body)).toBe(200);
    const rings = {
      id: uuidv7(),
      storeId: store.id,
      doorId,
      doorName: '정문',
      roomId: null,
      kind: 'FORCED' as const,
      since: clock.now().toISOString(),
      openedAt: clock.now().toISOString(),
      closedAt: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
    };
    await server.withActor(storeActor(shop.productId, store.id), async (tx) => {
      await tx
        .insertInto('alarms')
        .values({
          product_id: shop.productId,
          store_id: store.id,
          id: rings.id,
          door_id: doorId,
          kind: 'FORCED',
          since: clock.now(),
          opened_at: clock.now(),
          closed_at: null,
        })
        .execute();
      await publish(tx, { productId: shop.productId, storeId: store.id, name: 'alarm.changed', data: rings });
      // An alarm that is already closed is not sent.
      await publish(tx, {
        productId: shop.productId,
        storeId: store.id,
        name: 'alarm.changed',
        data: { ...rings, id: alarmId, closedAt: new Date(clock.now().getTime() + 1).toISOString() },
      });
    });
    await untilNotices(ofSecond, 2);
    await pass();
    const saidTo = (browser: FakeBrowser) =>
      browser.pushed.map(({ said, headers }) => [said.title, said.open, headers['urgency'], headers['ttl']]).sort();
    expect(saidTo(ofSecond)).toEqual([
      ['Store 1 · 문이 강제로 열렸어요', '/dashboard/door', 'high', String(4 * 3600)],
      // A request for a lockdown expires after ten minutes, and so does the message.
      ['Store 1 · 출입 통제 승인 요청', '/dashboard/approval', 'high', '598'],
    ]);
    expect(ofAsker.requestCount(), 'nobody is asked to approve what he asked for').toBe(0);
    expect(
      saidTo(ofDesk).map(([title]) => title),
      'who may not approve is not asked',
    ).toEqual(['Store 1 · 문이 강제로 열렸어요']);
  });

  it('sends nothing that was confirmed before the message is due', async () => {
    const shop = await server.makeShop();
    const admin = await person(shop);
    const browser = await subscribed(admin);
    const id = await paid(shop);
    await untilNotices(browser);
    expect((await admin.call('POST', `/${shop.slug}/payment/notification/confirm`, { ids: [id] })).status).toBe(200);
    await pass();
    expect([browser.requestCount(), await notices(browser)]).toEqual([0, []]);
    // The next notification is sent again.
    await paid(shop);
    await untilNotices(browser);
    await pass(10 * SECOND_MS);
    expect(browser.pushed).toHaveLength(1);
  });

  it('sends a franchisee only notifications of their own stores', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const owner = await person(shop, ['FRANCHISEE'], shop.stores.slice(0, 1));
    const admin = await person(shop);
    const browser = await subscribed(owner);
    await paid(shop, 1);
    await lookedAt(shop, admin);
    await untilNotices(browser);
    expect(await notices(browser), 'only that of the own store').toHaveLength(1);
    await pass();
    expect(browser.pushed.map(({ said }) => said.body)).toEqual(['30,000원 · 확인할 알림 1건']);
  });

  const ends: { readonly name: string; readonly end: (who: Caller, admin: Caller, shop: Shop) => Promise<unknown> }[] =
    [
      {
        name: 'the account is disabled',
        end: (who, admin, shop) =>
          admin.call('POST', `/${shop.slug}/user/${who.userId}/disable`, { version: 1, reason: '퇴사' }),
      },
      {
        name: 'the role is another',
        end: (who, admin, shop) =>
          admin.call('PATCH', `/${shop.slug}/user/${who.userId}`, {
            version: 1,
            roles: [{ role: 'CUSTOMER_MANAGER' }],
          }),
      },
      {
        name: 'an admin ends the session',
        end: (who, admin, shop) =>
          admin.call('POST', `/${shop.slug}/user/${who.userId}/session/${who.sessionId}/end`, {}),
      },
      { name: 'the person signs out', end: (who) => who.call('POST', '/auth/logout', {}) },
      {
        name: 'the person ends it from elsewhere',
        end: (who) => who.call('POST', `/auth/account/session/${who.sessionId}/end`, {}),
      },
    ];
  for (const { name, end } of ends) {
    it(`sends nothing and deletes the subscription when ${name}`, async () => {
      const shop = await server.makeShop();
      const [admin, who] = [await person(shop), await person(shop, ['SUB_ADMIN'])];
      const browser = await subscribed(who);
      await paid(shop);
      await untilNotices(browser);
      expect(((await end(who, admin, shop)) as { status: number }).status).toBe(200);
      await pass();
      expect(browser.requestCount()).toBe(0);
      expect(
        await server.withActor(SYSTEM, (tx) =>
          tx.selectFrom('push_subscriptions').select('id').where('id', '=', browser.id).execute(),
        ),
      ).toEqual([]);
    });
  }

  it('sends nothing once the rights of the person have ended', async () => {
    const shop = await server.makeShop({ stores: 1 });
    const who = await person(shop, ['SUB_ADMIN', 'FRANCHISEE'], shop.stores);
    const browser = await subscribed(who);
    await paid(shop);
    await untilNotices(browser);
    // Ends the right in the database, because a change through the API would end the session.
    const at = new Date(clock.now().getTime() + 500).toISOString();
    await server.withActor(SYSTEM, async (tx) => {
      await tx
        .updateTable('users')
        .set({ role_ends: JSON.stringify({ SUB_ADMIN: at, FRANCHISEE: at }) })
        .where('id', '=', who.userId)
        .execute();
      await tx
        .updateTable('sessions')
        .set({ ended_at: null, end_reason: null })
        .where('id', '=', who.sessionId)
        .execute();
    });
    await pass();
    expect([browser.requestCount(), await notices(browser)]).toEqual([0, []]);
  });

  it('continues after the session expires, until the person ends all other sessions', async () => {
    const shop = await server.makeShop();
    const [who, second] = [await server.signIn(shop, ['ADMIN'], [], 1), await person(shop)];
    const browser = await subscribed(who);
    clock.advance(2 * HOUR_MS);
    expect((await who.call('GET', '/auth/push')).status).toBe(401);
    await paid(shop);
    await untilNotices(browser);
    await pass();
    expect(browser.pushed).toHaveLength(1);
    // A new session of the same person.
    await server.withActor(SYSTEM, (tx) =>
      tx.updateTable('sessions').set({ user_id: who.userId }).where('id', '=', second.sessionId).execute(),
    );
    const now = {
      ...second,
      userId: who.userId,
      token: await server.app.tokens.sign(
        { userId: who.userId, sessionId: second.sessionId },
        new Date(clock.now().getTime() + HOUR_MS),
      ),
    };
    const call = server.caller(now.token);
    expect((await call('GET', '/auth/push')).body['browsers']).toMatchObject([{ id: browser.id }]);
    expect((await call('POST', '/auth/account/session/end-others', {})).status).toBe(200);
    await until('it is removed', async () => {
      clock.advance(5 * SECOND_MS);
      return ((await call('GET', '/auth/push')).body['browsers'] as unknown as unknown[]).length === 0;
    });
  });

  it('deletes a subscription that answers 404 or 410, and never sends to it again', async () => {
    const shop = await server.makeShop();
    const who = await person(shop);
    const [gone, unknown, there] = [await subscribed(who), await subscribed(who), await subscribed(who)];
    gone.answer = { status: 410 };
    unknown.answer = { status: 404 };
    await paid(shop);
    await Promise.all([untilNotices(gone), untilNotices(unknown), untilNotices(there)]);
    await pass();
    expect((await browsers(who)).map(({ id }) => id)).toEqual([there.id]);
    await paid(shop);
    await untilNotices(there);
    await pass(10 * SECOND_MS);
    expect([gone.requestCount(), unknown.requestCount(), there.pushed.length]).toEqual([1, 1, 2]);
  });

  it('retries after Retry-After or with growing pauses, then gives up', async () => {
    const shop = await server.makeShop();
    const who = await person(shop);
    const [busy, broken, refusing] = [await subscribed(who), await subscribed(who), await subscribed(who)];
    busy.answer = { status: 429, headers: { 'retry-after': '300' } };
    broken.answer = { status: 503 };
    refusing.answer = { status: 403 };
    await paid(shop);
    await Promise.all([untilNotices(busy), untilNotices(broken), untilNotices(refusing)]);
    await pass();
    expect([busy.requestCount(), broken.requestCount(), refusing.requestCount()]).toEqual([1, 1, 1]);
    const [due] = await turns(busy);
    expect(due).toMatchObject({ attempts: 1, due_at: new Date(clock.now().getTime() + 300 * SECOND_MS) });
    expect((await turns(broken))[0]?.due_at).toEqual(new Date(clock.now().getTime() + 30 * SECOND_MS));
    busy.answer = { status: 201 };
    // A new notification joins the pending message.
    await paid(shop, 0, 5000);
    await untilNotices(busy, 2);
    await pass(31 * SECOND_MS);
    expect([busy.requestCount(), broken.requestCount()], 'the one was asked to wait').toEqual([1, 2]);
    await pass(270 * SECOND_MS);
    expect(busy.pushed.map(({ said }) => said.title)).toEqual(['새 결제 알림 2건']);
    for (const minutes of [10, 30, 60, 60]) await pass(minutes * MINUTE_MS);
    expect([broken.requestCount(), await notices(broken)], 'given up').toEqual([5, []]);
    expect((await browsers(who)).map(({ id }) => id)).toContain(broken.id);
    // A reply of 403 is not retried, but the subscription stays for the next message.
    expect(await notices(refusing)).toEqual([]);
  });

  it('stores a browser once, also under concurrency, for the person who subscribed last', async () => {
    const shop = await server.makeShop();
    const [who, next] = [await person(shop), await person(shop)];
    const browser = service.subscribe(key);
    const both = await Promise.all([
      subscribe(who, browser),
      beside.caller(who.token)('POST', '/auth/push', { ...browser.subscription, kinds: ['MONEY'] }),
      subscribe(who, browser),
    ]);
    expect(new Set(both.map(({ status, body }) => `${status} ${String(body['id'])}`)).size).toBe(1);
    expect(await browsers(who)).toHaveLength(1);
    expect((await subscribe(who, browser, ['ALARM'])).body['kinds']).toEqual(['ALARM']);
    expect((await subscribe(next, browser)).status).toBe(200);
    expect([await browsers(who), (await browsers(next)).length]).toEqual([[], 1]);
  });

  it('rejects an invalid subscription, and more than twenty', async () => {
    const shop = await server.makeShop();
    const who = await person(shop);
    const { subscription } = service.subscribe(key);
    const refused = async (body: object) => {
      const reply = await who.call('POST', '/auth/push', body);
      expect(reply.status, JSON.stringify(reply.body)).toBe(400);
      return reply.body['errors']?.[0]?.['path'];
    };
    const whole = { ...subscription, kinds: ['MONEY'] };
    for (const endpoint of [
      'https://10.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/x',
      'http://8.8.8.8/x',
      'https://user:word@8.8.8.8/',
      'ftp://8.8.8.8/',
      'push',
      `https://push.example.com/${'x'.repeat(2048)}`,
    ]) {
      expect(await refused({ ...whole, endpoint }), endpoint).toBe('endpoint');
    }
    expect(await refused({ ...whole, keys: { ...subscription.keys, auth: 'a'.repeat(21) } })).toBe('keys.auth');
    expect(await refused({ ...whole, keys: { ...subscription.keys, p256dh: `${subscription.keys.p256dh}A` } })).toBe(
      'keys.p256dh',
    );
    expect(
      await refused({ ...whole, keys: { ...subscription.keys, p256dh: `BA${'A'.repeat(85)}` } }),
      'not on the curve',
    ).toBe('keys.p256dh');
    for (const kinds of [[], ['WEATHER'], ['MONEY', 'MONEY']])
      expect(String(await refused({ ...whole, kinds }))).toContain('kinds');
    await refused({ ...whole, userId: who.userId });
    for (let number = 0; number < 18; number += 1) await subscribed(who);
    const last = [service.subscribe(key), service.subscribe(key), service.subscribe(key)];
    const statuses = await Promise.all(last.map(async (browser) => (await subscribe(who, browser)).status));
    expect(statuses.sort(), 'at once').toEqual([200, 200, 400]);
    expect(await browsers(who)).toHaveLength(20);
  });

  it("lists and deletes only the person's own browsers, and audits both", async () => {
    const shop = await server.makeShop();
    const [who, admin] = [await person(shop), await person(shop)];
    const browser = await subscribed(who);
    expect(await browsers(admin)).toEqual([]);
    expect((await admin.call('DELETE', `/auth/push/${browser.id}`)).status).toBe(404);
    expect((await who.call('DELETE', `/auth/push/${browser.id}`)).status).toBe(200);
    expect((await who.call('DELETE', `/auth/push/${browser.id}`)).status).toBe(404);
    expect((await server.caller(null)('GET', '/auth/push')).status).toBe(401);
    const audited = await server.withActor(admin.actor, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'subject_id'])
        .where('action', 'like', 'account.push-%')
        .orderBy('seq')
        .execute(),
    );
    expect(audited).toEqual([
      { action: 'account.push-added', subject_id: who.userId },
      { action: 'account.push-removed', subject_id: who.userId },
    ]);
    await lookedAt(shop, admin);
    await pass();
    expect(browser.requestCount()).toBe(0);
  });

  it('does not follow a redirect of a push service', async () => {
    const shop = await server.makeShop();
    const who = await person(shop);
    const [moved, elsewhere] = [await subscribed(who), service.subscribe(key)];
    moved.answer = { status: 307, headers: { location: elsewhere.subscription.endpoint } };
    await paid(shop);
    await untilNotices(moved);
    await pass();
    expect([moved.requestCount(), elsewhere.requestCount()]).toEqual([1, 0]);
  });

  it('creates a new key pair for another TOKEN_SECRET and deletes the subscriptions', async () => {
    const lone = await startTestServer({ clock, config: { pushAllowHosts: ['push.example.com'] } });
    const who = await lone.signIn(await lone.makeShop(), ['ADMIN']);
    const before = String((await who.call('GET', '/auth/push')).body['publicKey']);
    const { subscription } = service.subscribe(before);
    expect(
      (
        await who.call('POST', '/auth/push', {
          ...subscription,
          endpoint: 'https://push.example.com/x',
          kinds: ['MONEY'],
        })
      ).status,
    ).toBe(200);
    const seal = pushSeal('another secret, as after a move without the old one');
    const [one, two] = await Promise.all([
      lone.withActor(SYSTEM, (tx) => readPair(tx, { clock, seal })),
      lone.withActor(SYSTEM, (tx) => readPair(tx, { clock, seal })),
    ]);
    expect(one.publicKey).not.toBe(before);
    expect(two).toEqual(one);
    expect(await lone.withActor(SYSTEM, (tx) => tx.selectFrom('push_subscriptions').select('id').execute())).toEqual(
      [],
    );
    await lone.close();
  });

  it('is sent by another worker when the first one lost its lease, and only once more', async () => {
    const shop = await server.makeShop();
    const browser = await subscribed(await person(shop));
    browser.answer = 'nothing';
    await paid(shop);
    await untilNotices(browser);
    clock.advance(2 * SECOND_MS);
    await until('somebody is at it', () => browser.requestCount() === 1);
    browser.answer = { status: 201 };
    // The job belongs to the first worker until its lease expires.
    clock.advance(61 * SECOND_MS);
    await until('it is sent', () => browser.pushed.length === 1);
    await until('it is written down', async () => (await turns(browser))[0]?.due_at === null);
    expect([browser.requestCount(), (await turns(browser))[0]?.turn, await notices(browser)]).toEqual([2, 1, []]);
  });
});
