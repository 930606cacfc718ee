import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Kysely, Migrator, PostgresDialect, sql, type MigrationResultSet, type PostgresPool } from 'kysely';
import pg from 'pg';
import { trackConnections } from './client.ts';
import { toErrorMessage } from '../error-message.ts';

/**
 * Brings the schema of the database to the newest of the SQL files in `folder`, forward only, each once, under a lock, so
 * that several processes can start at the same time. The connection must own the schema; it is not used for anything else.
 */
export async function migrateDatabase(url: string, folder: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const end = trackConnections(pool);
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: { connect: () => pool.connect(), end } }) });
  try {
    return namesOf(await migratorOf(db, folder).migrateToLatest());
  } finally {
    await db.destroy();
  }
}

/** The same within the transaction of a connection: up to the named migration, or to the newest. */
export async function migrateOn(client: pg.Client, folder: string, upTo: string | null): Promise<string[]> {
  const shared = Object.assign(client, { release: () => undefined });
  const pool: PostgresPool = { connect: async () => shared, end: async () => undefined };
  const migrator = migratorOf(new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), folder, {
    disableTransactions: true,
  });
  return namesOf(await (upTo === null ? migrator.migrateToLatest() : migrator.migrateTo(upTo)));
}

/** The names of the SQL files, oldest first. */
export function migrationsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => path.basename(file, '.sql'))
    .sort();
}

function migratorOf(
  db: Kysely<unknown>,
  folder: string,
  options: { readonly disableTransactions?: boolean } = {},
): Migrator {
  return new Migrator({
    db,
    ...options,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          migrationsIn(folder).map((name) => [
            name,
            {
              up: async (tx: Kysely<unknown>) => {
                await sql.raw(readFileSync(path.join(folder, `${name}.sql`), 'utf8')).execute(tx);
              },
            },
          ]),
        ),
    },
  });
}

function namesOf({ error, results }: MigrationResultSet): string[] {
  if (error) throw new Error(`The database could not be migrated: ${toErrorMessage(error)}`, { cause: error });
  return (results ?? []).map((result) => result.migrationName);
}
