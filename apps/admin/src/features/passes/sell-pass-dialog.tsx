import { MANUAL_METHODS, type ManualMethod } from '@munjigi/contract/payment-methods';
import type { Pass } from '@munjigi/contract';
import { normalisePhone } from '@munjigi/typed-text';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';
import { CopyField } from '../../ui/form/copy-field.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { toast } from '../../ui/toast/toast.ts';
import { usePassWords } from './pass-words.ts';
import { usePassOffers, useSellPass } from './passes.api.ts';

/** All offers of a store are shown at once. */
const MOST_OFFERS = 200;

interface SellPassDialogProps {
  readonly onClose: () => void;
  readonly onSold: (pass: Pick<Pass, 'id'>) => void;
}

/** Records the sale of a pass. A gift shows its code once (PS-7). */
export function SellPassDialog(props: SellPassDialogProps) {
  const { t } = useTranslation(['passes', 'form']);
  const form = useSaleForm(props);
  if (form.giftCode !== null)
    return (
      <FormDialog
        title={t('sell.giftTitle')}
        submitLabel={t('sell.giftDone')}
        onSubmit={form.finish}
        onClose={form.finish}
      >
        <Box sx={{ typography: 'body2' }}>{t('sell.giftText')}</Box>
        <CopyField label={t('sell.giftCode')} value={form.giftCode} />
      </FormDialog>
    );
  return (
    <FormDialog
      title={t('sell.open')}
      submitLabel={form.isBusy ? t('form:saving') : form.submitText}
      isBusy={form.isBusy}
      isDisabled={form.offer === undefined}
      error={form.error}
      onSubmit={form.submit}
      onClose={props.onClose}
    >
      {form.isEmpty ? <Box sx={{ typography: 'body2' }}>{t('sell.noOffer')}</Box> : <SaleFields form={form} />}
    </FormDialog>
  );
}

interface SaleDraft {
  readonly offerId: string;
  readonly name: string;
  readonly phone: string;
  readonly method: ManualMethod;
  readonly isGift: boolean;
}

function useSaleForm({ onClose, onSold }: SellPassDialogProps) {
  const { t } = useTranslation(['passes', 'payments', 'form']);
  const format = useFormat();
  const product = useProduct();
  const { storeId, stores } = useStoreChoice();
  const offers = usePassOffers(product, { storeId, isSold: true, page: 0 }, MOST_OFFERS).data;
  const sell = useSellPass(product);
  const [draft, setDraft] = useState<SaleDraft>({ offerId: '', name: '', phone: '', method: 'CARD', isGift: false });
  const [wasSent, setWasSent] = useState(false);
  const offer = offers?.items.find(({ id }) => id === draft.offerId) ?? offers?.items[0];
  const isNameMissing = draft.name.trim() === '';
  const isPhoneFaulty = normalisePhone(draft.phone) === null;
  const sold = sell.data;
  const finish = () => {
    onClose();
    if (sold) onSold(sold);
  };
  function submit(): void {
    setWasSent(true);
    if (isNameMissing || isPhoneFaulty || offer === undefined) return;
    const { method, isGift } = draft;
    sell.mutate(
      { offerId: offer.id, guestName: draft.name.trim(), guestPhone: draft.phone.trim(), method, isGift },
      {
        onSuccess: (pass) => {
          toast.success(t('sell.done'));
          if (pass.giftCode !== null) return;
          onClose();
          onSold(pass);
        },
      },
    );
  }
  return {
    draft,
    offer,
    offers: offers?.items ?? [],
    isEmpty: offers?.items.length === 0,
    hasStores: storeId === null && stores.length > 1,
    change: (patch: Partial<SaleDraft>) => setDraft((before) => ({ ...before, ...patch })),
    submitText:
      offer === undefined
        ? t('sell.open')
        : t('sell.submit', { method: t(`payments:method.${draft.method}`), amount: format.money(offer.priceAmount) }),
    nameFault: wasSent && isNameMissing ? t('form:required') : undefined,
    phoneFault: wasSent && isPhoneFaulty ? t('sell.phoneFaulty') : undefined,
    giftCode: sold?.giftCode ?? null,
    isBusy: sell.isPending,
    error: sell.error,
    submit,
    finish,
  };
}

function SaleFields({ form }: { readonly form: ReturnType<typeof useSaleForm> }) {
  const { t } = useTranslation(['passes', 'payments']);
  const format = useFormat();
  const words = usePassWords();
  const { stores } = useStoreChoice();
  const { draft, change, offers, offer } = form;
  const nameOf = (storeId: string) => stores.find(({ id }) => id === storeId)?.name ?? '';
  return (
    <>
      <SelectInput
        label={t('column.pass')}
        value={offer?.id ?? ''}
        options={offers.map(({ id, name, unit, units, priceAmount, storeId }) => ({
          value: id,
          label: [
            ...(form.hasStores ? [nameOf(storeId)] : []),
            name,
            words.units(unit, units),
            format.money(priceAmount),
          ].join(' · '),
        }))}
        onChange={(offerId) => change({ offerId })}
      />
      <TextInput
        label={t('sell.name')}
        value={draft.name}
        maxLength={60}
        error={form.nameFault}
        onChange={(name) => change({ name })}
      />
      <TextInput
        label={t('sell.phone')}
        value={draft.phone}
        maxLength={30}
        error={form.phoneFault}
        hint={t(draft.isGift ? 'sell.buyerHint' : 'sell.phoneHint')}
        onChange={(phone) => change({ phone })}
      />
      <ChoiceToggle
        label={t('sell.method')}
        value={draft.method}
        choices={MANUAL_METHODS.map((value) => ({ value, label: t(`payments:method.${value}`) }))}
        onChoose={(method) => change({ method })}
        isCompact
      />
      <FormControlLabel
        label={t('sell.isGift')}
        control={<Checkbox checked={draft.isGift} onChange={(event) => change({ isGift: event.target.checked })} />}
      />
    </>
  );
}
