/** @module-tag engines */
import pg from 'pg';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { copyTemplate } from '../testing/database.ts';
import { openDatabase } from './index.ts';

describe('a listening connection', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('retries one attempt at a time while its database is unreachable', async () => {
    const copy = await copyTemplate(inject('databaseServerUrl'));
    const failures: Error[] = [];
    const db = openDatabase(copy.url, { poolSize: 1, onError: () => undefined });
    const listening = await db.listen(
      'listen_test',
      () => undefined,
      (error) => error.message.includes('does not exist') && failures.push(error),
    );
    // Timers of other files of this worker may count among the timers, so the test counts attempts.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
    await copy.drop();
    const connect = vi.spyOn(pg.Client.prototype, 'connect');
    const attempts = () => connect.mock.calls.length;
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      while (attempts() < attempt) {
        vi.advanceTimersByTime(500);
        await nextTurn();
      }
      while (failures.length < attempt) await nextTurn();
      expect([attempts(), failures.length]).toEqual([attempt, attempt]);
    }
    await listening.close();
    vi.advanceTimersByTime(5000);
    await nextTurn();
    expect(attempts()).toBe(4);
    await db.close();
  });
});
