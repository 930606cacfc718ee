import { describe, expect, it } from 'vitest';
import { WorkQueue, type Gathered } from './work-queue.ts';

/** Devices that report at once are processed together, each in its own order. */

function queue({ atOnce = 2, mostKeys = 3 } = {}) {
  const batches: string[][] = [];
  const done = new Map<string, number[]>();
  let underWay = 0;
  let most = 0;
  const errors: unknown[] = [];
  const it = new WorkQueue<number>({
    atOnce,
    mostKeys,
    onError: (error) => errors.push(error),
    async work(gathered: readonly Gathered<number>[]) {
      underWay += 1;
      most = Math.max(most, underWay);
      batches.push(gathered.map(({ key, pieces }) => `${key}:${pieces.join('+')}`));
      await new Promise((resolve) => setTimeout(resolve, 5));
      underWay -= 1;
      for (const { key, pieces } of gathered) {
        if (pieces.includes(-1)) throw new Error('broken');
        done.set(key, [...(done.get(key) ?? []), ...pieces]);
      }
    },
  });
  return { it, batches, done, errors, most: () => most };
}

describe('WorkQueue', () => {
  it('processes pieces that arrive together in batches of mostKeys keys, atOnce batches at a time', async () => {
    const { it, batches, most } = queue();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) it.push(key, 1);
    it.push('a', 2);
    await it.idle();
    expect(batches).toEqual([['a:1+2', 'b:1', 'c:1'], ['d:1', 'e:1', 'f:1'], ['g:1']]);
    expect(most()).toBe(2);
  });

  it('never processes one key concurrently, and keeps the order of its pieces', async () => {
    const { it, done } = queue({ atOnce: 3 });
    for (let number = 0; number < 200; number += 1) {
      it.push(number % 3 === 0 ? 'a' : 'b', number);
      if (number % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await it.idle();
    for (const numbers of done.values()) expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect([...done.values()].flat()).toHaveLength(200);
  });

  it('refuses pieces of a key beyond 500 waiting ones, and continues after work that fails', async () => {
    const { it, done, errors } = queue({ mostKeys: 1 });
    const occupied = Array.from({ length: 600 }, (_, number) => it.push('flood', number)).filter(Boolean);
    expect(occupied).toHaveLength(500);
    it.push('bad', -1);
    await it.idle();
    it.push('bad', 1);
    await it.idle();
    expect(errors).toHaveLength(1);
    expect(done.get('bad')).toEqual([1]);
    expect(done.get('flood')).toHaveLength(500);
  });
});
