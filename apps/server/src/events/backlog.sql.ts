import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';

/** The committed events that have no position yet, so no screen and no module has received them. */
export interface EventBacklog {
  /** Counted up to `MOST_COUNTED`. */
  readonly count: number;
  /** How long ago the oldest of them was committed; 0 without any. */
  readonly oldestSeconds: number;
}

/** A stopped sequencer leaves millions of rows, which a scrape must not read. */
const MOST_COUNTED = 10_000;

/** Reads, as `SYSTEM`, the events that wait for the sequencer. The age is by the clock of the database, which wrote it. */
export async function readEventBacklog(tx: Tx): Promise<EventBacklog> {
  const { rows } = await sql<EventBacklog>`
    select (select count(*) from (select from events where position is null limit ${sql.lit(MOST_COUNTED)}) as
      waiting)::integer as count,
      coalesce(extract(epoch from clock_timestamp() -
        (select created_at from events where position is null order by id limit 1)), 0)::float8
        as "oldestSeconds"`.execute(tx);
  return rows[0] ?? { count: 0, oldestSeconds: 0 };
}
