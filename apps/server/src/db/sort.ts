import { sql, type RawBuilder } from 'kysely';
import { pipelineStatement, type Tx } from './transaction.ts';

type FieldOf<S extends string> = S extends `-${string}` ? never : S;

/**
 * Builds the `order by` of a list's `sort`: the column of its field, then the id in the same direction. Without `sort`
 * it is `otherwise`.
 */
export function orderOf<S extends string>(
  sort: S | undefined,
  columns: Readonly<Record<FieldOf<S>, string | RawBuilder<unknown>>>,
  id: string,
  otherwise: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (sort === undefined) return otherwise;
  const isDescending = sort.startsWith('-');
  const column = new Map<string, string | RawBuilder<unknown>>(Object.entries(columns)).get(
    isDescending ? sort.slice(1) : sort,
  );
  if (column === undefined) throw new Error(`No column sorts by ${sort}`);
  const direction = isDescending ? sql`desc` : sql`asc`;
  return sql`${typeof column === 'string' ? sql.ref(column) : column} ${direction}, ${sql.ref(id)} ${direction}`;
}

/**
 * Makes this transaction read by the index that has the required order. The planner does not know that reading stops
 * after the first rows, and would collect and sort many thousands.
 */
export function readInOrder(tx: Tx): void {
  pipelineStatement(
    tx,
    sql`select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_bitmapscan', 'off', true)`,
  );
}
