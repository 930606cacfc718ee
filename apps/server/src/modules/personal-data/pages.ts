import { sql, type RawBuilder } from 'kysely';
import type { SealedTable } from './sealed-table.ts';

/** Rows of one transaction: whoever changes one of them waits for so many. */
export const AT_ONCE = 500;

/** Where a row stands in the order of its table's key, as texts. */
export type Place = readonly string[];

export interface Page {
  readonly count: number;
  /** `null`: there are no more. */
  readonly last: Place | null;
}

/** One page after another to the end; answers how many rows they were. */
export async function throughPages(page: (after: Place | null) => Promise<Page>): Promise<number> {
  let count = 0;
  for (let after: Place | null = null; ; ) {
    const it: Page = await page(after);
    count += it.count;
    if (it.last === null) return count;
    after = it.last;
  }
}

/** The columns of the key, in their order. */
export function keyOf({ key }: SealedTable): RawBuilder<unknown> {
  return sql.join(Object.keys(key).map((name) => sql.ref(name)));
}

/** What is to be added for the rows behind a place. */
export function behind(table: SealedTable, after: Place | null): readonly RawBuilder<unknown>[] {
  const types = Object.values(table.key);
  return after === null ? [] : [sql`(${keyOf(table)}) > (${sql.join(after.map((value, index) => sql`${value}::${sql.raw(types[index] ?? 'text')}`))})`];
}
