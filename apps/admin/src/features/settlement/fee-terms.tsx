import type { FeeTerm, OnlineProvider, PaymentProviderSettings } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import Skeleton from '@mui/material/Skeleton';
import { zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SelectInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useZone } from '../../ui/zone.ts';
import { FeeList } from './fee-list.tsx';
import { FEE_METHODS } from './fee-methods.ts';
import { NewFee } from './new-fee.tsx';
import { useFeeTerms, useSetFees } from './settlement.api.ts';

/** The fees of providers, by method and date. */
export function FeeTerms({ mayChange, onDone }: { readonly mayChange: boolean; readonly onDone: () => void }) {
  const { t } = useTranslation('settlement');
  const { data, error, refetch } = useFeeTerms(useProduct());
  const [chosen, setChosen] = useState<OnlineProvider | null>(null);
  const settings = data?.find((it) => it.provider === chosen) ?? data?.[0];
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton variant="rounded" height={240} aria-busy="true" />}
        {data?.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('fees.noProvider')}</Box>}
        {data !== undefined && data.length > 1 && settings !== undefined && (
          <SelectInput
            label={t('fees.provider')}
            value={settings.provider}
            options={data.map((it) => ({ value: it.provider, label: t(`fees.providers.${it.provider}`) }))}
            onChange={(value) => setChosen(data.find((it) => it.provider === value)?.provider ?? null)}
          />
        )}
        {settings !== undefined && <FeesOf key={settings.provider} settings={settings} mayChange={mayChange} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onDone}>
          {t('common:close')}
        </Button>
      </DialogActions>
    </>
  );
}

function FeesOf({
  settings: { provider, version, feeTerms },
  mayChange,
}: {
  readonly settings: PaymentProviderSettings;
  readonly mayChange: boolean;
}) {
  const { t } = useTranslation('settlement');
  const zone = useZone();
  const [today] = useState(() => zonedDate(zone, new Date()));
  const change = useSetFees(useProduct());
  const inOrder = [...feeTerms].sort(
    (a, b) =>
      FEE_METHODS.findIndex((it) => it === a.method) - FEE_METHODS.findIndex((it) => it === b.method) ||
      b.validFrom.localeCompare(a.validFrom),
  );
  const others = ({ method, validFrom }: FeeTerm) =>
    feeTerms.filter((it) => it.method !== method || it.validFrom !== validFrom);
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
          {...(mayChange && { onRemove: (term: FeeTerm) => send(others(term), t('fees.removed')) })}
        />
      )}
      {mayChange && (
        <NewFee
          today={today}
          known={feeTerms}
          isPending={change.isPending}
          onSave={(term) => send([...others(term), term], t('fees.done'))}
        />
      )}
      {change.error !== null && (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          {problemText(t, change.error)}
        </Box>
      )}
    </>
  );
}
