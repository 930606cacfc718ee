import type { ChainSeller } from '@munjigi/contract';
import { normaliseBusinessNumber } from '@munjigi/typed-text';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { useEditForm } from '../../../ui/form/edit-form.ts';
import { TextInput } from '../../../ui/form/fields.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { SectionForm } from '../settings-section.tsx';
import { checkSeller, SELLER_FIELDS, toSellerBody, toSellerDraft, type SellerDraft } from './seller-draft.ts';
import { SellerFields } from './seller-fields.tsx';
import { useSetChainSeller } from './sellers.api.ts';

type Draft = SellerDraft & { readonly businessNumber: string; readonly isBroker: boolean };

/** Head office as a seller of stays, or as a broker that is no party of the contract. */
export function ChainSellerForm({ seller }: { readonly seller: ChainSeller }) {
  const { t } = useTranslation('sellers');
  const isReadOnly = !useCan()('stores:make');
  const form = useChainSellerForm(seller);
  const { draft } = form;
  return (
    <SectionForm
      form={form}
      text={t('chain.stores', { count: seller.storeCount })}
      isReadOnly={isReadOnly}
      draftOf={toDraft}
      valuesOf={(values) => [
        [t('fields.businessNumber'), values.businessNumber],
        ...SELLER_FIELDS.map(({ name }) => [t(`fields.${name}`), values[name]] as const),
        [t('fields.mailOrderExemption'), values.mailOrderExemption],
        [t('chain.isBroker'), t(values.isBroker ? 'chain.on' : 'chain.off')],
      ]}
    >
      <TextInput
        label={t('fields.businessNumber')}
        value={draft.businessNumber}
        maxLength={12}
        isRequired={!isReadOnly}
        isReadOnly={isReadOnly}
        error={form.errorAt('businessNumber')}
        onChange={(typed) => form.change({ businessNumber: normaliseBusinessNumber(typed) ?? typed })}
      />
      <SellerFields draft={draft} isReadOnly={isReadOnly} errorAt={form.errorAt} onChange={form.change} />
      <Box>
        <FormControlLabel
          control={<Switch checked={draft.isBroker} />}
          disabled={isReadOnly}
          label={t('chain.isBroker')}
          onChange={(_event, isBroker) => form.change({ isBroker })}
        />
        <FormHelperText>{t('chain.isBrokerHint')}</FormHelperText>
      </Box>
    </SectionForm>
  );
}

function useChainSellerForm(row: ChainSeller) {
  const { t } = useTranslation(['sellers', 'form']);
  const save = useSetChainSeller(useProduct());
  return useEditForm({
    row,
    draftOf: toDraft,
    check: (draft) => ({
      ...(normaliseBusinessNumber(draft.businessNumber) === null && {
        businessNumber: t('fields.businessNumberInvalid'),
      }),
      ...checkSeller(draft, { required: t('form:required'), email: t('fields.emailInvalid') }),
    }),
    bodyOf: (draft) => ({
      businessNumber: draft.businessNumber.trim(),
      isBroker: draft.isBroker,
      ...toSellerBody(draft),
    }),
    send: ({ version }, { whole }) => save({ ...whole, version }),
    onSaved: () => toast.success(t('form:saved')),
  });
}

function toDraft(row: ChainSeller): Draft {
  return { ...toSellerDraft(row), businessNumber: row.businessNumber, isBroker: row.isBroker };
}
