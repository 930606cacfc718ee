import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import { storeActor, type Database, type Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { processDueRows, type DueRow } from './due-rows.ts';

/** Publishes the event that an overrun counts, when the grace time of its guest ends. Any running process can do it. */
export function countedOverrunTimers({ db, clock }: { readonly db: Database; readonly clock: Clock }): RecurringJobs {
  return {
    'automation.counted-overruns': {
      lane: 'timers',
      everyMs: 5000,
      hasWork: 'exists (select from overruns where counted_at is null and ended_at is null and told_from <= $1)',
      run: () =>
        processDueRows(
          { db, clock },
          {
            what: 'overruns',
            find: findUncounted,
            act: (row) =>
              db.withActor(storeActor(row.product_id, row.store_id), (tx) => publishCounted(tx, row, clock)),
          },
        ),
    },
  };
}

async function findUncounted(tx: Tx, now: Date, limit: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select product_id, store_id, id from overruns where counted_at is null and ended_at is null
      and told_from <= ${now}
    order by told_from limit ${limit}`.execute(tx);
  return rows;
}

/** Publishes it once, also while two processes find the same overrun. */
async function publishCounted(tx: Tx, { product_id: productId, store_id: storeId, id }: DueRow, clock: Clock) {
  const counted = await tx
    .updateTable('overruns')
    .set({ counted_at: clock.now() })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('counted_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning('room_id')
    .executeTakeFirst();
  if (!counted) return;
  const data = { storeId, roomId: counted.room_id, reservationId: id };
  await publish(tx, { productId, storeId, name: 'overrun.counted', data });
}
