import type { AppliedTerms } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { FactList, type Fact } from '../../../ui/fact-list.tsx';
import { useAppliedTerms } from '../settlement.api.ts';
import { useSettlementWords } from '../settlement-words.ts';

/** Exactly what settlement uses for a store today, with the date since when, and what changes later (SL-34). */
export function TermsInForce({ storeId }: { readonly storeId: string }) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const { data, error, refetch } = useAppliedTerms(useProduct(), storeId);
  const factsOf = useAppliedFacts();
  if (data === undefined)
    return error === null ? (
      <Skeleton variant="rounded" height={200} aria-busy="true" />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    );
  return (
    <Box
      component="section"
      aria-labelledby="applied-terms"
      data-testid="applied-terms"
      sx={{ display: 'grid', gap: 1, p: 1.5, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Box component="h3" id="applied-terms" sx={{ typography: 'subtitle2', m: 0 }}>
        {t('applied.title')}{' '}
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {t('applied.on', { day: words.day(data.on) })}
        </Box>
      </Box>
      {data.terms === null ? (
        <Box sx={{ typography: 'body2' }}>{t('applied.none')}</Box>
      ) : (
        <>
          <FactList facts={factsOf(data)} canBreakLabels />
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('applied.commission')}</Box>
        </>
      )}
      <Later terms={data} />
    </Box>
  );
}

/** The terms in force as labels and values. */
function useAppliedFacts(): (terms: AppliedTerms) => readonly Fact[] {
  const { t } = useTranslation(['settlement', 'payments']);
  const words = useSettlementWords();
  return ({ terms, fees, period }) => {
    if (terms === null) return [];
    const since = (value: string, date: string) => `${value} · ${t('applied.since', { day: words.day(date) })}`;
    const royalty = t('applied.royaltyValue', {
      rate: terms.royaltyRate / 100,
      base: t(`base.${terms.royaltyBase}`),
      vat: t(`vat.${terms.royaltyVat}`),
    });
    return [
      [t('applied.royalty'), since(royalty, terms.validFrom)],
      ...(fees.length === 0
        ? [[t('fees.list'), t('applied.noFees')] as const]
        : fees.map(({ provider, method, rate, vat, validFrom }): Fact => {
            const name = t('applied.fee', { method: t(`payments:method.${method}`) });
            const several = fees.filter((other) => other.method === method).length > 1;
            return [
              several ? `${name} (${t(`fees.providers.${provider}`)})` : name,
              since(t('applied.feeValue', { rate: rate / 1000, vat: t(`vat.${vat}`) }), validFrom),
            ];
          })),
      [
        t('applied.cycle'),
        period === null
          ? t(`cycle.${terms.cycle}`)
          : t('applied.cycleValue', {
              cycle: t(`cycle.${terms.cycle}`),
              period: words.period(period.startsOn, period.endsOn),
            }),
      ],
      ...(period === null
        ? []
        : [
            [
              t('applied.pay'),
              t('applied.payValue', {
                count: terms.payAfterBankDays,
                days: terms.payAfterBankDays,
                day: words.day(period.payOn),
              }),
            ] as const,
          ]),
      [t('applied.payee'), t(`payee.${terms.payee}`)],
      [t('applied.rounding'), t('applied.roundingText')],
    ];
  };
}

/** The terms and fees that follow, earliest first. */
function Later({ terms: { laterTerms, laterFees } }: { readonly terms: AppliedTerms }) {
  const { t } = useTranslation(['settlement', 'payments']);
  const words = useSettlementWords();
  if (laterTerms.length === 0 && laterFees.length === 0) return null;
  const lines = [
    ...laterTerms.map((term) => ({
      on: term.validFrom,
      text: t('applied.laterRoyalty', {
        day: words.day(term.validFrom),
        rate: term.royaltyRate / 100,
        base: t(`base.${term.royaltyBase}`),
        vat: t(`vat.${term.royaltyVat}`),
        cycle: t(`cycle.${term.cycle}`),
        count: term.payAfterBankDays,
        days: term.payAfterBankDays,
      }),
    })),
    ...laterFees.map((fee) => ({
      on: fee.validFrom,
      text: t('applied.laterFee', {
        day: words.day(fee.validFrom),
        method: t(`payments:method.${fee.method}`),
        rate: fee.rate / 1000,
        vat: t(`vat.${fee.vat}`),
      }),
    })),
  ].sort((a, b) => a.on.localeCompare(b.on));
  return (
    <Box sx={{ typography: 'body2' }}>
      <strong>{t('applied.later')}</strong>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {lines.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </Box>
    </Box>
  );
}
