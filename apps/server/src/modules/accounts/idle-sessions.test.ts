import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, listen, startTestServer, until, type Caller, type Shop, type TestServer } from '../../testing/index.ts';

const MINUTE = 60_000;

describe('a session that nobody does anything in (AU-5)', () => {
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

  async function shopWith(idleMinutes: Record<string, number>): Promise<{ shop: Shop; set: (next: Record<string, number>) => Promise<void> }> {
    const shop = await one.makeShop();
    const set = async (next: Record<string, number>) => {
      // Somebody whose own sessions no rule of these tests ends.
      const admin = await one.signIn(shop, ['ADMIN']);
      const { version } = (await admin.call('GET', `/${shop.slug}/sign-in-rules`)).body;
      expect((await admin.call('PATCH', `/${shop.slug}/sign-in-rules`, { version, secondFactorRoles: [], idleMinutes: next })).status).toBe(200);
    };
    await set(idleMinutes);
    return { shop, set };
  }
  const touch = (call: Caller['call']) => call('PATCH', '/auth/session', {});
  const code = async (call: Caller['call']) => (await call('GET', '/auth/me')).body['code'];

  it('ends for want of a person, though pages ask all the time and a stream is open, at every process, and says why', async () => {
    const { shop } = await shopWith({ FRANCHISEE: 10 });
    const person = await one.signIn(shop, ['FRANCHISEE'], shop.stores, 12);
    const bystander = await one.signIn(shop, ['CUSTOMER_MANAGER'], [], 12);
    const streams = await Promise.all([one, two].map((server) => listen(server.url, shop.slug, person.token)));
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
    // Not with the next request; `npm run proof -- revocation` measures how fast.
    expect(performance.now() - endedAt).toBeLessThan(10_000);
    for (const server of [one, two]) expect([await code(server.caller(person.token)), (await server.caller(person.token)('GET', poll)).body['code']]).toEqual(['SESSION_IDLE', 'SESSION_IDLE']);
    // It stays over.
    expect((await touch(person.call)).body['code']).toBe('SESSION_IDLE');
    expect(await code(person.call)).toBe('SESSION_IDLE');
    expect(await code(bystander.call)).toBeUndefined();
  });

  it('lives for as long as the person does something, wherever it is told', async () => {
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

  it('follows the shortest of the roles, and has no such end without a rule', async () => {
    const { shop } = await shopWith({ SUB_ADMIN: 60, CUSTOMER_MANAGER: 5 });
    const both = await one.signIn(shop, ['SUB_ADMIN', 'CUSTOMER_MANAGER'], [], 12);
    const sub = await one.signIn(shop, ['SUB_ADMIN'], [], 12);
    const admin = await one.signIn(shop, ['ADMIN'], [], 12);
    clock.advance(5 * MINUTE);
    expect([await code(both.call), await code(sub.call), await code(admin.call)]).toEqual(['SESSION_IDLE', undefined, undefined]);
    clock.advance(55 * MINUTE);
    expect([await code(sub.call), await code(admin.call)]).toEqual(['SESSION_IDLE', undefined]);
  });

  it('has its whole time from a new rule on, and no rule brings back one that was over, seen or not', async () => {
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

  it('is not told as one that lives, to the person or to an ADMIN', async () => {
    const { shop } = await shopWith({ SUB_ADMIN: 10 });
    const person = await one.signIn(shop, ['SUB_ADMIN'], [], 12);
    const admin = await one.signIn(shop, ['ADMIN'], [], 12);
    const shown = async () => (await admin.call('GET', `/${shop.slug}/user/${person.userId}`)).body['sessions']?.[0]?.['isLive'];
    expect(await shown()).toBe(true);
    clock.advance(11 * MINUTE);
    expect(await shown()).toBe(false);
    await until('the end to be written down', async () => (await code(person.call)) === 'SESSION_IDLE');
    expect(await shown()).toBe(false);
  });
});
