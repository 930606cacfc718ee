import { sql, type RawBuilder } from 'kysely';
import { personalOf, type Database, type PersonalKeys, type Tx } from '../../db/index.ts';
import {
  ROWS_PER_TRANSACTION,
  keyColumns,
  keyOfRow,
  processTables,
  rowsAfter,
  selectKey,
  toProcessedPage,
  type KeyPosition,
  type ProcessedPage,
  type TablePage,
} from './pages.ts';
import type { SealedTable } from './sealed-table.ts';

/** Re-encrypts everything that is not encrypted with the newest key, while servers run. Returns the number of rows. */
export async function resealTables(
  db: Database,
  tables: readonly SealedTable[],
  onProgress: (table: string, rows: number) => void = () => undefined,
): Promise<number> {
  return processTables(db, tables, { page: resealPage, onProgress });
}

async function resealPage(tx: Tx, { table, within, after }: TablePage): Promise<ProcessedPage> {
  const [newest] = personalOf(tx).ids;
  if (!newest) throw new Error('There is no key for personal data');
  const isOld = sql.join(
    table.columns.map(
      (name) =>
        sql`(length(${sql.ref(name)}) > 0 and substring(${sql.ref(name)} from 1 for ${newest.length}) <> ${newest})`,
    ),
    sql` or `,
  );
  const places = await resealRows(tx, table, [sql`(${isOld})`, ...within, ...rowsAfter(table, after)]);
  return toProcessedPage(places, places.length);
}

/** Locks at most a page of the rows, and writes them with the newest key. Resolves with their keys, in order. */
export async function resealRows(
  tx: Tx,
  table: SealedTable,
  where: readonly RawBuilder<unknown>[],
): Promise<KeyPosition[]> {
  const keys = personalOf(tx);
  const names = Object.keys(table.key);
  const types = Object.values(table.key);
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([
      ...selectKey(table),
      ...table.columns.map((name, index) => sql`${sql.ref(name)} as ${sql.ref(`sealed${index}`)}`),
    ])}
    from ${sql.table(table.table)} where ${sql.join(where, sql` and `)} order by ${keyColumns(table)}
      limit ${ROWS_PER_TRANSACTION} for no key update`.execute(tx);
  if (rows.length === 0) return [];

  const places = rows.map((row) => keyOfRow(table, row));
  const written = rows.map((row) => resealRow(keys, table, row));
  const columns = Object.keys(written[0] ?? {});
  const arrayOf = (name: string) => written.map((record) => record[name] ?? null);
  const unnested = [...names.map((_name, index) => `key${index}`), ...columns];
  await sql`
    update ${sql.table(table.table)} as t set ${sql.join(
      columns.map(
        (name) => sql`${sql.ref(name)} =
      ${sql.ref(`u.${name}`)}`,
      ),
    )}
    from unnest(${sql.join([
      ...types.map((type, index) => sql`${places.map((place) => place[index])}::${sql.raw(type)}[]`),
      ...columns.map((name) => sql`${arrayOf(name)}::bytea[]`),
    ])}) as u (${sql.join(unnested.map((name) => sql.ref(name)))})
    where ${sql.join(
      names.map((name, index) => sql`${sql.ref(`t.${name}`)} = ${sql.ref(`u.key${index}`)}`),
      sql` and `,
    )}`.execute(tx);
  return places;
}

function resealRow(
  keys: PersonalKeys,
  table: SealedTable,
  row: Readonly<Record<string, unknown>>,
): Record<string, Buffer | null> {
  const bytes = table.columns
    .map((name, index) => [name, row[`sealed${index}`] as Buffer | null] as const)
    .map(([name, bytes]) => [name, bytes === null ? null : keys.openBytes(bytes)] as const);
  const [marks] = keys.marks;
  const opened = Object.fromEntries(bytes.map(([name, bytes]) => [name, bytes?.toString('utf8') ?? '']));
  return {
    ...Object.fromEntries(bytes.map(([name, bytes]) => [name, bytes === null ? null : keys.seal(bytes)])),
    ...(table.marked && marks ? table.marked.compute(opened, marks) : {}),
  };
}
