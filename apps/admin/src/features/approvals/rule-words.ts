import type { ApprovalRules } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

/** The acts that need a second person. */
export type ApprovalRuleSettings = Pick<
  ApprovalRules,
  'refundLimit' | 'needsTwoForFireRelease' | 'needsTwoForLockdown'
>;

/** The rules for two people, in one line. */
export function useRuleWords(): (rules: ApprovalRuleSettings) => string {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  return ({ refundLimit, needsTwoForFireRelease, needsTwoForLockdown }) => {
    const parts = [
      ...(refundLimit === null ? [] : [t('rule.refund', { amount: format.money(refundLimit) })]),
      ...(needsTwoForLockdown ? [t('rule.lockdown')] : []),
      ...(needsTwoForFireRelease ? [t('rule.fire')] : []),
    ];
    return parts.length === 0 ? t('rule.none') : parts.join(', ');
  };
}
