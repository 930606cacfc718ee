import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, startTestServer, type Shop, type TestServer } from '../../testing/index.ts';
import { Problem } from '../problem.ts';
import { requestLimits } from './request-limits.ts';

describe('requestLimits', () => {
  it('counts monotonic time, refills evenly and never above one minute’s worth', () => {
    let nowMs = 5_000;
    const limits = requestLimits(60, () => nowMs);
    const burst = () => {
      let used = 0;
      while (limits.consumeToken('kim') === 0) used += 1;
      return used;
    };
    expect(burst()).toBe(60);
    expect(limits.consumeToken('kim')).toBe(1);
    nowMs += 3_000;
    expect(burst()).toBe(3);
    nowMs += 3_600_000;
    expect(burst()).toBe(60);
    expect(limits.consumeToken('lee')).toBe(0);
  });

  it('does not count a request whose client disconnected before it was counted', () => {
    const limits = requestLimits(60);
    for (let number = 0; number < 500; number += 1) limits.countUnderWay('kim', { destroyed: true } as never);
    expect(() => limits.countUnderWay('kim', { destroyed: false, once: () => undefined } as never)).not.toThrow();
  });

  it('refuses more than 100 requests of one caller at the same time, until one of them ends', () => {
    const limits = requestLimits(60);
    const ends: (() => void)[] = [];
    const response = { destroyed: false, once: (_event: string, end: () => void) => ends.push(end) } as never;
    for (let number = 0; number < 100; number += 1) limits.countUnderWay('kim', response);
    expect(() => limits.countUnderWay('kim', response)).toThrow(Problem);
    limits.countUnderWay('lee', response);
    ends[0]?.();
    limits.countUnderWay('kim', response);
    expect(() => limits.countUnderWay('kim', response)).toThrow('Too many requests from this account');
  });
});

describe('a signed-in client that sends requests continuously', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  beforeAll(async () => {
    // The refill during the test is so small that the outcome does not depend on the machine's speed.
    server = await startTestServer({ clock, config: { requestLimit: 20 } });
    shop = await server.makeShop();
  });
  afterAll(() => server.close());

  it.each([
    ['on the poller’s fast path', '/payment/notification?page=0&limit=1'],
    ['on the ordinary path', '/payment/notification?page=0&limit=2&state=unconfirmed'],
  ])('is limited %s with 429 and Retry-After, and other clients are not', async (_path, query) => {
    const [attacker, colleague] = [await server.signIn(shop, ['ADMIN']), await server.signIn(shop, ['ADMIN'])];
    const answers = [];
    for (let number = 0; number < 40; number += 1) answers.push(await attacker.call('GET', `/${shop.slug}${query}`));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    expect(refused.length).toBeGreaterThan(5);
    expect(refused[0]?.body['code']).toBe('RATE_LIMITED');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await colleague.call('GET', `/${shop.slug}${query}`)).status).toBe(200);
  });

  it('stays limited when the wall clock jumps an hour ahead and back', async () => {
    const attacker = await server.signIn(shop, ['ADMIN'], [], 12);
    const send = async () => (await attacker.call('GET', '/auth/me')).status;
    const until429 = async (): Promise<number> => ((await send()) === 200 ? until429() : 429);
    await until429();
    const startedAt = clock.now();
    clock.advance(3600_000);
    const ahead = await Promise.all(Array.from({ length: 10 }, send));
    clock.set(startedAt);
    const back = await Promise.all(Array.from({ length: 10 }, send));
    // A third of a token is refilled in a second.
    expect([...ahead, ...back].filter((status) => status === 200).length).toBeLessThanOrEqual(5);
  });
});
