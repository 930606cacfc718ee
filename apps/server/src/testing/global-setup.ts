import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase, startEmbeddedPostgres } from '../db/index.ts';
import { dropDatabase, queryDatabase, TEMPLATE, withDatabase } from './database.ts';

/** Starts one PostgreSQL for the run: the embedded one, or that of DATABASE_URL. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  await dropDatabase(server.url, TEMPLATE);
  await queryDatabase(server.url, `create database ${TEMPLATE}`);
  await migrateDatabase(withDatabase(server.url, TEMPLATE), path.resolve(import.meta.dirname, '../db/migrations'));
  project.provide('databaseServerUrl', server.url);
  project.provide('mqttUrl', process.env['MQTT_URL'] ?? '');
  return async () => {
    await dropDatabase(server.url, TEMPLATE);
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { url: given, stop: async () => undefined };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'munjigi-test-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another user than this process.
  // The data do not outlive the run, so PostgreSQL does not sync to disk.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'max_wal_size=8GB',
    'scram_iterations=1',
    'max_connections=300',
    'shared_buffers=128MB',
  ];
  const embedded = await startEmbeddedPostgres({ dataDir, password: 'of-the-tests', settings });
  await queryDatabase(embedded.adminUrl, 'alter role munjigi createdb');
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string;
    mqttUrl: string;
  }
}
