import { sql, type RawBuilder } from 'kysely';
import type { SealedTable } from './sealed-table.ts';

/** Rows per transaction: a writer of one of them waits for this many. */
export const AT_ONCE = 500;

/** A position in the order of the table's key, as texts. */
export type Place = readonly string[];

export interface Page {
  readonly count: number;
  /** `null`: no more pages. */
  readonly last: Place | null;
}

/** Runs page after page to the end. Returns the number of rows. */
export async function throughPages(page: (after: Place | null) => Promise<Page>): Promise<number> {
  let count = 0;
  for (let after: Place | null = null; ;) {
    const item: Page = await page(after);
    count += item.count;
    if (item.last === null) return count;
    after = item.last;
  }
}

/** The columns of the key, in order. */
export function keyOf({ key }: SealedTable): RawBuilder<unknown> {
  return sql.join(Object.keys(key).map((name) => sql.ref(name)));
}

/** The condition for rows after a position. */
export function isBehind(table: SealedTable, after: Place | null): readonly RawBuilder<unknown>[] {
  const types = Object.values(table.key);
  return after === null
    ? []
    : [
        sql`(${keyOf(table)}) > (${sql.join(after.map((value, index) => sql`${value}::${sql.raw(types[index] ?? 'text')}`))})`,
      ];
}
