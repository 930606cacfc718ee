import { sql } from 'kysely';
import { personalOf, type Database, type PersonalKeys, type Tx } from '../../db/index.ts';
import {
  keyColumns,
  keyOfRow,
  processTables,
  ROWS_PER_TRANSACTION,
  rowsAfter,
  rowsOfKeys,
  selectKey,
  toProcessedPage,
  type ProcessedPage,
  type TablePage,
} from './pages.ts';
import { resealRows } from './reseal.ts';
import type { SealedTable } from './sealed-table.ts';

/**
 * Computes again the marks of rows that are encrypted with the newest key and marked with another one. The database
 * cannot find them, so this reads every marked row; it locks only those that it changes. Returns their number.
 */
export async function renewMarks(
  db: Database,
  tables: readonly SealedTable[],
  onProgress: (table: string, rows: number) => void = () => undefined,
): Promise<number> {
  return processTables(
    db,
    tables.filter(({ marked }) => marked),
    { page: renewPage, onProgress },
  );
}

async function renewPage(tx: Tx, { table, within, after }: TablePage): Promise<ProcessedPage> {
  const { marked } = table;
  const keys = personalOf(tx);
  const [marks] = keys.marks;
  if (!marked || !marks) throw new Error('There are no marks or no key for them');
  const names = Object.keys(marked.compute({}, marks));
  const isMarked = sql.join(
    names.map((name) => sql`${sql.ref(name)} is not null`),
    sql` or `,
  );
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([
      ...selectKey(table),
      ...marked.of.map((name, index) => sql`${sql.ref(name)} as ${sql.ref(`sealed${index}`)}`),
      ...names.map((name) => sql.ref(name)),
    ])}
    from ${sql.table(table.table)}
    where ${sql.join([sql`(${isMarked})`, ...within, ...rowsAfter(table, after)], sql` and `)}
    order by ${keyColumns(table)} limit ${ROWS_PER_TRANSACTION}`.execute(tx);
  const places = rows.map((row) => keyOfRow(table, row));
  const stale = places.filter((_place, index) => hasStaleMark(keys, marked, rows[index] ?? {}));
  if (stale.length > 0) await resealRows(tx, table, [...within, rowsOfKeys(table, stale)]);
  return toProcessedPage(places, stale.length);
}

function hasStaleMark(
  keys: PersonalKeys,
  marked: NonNullable<SealedTable['marked']>,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const [marks] = keys.marks;
  const opened = Object.fromEntries(
    marked.of.map((name, index) => {
      const sealed = row[`sealed${index}`];
      return [name, sealed instanceof Buffer ? keys.open(sealed) : ''];
    }),
  );
  if (!marks) return false;
  return Object.entries(marked.compute(opened, marks)).some(([name, mark]) => {
    const stored = row[name];
    return stored instanceof Buffer && (mark === null || !stored.equals(mark));
  });
}
