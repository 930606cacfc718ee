import type { RawBuilder, SelectQueryBuilder, Simplify } from 'kysely';

/** A page of a list, counted from 0. */
interface NumberedPage {
  readonly page: number;
  readonly limit: number;
  /** The `order by` list, complete up to the id, so that no row is on two pages. */
  readonly order: RawBuilder<unknown>;
}

/** Reads a page of the rows of a query, and how many rows the query has. */
export async function readNumberedPage<Schema, Table extends keyof Schema, Row>(
  query: SelectQueryBuilder<Schema, Table, Row>,
  { page, limit, order }: NumberedPage,
): Promise<{ total: number; rows: Simplify<Row>[] }> {
  const [{ total }, rows] = await Promise.all([
    query
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
    query
      .orderBy(order)
      .limit(limit)
      .offset(page * limit)
      .execute(),
  ]);
  return { total, rows };
}
