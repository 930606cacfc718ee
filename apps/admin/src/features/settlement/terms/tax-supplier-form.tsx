import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { TextInput } from '../../../ui/form/fields.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useSetTaxSupplier, type TaxSupplier } from '../settlement.api.ts';
import { TermsForm, useTermsForm } from './terms-form.tsx';

export const SUPPLIER_FORM_ID = 'tax-supplier';

/** Head office's data on tax invoices, to be entered or changed. */
export function TaxSupplierForm({ supplier }: { readonly supplier: TaxSupplier | null }) {
  const { t } = useTranslation('settlement');
  const { draft, set, errorOf, isPending, error, submit } = useTaxSupplierForm(supplier);
  return (
    <TermsForm id={SUPPLIER_FORM_ID} saveLabel={t('tax.save')} isPending={isPending} onSubmit={submit}>
      <TextInput
        label={t('tax.number')}
        value={draft.businessNumber}
        maxLength={12}
        error={errorOf('businessNumber')}
        onChange={set('businessNumber')}
      />
      <TextInput
        label={t('tax.name')}
        value={draft.name}
        maxLength={100}
        error={errorOf('name')}
        onChange={set('name')}
      />
      <TextInput
        label={t('tax.representative')}
        value={draft.representative}
        maxLength={50}
        error={errorOf('representative')}
        onChange={set('representative')}
      />
      <TextInput
        label={t('tax.address')}
        value={draft.address}
        maxLength={200}
        error={errorOf('address')}
        onChange={set('address')}
      />
      <ProblemAlert error={error} sx={{ gridColumn: '1 / -1' }} />
    </TermsForm>
  );
}

function useTaxSupplierForm(supplier: TaxSupplier | null) {
  const { t } = useTranslation('settlement');
  const change = useSetTaxSupplier(useProduct());
  const { draft, wasSent, set, submit } = useTermsForm(
    {
      businessNumber: supplier?.businessNumber ?? '',
      name: supplier?.name ?? '',
      representative: supplier?.representative ?? '',
      address: supplier?.address ?? '',
    },
    ({ businessNumber, name, representative, address }) => {
      if (Object.values(faults).some((fault) => fault !== null) || change.isPending) return;
      const body = {
        businessNumber: businessNumber.trim(),
        name: name.trim(),
        representative: representative.trim(),
        address: address.trim(),
      };
      change.mutate(
        { ...body, ...(supplier && { version: supplier.version }) },
        { onSuccess: () => toast.success(t('tax.done')) },
      );
    },
  );
  const faults = {
    businessNumber: /^\d{3}-\d{2}-\d{5}$/.test(draft.businessNumber.trim()) ? null : t('tax.badNumber'),
    name: draft.name.trim() === '' ? t('tax.required') : null,
    representative: draft.representative.trim() === '' ? t('tax.required') : null,
    address: draft.address.trim() === '' ? t('tax.required') : null,
  };

  return {
    draft,
    set,
    /** Why a field was refused, in words; nothing before the first try to save. */
    errorOf: (name: keyof typeof faults) => (wasSent ? (faults[name] ?? undefined) : undefined),
    isPending: change.isPending,
    error: change.error,
    submit,
  };
}
