import { SEALED_TABLES } from '../app.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { personalKeys, type Database } from '../db/index.ts';
import { rotateKeys } from '../modules/personal-data/index.ts';
import { onCurrentSchema, withDatabase } from './with-database.ts';

/**
 * Re-encrypts all data of guests with the newest key while servers are running. Before that, all processes must run
 * with both keys, the newest first.
 */
export async function rotatePersonalKeys(config: Config): Promise<number> {
  return onCurrentSchema(config, async (url) => {
    if (config.personalDataKeys.includes(''))
      throw new ConfigError(
        `DATA_DIR: there is no token-secret in ${config.dataDir}. Put it back, or set TOKEN_SECRET or PERSONAL_DATA_KEYS`,
      );
    return withDatabase(url, (db) => rotateWith(db, config.personalDataKeys), personalKeys(config.personalDataKeys));
  });
}

async function rotateWith(db: Database, keys: readonly string[]): Promise<number> {
  const { rows, retired } = await rotateKeys({ db, clock: systemClock, tables: SEALED_TABLES }, (table, count) =>
    console.log(`${table}: ${count} rows`),
  );
  console.log(
    rows === 0 ? 'All rows were encrypted with the newest key.' : `Encrypted with the newest key: ${rows} rows.`,
  );
  if (keys.length > 1)
    console.log(
      `The other key ${retired > 0 ? 'is retired' : 'was not used'}: remove it from PERSONAL_DATA_KEYS, and keep it with the backups that are older than this.`,
    );
  return 0;
}
