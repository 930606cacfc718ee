/** @module-tag engines */
import path from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { copyTemplate } from '../testing/database.ts';
import { readSchema } from './schema.ts';

const HEADER = `-- The schema that the migrations beside this file produce, for reading: the server runs the migrations only.
-- \`npm run schema\` writes this file; docs/schema.md explains it.
`;

describe('schema.sql', () => {
  it('is the schema of the migrations (otherwise run: npm run schema)', async () => {
    const database = await copyTemplate(inject('databaseServerUrl'));
    try {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      const schema = await readSchema(client).finally(() => client.end());
      await expect(`${HEADER}\n${schema}`, 'run `npm run schema` and commit schema.sql').toMatchFileSnapshot(
        path.join(import.meta.dirname, 'schema.sql'),
      );
    } finally {
      await database.drop();
    }
  });
});
