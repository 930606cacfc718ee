import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Pooler } from '../db/index.ts';

/** The migrated database that each test server copies; global-setup.ts creates it once per run. */
export const TEMPLATE = 'munjigi_test_template';

/**
 * The embedded server copies the files: half of the processor time of the default strategy, which logs each page.
 * Copying begins with a checkpoint, which on an external server writes to a disk.
 */
const COPY_STRATEGY = process.env['DATABASE_URL'] ? '' : ' strategy file_copy';

export async function queryDatabase(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** The URL of another database with the same server and user. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

/**
 * The pooler of DATABASE_POOLER_URL before a database of DATABASE_URL, which `scripts/engines.mjs` sets; `null` without
 * one, and for a database that is reached by another way.
 */
export function poolerBefore(url: string): Pooler | null {
  const pooler = process.env['DATABASE_POOLER_URL'];
  const server = process.env['DATABASE_URL'];
  if (!pooler || !server || new URL(url).host !== new URL(server).host) return null;
  return { url: withDatabase(pooler, new URL(url).pathname.slice(1)), keepsNames: false };
}

/** Copies the migrated database; returns the copy and a function that drops it. */
export async function copyTemplate(serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `munjigi_test_${randomBytes(6).toString('hex')}`;
  await queryDatabase(serverUrl, `create database ${name} template ${TEMPLATE}${COPY_STRATEGY}`);
  return {
    url: withDatabase(serverUrl, name),
    drop: () => dropDatabase(serverUrl, name),
  };
}

/** Creates a database without contents; returns it and a function that drops it. */
export async function createDatabase(serverUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `munjigi_test_${randomBytes(6).toString('hex')}`;
  await queryDatabase(serverUrl, `create database ${name}`);
  return { url: withDatabase(serverUrl, name), drop: () => dropDatabase(serverUrl, name) };
}

/** Drops a database if it exists, also while the server's autovacuum works in it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  try {
    await queryDatabase(serverUrl, `drop database if exists ${name} with (force)`);
  } catch (error) {
    // An ordinary owner has no right to force out PostgreSQL's own autovacuum, which ends when the drop is requested
    // without force.
    if (!(error instanceof pg.DatabaseError && error.code === '42501')) throw error;
    await queryDatabase(serverUrl, `drop database if exists ${name}`);
  }
}
