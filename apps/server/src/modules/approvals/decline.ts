import type { Approval, BodyOf, declineApproval } from '@munjigi/contract';
import { Problem, type UnitOfWork } from '../../http/index.ts';
import { byCaller } from '../reservations/index.ts';
import { checkStillWaiting, selectApprovalToDecide } from './approve.ts';
import { endApproval, selectApprovalForUpdate, publishApproval } from './approvals.sql.ts';

/**
 * Refuses the request of another person, or withdraws the actor's request, which needs neither the right nor a reason.
 */
export async function refuseApproval(
  { tx, clock, actor }: UnitOfWork,
  id: string,
  { reason }: BodyOf<typeof declineApproval>,
): Promise<Approval> {
  const at = clock.now();
  const row = await selectApprovalForUpdate(tx, id);
  if (row.asked_by === actor.userId) {
    checkStillWaiting(row, at);
    const withdrawn = await endApproval(tx, row, { state: 'WITHDRAWN', by: actor, at, note: reason ?? null });
    return publishApproval(tx, withdrawn, { at, action: 'approval.withdrawn', actor: byCaller(actor) });
  }
  await selectApprovalToDecide(tx, actor, id, at);
  if (reason === undefined) throw new Problem('REASON_REQUIRED');
  const refused = await endApproval(tx, row, { state: 'REFUSED', by: actor, at, note: reason });
  return publishApproval(tx, refused, {
    at,
    action: 'approval.refused',
    actor: byCaller(actor),
    detail: { note: reason },
  });
}
