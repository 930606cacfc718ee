import { sql, type RawBuilder } from 'kysely';
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
        sql`(${keyColumns(table)}) > (${sql.join(after.map((value, index) => sql`${value}::${sql.raw(types[index] ?? 'text')}`))})`,
      ];
}
