import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { from as copyFrom, type CopyStreamQuery } from 'pg-copy-streams';
import { migrationsIn, migrateOn } from '../migrate.ts';
import { readBackupFile, verifyBackupFile } from './backup-file.ts';
import { readBackupStream } from './backup-stream.ts';
import { prepareTables } from './prepared-tables.ts';
import {
  BackupFault,
  type BackupHeader,
  type BackupRecord,
  type BackupTable,
  type BackupTotals,
  type TableEnd,
} from './records.ts';
import { isEmpty, keptTables, listNames, PLAIN_TEXT, type StoredTable } from './stored-schema.ts';

interface Restoring {
  readonly file: string;
  /** Called after the file is verified, so that a damaged file starts and creates nothing. */
  readonly url: () => Promise<string>;
  /** The program's own migrations. */
  readonly migrations: string;
  /** Called with the header before any row is written; throws to reject the backup. */
  readonly onHeader: (header: BackupHeader) => void;
  /** Statements that end work that only the old server could continue. */
  readonly afterwards: readonly string[];
}

export interface Restored {
  readonly header: BackupHeader;
  readonly tables: BackupTotals['tables'];
  /** Migrations that are newer than the backup. */
  readonly applied: readonly string[];
}

/**
 * Restores a backup into an empty database in one transaction: all of it or nothing. The program's own migrations
 * create the schema: those of the backup first and, when the rows are in, the newer ones. The login becomes the owner
 * and needs no other privilege. Throws a `BackupFault` in words.
 */
export async function restoreTables(restoring: Restoring): Promise<Restored> {
  await verifyBackupFile(restoring.file);
  const header = await headerIn(restoring.file);
  refuseNewer(header, migrationsIn(restoring.migrations));
  restoring.onHeader(header);
  const client = new pg.Client({
    connectionString: await restoring.url(),
    application_name: 'munjigi restore',
    options:
      '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c client_min_messages=warning -c synchronize_seqscans=off',
  });
  client.on('error', () => undefined); // The pending statement reports the error.
  await client.connect();
  try {
    await client.query('begin');
    if (!(await isEmpty(client)))
      throw new BackupFault('The database is not empty: a backup goes into a new one only. Nothing was changed');
    const restored = await fill(client, restoring, header);
    await client.query('commit');
    // A backup has no planner statistics.
    await client.query('analyze');
    return restored;
  } finally {
    await client.end(); // Ends the transaction if it is not committed.
  }
}

export interface CheckedBackup {
  readonly header: BackupHeader;
  readonly tables: BackupTotals['tables'];
}

/** Reads the whole file as a restore does, without a database. */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  await verifyBackupFile(file);
  return checkRecords(readBackupFile(file));
}

/** Reads the whole of a backup that arrives as a stream. */
export async function checkBackupStream(source: AsyncIterable<Uint8Array>): Promise<CheckedBackup> {
  return checkRecords(readBackupStream(source));
}

async function checkRecords(records: AsyncIterable<BackupRecord>): Promise<CheckedBackup> {
  const reader = inOrder(records);
  const totals = await reader.eachTable(async () => ({ write: async () => undefined, end: async () => null }));
  return { header: reader.header(), tables: totals.tables };
}

async function headerIn(file: string): Promise<BackupHeader> {
  for await (const record of readBackupFile(file)) {
    if (record.kind === 'header') return record.header;
    break;
  }
  throw new BackupFault('The file does not begin as a backup does');
}

function refuseNewer(header: BackupHeader, migrations: readonly string[]): void {
  const foreign = header.migrations.filter((name, at) => migrations[at] !== name);
  if (foreign.length > 0)
    throw new BackupFault(
      `The file was made by a newer program: this one does not know ${foreign.join(', ')}. Restore it with that version or a later one`,
    );
}

