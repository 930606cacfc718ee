import { SEALED_TABLES } from '../app.ts';
import { systemClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { personalKeys } from '../db/index.ts';
import { reachDatabase } from '../launch.ts';
import { rotateKeys } from '../modules/personal-data/index.ts';
import { withDatabase } from './with-database.ts';

/**
 * Re-encrypts all data of guests with the newest key while servers are running. Before that, all processes must run
 * with both keys, the newest first.
 */
export async function rotatePersonalKeys(config: Config): Promise<number> {
  const database = await reachDatabase(config, (message) => console.error(message));
  try {
    return await withDatabase(
      database.url,
      async (db) => {
        const { rows, retired } = await rotateKeys({ db, clock: systemClock, tables: SEALED_TABLES }, (table, count) =>
          console.log(`${table}: ${count} rows`),
        );
        console.log(rows === 0 ? 'Everything was sealed with the newest key.' : `Sealed anew: ${rows} rows.`);
        if (config.personalDataKeys.length > 1)
          console.log(
            `The other key ${retired > 0 ? 'is retired' : 'was not used'}: take it out of PERSONAL_DATA_KEYS, and keep it with the backups that are older than this.`,
          );
        return 0;
      },
      personalKeys(config.personalDataKeys),
    );
  } finally {
    await database.stop();
  }
}
