import type { FeeTerm, PaymentProviderSettings, StoreMerchant } from '@munjigi/contract';
import { comparePaymentMethods } from '@munjigi/contract/payment-methods';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { zonedDate } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { useStoreChoice } from '../../../session/store-choice.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useZone } from '../../../ui/time/zone.ts';
import { FeeList } from './fee-list.tsx';
import { NewFee } from './new-fee.tsx';
import { useFeeTerms, useMerchantFees, useSetFees, useSetMerchantFees } from '../settlement.api.ts';

/** A merchant whose fees are set: of the chain, or of a store with its own. */
interface FeeOwner {
  readonly key: string;
  readonly label: string;
  readonly settings: PaymentProviderSettings;
  readonly merchant: StoreMerchant | null;
}

/** The fees of providers, by method and date: those of the chain, and those of the merchants of stores. */
export function FeeTermsPanel({ canChange }: { readonly canChange: boolean }) {
  const { t } = useTranslation('settlement');
  const { owners, error, retry } = useFeeOwners();
  const [chosen, setChosen] = useState<string | null>(null);
  const owner = owners?.find(({ key }) => key === chosen) ?? owners?.[0];
  return (
    <>
      {error !== null && <ErrorState error={error} onRetry={retry} />}
      {owners === undefined && error === null && <Skeleton variant="rounded" height={240} aria-busy="true" />}
      {owners?.length === 0 && <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('fees.noProvider')}</Box>}
      {owners !== undefined && owners.length > 1 && owner !== undefined && (
        <SelectInput
          label={t('fees.provider')}
          value={owner.key}
          options={owners.map(({ key, label }) => ({ value: key, label }))}
          onChange={setChosen}
        />
      )}
      {owner !== undefined && <FeesOf key={owner.key} owner={owner} canChange={canChange} />}
    </>
  );
}

function useFeeOwners() {
  const { t } = useTranslation('settlement');
  const product = useProduct();
  const { stores } = useStoreChoice();
  const chain = useFeeTerms(product);
  const own = useMerchantFees(product);
  const nameOf = (storeId: string) => stores.find(({ id }) => id === storeId)?.name ?? '';
  const owners: FeeOwner[] | undefined = chain.data &&
    own.data && [
      ...chain.data.map((settings) => ({
        key: settings.provider,
        label: t(`fees.providers.${settings.provider}`),
        settings,
        merchant: null,
      })),
      ...own.data.map((merchant) => ({
        key: merchant.id,
        label: t('fees.ofStore', {
          store: nameOf(merchant.storeId),
          provider: t(`fees.providers.${merchant.provider}`),
        }),
        settings: merchant,
        merchant,
      })),
    ];
  return {
    owners,
    error: chain.error ?? own.error,
    retry: () => void Promise.all([chain.refetch(), own.refetch()]),
  };
}

/** Sends the fees of a merchant. Those of a store are a part of its settings, whose keys stay as they are. */
function useFeeSetting({ settings, merchant }: FeeOwner) {
  const product = useProduct();
  const ofChain = useSetFees(product);
  const ofStore = useSetMerchantFees(product);
  const { provider, version, baseUrl, clientKey, merchantId } = settings;
  return {
    isPending: ofChain.isPending || ofStore.isPending,
    error: ofChain.error ?? ofStore.error,
    set(feeTerms: FeeTerm[], onSuccess: () => void) {
      if (merchant === null) return ofChain.mutate({ provider, version, feeTerms }, { onSuccess });
      const { storeId } = merchant;
      ofStore.mutate({ storeId, provider, version, baseUrl, clientKey, merchantId, feeTerms }, { onSuccess });
    },
  };
}

function FeesOf({ owner, canChange }: { readonly owner: FeeOwner; readonly canChange: boolean }) {
  const { t } = useTranslation('settlement');
  const zone = useZone();
  const [today] = useState(() => zonedDate(zone, new Date()));
  const change = useFeeSetting(owner);
  const { feeTerms } = owner.settings;
  const inOrder = [...feeTerms].sort(
    (a, b) => comparePaymentMethods(a.method, b.method) || b.validFrom.localeCompare(a.validFrom),
  );
  const others = ({ method, validFrom }: FeeTerm) =>
    feeTerms.filter((term) => term.method !== method || term.validFrom !== validFrom);
  function send(next: readonly FeeTerm[], done: string): void {
    if (!change.isPending) change.set([...next], () => toast.success(done));
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