async function fill(client: pg.Client, restoring: Restoring, header: BackupHeader): Promise<Restored> {
  const last = header.migrations.at(-1) ?? '';
  const migrated = await migrateOn(client, restoring.migrations, last);
  // Other programs that start on the same database wait for the migration lock, as this one may have waited for them.
  if (migrated.length !== header.migrations.length)
    throw new BackupFault('The database is not empty: another program has just made its schema. Nothing was changed');

  await client.query(PLAIN_TEXT);
  const tables = await keptTables(client);
  const prepared = await prepareTables(client, tables);
  const reader = inOrder(readBackupFile(restoring.file));
  const missing = new Map(tables.map((table) => [table.name, table]));
  const totals = await reader.eachTable(async (table) => {
    refuseForeign(table, missing.get(table.name));
    missing.delete(table.name);
    return copyInto(client, table);
  });
  if (missing.size > 0) throw new BackupFault(`The file lacks the tables ${[...missing.keys()].join(', ')}`);
  await setSequences(client, totals);
  // Runs while the owner still has access to every row.
  for (const statement of restoring.afterwards) await client.query(statement);
  await prepared.restoreRules();
  const applied = await migrateOn(client, restoring.migrations, null);
  return { header, tables: totals.tables, applied };
}

function refuseForeign(table: BackupTable, stored: StoredTable | undefined): void {
  if (!stored) throw new BackupFault(`The file holds a table ${table.name}, which is not in the schema, or twice`);
  if (JSON.stringify([...table.columns].sort()) !== JSON.stringify([...stored.columns].sort()))
    throw new BackupFault(`The file’s table ${table.name} has other columns than the schema`);
}

async function setSequences(client: pg.Client, totals: BackupTotals): Promise<void> {
  for (const { name, lastValue, isCalled } of totals.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), lastValue, isCalled]);
}

/** Receives the rows of one table. */
interface Sink {
  write(data: Buffer): Promise<void>;
  /** The number of rows that it received, or `null` if it did not count. */
  end(): Promise<number | null>;
}

function copyInto(client: pg.Client, { name, columns }: BackupTable): Sink {
  const stream: CopyStreamQuery = client.query(
    copyFrom(`copy ${pg.escapeIdentifier(name)} (${listNames(columns)}) from stdin`),
  );
  let failed: Error | null = null;
  stream.on('error', (error) => (failed ??= error));
  return {
    async write(data) {
      if (failed) throw failed;
      if (!stream.write(data)) await once(stream, 'drain');
    },
    async end() {
      if (failed) throw failed;
      stream.end();
      await once(stream, 'finish');
      return stream.rowCount;
    },
  };
}

/** Checks the order of the records, and compares each table with the counts taken at the backup. */
function inOrder(records: AsyncIterable<BackupRecord>) {
  let header: BackupHeader | null = null;
  return {
    header(): BackupHeader {
      if (!header) throw new BackupFault('The file does not begin as a backup does');
      return header;
    },
    async eachTable(open: (table: BackupTable) => Promise<Sink>): Promise<BackupTotals> {
      let current: { table: BackupTable; sink: Sink; checksum: Hash; bytes: number } | null = null;
      let totals: BackupTotals | null = null;
      const ends: Record<string, TableEnd> = {};
      for await (const record of records) {
        if (totals || (record.kind === 'header') !== (header === null)) throw disorder();
        if (record.kind === 'header') header = record.header;
        else if (record.kind === 'table') {
          if (current) throw disorder();
          current = { table: record.table, sink: await open(record.table), checksum: createHash('sha256'), bytes: 0 };
        } else if (record.kind === 'totals') {
          if (current) throw disorder();
          totals = record.totals;
        } else if (!current) throw disorder();
        else if (record.kind === 'data') {
          current.checksum.update(record.data);
          current.bytes += record.data.length;
          await current.sink.write(record.data);
        } else {
          const { table, sink, checksum, bytes } = current;
          const rows: number = (await sink.end()) ?? record.end.rows;
          const found = { rows, bytes, sha256: checksum.digest('hex') };
          if (JSON.stringify(found) !== JSON.stringify(record.end))
            throw new BackupFault(`The file’s table ${table.name} is not what was written`);
          ends[table.name] = found;
          current = null;
        }
      }
      if (!totals) throw new BackupFault('The file ends before its end');
      if (JSON.stringify(sorted(totals.tables)) !== JSON.stringify(sorted(ends)))
        throw new BackupFault('The file’s tables are not those that were counted');
      return totals;
    },
  };
}

const sorted = (tables: BackupTotals['tables']) => Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
const disorder = () => new BackupFault('The file’s records are not in the order of a backup');
