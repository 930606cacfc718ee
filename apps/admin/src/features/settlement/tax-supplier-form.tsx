import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../api/problem-text.ts';
import { useProduct } from '../../app/auth.tsx';
import { TextInput } from '../../ui/form/fields.tsx';
import { toast } from '../../ui/toast.ts';
import { useSetTaxSupplier, type TaxSupplier } from './settlement.api.ts';

const REQUIRED = ['name', 'representative'] as const;

export function TaxSupplierForm({ supplier }: { readonly supplier: TaxSupplier | null }) {
  const { t } = useTranslation('settlement');
  const change = useSetTaxSupplier(useProduct());
  const [draft, setDraft] = useState({
    businessNumber: supplier?.businessNumber ?? '',
    name: supplier?.name ?? '',
    representative: supplier?.representative ?? '',
    address: supplier?.address ?? '',
  });
  const [wasSent, setWasSent] = useState(false);
  const set = (name: keyof typeof draft) => (value: string) => setDraft({ ...draft, [name]: value });
  const isNumberBad = !/^\d{3}-\d{2}-\d{5}$/.test(draft.businessNumber.trim());
  const isMissing = (name: (typeof REQUIRED)[number]) => draft[name].trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    setWasSent(true);
    if (isNumberBad || REQUIRED.some(isMissing) || change.isPending) return;
    const { businessNumber, name, representative, address } = draft;
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
  }

  const missing = (name: (typeof REQUIRED)[number]) => (wasSent && isMissing(name) ? t('tax.required') : undefined);
  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}
    >
      <TextInput
        label={t('tax.number')}
        value={draft.businessNumber}
        maxLength={12}
        error={wasSent && isNumberBad ? t('tax.badNumber') : undefined}
        onChange={set('businessNumber')}
      />
      <TextInput
        label={t('tax.name')}
        value={draft.name}
        maxLength={100}
        error={missing('name')}
        onChange={set('name')}
      />
      <TextInput
        label={t('tax.representative')}
        value={draft.representative}
        maxLength={50}
        error={missing('representative')}
        onChange={set('representative')}
      />
      <TextInput label={t('tax.address')} value={draft.address} maxLength={200} onChange={set('address')} />
      {change.error !== null && (
        <Box role="alert" sx={{ gridColumn: '1 / -1', typography: 'body2', color: 'error.main' }}>
          {problemText(t, change.error)}
        </Box>
      )}
      <Button
        type="submit"
        variant="contained"
        aria-disabled={change.isPending}
        sx={{ gridColumn: '1 / -1', justifySelf: 'end' }}
      >
        {change.isPending ? t('saving') : t('tax.save')}
      </Button>
    </Box>
  );
}
