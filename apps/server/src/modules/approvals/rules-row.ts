import type { Approval, ApprovalRules } from '@munjigi/contract';
import type { Tx } from '../../db/index.ts';
import { publish } from '../../events/index.ts';
import { staleProblem, type UnitOfWork } from '../../http/index.ts';
import { recordChange } from '../audit/index.ts';

export type ApprovalRuleSet = NonNullable<Approval['rules']>['after'];

/** Reads which acts need two people. A product without rules needs two for none of them. */
export async function loadApprovalRules(tx: Tx): Promise<ApprovalRules> {
  const row = await tx.selectFrom('approval_rules').selectAll().executeTakeFirst();
  return {
    refundLimit: row?.refund_limit ?? null,
    needsTwoForFireRelease: row?.fire_release ?? false,
    needsTwoForLockdown: row?.lockdown ?? false,
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row?.changed_by_name ?? null,
    version: row?.version ?? 1,
  };
}

export const toApprovalRuleSet = ({
  refundLimit,
  needsTwoForFireRelease,
  needsTwoForLockdown,
}: ApprovalRuleSet): ApprovalRuleSet => ({
  refundLimit,
  needsTwoForFireRelease,
  needsTwoForLockdown,
});

/** Saves the rules. Throws STALE for an outdated version. */
export async function saveApprovalRules(
  work: UnitOfWork,
  { version, after, reason }: { readonly version: number; readonly after: ApprovalRuleSet; readonly reason: string },
): Promise<ApprovalRules> {
  const { tx, clock, actor } = work;
  const before = await loadApprovalRules(tx);
  if (before.version !== version) throw staleProblem(before);
  const at = clock.now();
  const row = {
    refund_limit: after.refundLimit,
    fire_release: after.needsTwoForFireRelease,
    lockdown: after.needsTwoForLockdown,
    changed_at: at,
    changed_by_name: actor.name,
    version: version + 1,
  };
  const stored = await tx
    .insertInto('approval_rules')
    .values({ product_id: actor.productId, ...row })
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet(row).where('approval_rules.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst();
  const rules = await loadApprovalRules(tx);
  if (!stored) throw staleProblem(rules);
  await publish(tx, { productId: actor.productId, storeId: null, name: 'approval-rules.changed', data: rules });
  await recordChange(work, {
    storeId: null,
    at,
    action: 'approval-rules.changed',
    subject: { kind: 'product', id: actor.productId },
    detail: { before: toApprovalRuleSet(before), after, reason },
  });
  return rules;
}
