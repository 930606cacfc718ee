import { MAIL_ORDER_EXEMPTIONS } from '@munjigi/contract/seller-values';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { SelectInput, TextInput } from '../../../ui/form/fields.tsx';
import { FIELD_GRID } from '../settings-section.tsx';
import { SELLER_FIELDS, type SellerDraft, type SellerFieldName } from './seller-draft.ts';

interface SellerFieldsProps {
  readonly draft: SellerDraft;
  readonly isReadOnly: boolean;
  readonly errorAt: (name: string) => string | undefined;
  readonly onChange: (change: Partial<SellerDraft>) => void;
}

/** The identity of a seller, and why it needs no mail-order registration. */
export function SellerFields({ draft, isReadOnly, errorAt, onChange }: SellerFieldsProps) {
  const { t } = useTranslation('sellers');
  const hints: Partial<Record<SellerFieldName, string>> = {
    legalName: t('fields.legalNameHint'),
    mailOrderNumber: t('fields.mailOrderNumberHint'),
    hostingProvider: t('fields.hostingProviderHint'),
  };
  return (
    <Box sx={FIELD_GRID}>
      {SELLER_FIELDS.map(({ name, max, isRequired }) => (
        <Box key={name} sx={name === 'address' ? { gridColumn: '1 / -1' } : {}}>
          <TextInput
            label={t(`fields.${name}`)}
            value={draft[name]}
            maxLength={max}
            isRequired={isRequired && !isReadOnly}
            isReadOnly={isReadOnly}
            error={errorAt(name)}
            hint={hints[name]}
            onChange={(value) => onChange({ [name]: value })}
          />
        </Box>
      ))}
      <Box sx={{ gridColumn: '1 / -1' }}>
        <SelectInput
          label={t('fields.mailOrderExemption')}
          value={draft.mailOrderExemption}
          isReadOnly={isReadOnly}
          error={errorAt('mailOrderExemption')}
          hint={t('fields.exemptionHint')}
          options={[
            { value: '', label: t('fields.exemptions.NONE') },
            ...MAIL_ORDER_EXEMPTIONS.map((value) => ({ value, label: t(`fields.exemptions.${value}`) })),
          ]}
          onChange={(mailOrderExemption) => onChange({ mailOrderExemption })}
        />
      </Box>
    </Box>
  );
}
