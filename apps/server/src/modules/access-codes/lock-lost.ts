import { z } from 'zod';
import { storeActor, type Tx } from '../../db/index.ts';
import { enqueueJob, type JobHandlers } from '../../jobs/index.ts';
import type { LinkRow } from '../devices/index.ts';
import { markReviewsAt } from './access-codes.sql.ts';
import type { AccessDeps } from './deps.ts';

/** When a lock goes offline, guests who arrive soon may need a spare code (NX-3). */

const LOCK_LOST_JOB = 'access-codes.lock-lost';
const lostLock = z.object({ productId: z.string(), storeId: z.string(), linkId: z.string() });

/** Enqueues a job: the report's transaction may hold places, but a review locks the reservation before its places. */
export async function enqueueLockLost(tx: Tx, link: LinkRow, at: Date): Promise<void> {
  const payload: z.infer<typeof lostLock> = { productId: link.product_id, storeId: link.store_id, linkId: link.id };
  await enqueueJob(tx, { kind: LOCK_LOST_JOB, payload, dueAt: at });
}

export function lockLostJobs({ db }: Pick<AccessDeps, 'db'>): JobHandlers {
  return {
    [LOCK_LOST_JOB]: {
      lane: 'urgent',
      run: async (raw) => {
        const { productId, storeId, linkId } = lostLock.parse(raw);
        await db.withActor(storeActor(productId, storeId), (tx) => markReviewsAt(tx, { storeId, linkId }));
      },
    },
  };
}
