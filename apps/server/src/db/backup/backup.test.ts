import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inject } from 'vitest';
import { fillStore, startTestServer, type TestServer } from '../../testing/index.ts';
import { query, withDatabase } from '../../testing/database.ts';
import { backUp, restore } from './index.ts';

let server: TestServer;
const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-backup-'));
beforeAll(async () => {
  server = await startTestServer();
  const shop = await server.makeShop({ stores: 2 });
  for (const store of shop.stores) await fillStore(server, shop, store);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

it('goes round', async () => {
  const file = path.join(folder, 'one');
  const made = await backUp({ url: server.databaseUrl, file, secretMark: '0'.repeat(32) });
  console.log(made);
  await query(inject('databaseServerUrl'), 'create database restored_one');
  const url = withDatabase(inject('databaseServerUrl'), 'restored_one');
  const restored = await restore({ url, file, migrations: path.resolve(import.meta.dirname, '../migrations'), onHeader: () => undefined, afterwards: [] });
  const again = await backUp({ url, file: file + '2', secretMark: '0'.repeat(32) });
  expect(again.tables).toEqual(made.tables);
});
