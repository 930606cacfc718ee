import { sql } from 'kysely';
import { SYSTEM, type Database } from '../db/index.ts';

/** Forgets events older than a day; who was away longer reads everything again. */
export async function sweepEvents(db: Database, before: Date): Promise<void> {
  await db.withActor(SYSTEM, async (tx) => {
    await sql`
      with gone as (delete from events where created_at < ${before} returning tx)
      update events_floor set tx = greatest(events_floor.tx, (select max(gone.tx) from gone))
      where exists (select from gone)`.execute(tx);
  });
}

/**
 * What a restored database does once: whoever listened to the server of the backup, and comes back with a place of its, reads
 * everything again.
 */
export const FORGET_ALL_PLACES = 'update events_floor set tx = pg_current_xact_id()';
