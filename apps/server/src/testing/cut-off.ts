import pg from 'pg';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/**
 * Ends the connection of the first transaction that uses the table after `begin`, while it waits there. `waitMore` runs
 * until one does: a recurring job that ends just when a test moves its clock is due again only after the clock has
 * moved further.
 */
export async function cutOffAt(
  server: TestServer,
  table: 'readiness_checks' | 'extension_offers' | 'audit_heads' | 'incident_notices',
  begin: () => void,
  waitMore: () => void = () => undefined,
): Promise<void> {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query(`lock table ${table} in access exclusive mode`);
    begin();
    const waiting = `select pid from pg_locks where relation = '${table}'::regclass and not granted`;
    await until('a transaction waits for the table', async () => {
      const isWaiting = (await owner.query(waiting)).rows.length > 0;
      if (!isWaiting) waitMore();
      return isWaiting;
    });
    await owner.query(`select pg_terminate_backend(pid) from (${waiting}) as them`);
    await owner.query('rollback');
  } finally {
    await owner.end();
  }
}
