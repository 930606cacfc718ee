// @sweep 1/8 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  listenToEvents,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
} from '../../../testing/index.ts';

const MINUTE = 60_000;

describe('a session without input (AU-5)', () => {
  const clock = fakeClock();
  let one: TestServer;
  let two: TestServer;
  beforeAll(async () => {
    one = await startTestServer({ clock });
    two = await startTestServer({ beside: one, clock });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  async function shopWith(
    idleMinutes: Record<string, number>,
  ): Promise<{ shop: Shop; set: (next: Record<string, number>) => Promise<void> }> {
    const shop = await one.makeShop();
    const set = async (next: Record<string, number>) => {
      // A new ADMIN each time, whose own session has not timed out.
      const admin = await one.signIn(shop, ['ADMIN']);
      const { version } = (await admin.call('GET', `/${shop.slug}/sign-in-rules`)).body;
      expect(
        (
          await admin.call('PATCH', `/${shop.slug}/sign-in-rules`, {
            version,
            secondFactorRoles: [],
            idleMinutes: next,
          })
        ).status,
      ).toBe(200);
    };
    await set(idleMinutes);
    return { shop, set };
  }
  const touch = (call: Caller['call']) => call('PATCH', '/auth/session', {});
  const code = async (call: Caller['call']) => (await call('GET', '/auth/me')).body['code'];

  it('ends in every process despite polling and an open stream, and says why', async () => {
    const { shop } = await shopWith({ FRANCHISEE: 10 });
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores, 12);
    const bystander = await one.signIn(shop, ['CUSTOMER_MANAGER'], [], 12);
    const streams = await Promise.all([one, two].map((server) => listenToEvents(server.url, shop.slug, person.token)));
    await Promise.all(streams.map((stream) => stream.first('ready')));
    const poll = `/${shop.slug}/door?storeId=${shop.stores[0]?.id}`;
    for (let minute = 0; minute < 9; minute += 1) {
      clock.advance(MINUTE);
      for (const server of [one, two]) expect((await server.caller(person.token)('GET', poll)).status).toBe(200);
    }
    expect(streams.map((stream) => stream.isOver())).toEqual([false, false]);
    clock.advance(MINUTE + 1);
    const endedAt = performance.now();
    await Promise.all(streams.map((stream) => stream.first('end')));
    // The streams end without another request; `npm run proof -- revocation` measures how fast.
    expect(performance.now() - endedAt).toBeLessThan(10_000);
    for (const server of [one, two])
      expect([
        await code(server.caller(person.token)),
        (await server.caller(person.token)('GET', poll)).body['code'],
      ]).toEqual(['SESSION_IDLE', 'SESSION_IDLE']);
    // The session stays ended.
    expect((await touch(person.call)).body['code']).toBe('SESSION_IDLE');
    expect(await code(person.call)).toBe('SESSION_IDLE');
    expect(await code(bystander.call)).toBeUndefined();
  });

  it('stays live while the person is active, in either process', async () => {
    const { shop } = await shopWith({ FRANCHISEE: 10 });
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores, 12);
    for (let round = 0; round < 6; round += 1) {
      clock.advance(9 * MINUTE);
      expect((await touch(round % 2 === 0 ? person.call : two.caller(person.token))).status).toBe(200);
      for (const server of [one, two]) expect(await code(server.caller(person.token))).toBeUndefined();
    }
    const both = await Promise.all([touch(person.call), touch(two.caller(person.token))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    clock.advance(10 * MINUTE);
    expect(await code(person.call)).toBe('SESSION_IDLE');
  });

  it('follows the shortest limit of the roles, and never ends without a rule', async () => {
    const { shop } = await shopWith({ SUB_ADMIN: 60, CUSTOMER_MANAGER: 5 });
    const both = await one.signIn(shop, ['SUB_ADMIN', 'CUSTOMER_MANAGER'], [], 12);
    const sub = await one.signIn(shop, ['SUB_ADMIN'], [], 12);
    const admin = await one.signIn(shop, ['ADMIN'], [], 12);
    clock.advance(5 * MINUTE);
    expect([await code(both.call), await code(sub.call), await code(admin.call)]).toEqual([
      'SESSION_IDLE',
      undefined,
      undefined,
    ]);
    clock.advance(55 * MINUTE);
    expect([await code(sub.call), await code(admin.call)]).toEqual(['SESSION_IDLE', undefined]);
  });

  it('begins the time when a rule is added, and stays ended when the rule is removed', async () => {
    const { shop, set } = await shopWith({});
    const person = await one.signIn(shop, ['SUB_ADMIN'], [], 12);
    clock.advance(5 * 60 * MINUTE);
    await set({ SUB_ADMIN: 10 });
    clock.advance(9 * MINUTE);
    expect(await code(person.call)).toBeUndefined();
    clock.advance(2 * MINUTE);
    await set({});
    expect(await code(person.call)).toBe('SESSION_IDLE');
  });

  it('is not listed as live, for the account and for an ADMIN', async () => {
    const { shop } = await shopWith({ SUB_ADMIN: 10 });
    const person = await one.signIn(shop, ['SUB_ADMIN'], [], 12);
    const admin = await one.signIn(shop, ['ADMIN'], [], 12);
    const shown = async () =>
      (await admin.call('GET', `/${shop.slug}/user/${person.userId}`)).body['sessions']?.[0]?.['isLive'];
    expect(await shown()).toBe(true);
    clock.advance(11 * MINUTE);
    expect(await shown()).toBe(false);
    await until('the end to be written down', async () => (await code(person.call)) === 'SESSION_IDLE');
    expect(await shown()).toBe(false);
  });
});
