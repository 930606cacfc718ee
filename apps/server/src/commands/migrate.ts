import type { Config } from '../config/config.ts';
import { migrateSchema, reachOrStartDatabase } from '../launch.ts';

/** Creates a missing database, and brings its schema to this version. */
export async function runMigrations(config: Config): Promise<number> {
  const database = await reachOrStartDatabase(config, (message) => console.error(message));
  try {
    const applied = await migrateSchema(database.url);
    console.log(applied.length === 0 ? 'The schema was up to date.' : `Applied: ${applied.join(', ')}`);
    return 0;
  } finally {
    await database.stop();
  }
}
