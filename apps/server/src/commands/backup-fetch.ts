import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { decryptBackup, makeBackupKey } from '../backups/backup-encryption.ts';
import { measureBytes, type Measured } from '../backups/measured-bytes.ts';
import { prefixOfBackups, selectOwnBackups, type NamedBackup } from '../backups/backup-name.ts';
import type { BackupTarget } from '../backups/backup-store.ts';
import { openBackupTarget } from '../backups/backup-target.ts';
import type { Config } from '../config/config.ts';
import { BackupFault, explainWriteFault } from '../db/index.ts';
import { markOf } from '../sealing/sealing.ts';
import { describeBackup } from './backup.ts';

/** Prints the backups of this server at BACKUP_TARGET, newest first. */
export async function listBackups(config: Config): Promise<number> {
  const target = openBackupTarget(config);
  const backups = await findBackups(config, target);
  console.log(`${target.address}: ${backups.length} backups of this server, newest first`);
  for (const { name } of backups) console.log(name);
  return 0;
}

/** Copies a backup from BACKUP_TARGET to a new file, decrypted, for `munjigi restore`. */
export async function fetchBackup(config: Config, file: string, name: string | undefined): Promise<number> {
  const target = openBackupTarget(config);
  await copyBackup(config, target, { name: name ?? (await newestBackup(config, target)).name, file });
  return describeBackup(file);
}

/** Prints a new key for BACKUP_KEYS. */
export async function printBackupKey(): Promise<number> {
  console.log(await makeBackupKey());
  console.error('Put it into the file of BACKUP_KEYS_FILE, and keep a copy of it apart from the backups.');
  return 0;
}

export async function newestBackup(config: Config, target: BackupTarget): Promise<NamedBackup> {
  const [newest] = await findBackups(config, target);
  if (newest === undefined)
    throw new BackupFault(
      `${target.address}: there is no backup of this server. Make one with munjigi backup-push, or set the TOKEN_SECRET of the server that made them`,
    );
  return newest;
}

/** Decrypts a backup into a file that only its owner can read. Returns the figures of the encrypted backup. */
export async function copyBackup(
  config: Config,
  target: BackupTarget,
  { name, file }: { readonly name: string; readonly file: string },
): Promise<Measured> {
  if (existsSync(file)) throw new BackupFault(`${file} is already there: name another one`);
  const part = `${file}.part`;
  try {
    const received = measureBytes(await target.read(name));
    const bytes = decryptBackup(received.bytes, config.backup.keys);
    await pipeline(Readable.from(bytes), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    await rename(part, file);
    return received.figures();
  } catch (error) {
    await rm(part, { force: true });
    throw explainWriteFault(file, error);
  }
}

async function findBackups({ tokenSecret }: Config, target: BackupTarget): Promise<NamedBackup[]> {
  const mark = markOf(tokenSecret);
  return selectOwnBackups(await target.listNames(prefixOfBackups(mark)), mark);
}
