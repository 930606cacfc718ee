import type { Config } from '../config/config.ts';
import { openDatabase, requireCurrentSchema, type Database, type PersonalKeys } from '../db/index.ts';
import { migrationsFolder, reachDatabase } from '../launch.ts';

/**
 * Runs a command on the existing database, which is started for it if necessary. Refuses a database without this
 * program's schema with a `SchemaFault`, and creates nothing.
 */
export async function onCurrentSchema(config: Config, work: (url: string) => Promise<number>): Promise<number> {
  const database = await reachDatabase(config, (message) => console.error(message));
  try {
    await requireCurrentSchema(database.url, migrationsFolder());
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

/** Opens the database for the duration of one command. */
export async function withDatabase<T>(
  url: string,
  work: (db: Database) => Promise<T>,
  personal?: PersonalKeys,
): Promise<T> {
  const db = openDatabase(url, {
    poolSize: 2,
    ...(personal && { personal }),
    onError: (error) => console.error(error.message),
  });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
