import { createHash } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { writeBackupFile } from './backup-file.ts';
import { BackupFault, type BackupRecord, type BackupTotals, type TableEnd } from './records.ts';
import {
  appliedMigrations,
  keptTables,
  listNames,
  PLAIN_TEXT,
  tablesNotRead,
  type StoredTable,
} from './stored-schema.ts';

export interface MadeBackup {
  readonly tables: BackupTotals['tables'];
  readonly bytes: number;
}

/**
 * Writes a consistent snapshot of the database at `url` to `file` while the database is in use: one read-only
 * transaction that blocks only changes of the schema and holds a few hundred kilobytes in memory at any size. The login
 * must own the tables, or be exempt from row-level security. Throws a `BackupFault` in words.
 */
export async function backUp({
  url,
  file,
  secretMark,
}: {
  url: string;
  file: string;
  secretMark: string;
}): Promise<MadeBackup> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    application_name: 'munjigi backup',
  });
  client.on('error', () => undefined); // The pending statement reports the error.
  await client.connect();
  try {
    const tables = await keptTables(client);
    if (tables.length === 0) throw new BackupFault('There is nothing to back up: the database has no schema');
    const hidden = await tablesNotRead(client);
    if (hidden.length > 0) {
      throw new BackupFault(
        `The login cannot read every row of ${hidden.join(', ')}: use the login that owns the tables, and bring the schema to this version first (munjigi migrate)`,
      );
    }
    // Locks the tables before the snapshot is taken, so that the schema found then matches the data.
    await client.query('begin isolation level repeatable read read only');
    await client.query(
      `${PLAIN_TEXT}; set local synchronize_seqscans = off; set local app.backup = 'on'; lock table ${listNames(tables.map((table) => table.name))} in access share mode`,
    );
    if (JSON.stringify(await keptTables(client)) !== JSON.stringify(tables))
      throw new BackupFault('The schema was changed meanwhile: try again');
    const ends: Record<string, TableEnd> = {};
    const bytes = await writeBackupFile(file, records(client, tables, secretMark, ends));
    await client.query('rollback');
    return { tables: ends, bytes };
  } finally {
    await client.end();
  }
}

async function* records(
  client: pg.Client,
  tables: readonly StoredTable[],
  secretMark: string,
  ends: Record<string, TableEnd>,
): AsyncIterable<BackupRecord> {
  const { rows } = await client.query<{ version: string; at: string }>(
    `select current_setting('server_version') as version, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  );
  const { version: postgres = '', at: madeAt = '' } = rows[0] ?? {};
  yield {
    kind: 'header',
    header: { format: 1, madeAt, postgres, migrations: await appliedMigrations(client), secretMark },
  };
  for (const { name, columns } of tables) {
    yield { kind: 'table', table: { name, columns: [...columns] } };
    const checksum = createHash('sha256');
    let bytes = 0;
    const copy = client.query(
      copyTo(`copy ${pg.escapeIdentifier(name)} (${listNames(columns)}) to stdout`, { highWaterMark: 256 * 1024 }),
    );
    for await (const chunk of copy) {
      const data = chunk as Buffer;
      checksum.update(data);
      bytes += data.length;
      yield { kind: 'data', data };
    }
    const end = { rows: await rowsOf(client, copy), bytes, sha256: checksum.digest('hex') };
    ends[name] = end;
    yield { kind: 'end', end };
  }
  yield { kind: 'totals', totals: { tables: ends, sequences: await sequencesOf(client) } };
}

/** The row count is known when the command completes, after the last row: once the next statement is answered. */
async function rowsOf(client: pg.Client, copy: { readonly rowCount: number }): Promise<number> {
  await client.query('select 1');
  return copy.rowCount;
}

/** Read after the rows, because sequences advance outside of transactions: the value is never below one in use. */
async function sequencesOf(client: pg.Client): Promise<BackupTotals['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1",
  );
  const found = [];
  for (const { name } of rows) {
    const read = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${pg.escapeIdentifier(name)}`,
    );
    found.push({ name, lastValue: read.rows[0]?.last ?? '1', isCalled: read.rows[0]?.called ?? false });
  }
  return found;
}
