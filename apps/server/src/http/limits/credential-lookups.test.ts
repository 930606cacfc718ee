import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCredentialLookups } from './credential-lookups.ts';
import { Problem } from '../problem.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Queries that end when the test says so. */
function openQueries() {
  const ends: ((found: string | null) => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    ends,
    count: () => ends.length,
    most: () => most,
    query: () => {
      most = Math.max(most, (running += 1));
      return new Promise<string | null>((resolve) =>
        ends.push((found) => {
          running -= 1;
          resolve(found);
        }),
      );
    },
  };
}

const outcome = (lookup: Promise<string | null>) =>
  lookup.catch((error: unknown) => (error instanceof Problem ? error.code : String(error)));

describe('credential look-ups (GT-4)', () => {
  it('runs two look-ups of unknown secrets at a time, also from many addresses, and refuses those beyond the queue', async () => {
    const lookups = createCredentialLookups({ isLimited: true });
    const queries = openQueries();
    const results = Array.from({ length: 210 }, (_, n) =>
      outcome(lookups.find({ kind: 'guest', address: `203.0.113.${n}`, hash: hashOf(`wrong ${n}`) }, queries.query)),
    );
    expect(await Promise.all(results.slice(202))).toEqual(Array<string>(8).fill('RATE_LIMITED'));
    for (let n = 0; n < 202; n += 1) {
      await expect.poll(queries.count, { interval: 1 }).toBeGreaterThan(n);
      queries.ends[n]?.(null);
    }
    expect(await Promise.all(results.slice(0, 202))).toEqual(Array<null>(202).fill(null));
    expect(queries.most()).toBe(2);
  });

  it('looks a secret that was right before up at once, while strangers at its address wait and are refused without a query', async () => {
    const lookups = createCredentialLookups({ isLimited: true });
    const mine = { kind: 'guest', address: '203.0.113.5', hash: hashOf('mine') } as const;
    expect(await lookups.find(mine, async () => 'me')).toBe('me');
    for (let n = 0; n < 20; n += 1)
      expect(await lookups.find({ ...mine, hash: hashOf(`wrong ${n}`) }, async () => null)).toBeNull();
    const queries = openQueries();
    const flood = Array.from({ length: 95 }, (_, n) =>
      outcome(lookups.find({ ...mine, hash: hashOf(`flood ${n}`) }, queries.query)),
    );
    expect(await Promise.all(flood.slice(50))).toEqual(Array<string>(45).fill('TOO_MANY_ATTEMPTS'));
    expect(queries.count()).toBe(1);
    expect(await lookups.find(mine, async () => 'me')).toBe('me');
    // A right secret that this process has not seen waits for its turn and is served.
    queries.ends[0]?.('another guest');
    expect(await flood[0]).toBe('another guest');
    for (let n = 1; n < 50; n += 1) {
      await expect.poll(queries.count).toBeGreaterThan(n);
      queries.ends[n]?.(null);
    }
    expect(await Promise.all(flood.slice(1, 50))).toEqual(Array<string>(49).fill('TOO_MANY_ATTEMPTS'));
  });

  it('serves many requests with one new secret, and many new secrets of one address, that arrive at once', async () => {
    const lookups = createCredentialLookups({ isLimited: true });
    const at = { kind: 'display', address: '203.0.113.9' } as const;
    const same = Array.from({ length: 60 }, () => lookups.find({ ...at, hash: hashOf('one') }, async () => 'found'));
    expect(await Promise.all(same)).toEqual(Array<string>(60).fill('found'));
    const others = Array.from({ length: 60 }, (_, n) =>
      lookups.find({ ...at, hash: hashOf(`other ${n}`) }, async () => 'found'),
    );
    expect(await Promise.all(others)).toEqual(Array<string>(60).fill('found'));
  });

  it('counts wrong secrets of each kind apart, and right ones not at all', async () => {
    const lookups = createCredentialLookups({ isLimited: true });
    const at = { kind: 'display', address: '203.0.113.6' } as const;
    for (let n = 0; n < 50; n += 1)
      expect(await lookups.find({ ...at, hash: hashOf(`right ${n}`) }, async () => 'found')).toBe('found');
    for (let n = 0; n < 20; n += 1) expect(await lookups.find({ ...at, hash: null }, async () => null)).toBeNull();
    expect(await outcome(lookups.find({ ...at, hash: null }, async () => null))).toBe('TOO_MANY_ATTEMPTS');
    expect(await lookups.find({ ...at, kind: 'guest', hash: null }, async () => null)).toBeNull();
  });

  it('looks up again what was right before, so that a revoked secret is refused at once', async () => {
    const lookups = createCredentialLookups({ isLimited: true });
    const secret = { kind: 'channel', address: '203.0.113.7', hash: hashOf('key') } as const;
    expect(await lookups.find(secret, async () => 'found')).toBe('found');
    expect(await lookups.find(secret, async () => null)).toBeNull();
  });

  it('passes on the failure of a query', async () => {
    const lookups = createCredentialLookups({ isLimited: true });
    const failing = () => Promise.reject(new Error('away'));
    const secret = { kind: 'guest', address: '203.0.113.8', hash: hashOf('x') } as const;
    await expect(lookups.find(secret, failing)).rejects.toThrow('away');
    expect(await lookups.find(secret, async () => 'found')).toBe('found');
  });
});
