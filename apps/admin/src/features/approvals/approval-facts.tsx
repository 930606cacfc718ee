import type { Approval } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { FactList, type Fact } from '../../ui/fact-list.tsx';
import { useFormat } from '../../ui/format.ts';
import { useRuleWords } from './rule-words.ts';

/** The person, the subject, the place and the reason of a request. */
export function ApprovalFacts({
  approval: { storeName, payment, refundTo, rules, reason, askedBy, askedAt },
}: {
  readonly approval: Approval;
}) {
  const { t } = useTranslation('approvals');
  const format = useFormat();
  const words = useRuleWords();
  const facts: (Fact | null)[] = [
    storeName === null ? null : [t('fact.store'), storeName],
    payment === null
      ? null
      : [
          t('fact.payment'),
          [t('ofPayment', { amount: format.money(payment.of) }), payment.reservationCode ?? '']
            .filter((text) => text !== '')
            .join(' · '),
        ],
    refundTo === null ? null : [t('fact.to'), t('account', { end: refundTo.accountEnd })],
    rules === null ? null : [t('fact.before'), words(rules.before)],
    rules === null ? null : [t('fact.after'), words(rules.after)],
    [t('fact.reason'), reason],
    [t('fact.asked'), t('askedAt', { name: askedBy, at: format.dateTime(askedAt) })],
  ];
  return (
    <FactList
      canBreakLabels
      rowGap={0.5}
      sx={{ columnGap: 1.5, gridTemplateColumns: 'minmax(72px, auto) minmax(0, 1fr)' }}
      facts={facts.filter((fact) => fact !== null)}
    />
  );
}
