import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { embeddedMajor, otherMajorFault } from './embedded.ts';
import { findRunningPostgres } from './embedded-running.ts';
import type { DatabaseExamined } from '../examine.ts';
import { holderOf } from './process-lock.ts';
import { toErrorMessage } from '../../error-message.ts';

/** The free space below which PostgreSQL may stop while it works, in MB. */
const LEAST_FREE_MB = 200;

interface FolderExamined extends DatabaseExamined {
  /** The folder contains a cluster that can be examined. */
  readonly hasDatabase: boolean;
}

/** Examines DATA_DIR and its embedded server for `doctor`. Creates and starts nothing. */
export async function examineFolder(
  dataDir: string,
  freeBytes: (folder: string) => number = freeBytesOf,
): Promise<FolderExamined> {
  try {
    return await examine(dataDir, freeBytes);
  } catch (error) {
    return {
      faults: [
        `${dataDir} cannot be read: ${toErrorMessage(error)}. Correct its permissions, or set DATA_DIR to another folder`,
      ],
      notes: [],
      hasDatabase: false,
    };
  }
}

async function examine(dataDir: string, freeBytes: (folder: string) => number): Promise<FolderExamined> {
  const found = statSync(dataDir, { throwIfNoEntry: false });
  const onlyFault = (fault: string): FolderExamined => ({ faults: [fault], notes: [], hasDatabase: false });
  if (!found) {
    const parent = existingAbove(dataDir);
    const fault = writeFault(parent) ?? spaceFault(parent, freeBytes);
    return fault
      ? onlyFault(
          `${dataDir} does not exist and cannot be created: ${fault}. Create it, or set DATA_DIR to another folder`,
        )
      : { faults: [], notes: [`${dataDir} will be created at the first start`], hasDatabase: false };
  }
  if (!found.isDirectory()) return onlyFault(`${dataDir} is a file. Set DATA_DIR to a folder`);
  const unwritable = writeFault(dataDir);
  if (unwritable) return onlyFault(`nothing can be written into ${dataDir}: ${unwritable}. ${ownerWords(dataDir)}`);

  const faults: string[] = [];
  const notes: string[] = [dataDir];
  const shortage = spaceFault(dataDir, freeBytes);
  if (shortage !== null) faults.push(`${shortage}. Make room, or set DATA_DIR to another disk`);
  const cluster = path.join(dataDir, 'postgres');
  const hasCluster = existsSync(path.join(cluster, 'PG_VERSION'));
  if (!hasCluster)
    return { faults, notes: [...notes, 'no database yet: the first start creates it'], hasDatabase: false };
  faults.push(...(await clusterFaults(cluster)), ...secretFaults(dataDir), ...lockFaults(dataDir));
  const holder = holderOf(dataDir);
  if (holder !== null && faults.length === 0) notes.push(`used by process ${holder}`);
  if (holder === null && existsSync(path.join(dataDir, 'munjigi.pid')))
    notes.push('the process that used it has ended: the next start takes it over');
  return { faults, notes, hasDatabase: faults.length === 0 };
}

async function clusterFaults(cluster: string): Promise<string[]> {
  const fault = otherMajorFault(cluster, await embeddedMajor());
  return fault === null ? [] : [fault];
}

/**
 * Faults of the secret files: without database-password the database is inaccessible, without token-secret the
 * encrypted data cannot be read.
 */
function secretFaults(dataDir: string): string[] {
  return ['database-password', 'token-secret'].flatMap((name) => {
    const file = path.join(dataDir, name);
    // TOKEN_SECRET may be set instead; a missing secret shows in the check of the sealed data.
    if (!existsSync(file))
      return name === 'token-secret'
        ? []
        : [
            `${file} is missing, and without it the database cannot be opened. Put it back, or restore a backup into an empty DATA_DIR`,
          ];
    try {
      accessSync(file, constants.R_OK);
      return [];
    } catch {
      return [`${file} cannot be read by this user. ${ownerWords(file)}`];
    }
  });
}

function lockFaults(dataDir: string): string[] {
  const holder = holderOf(dataDir);
  if (holder === null || findRunningPostgres(dataDir, '') !== null) return [];
  return [
    `${path.join(dataDir, 'munjigi.pid')} says that process ${holder} uses the folder, but no database runs there. If that process is not Munjigi, delete the file`,
  ];
}

function spaceFault(folder: string, freeBytes: (folder: string) => number): string | null {
  const freeMb = Math.floor(freeBytes(folder) / 1_000_000);
  return freeMb < LEAST_FREE_MB
    ? `only ${freeMb} MB are free on the disk of ${folder}, and at least ${LEAST_FREE_MB} MB are needed`
    : null;
}

function existingAbove(folder: string): string {
  const parent = path.dirname(folder);
  return parent === folder || existsSync(parent) ? parent : existingAbove(parent);
}

/** Checks the rights and the free space without writing. Returns the fault, or `null`. */
function writeFault(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    // `EACCES: permission denied, access '/data'`.
    return toErrorMessage(error).split(', ', 1)[0] ?? '';
  }
  return isClosedToEffectiveUser(folder) ? 'EACCES: permission denied' : null;
}

/** The system's answer is about the real user. A process with another effective user is checked by the mode. */
function isClosedToEffectiveUser(folder: string): boolean {
  const user = process.geteuid?.();
  if (user === undefined || user === 0 || user === process.getuid?.()) return false;
  const { mode, uid, gid } = statSync(folder);
  const bits = uid === user ? 0o300 : process.getegid?.() === gid ? 0o030 : 0o003;
  return (mode & bits) !== bits;
}

function ownerWords(file: string): string {
  const uid = process.geteuid?.();
  const owner = statSync(file, { throwIfNoEntry: false })?.uid;
  return uid !== undefined && owner !== undefined && owner !== uid
    ? `It belongs to user ${owner}, and this is user ${uid}: run Munjigi as that user, or: chown -R ${uid} ${file}`
    : `Give this user the right to (chmod u+rwX ${file}), or set DATA_DIR to another folder`;
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
