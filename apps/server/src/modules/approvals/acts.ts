import { APPROVAL_RIGHTS, reachOf, type ApprovalKind, type RefundAccount } from '@munjigi/contract';
import { Problem, type Person, type UnitOfWork } from '../../http/index.ts';
import { startEmergency, type HoldDeps } from '../doors/index.ts';
import { issueRefund, reverseRecordedPayment, type RefundDeps } from '../payments/index.ts';
import type { ApprovalRow } from './approvals.sql.ts';
import { saveApprovalRules } from './rules-row.ts';

export type ActDeps = HoldDeps & RefundDeps;

/** Whether a person with these roles and stores has the right to the act there, alone or as the second person. */
export function canPerformAct(
  { roles, storeIds }: { readonly roles: readonly string[]; readonly storeIds: readonly string[] },
  kind: ApprovalKind,
  storeId: string | null,
): boolean {
  const reach = reachOf(roles, APPROVAL_RIGHTS[kind]);
  return reach === 'all' || (reach === 'own' && storeId !== null && storeIds.includes(storeId));
}

export function checkCanPerformAct(actor: Person, kind: ApprovalKind, storeId: string | null): void {
  if (!canPerformAct({ roles: actor.roles, storeIds: actor.assignedStoreIds }, kind, storeId))
    throw new Problem('CAPABILITY_MISSING', { capability: APPROVAL_RIGHTS[kind] });
}

/**
 * Performs the act exactly as it was requested. `both` is the requester, with the names of both people. Throws the
 * errors of the act.
 */
export async function performAct(
  deps: ActDeps,
  work: UnitOfWork,
  { id, kind, store_id: storeId, reason, terms, account }: ApprovalRow,
): Promise<void> {
  const { paymentId = '', version = 0, amount = 0 } = terms;
  switch (kind) {
    case 'REFUND': {
      const refundAccount: RefundAccount | null =
        account === null ? null : deps.accounts.open({ store_id: storeId ?? '', id }, account);
      await issueRefund(deps, work, paymentId, {
        version,
        amount,
        reason,
        isOwed: terms.isOwed === true,
        isStillDue: terms.isStillDue === true,
        ...(refundAccount && { refundAccount }),
      });
      return;
    }
    case 'REVERSAL':
      await reverseRecordedPayment(work, paymentId, { version, reason });
      return;
    case 'LOCKDOWN':
    case 'FIRE_RELEASE':
      await startEmergency(deps, work, { storeId: storeId ?? '', kind, reason });
      return;
    case 'RULES':
      if (!terms.after) throw new Error('Rules without what they are to be');
      await saveApprovalRules(work, { version, after: terms.after, reason });
  }
}
