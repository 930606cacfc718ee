import { normaliseReservationCode } from '@munjigi/rules';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../db/index.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** The most subjects of one kind. A search that finds more is too wide to be of use. */
const MOST_OF_A_KIND = 100;
/** The tables with the subjects that have a name, and the text to search. Row-level security limits the rows. */
const NAMED: Readonly<Record<string, string>> = {
  doors: 'name',
  devices: 'name',
  rooms: 'name',
  stores: 'name',
  modes: 'name',
  price_policies: 'name',
  api_keys: 'name',
  deposit_relays: 'name',
  add_ons: 'name',
  coupons: `name || ' ' || code`,
  users: `name || ' ' || email`,
};

/** Finds what a person types of the subject of an entry: an id, the code of a reservation, or a part of a name. */
export async function findSubjects(tx: Tx, typed: string): Promise<string[]> {
  if (ID.test(typed)) return [typed.toLowerCase()];
  const code = normaliseReservationCode(typed);
  const parts = Object.entries(NAMED).map(([table, text]) => named(table, text, typed));
  const { rows } = await sql<{
    id: string;
  }>`${sql.join([...parts, ...(code === null ? [] : [ofReservation(code)])], sql` union all `)}`.execute(tx);
  return rows.map(({ id }) => id);
}

function named(table: string, text: string, typed: string): RawBuilder<unknown> {
  return sql`(select id from ${sql.table(table)} where position(lower(${typed}::text) in lower(${sql.raw(text)})) > 0
    limit ${sql.lit(MOST_OF_A_KIND)})`;
}

/** A reservation with its payments and its series. */
function ofReservation(code: string): RawBuilder<unknown> {
  return sql`(select s.id from reservations r
    cross join lateral (
      select r.id union all select r.series_id where r.series_id is not null
      union all select p.id from payments p where p.store_id = r.store_id and p.reservation_id = r.id) as s (id)
    where r.code = ${code} limit ${sql.lit(MOST_OF_A_KIND)})`;
}
