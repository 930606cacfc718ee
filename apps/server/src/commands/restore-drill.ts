import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BackupTarget } from '../backups/backup-store.ts';
import { openBackupTarget } from '../backups/backup-target.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import {
  BackupFault,
  countStoredRows,
  examineDatabase,
  recordBackupRun,
  restoreTables,
  startEmbeddedPostgres,
  SYSTEM,
} from '../db/index.ts';
import { BEGIN_NEW_EPOCH } from '../events/index.ts';
import { migrationsFolder } from '../launch.ts';
import { verifyChain } from '../modules/audit/index.ts';
import { UNBALANCED_TRANSACTIONS } from '../modules/payments/index.ts';
import { listProducts } from '../modules/stores/index.ts';
import { SEND_FROM_NOW_ON } from '../modules/webhooks/index.ts';
import { markOf } from '../sealing/sealing.ts';
import { formatSeconds, sumRows } from './backup.ts';
import { copyBackup, newestBackup } from './backup-fetch.ts';
import { listSealedSamples } from './sealed-samples.ts';
import { onCurrentSchema, withDatabase } from './with-database.ts';
import { toErrorMessage } from '../error-message.ts';

/**
 * Restores the newest backup of BACKUP_TARGET into a temporary database, examines it, and records the run. Returns 1 if a
 * check finds a fault. The running database is only read.
 */
export async function drillRestore(config: Config, clock: Clock = systemClock): Promise<number> {
  const target = openBackupTarget(config);
  return onCurrentSchema(config, async (url) => {
    const startedAt = clock.now();
    const began = performance.now();
    let outcome: Outcome;
    try {
      outcome = await restoreTemporarily(config, target);
    } catch (error) {
      outcome = { name: null, faults: [toErrorMessage(error)], notes: [] };
    }
    for (const note of outcome.notes) console.log(`✓ ${note}`);
    for (const fault of outcome.faults) console.log(`✗ ${fault}`);
    const fault = outcome.faults.length === 0 ? null : outcome.faults.join('\n');
    await recordBackupRun(url, {
      kind: 'DRILL',
      startedAt,
      finishedAt: clock.now(),
      target: target.address,
      name: outcome.name,
      bytes: outcome.bytes ?? null,
      sha256: outcome.sha256 ?? null,
      fault,
    });
    const what = outcome.name === null ? target.address : `${target.address}: ${outcome.name}`;
    console.log(
      fault === null
        ? `${what} can be restored: ${formatSeconds(began)}.`
        : `The drill failed: ${what} was not restored without a fault.`,
    );
    return fault === null ? 0 : 1;
  });
}

interface Outcome {
  readonly name: string | null;
  readonly bytes?: number;
  readonly sha256?: string;
  readonly faults: readonly string[];
  readonly notes: readonly string[];
}

/** Everything lies in one folder, which is deleted at the end. */
async function restoreTemporarily(config: Config, target: BackupTarget): Promise<Outcome> {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-drill-'));
  chmodSync(folder, 0o711); // PostgreSQL may run as another user than this process.
  const dataDir = path.join(folder, 'data');
  mkdirSync(path.join(folder, 'backup'), { mode: 0o700 });
  try {
    const { name } = await newestBackup(config, target);
    const file = path.join(folder, 'backup', name);
    const { bytes, sha256 } = await copyBackup(config, target, { name, file });
    const postgres = await startEmbeddedPostgres({ dataDir, password: randomBytes(24).toString('base64url') });
    try {
      return { name, bytes, sha256, ...(await restoreAndExamine(config, { file, url: postgres.url })) };
    } finally {
      await postgres.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Drill {
  readonly file: string;
  readonly url: string;
}

async function restoreAndExamine(config: Config, { file, url }: Drill): Promise<Pick<Outcome, 'faults' | 'notes'>> {
  const { header, tables, applied } = await restoreTables({
    file,
    url: async () => url,
    migrations: migrationsFolder(),
    onHeader({ secretMark }) {
      if (secretMark !== markOf(config.tokenSecret))
        throw new BackupFault('TOKEN_SECRET is not the one of the server that made the backup');
    },
    afterwards: [BEGIN_NEW_EPOCH, SEND_FROM_NOW_ON],
  });
  const notes = [`${sumRows(tables)} of ${header.madeAt} restored`];
  if (applied.length > 0) notes.push(`migrated: ${applied.join(', ')}`);
  const counts = await countStoredRows(url);
  // Tables of newer migrations are not in the backup.
  const differing = Object.entries(tables).filter(([name, { rows }]) => counts[name] !== rows && applied.length === 0);
  const examined = await examineDatabase({
    url,
    setting: 'DATABASE_URL',
    migrations: migrationsFolder(),
    now: () => systemClock.now(),
    poolSize: 2,
    sealed: listSealedSamples(config),
    checks: [UNBALANCED_TRANSACTIONS],
  });
  const chains = await verifyChains(url);
  const faults = [
    ...differing.map(([name, { rows }]) => `${name} has ${counts[name] ?? 0} rows instead of ${rows}`),
    ...examined.faults,
    ...chains.faults,
  ];
  return { faults, notes: [...notes, ...examined.notes, ...chains.notes] };
}

async function verifyChains(url: string): Promise<Pick<Outcome, 'faults' | 'notes'>> {
  return withDatabase(url, async (db) => {
    const [faults, notes]: [string[], string[]] = [[], []];
    for (const { id, slug } of await db.withActor(SYSTEM, listProducts)) {
      const { end, fault } = await verifyChain(db, id);
      if (fault) faults.push(`the audit log of ${slug} is not as it was written: row ${fault.seq} (${fault.what})`);
      else notes.push(`audit log of ${slug}: ${end.seq} rows as they were written`);
    }
    return { faults, notes };
  });
}
