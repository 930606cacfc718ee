import type { SettlementPayee } from '@munjigi/contract';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { SelectInput, TextInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { usePayees, useSetPayee } from '../settlement.api.ts';
import { useSettlementWords } from '../settlement-words.ts';
import { TermsForm, useTermsForm } from './terms-form.tsx';

interface PayeePanelProps {
  readonly storeId: string | null;
  readonly stores: readonly { readonly id: string; readonly name: string }[];
  readonly canChange: boolean;
}

/** The representative and the account of a store, for its statements and tax invoices (SL-32). */
export function PayeePanel({ storeId: firstStoreId, stores, canChange }: PayeePanelProps) {
  const { t } = useTranslation('settlement');
  const { data, error, refetch } = usePayees(useProduct());
  const [storeId, setStoreId] = useState(firstStoreId ?? stores[0]?.id ?? '');
  const payee = data?.find((item) => item.storeId === storeId) ?? null;
  return (
    <>
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('account.text')}</Box>
      {stores.length > 1 && (
        <SelectInput
          label={t('head.store')}
          value={storeId}
          onChange={setStoreId}
          options={stores.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton variant="rounded" height={200} aria-busy="true" />}
      {data !== undefined &&
        (canChange ? (
          <PayeeForm key={`${storeId} ${String(payee?.version)}`} storeId={storeId} payee={payee} />
        ) : (
          <PayeeFacts payee={payee} />
        ))}
    </>
  );
}

function PayeeFacts({ payee }: { readonly payee: SettlementPayee | null }) {
  const { t } = useTranslation('settlement');
  if (payee === null) return <Box sx={{ typography: 'body2' }}>{t('account.none')}</Box>;
  return (
    <FactList
      facts={[
        [t('account.representative'), payee.representative || '–'],
        [t('account.bank'), payee.bank || '–'],
        [t('account.number'), payee.accountNumber || '–'],
        [t('account.holder'), payee.accountHolder || '–'],
      ]}
    />
  );
}

interface PayeeFormProps {
  readonly storeId: string;
  readonly payee: SettlementPayee | null;
}

function PayeeForm({ storeId, payee }: PayeeFormProps) {
  const { t } = useTranslation('settlement');
  const words = useSettlementWords();
  const { draft, set, faults, isPending, error, submit } = usePayeeForm({ storeId, payee });
  return (
    <TermsForm
      saveLabel={t('account.save')}
      isPending={isPending}
      note={
        payee !== null && t('account.changed', { by: payee.changedBy, day: words.day(payee.changedAt.slice(0, 10)) })
      }
      onSubmit={submit}
    >
      <TextInput
        label={t('account.representative')}
        value={draft.representative}
        maxLength={50}
        onChange={set('representative')}
      />
      <TextInput
        label={t('account.bank')}
        value={draft.bank}
        maxLength={30}
        error={faults.bank}
        onChange={set('bank')}
      />
      <TextInput
        label={t('account.number')}
        value={draft.accountNumber}
        maxLength={24}
        error={faults.accountNumber}
        onChange={set('accountNumber')}
      />
      <TextInput
        label={t('account.holder')}
        value={draft.accountHolder}
        maxLength={50}
        error={faults.accountHolder}
        onChange={set('accountHolder')}
      />
      <ProblemAlert error={error} sx={{ gridColumn: '1 / -1' }} />
    </TermsForm>
  );
}

function usePayeeForm({ storeId, payee }: PayeeFormProps) {
  const { t } = useTranslation('settlement');
  const change = useSetPayee(useProduct());
  const { draft, wasSent, set, submit } = useTermsForm(
    {
      representative: payee?.representative ?? '',
      bank: payee?.bank ?? '',
      accountNumber: payee?.accountNumber ?? '',
      accountHolder: payee?.accountHolder ?? '',
    },
    (sent) => {
      if (isPartial || isNumberBad || change.isPending) return;
      change.mutate(
        { storeId, ...sent, ...(payee && { version: payee.version }) },
        { onSuccess: () => toast.success(t('account.done')) },
      );
    },
  );
  const account = [draft.bank, draft.accountNumber, draft.accountHolder].map((value) => value.trim());
  const isPartial = account.some((value) => value !== '') && account.some((value) => value === '');
  const isNumberBad = draft.accountNumber.trim() !== '' && !/^(?:\d-?){7,22}\d$/.test(draft.accountNumber.trim());
  const together = (value: string) => (wasSent && isPartial && value.trim() === '' ? t('account.together') : undefined);

  return {
    draft,
    set,
    faults: {
      bank: together(draft.bank),
      accountNumber: wasSent && isNumberBad ? t('account.badNumber') : together(draft.accountNumber),
      accountHolder: together(draft.accountHolder),
    },
    isPending: change.isPending,
    error: change.error,
    submit,
  };
}
