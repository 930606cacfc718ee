import { sql, type RawBuilder } from 'kysely';
import { storeActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import type { SealedTable } from './sealed-table.ts';

/** Rows per transaction. A writer of one of them waits for all of them. */
export const ROWS_PER_TRANSACTION = 500;

/** A position in the order of the table's key, as texts. */
export type KeyPosition = readonly string[];

export interface ProcessedPage {
  readonly count: number;
  /** `null`: no more pages. */
  readonly last: KeyPosition | null;
}

/** Runs page after page to the end. Returns the number of rows. */
export async function processPages(page: (after: KeyPosition | null) => Promise<ProcessedPage>): Promise<number> {
  let count = 0;
  for (let after: KeyPosition | null = null; ;) {
    const item: ProcessedPage = await page(after);
    count += item.count;
    if (item.last === null) return count;
    after = item.last;
  }
}

/** The next rows of a table, of one store or of none. */
export interface TablePage {
  readonly table: SealedTable;
  /** The condition for the rows of the store. */
  readonly within: readonly RawBuilder<unknown>[];
  readonly after: KeyPosition | null;
}

/** Runs a step over the pages of each table, a transaction for each page. Returns the number of rows. */
export async function processTables(
  db: Database,
  tables: readonly SealedTable[],
  step: {
    readonly page: (tx: Tx, of: TablePage) => Promise<ProcessedPage>;
    readonly onProgress: (table: string, rows: number) => void;
  },
): Promise<number> {
  const stores = await db.withActor(SYSTEM, (tx) =>
    tx.selectFrom('stores').select(['product_id', 'id']).orderBy('id').execute(),
  );
  let total = 0;
  for (const table of tables) {
    let ofTable = 0;
    const parts =
      table.reach === 'SYSTEM'
        ? [{ actor: SYSTEM, within: [] }]
        : stores.map((store) => ({
            actor: storeActor(store.product_id, store.id),
            within: [sql`store_id = ${store.id}`],
          }));
    for (const { actor, within } of parts)
      ofTable += await processPages((after) => db.withActor(actor, (tx) => step.page(tx, { table, within, after })));
    if (ofTable > 0) step.onProgress(table.table, ofTable);
    total += ofTable;
  }
  return total;
}

/** A page of rows with these keys, of which so many were written. */
export function toProcessedPage(keys: readonly KeyPosition[], count: number): ProcessedPage {
  return { count, last: keys.length < ROWS_PER_TRANSACTION ? null : (keys.at(-1) ?? null) };
}

/** Selects the key of a row as texts, for `keyOfRow`. */
export function selectKey({ key }: SealedTable): RawBuilder<unknown>[] {
  return Object.keys(key).map((name, index) => sql`${sql.ref(name)}::text as ${sql.ref(`key${index}`)}`);
}

export function keyOfRow({ key }: SealedTable, row: Readonly<Record<string, unknown>>): KeyPosition {
  return Object.keys(key).map((_name, index) => String(row[`key${index}`]));
}

/** The condition for rows with one of these keys. */
export function rowsOfKeys(table: SealedTable, keys: readonly KeyPosition[]): RawBuilder<unknown> {
  const values = Object.values(table.key).map(
    (type, index) => sql`${keys.map((key) => key[index])}::${sql.raw(type)}[]`,
  );
  return sql`(${keyColumns(table)}) in (select * from unnest(${sql.join(values)}))`;
}

/** The columns of the key, in order. */
export function keyColumns({ key }: SealedTable): RawBuilder<unknown> {
  return sql.join(Object.keys(key).map((name) => sql.ref(name)));
}

/** The condition for rows after a position. */
export function rowsAfter(table: SealedTable, after: KeyPosition | null): readonly RawBuilder<unknown>[] {
  const types = Object.values(table.key);
  return after === null
    ? []
    : [
        sql`(${keyColumns(table)}) >
          (${sql.join(after.map((value, index) => sql`${value}::${sql.raw(types[index] ?? 'text')}`))})`,
      ];
}
