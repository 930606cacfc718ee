import { LIST_COUNTS_TO } from '@munjigi/contract';
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type Simplify } from 'kysely';
import type { Tx } from './transaction.ts';

/** A page of a list, counted from 0. */
interface NumberedPage {
  readonly page: number;
  readonly limit: number;
  /** The `order by` list, complete up to the id, so that no row is on two pages. */
  readonly order: RawBuilder<unknown>;
}

/** How many rows a list has; with `isTotalExact: false` it has more than `total`. */
export interface GrowingTotal {
  readonly total: number;
  readonly isTotalExact: boolean;
}

/**
 * Reads a page of the rows of a query, and how many rows the query has. It counts all rows, so a list that grows without
 * end uses `readGrowingPage`.
 */
export async function readNumberedPage<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  page: NumberedPage,
): Promise<{ total: number; rows: Simplify<Row>[] }> {
  const [{ total }, rows] = await Promise.all([
    query
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
    readRows(query, page),
  ]);
  return { total, rows };
}

/** Reads a page of the rows of a query, and counts its rows as `countRows` does. */
export async function readGrowingPage<Schema, Table extends keyof Schema, Row>(
  tx: Tx,
  query: SelectQueryBuilder<Schema, Table, Row>,
  page: NumberedPage,
): Promise<GrowingTotal & { rows: Simplify<Row>[] }> {
  const [count, rows] = await Promise.all([
    countSelected(tx, query.clearSelect().orderBy(page.order)),
    readRows(query, page),
  ]);
  return { ...count, rows };
}

/**
 * Counts rows up to a limit, so that the time does not grow with the table. `from`: `from … where … order by …`, in the
 * order of the list, because its index leads to matching rows. A scan of the table can read a million earlier ones first.
 */
export function countRows(tx: Tx, from: RawBuilder<unknown>, limit = LIST_COUNTS_TO): Promise<GrowingTotal> {
  return countSelected(tx, sql`select ${from}`, limit);
}

async function countSelected(tx: Tx, rows: Expression<unknown>, limit = LIST_COUNTS_TO): Promise<GrowingTotal> {
  const counted = await sql<{ count: number }>`
    select count(*)::integer as count from (${rows} limit ${limit + 1}) as counted`.execute(tx);
  return toGrowingTotal(counted.rows[0]?.count ?? 0, limit);
}

/** The total of a list of which at most `limit + 1` rows were counted. */
export function toGrowingTotal(count: number, limit = LIST_COUNTS_TO): GrowingTotal {
  return { total: Math.min(count, limit), isTotalExact: count <= limit };
}

function readRows<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  { page, limit, order }: NumberedPage,
): Promise<Simplify<Row>[]> {
  return query
    .orderBy(order)
    .limit(limit)
    .offset(page * limit)
    .execute();
}
