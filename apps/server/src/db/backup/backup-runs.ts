import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../transaction.ts';
import { BackupFault } from './records.ts';
import { keptTables } from './stored-schema.ts';

/** A run of `backup-push` or `restore-drill`: a row of the table `backups`. */
interface BackupRun {
  readonly kind: BackupKind;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** Where the backup is, without a secret. */
  readonly target: string;
  /** `null`: the run failed before there was one. */
  readonly name: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** `null`: the run succeeded. */
  readonly fault: string | null;
}

export type BackupKind = 'BACKUP' | 'DRILL';

/** How long runs are kept. */
const KEPT_DAYS = 400;
const LOCK = 'munjigi backup-push';

/** Runs the work while no other process runs it on this database. Throws a `BackupFault` if one does. */
export async function withBackupLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
      [LOCK],
    );
    if (rows[0]?.free !== true)
      throw new BackupFault('Another backup-push of this database is running. Nothing was written; wait for its end');
    return work();
  });
}

export async function recordBackupRun(url: string, run: BackupRun): Promise<void> {
  const { kind, startedAt, finishedAt, target, name, bytes, sha256, fault } = run;
  await withClient(url, async (client) => {
    await client.query(
      `insert into backups (id, kind, started_at, finished_at, target, name, bytes, sha256, fault)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [uuidv7(), kind, startedAt, finishedAt, target, name, bytes, sha256, fault],
    );
    await client.query('delete from backups where finished_at < $1', [
      new Date(finishedAt.getTime() - KEPT_DAYS * 24 * 3600_000),
    ]);
  });
}

/** When each kind of run last succeeded. */
export async function readLastBackups(tx: Tx): Promise<ReadonlyMap<BackupKind, Date>> {
  const rows = await tx
    .selectFrom('backups')
    .select(['kind', (builder) => builder.fn.max('finished_at').as('at')])
    .where('fault', 'is', null)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, at }) => [kind, at]));
}

/** Counts the rows of every table that a backup contains. */
export async function countStoredRows(url: string): Promise<Readonly<Record<string, number>>> {
  return withClient(url, async (client) => {
    await client.query("set app.backup = 'on'");
    const counts: Record<string, number> = {};
    for (const { name } of await keptTables(client)) {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) as count from ${pg.escapeIdentifier(name)}`,
      );
      counts[name] = Number(rows[0]?.count);
    }
    return counts;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'munjigi backup',
    keepAlive: true,
    options: '-c statement_timeout=0',
  });
  client.on('error', () => undefined); // The pending statement reports the error.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
