import { sql, type RawBuilder } from 'kysely';
import { SYSTEM, type Actor } from './actor.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables/tables.ts';

interface PagedDelete {
  /** The system actor unless given. */
  readonly actor?: Actor;
  readonly table: keyof Tables;
  readonly where: RawBuilder<unknown>;
  readonly pageSize?: number;
}

/**
 * Deletes every row that matches the condition, in pages with one transaction each: no time-out cancels the whole work,
 * and no other transaction waits longer than one page. Resolves with the number of deleted rows.
 */
export async function deleteInPages(
  db: Database,
  { actor = SYSTEM, table, where, pageSize = 1000 }: PagedDelete,
): Promise<number> {
  for (let deleted = 0; ;) {
    const page = await db.withActor(actor, async (tx) => {
      // The condition is repeated in the delete: a row that another transaction changes meanwhile is checked again.
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} where ctid = any
          (array(select ctid from ${sql.table(table)} where ${where} limit ${pageSize})) and (${where})`.execute(tx);
      return Number(numAffectedRows);
    });
    deleted += page;
    if (page < pageSize) return deleted;
  }
}
