/** @module-tag engines */
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { copyTemplate } from '../testing/database.ts';
import { openDatabase } from './index.ts';

describe('a listening connection', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('retries one attempt at a time while its database is unreachable', async () => {
    const copy = await copyTemplate(inject('databaseServerUrl'));
    const errors: Error[] = [];
    const db = openDatabase(copy.url, { poolSize: 1, onError: () => undefined });
    const listening = await db.listen(
      'listen_test',
      () => undefined,
      (error) => errors.push(error),
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const nextTurnUntil = async (isMet: () => boolean) => {
      while (!isMet()) await new Promise((resolve) => setImmediate(resolve));
    };
    await copy.drop();
    await nextTurnUntil(() => vi.getTimerCount() === 1);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const before = errors.length;
      vi.advanceTimersByTime(1000);
      await nextTurnUntil(() => errors.length > before && vi.getTimerCount() > 0);
      expect(vi.getTimerCount()).toBe(1);
    }
    expect(errors.at(-1)?.message).toContain('does not exist');
    await listening.close();
    expect(vi.getTimerCount()).toBe(0);
    await db.close();
  });
});
