import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { writeBackupFile } from './backup-file.ts';
import { encodingOf } from './backup-stream.ts';
import { BackupFault, type BackupRecord, type BackupTotals, type TableEnd } from './records.ts';
import {
  appliedMigrations,
  keptTables,
  listNames,
  PLAIN_TEXT,
  tablesNotRead,
  type StoredTable,
} from './stored-schema.ts';

export interface WrittenBackup {
  readonly tables: BackupTotals['tables'];
  readonly bytes: number;
}

interface Snapshot {
  readonly url: string;
  readonly secretMark: string;
}

/** Writes a snapshot of the database to a new file. */
export async function backUp({ file, ...snapshot }: Snapshot & { readonly file: string }): Promise<WrittenBackup> {
  const { tables, written } = await readSnapshot(snapshot, (records) => writeBackupFile(file, records));
  return { tables, bytes: written };
}

/** Sends the bytes of a snapshot, the same as those of a file, while the database is read. */
export async function sendBackup<T>({
  send,
  ...snapshot
}: Snapshot & { readonly send: (bytes: Readable) => Promise<T> }): Promise<{
  readonly tables: BackupTotals['tables'];
  readonly sent: T;
}> {
  const { tables, written } = await readSnapshot(snapshot, async (records) => {
    const [source, zip, counted] = encodingOf(records);
    const sending = send(counted).catch((error: unknown) => {
      // Ends the reading, which otherwise waits for the sender.
      counted.destroy(error as Error);
      throw error;
    });
    const [encoded, sent] = await Promise.allSettled([pipeline(source, zip, counted), sending]);
    if (encoded.status === 'rejected' && !isPrematureClose(encoded.reason)) throw encoded.reason;
    if (sent.status === 'rejected') throw sent.reason;
    if (encoded.status === 'rejected') throw encoded.reason;
    return sent.value;
  });
  return { tables, sent: written };
}

/** The sender closed the stream, and its own error says why. */
function isPrematureClose(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * Reads a consistent snapshot of the database while it is in use: one read-only transaction that blocks only changes of
 * the schema and holds a few hundred kilobytes in memory at any size. The login must own the tables, or be exempt from
 * row-level security. Throws a `BackupFault` in words.
 */
async function readSnapshot<T>(
  { url, secretMark }: Snapshot,
  write: (records: AsyncIterable<BackupRecord>) => Promise<T>,
): Promise<{ readonly tables: BackupTotals['tables']; readonly written: T }> {
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
    const written = await write(records(client, tables, secretMark, ends));
    await client.query('rollback');
    return { tables: ends, written };
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
  const { version: postgres = '', at: createdAt = '' } = rows[0] ?? {};
  yield {
    kind: 'header',
    header: { format: 1, madeAt: createdAt, postgres, migrations: await appliedMigrations(client), secretMark },
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
