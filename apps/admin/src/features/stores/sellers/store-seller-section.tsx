import type { Store, StoreSeller } from '@munjigi/contract';
import { SELLER_KINDS } from '@munjigi/contract/seller-values';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useCan, useProduct } from '../../../session/auth.tsx';
import { useEditForm } from '../../../ui/form/edit-form.ts';
import { SelectInput } from '../../../ui/form/fields.tsx';
import { Unread } from '../../../ui/form/unread.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { SectionForm } from '../settings-section.tsx';
import { checkSeller, SELLER_FIELDS, toSellerBody, toSellerDraft, type SellerDraft } from './seller-draft.ts';
import { SellerFields } from './seller-fields.tsx';
import { useSetStoreSeller, useStoreSeller } from './sellers.api.ts';

type Draft = SellerDraft & { readonly kind: string };

/** Who sells the stays of a store (SE-1), and what is missing before it may sell online (SE-2). */
export function StoreSellerSection({ store }: { readonly store: Store }) {
  const seller = useStoreSeller(useProduct(), store.id);
  if (seller.data === undefined) return <Unread query={seller} height={420} />;
  return <SellerForm seller={seller.data} businessNumber={store.businessNumber} />;
}

interface SellerFormProps {
  readonly seller: StoreSeller;
  readonly businessNumber: string;
}

function SellerForm({ seller, businessNumber }: SellerFormProps) {
  const { t } = useTranslation('sellers');
  const isReadOnly = !useCan()('stores:write');
  const form = useSellerForm(seller);
  const { draft } = form;
  return (
    <SectionForm
      form={form}
      text={t('store.text')}
      isReadOnly={isReadOnly}
      draftOf={toDraft}
      valuesOf={(values) => [
        [t('store.kind'), t(`store.kinds.${values.kind === 'CHAIN' ? 'CHAIN' : 'STORE'}`)],
        ...SELLER_FIELDS.map(({ name }) => [t(`fields.${name}`), values[name]] as const),
        [t('fields.mailOrderExemption'), values.mailOrderExemption],
      ]}
    >
      <Missing seller={seller} />
      <SelectInput
        label={t('store.kind')}
        value={draft.kind}
        isReadOnly={isReadOnly}
        options={SELLER_KINDS.map((value) => ({ value, label: t(`store.kinds.${value}`) }))}
        onChange={(kind) => form.change({ kind })}
      />
      {draft.kind === 'CHAIN' ? (
        <ChainNote seller={seller} />
      ) : (
        <>
          <SellerFields draft={draft} isReadOnly={isReadOnly} errorAt={form.errorAt} onChange={form.change} />
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {businessNumber === ''
              ? t('store.businessNumberMissing')
              : t('store.businessNumber', { number: businessNumber })}
          </Box>
        </>
      )}
    </SectionForm>
  );
}

function useSellerForm(row: StoreSeller) {
  const { t } = useTranslation(['sellers', 'form']);
  const save = useSetStoreSeller(useProduct(), row.storeId);
  return useEditForm({
    row,
    draftOf: toDraft,
    check: (draft) =>
      draft.kind === 'CHAIN'
        ? {}
        : checkSeller(draft, { required: t('form:required'), email: t('fields.emailInvalid') }),
    bodyOf: (draft) => draft,
    // A seller is saved whole; version 0 is that of a store without one.
    send: ({ version }, { whole }) =>
      save(whole.kind === 'CHAIN' ? { kind: 'CHAIN', version } : { kind: 'STORE', version, ...toSellerBody(whole) }),
    onSaved: () => toast.success(t('form:saved')),
  });
}

function toDraft(row: StoreSeller): Draft {
  return { ...toSellerDraft(row), kind: row.kind };
}

/** What the saved seller lacks. */
function Missing({ seller: { missing } }: { readonly seller: StoreSeller }) {
  const { t } = useTranslation(['sellers', 'stores']);
  if (missing.length === 0) return <Alert severity="success">{t('store.complete')}</Alert>;
  return (
    <Alert severity="warning">
      {t('store.missing')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {missing.map((gap) => (
          <li key={gap}>{t(`stores:booking-page.gap.${gap}`)}</li>
        ))}
      </Box>
    </Alert>
  );
}

function ChainNote({ seller: { kind, shown } }: { readonly seller: StoreSeller }) {
  const { t } = useTranslation('sellers');
  const isMissing = kind === 'CHAIN' && shown === null;
  return (
    <Alert severity={isMissing ? 'warning' : 'info'}>
      {isMissing ? t('store.chainMissing') : t('store.chain')}
      {kind === 'CHAIN' && shown !== null && (
        <Box sx={{ fontWeight: 600 }}>
          {shown.legalName} · {shown.businessNumber}
        </Box>
      )}
    </Alert>
  );
}
