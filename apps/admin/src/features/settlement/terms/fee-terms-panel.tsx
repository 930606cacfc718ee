import type { FeeTerm, OnlineProvider, PaymentProviderSettings } from '@munjigi/contract';
import { comparePaymentMethods } from '@munjigi/contract/payment-methods';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useZone } from '../../../ui/time/zone.ts';
import { FeeList } from './fee-list.tsx';
import { NewFee } from './new-fee.tsx';
import { useFeeTerms, useSetFees } from '../settlement.api.ts';

/** The fees of providers, by method and date. */
export function FeeTermsPanel({ canChange }: { readonly canChange: boolean }) {
  const { t } = useTranslation('settlement');
  const { data, error, refetch } = useFeeTerms(useProduct());
  const [chosen, setChosen] = useState<OnlineProvider | null>(null);
  const settings = data?.find(({ provider }) => provider === chosen) ?? data?.[0];
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={240} aria-busy="true" />}
      {data?.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('fees.noProvider')}</Box>}
      {data !== undefined && data.length > 1 && settings !== undefined && (
        <SelectInput
          label={t('fees.provider')}
          value={settings.provider}
          options={data.map(({ provider }) => ({ value: provider, label: t(`fees.providers.${provider}`) }))}
          onChange={(value) => setChosen(data.find(({ provider }) => provider === value)?.provider ?? null)}
        />
      )}
      {settings !== undefined && <FeesOf key={settings.provider} settings={settings} canChange={canChange} />}
    </>
  );
}

function FeesOf({
  settings: { provider, version, feeTerms },
  canChange,
}: {
  readonly settings: PaymentProviderSettings;
  readonly canChange: boolean;
}) {
  const { t } = useTranslation('settlement');
  const zone = useZone();
  const [today] = useState(() => zonedDate(zone, new Date()));
  const change = useSetFees(useProduct());
  const inOrder = [...feeTerms].sort(
    (a, b) => comparePaymentMethods(a.method, b.method) || b.validFrom.localeCompare(a.validFrom),
  );
  const others = ({ method, validFrom }: FeeTerm) =>
    feeTerms.filter((term) => term.method !== method || term.validFrom !== validFrom);
  function send(next: readonly FeeTerm[], done: string): void {
    if (!change.isPending)
      change.mutate({ provider, version, feeTerms: [...next] }, { onSuccess: () => toast.success(done) });
  }
  return (
    <>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('fees.text')}</Box>
      {inOrder.length === 0 ? (
        <Box sx={{ typography: 'body2' }}>{t('fees.none')}</Box>
      ) : (
        <FeeList
          terms={inOrder}
          today={today}
          {...(canChange && { onRemove: (term: FeeTerm) => send(others(term), t('fees.removed')) })}
        />
      )}
      {canChange && (
        <NewFee
          today={today}
          existing={feeTerms}
          isPending={change.isPending}
          onSave={(term) => send([...others(term), term], t('fees.done'))}
        />
      )}
      <ProblemAlert error={change.error} />
    </>
  );
}
