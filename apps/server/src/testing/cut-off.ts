import pg from 'pg';
import type { TestServer } from './server.ts';
import { until } from './until.ts';

/** Whoever is about to use the table after `begin` waits there, in the middle of its transaction, and loses its connection. */
export async function cutOffAt(server: TestServer, table: 'readiness_checks' | 'extension_offers' | 'audit_heads', begin: () => void): Promise<void> {
  const owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query(`lock table ${table} in access exclusive mode`);
    begin();
    const waiting = `select pid from pg_locks where relation = '${table}'::regclass and not granted`;
    await until('somebody is in the middle', async () => (await owner.query(waiting)).rows.length > 0);
    await owner.query(`select pg_terminate_backend(pid) from (${waiting}) as them`);
    await owner.query('rollback');
  } finally {
    await owner.end();
  }
}
