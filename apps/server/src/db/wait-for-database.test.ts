/** @module-tag engines */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { openDatabaseWay, type DatabaseWay } from '../testing/peers/database-way.ts';
import { waitForDatabase } from './index.ts';

describe('a start that waits for the database', () => {
  let server: TestServer;
  let way: DatabaseWay;
  beforeAll(async () => {
    server = await startTestServer();
    way = await openDatabaseWay(server.databaseUrl);
  });
  afterAll(async () => {
    await way.close();
    await server.close();
  });

  it('says once that it waits, and continues when the database answers', async () => {
    await way.close();
    const lines: string[] = [];
    const waiting = waitForDatabase(way.url, 60, (line) => {
      lines.push(line);
      setTimeout(() => void way.open(), 1200);
    });
    await waiting;
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/nothing listens at 127\.0\.0\.1:\d+.*Waiting up to 60 s/);
  });

  it('ends at once without a time to wait, and for a database that does not exist', async () => {
    const say = () => expect.unreachable('it must not wait');
    const missing = way.url.replace(/\/[^/]+$/, '/there-is-no-such-database');
    await expect(waitForDatabase(missing, 60, say)).rejects.toMatchObject({ code: '3D000' });
    await way.close();
    await expect(waitForDatabase(way.url, 0, say)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await way.open();
  });
});
