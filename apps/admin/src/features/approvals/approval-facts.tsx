import type { Approval } from '@munjigi/contract';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'minmax(72px, auto) minmax(0, 1fr)',
        columnGap: 1.5,
        rowGap: 0.5,
        typography: 'body2',
      }}
    >
      {storeName !== null && <Fact name={t('fact.store')}>{storeName}</Fact>}
      {payment !== null && (
        <Fact name={t('fact.payment')}>
          {[t('ofPayment', { amount: format.money(payment.of) }), payment.reservationCode ?? '']
            .filter((text) => text !== '')
            .join(' · ')}
        </Fact>
      )}
      {refundTo !== null && <Fact name={t('fact.to')}>{t('account', { end: refundTo.accountEnd })}</Fact>}
      {rules !== null && (
        <>
          <Fact name={t('fact.before')}>{words(rules.before)}</Fact>
          <Fact name={t('fact.after')}>{words(rules.after)}</Fact>
        </>
      )}
      <Fact name={t('fact.reason')}>{reason}</Fact>
      <Fact name={t('fact.asked')}>{t('askedAt', { name: askedBy, at: format.dateTime(askedAt) })}</Fact>
    </Box>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  );
}
