import { sql, type RawBuilder } from 'kysely';
import { SYSTEM, type Actor } from './actor.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

interface PagedDelete {
  /** The system unless given. */
  readonly actor?: Actor;
  readonly table: keyof Tables;
  readonly where: RawBuilder<unknown>;
  readonly pageSize?: number;
}

/**
 * Deletes every row of the condition, in pages of a transaction each: however many rows there are, no time-out cancels the
 * work of all of them, and no other transaction waits for more than a page. Resolves with how many were deleted.
 */
export async function deleteInPages(db: Database, { actor = SYSTEM, table, where, pageSize = 1000 }: PagedDelete): Promise<number> {
  for (let deleted = 0; ; ) {
    const page = await db.withActor(actor, async (tx) => {
      // The condition stands twice: a row that another transaction changes meanwhile is judged as it is then.
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any (array(select ctid from ${sql.table(table)} where ${where} limit ${pageSize})) and (${where})`.execute(tx);
      return Number(numAffectedRows);
    });
    deleted += page;
    if (page < pageSize) return deleted;
  }
}
