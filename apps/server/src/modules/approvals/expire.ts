import type { Clock } from '../../clock.ts';
import { storesActor, SYSTEM, type Database, type Tx } from '../../db/index.ts';
import type { RecurringJobs } from '../../jobs/index.ts';
import { systemAuditActor } from '../audit/index.ts';
import { publishApproval, type ApprovalRow } from './approvals.sql.ts';

/**
 * Ends requests whose time is over, so that they leave the screens. Such a request cannot be approved even before the
 * timer runs.
 */
export function approvalTimers({ db, clock }: { readonly db: Database; readonly clock: Clock }): RecurringJobs {
  return {
    'approvals.expire': {
      lane: 'timers',
      everyMs: 1000,
      hasWork: `exists (select from approvals where state = 'REQUESTED' and expires_at <= $1)`,
      run: async () => {
        const now = clock.now();
        const expired = await db.withActor(SYSTEM, (tx) =>
          tx
            .selectFrom('approvals')
            .select(['id', 'product_id', 'store_id'])
            .where('state', '=', 'REQUESTED')
            .where('expires_at', '<=', now)
            .limit(100)
            .execute(),
        );
        for (const item of expired)
          await db.withActor(storesActor(item.product_id, item.store_id === null ? [] : [item.store_id]), (tx) =>
            endOverdue(tx, item.id, now),
          );
      },
    },
  };
}

/** Ends an overdue request, unless it has ended already. */
export async function endOverdue(tx: Tx, id: string, now: Date): Promise<void> {
  const row = await tx
    .updateTable('approvals')
    .set({ state: 'EXPIRED', account: null, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'REQUESTED')
    .where('expires_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
  if (row)
    await publishApproval(tx, row as ApprovalRow, {
      at: now,
      action: 'approval.expired',
      actor: systemAuditActor('munjigi'),
    });
}
