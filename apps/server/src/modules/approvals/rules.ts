import type { BodyOf, ReplyOf, setApprovalRules } from '@munjigi/contract';
import { Problem, staleProblem, type UnitOfWork } from '../../http/index.ts';
import { countAdmins } from '../accounts/index.ts';
import { insertApproval } from './request-approval.ts';
import { saveApprovalRules, loadApprovalRules, toApprovalRuleSet, type ApprovalRuleSet } from './rules-row.ts';

/**
 * Saves the rules. Stricter rules apply at once. When any part becomes less strict, the change waits for a second
 * person: otherwise one person could switch the rules off first.
 */
export async function setRules(
  work: UnitOfWork,
  { version, reason, ...said }: BodyOf<typeof setApprovalRules>,
): Promise<ReplyOf<typeof setApprovalRules>> {
  const { tx, clock } = work;
  const rules = await loadApprovalRules(tx);
  if (rules.version !== version) throw staleProblem(rules);
  const [before, after] = [toApprovalRuleSet(rules), toApprovalRuleSet(said)];
  if (JSON.stringify(before) === JSON.stringify(after)) return { rules, approval: null };
  if (isLess(before, after)) {
    return {
      rules,
      approval: await insertApproval(work, {
        kind: 'RULES',
        storeId: null,
        reason,
        terms: { storeName: null, version, before, after },
      }),
    };
  }
  const needsAny = after.refundLimit !== null || after.needsTwoForFireRelease || after.needsTwoForLockdown;
  // With a single ADMIN there would be no second person, not even to undo the change.
  if (needsAny && (await countAdmins(tx, clock.now())) < 2) throw new Problem('NO_SECOND_PERSON');
  return { rules: await saveApprovalRules(work, { version, after, reason }), approval: null };
}

function isLess(before: ApprovalRuleSet, after: ApprovalRuleSet): boolean {
  const limitOf = ({ refundLimit }: ApprovalRuleSet) => refundLimit ?? Number.POSITIVE_INFINITY;
  return (
    limitOf(after) > limitOf(before) ||
    (before.needsTwoForFireRelease && !after.needsTwoForFireRelease) ||
    (before.needsTwoForLockdown && !after.needsTwoForLockdown)
  );
}
