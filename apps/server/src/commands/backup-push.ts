import { groupDigits } from '@munjigi/rules';
import { decryptBackup, encryptBackup } from '../backups/backup-encryption.ts';
import { measureBytes, type Measured } from '../backups/measured-bytes.ts';
import { nameBackup, prefixOfBackups, selectOwnBackups } from '../backups/backup-name.ts';
import type { BackupTarget } from '../backups/backup-store.ts';
import { openBackupTarget } from '../backups/backup-target.ts';
import { selectExpiredBackups } from '../backups/rotation.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { BackupFault, checkBackupStream, recordBackupRun, sendBackup, withBackupLock } from '../db/index.ts';
import { markOf } from '../sealing/sealing.ts';
import { formatMegabytes, formatSeconds, sumRows } from './backup.ts';
import { onCurrentSchema } from './with-database.ts';
import { toErrorMessage } from '../error-message.ts';

interface Pushing {
  readonly url: string;
  readonly target: BackupTarget;
  readonly keys: readonly string[];
  readonly secretMark: string;
  readonly name: string;
}

/**
 * Writes an encrypted backup to BACKUP_TARGET, reads it back, records the run, and deletes what the rotation does not
 * keep.
 */
export async function pushBackup(config: Config, clock: Clock = systemClock): Promise<number> {
  const target = openBackupTarget(config);
  const { keys, rotation } = config.backup;
  const secretMark = markOf(config.tokenSecret);
  return onCurrentSchema(config, (url) =>
    withBackupLock(url, async () => {
      const startedAt = clock.now();
      const began = performance.now();
      const name = nameBackup(secretMark, startedAt);
      const run = { kind: 'BACKUP', startedAt, target: target.address } as const;
      let stored: Measured & { readonly rows: string };
      try {
        await removeRemains(target, secretMark);
        stored = await store({ url, target, keys, secretMark, name });
      } catch (error) {
        const fault = toErrorMessage(error);
        await recordFailure(() =>
          recordBackupRun(url, { ...run, finishedAt: clock.now(), name: null, bytes: null, sha256: null, fault }),
        );
        throw error;
      }
      const { bytes, sha256, rows } = stored;
      await recordBackupRun(url, { ...run, finishedAt: clock.now(), name, bytes, sha256, fault: null });
      console.log(
        `${target.address}: ${name}, ${rows}, ${formatMegabytes(bytes)} encrypted and read back, ${formatSeconds(began)}.`,
      );
      const names = await target.listNames(prefixOfBackups(secretMark));
      const own = selectOwnBackups(names, secretMark);
      const expired = selectExpiredBackups(own, rotation).filter((backup) => backup.name !== name);
      for (const backup of expired) await target.remove(backup.name);
      console.log(
        `${groupDigits(own.length - expired.length)} backups kept, ${groupDigits(expired.length)} older ones deleted.`,
      );
      return 0;
    }),
  );
}

/** Sends the backup while the database is read, and reads back what was stored. */
async function store(pushing: Pushing): Promise<Measured & { readonly rows: string }> {
  const { url, target, keys, secretMark, name } = pushing;
  const { tables, sent } = await sendBackup({
    url,
    secretMark,
    async send(bytes) {
      const encrypted = measureBytes(await encryptBackup(bytes, keys));
      await target.write(name, encrypted.bytes);
      return encrypted.figures();
    },
  });
  try {
    const received = measureBytes(await target.read(name));
    const found = await checkBackupStream(decryptBackup(received.bytes, keys));
    const isSame = received.figures().sha256 === sent.sha256 && JSON.stringify(found.tables) === JSON.stringify(tables);
    if (!isSame) throw new BackupFault(`${target.address}: ${name} is not what was written. It was deleted`);
  } catch (error) {
    await recordFailure(() => target.remove(name));
    throw error;
  }
  return { ...sent, rows: sumRows(tables) };
}

/** A service can refuse to list uploads; the backup does not need it. */
async function removeRemains(target: BackupTarget, secretMark: string): Promise<void> {
  try {
    await target.removeRemains(prefixOfBackups(secretMark));
  } catch (error) {
    console.error(`What earlier runs may have left could not be removed: ${toErrorMessage(error)}`);
  }
}

/** Work after a failure, whose own failure is printed and does not replace the first. */
async function recordFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`After the failure: ${toErrorMessage(error)}`);
  }
}
