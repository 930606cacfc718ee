import { PASS_UNITS, type PassUnit } from '@munjigi/contract/pass-values';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../session/auth.tsx';
import { useStoreChoice } from '../../session/store-choice.ts';
import { ChoiceToggle } from '../../ui/form/choice-toggle.tsx';
import { FormDialog } from '../../ui/form/dialog/form-dialog.tsx';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { percentNumber, wholeNumber } from '../../ui/form/numbers.ts';
import { OptionCheckboxes } from '../../ui/form/option-checkboxes.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useRooms } from '../rooms/index.ts';
import { useCreatePassOffer, type OfferBody } from './passes.api.ts';

const MOST_HOURS = 999;
const MOST_WON = 100_000_000;
const MOST_DAYS = 1096;
const MINUTES = 60;

interface OfferDraft {
  readonly storeId: string;
  readonly name: string;
  readonly unit: PassUnit;
  /** Hours, or credit in won. */
  readonly size: string;
  readonly price: string;
  readonly days: string;
  readonly roomIds: readonly string[];
}

type Fault = 'name' | 'size' | 'price' | 'days';

/** Adds a pass that a store sells. Its terms never change, so the dialog says so before (PS-1). */
export function OfferDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['passes', 'form']);
  const form = useOfferForm(onClose);
  return (
    <FormDialog
      title={t('offer.open')}
      submitLabel={form.isBusy ? t('form:saving') : t('offer.submit')}
      maxWidth="sm"
      isBusy={form.isBusy}
      error={form.error}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2' }}>{t('offer.effect')}</Box>
      <OfferFields form={form} />
    </FormDialog>
  );
}

function useOfferForm(onClose: () => void) {
  const { t } = useTranslation(['passes', 'form']);
  const { storeId, stores } = useStoreChoice();
  const create = useCreatePassOffer(useProduct());
  const [draft, setDraft] = useState<OfferDraft>({
    storeId: storeId ?? stores[0]?.id ?? '',
    name: '',
    unit: 'MINUTES',
    size: '',
    price: '',
    days: '90',
    roomIds: [],
  });
  const [wasSent, setWasSent] = useState(false);
  const faults = findFaults(draft);
  const words: Readonly<Record<Fault, string>> = {
    name: t('form:required'),
    size: draft.unit === 'MINUTES' ? t('offer.badHours', { max: MOST_HOURS }) : t('offer.badCredit'),
    price: t('form:whole', { min: 1, max: MOST_WON }),
    days: t('form:whole', { min: 1, max: MOST_DAYS }),
  };
  function submit(): void {
    setWasSent(true);
    if (faults.size > 0) return;
    create.mutate(toBody(draft), {
      onSuccess: () => {
        toast.success(t('offer.done'));
        onClose();
      },
    });
  }
  return {
    draft,
    stores,
    change: (patch: Partial<OfferDraft>) => setDraft((before) => ({ ...before, ...patch })),
    faultAt: (name: Fault) => (wasSent && faults.has(name) ? words[name] : undefined),
    isBusy: create.isPending,
    error: create.error,
    submit,
  };
}

function readSize({ unit, size }: Pick<OfferDraft, 'unit' | 'size'>): number | null {
  if (unit === 'WON') return wholeNumber(size, 1, MOST_WON);
  const hours = percentNumber(size, { most: MOST_HOURS });
  return hours === null || hours === 0 ? null : Math.round(hours * MINUTES);
}

function findFaults(draft: OfferDraft): ReadonlySet<Fault> {
  const [size, price] = [readSize(draft), wholeNumber(draft.price, 1, MOST_WON)];
  const faults: readonly (readonly [Fault, boolean])[] = [
    ['name', draft.name.trim() === ''],
    ['size', size === null || (draft.unit === 'WON' && price !== null && size < price)],
    ['price', price === null],
    ['days', wholeNumber(draft.days, 1, MOST_DAYS) === null],
  ];
  return new Set(faults.filter(([, isFault]) => isFault).map(([name]) => name));
}

function toBody(draft: OfferDraft): OfferBody {
  return {
    storeId: draft.storeId,
    name: draft.name.trim(),
    unit: draft.unit,
    units: readSize(draft) ?? 0,
    priceAmount: wholeNumber(draft.price, 1, MOST_WON) ?? 0,
    validDays: wholeNumber(draft.days, 1, MOST_DAYS) ?? 0,
    roomIds: [...draft.roomIds],
  };
}

interface OfferPartProps {
  readonly form: ReturnType<typeof useOfferForm>;
}

function OfferFields({ form }: OfferPartProps) {
  const { t } = useTranslation(['passes', 'form']);
  const { draft, change, faultAt, stores } = form;
  return (
    <>
      {stores.length > 1 && (
        <SelectInput
          label={t('column.store')}
          value={draft.storeId}
          options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(storeId) => change({ storeId, roomIds: [] })}
        />
      )}
      <ChoiceToggle
        label={t('offer.unit')}
        value={draft.unit}
        choices={PASS_UNITS.map((value) => ({ value, label: t(`unit.${value}`) }))}
        onChoose={(unit) => change({ unit, size: '' })}
        isWide
      />
      <TextInput
        label={t('offer.name')}
        value={draft.name}
        maxLength={60}
        error={faultAt('name')}
        hint={t('offer.nameHint')}
        onChange={(name) => change({ name })}
      />
      <OfferNumbers form={form} />
      <OfferRooms form={form} />
    </>
  );
}

function OfferNumbers({ form: { draft, change, faultAt } }: OfferPartProps) {
  const { t } = useTranslation(['passes', 'form']);
  const isHours = draft.unit === 'MINUTES';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      <NumberInput
        label={t(isHours ? 'offer.hours' : 'offer.credit')}
        value={draft.size}
        unit={isHours ? t('offer.hoursUnit') : t('form:won')}
        isDecimal={isHours}
        error={faultAt('size')}
        onChange={(size) => change({ size })}
      />
      <NumberInput
        label={t('column.price')}
        value={draft.price}
        unit={t('form:won')}
        error={faultAt('price')}
        onChange={(price) => change({ price })}
      />
      <NumberInput
        label={t('offer.days')}
        value={draft.days}
        unit={t('offer.daysUnit')}
        error={faultAt('days')}
        onChange={(days) => change({ days })}
      />
    </Box>
  );
}

function OfferRooms({ form: { draft, change } }: OfferPartProps) {
  const { t } = useTranslation('passes');
  const rooms = useRooms(useProduct(), draft.storeId).data?.items ?? [];
  if (rooms.length < 2) return null;
  return (
    <Box role="group" aria-label={t('offer.rooms')}>
      <Box sx={{ typography: 'body2', mb: 0.5 }}>{t('offer.rooms')}</Box>
      <OptionCheckboxes isFramed options={rooms} value={draft.roomIds} onChange={(roomIds) => change({ roomIds })} />
      <Box sx={{ typography: 'caption', color: 'text.secondary', mt: 0.5 }}>{t('offer.roomsHint')}</Box>
    </Box>
  );
}
