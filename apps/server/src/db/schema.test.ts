/** @module-tag engines */
import path from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../testing/database.ts';
import { readSchema } from './schema.ts';

const HEADER = `-- The schema that the migrations beside this file produce, for reading: the server runs the migrations only.
-- \`npm run schema\` writes this file; docs/schema.md explains it.
`;

/** The schema of a new copy of the migrated database. */
async function readMigratedSchema(): Promise<string> {
  const database = await copyTemplate(inject('databaseServerUrl'));
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    return await readSchema(client);
  } finally {
    await client.end();
    await database.drop();
  }
}

describe('schema.sql', () => {
  it('is the schema that the migrations produce', async () => {
    await expect(
      `${HEADER}\n${await readMigratedSchema()}`,
      'run `npm run schema` and commit schema.sql',
    ).toMatchFileSnapshot(path.join(import.meta.dirname, 'schema.sql'));
  });
});
