import { SEALED_TABLES } from '../app.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { requireEmptyDatabase, restoreTables, type BackupHeader } from '../db/index.ts';
import { BEGIN_NEW_EPOCH } from '../events/index.ts';
import { migrationsFolder, openOrStartDatabase } from '../launch.ts';
import { forgetUnreadable } from '../modules/personal-data/index.ts';
import { SEND_FROM_NOW_ON } from '../modules/webhooks/index.ts';
import { markOf } from '../sealing/sealing.ts';
import { formatSeconds, sumRows } from './backup.ts';

/** Restores a backup into an empty database: all of it, or nothing. */
export async function restoreBackup(
  config: Config,
  { file, mayLoseSecrets }: { file: string; mayLoseSecrets: boolean },
): Promise<number> {
  const startedAt = performance.now();
  let stop = async () => {};
  try {
    const { header, tables, applied } = await restoreTables({
      file,
      migrations: migrationsFolder(),
      onHeader: (found) => {
        if (!mayLoseSecrets) refuseOtherSecret(found, config);
      },
      async url() {
        const database = await openOrStartDatabase(config, (message) => console.error(message));
        stop = database.stop;
        await requireEmptyDatabase(database.url, migrationsFolder());
        return database.url;
      },
      afterwards: [
        BEGIN_NEW_EPOCH,
        SEND_FROM_NOW_ON,
        ...(mayLoseSecrets
          ? [
              forgetUnreadable(
                config.personalDataKeys.filter((key) => key !== ''),
                SEALED_TABLES,
              ),
            ]
          : []),
      ],
    });
    console.log(`${sumRows(tables)} are as they were at ${header.madeAt}: ${formatSeconds(startedAt)}.`);
    if (applied.length > 0) console.log(`The schema was brought to this version: ${applied.join(', ')}`);
    console.log('All people must sign in again. Before the first start: munjigi verify-audit, and munjigi doctor.');
    return 0;
  } finally {
    await stop();
  }
}

function refuseOtherSecret({ secretMark }: BackupHeader, { tokenSecret, databaseUrl, dataDir }: Config): void {
  if (secretMark === markOf(tokenSecret)) return;
  throw new ConfigError(
    `TOKEN_SECRET: it is not the one of the server that made this backup, so its access codes, its keys of payment providers and, unless PERSONAL_DATA_KEYS has their key, its guests’ names and phones could not be opened. ${
      databaseUrl
        ? 'Set TOKEN_SECRET to the old one'
        : `Set TOKEN_SECRET to the old one, or put the old server's file token-secret into ${dataDir}`
    }, and restore again; or, if it is lost, restore with --without-secret: coming guests get other codes, the keys of payment providers have to be entered anew, and guests have no names any more. Nothing was written`,
  );
}
