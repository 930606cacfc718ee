import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';

/**
 * Brings the schema of the database to the newest of the SQL files in `folder`, forward only, each once, under a lock, so
 * that several processes can start at the same time. The connection must own the schema; it is not used for anything else.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }) });
  try {
    const migrator = new Migrator({
      db,
      provider: {
        getMigrations: async () =>
          Object.fromEntries(
            readdirSync(folder)
              .filter((file) => file.endsWith('.sql'))
              .sort()
              .map((file) => [
                path.basename(file, '.sql'),
                {
                  up: async (tx: Kysely<unknown>) => {
                    await sql.raw(readFileSync(path.join(folder, file), 'utf8')).execute(tx);
                  },
                },
              ]),
          ),
      },
    });
    const { error, results } = await migrator.migrateToLatest();
    if (error) throw new Error(`The database could not be migrated: ${(error as Error).message}`, { cause: error });
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}
