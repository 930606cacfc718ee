import { statement, SYSTEM, type Database } from '../db/index.ts';

const PAGE = 2000;

/**
 * Deletes events before an instant, in pages with one transaction each. A browser that was disconnected longer reads
 * everything again. Only the lowest positions are deleted, so the remaining events have no gap.
 */
export async function sweepEvents(db: Database, before: Date): Promise<void> {
  for (;;) {
    const [page] = await db.doAtOnce(
      SYSTEM,
      statement<{ swept: number }>`
      with page as materialized (
        select position, created_at from events where position > (select position from events_floor) order by position
          limit ${PAGE}),
      gone as (
        delete from events e using page
        where e.position = page.position and page.position <
          coalesce((select min(kept.position) from page kept where kept.created_at >= ${before}), page.position + 1)
        returning e.position),
      floor as (update events_floor set position = (select max(gone.position) from gone)
        where exists (select from gone))
      select count(*) as swept from gone`,
    );
    if ((page?.swept ?? 0) < PAGE) return;
  }
}

/**
 * A restored database begins a new epoch: every browser that resumes with a position of the old server reads everything
 * again. For a backup from before migration 0061, the migration itself begins one.
 */
export const BEGIN_NEW_EPOCH = `do $$ begin
  if to_regclass('event_sequence') is null then return; end if;
  update event_sequence set epoch = left(replace(gen_random_uuid()::text, '-', ''), 12);
end $$`;
