import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useTranslation } from 'react-i18next';
import { useAuthContext } from '../../session/auth.tsx';
import { DateField } from '../../ui/form/time/date-field.tsx';
import { NumberInput, SelectInput, TextInput } from '../../ui/form/fields.tsx';
import { OptionCheckboxes } from '../../ui/form/option-checkboxes.tsx';
import { ProblemAlert } from '../../ui/states/problem-alert.tsx';
import type { CouponDraft } from './coupon-draft.ts';

interface CouponFieldsProps {
  readonly draft: CouponDraft;
  /** The code of a coupon never changes. */
  readonly isNew: boolean;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (patch: Partial<CouponDraft>) => void;
}
type PartProps = Omit<CouponFieldsProps, 'isNew'>;

/** Two fields beside one another, below one another on a phone. */
const PAIRS = {
  display: 'grid',
  columnGap: 2,
  rowGap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const;

/** The terms of a coupon. */
export function CouponFields({ isNew, ...part }: CouponFieldsProps) {
  const { t } = useTranslation('coupons');
  const { draft, errorAt, onChange } = part;
  return (
    <>
      <Box sx={PAIRS}>
        <TextInput
          autoFocus={isNew}
          label={t('field.code')}
          value={draft.code}
          maxLength={40}
          isReadOnly={!isNew}
          error={errorAt('code')}
          hint={t(isNew ? 'field.codeHint' : 'field.codeFixed')}
          onChange={(code) => onChange({ code })}
        />
        <TextInput
          label={t('field.name')}
          value={draft.name}
          maxLength={60}
          error={errorAt('name')}
          hint={t('field.nameHint')}
          onChange={(name) => onChange({ name })}
        />
        <DiscountFields {...part} />
        <PeriodDates {...part} />
        <LimitFields {...part} />
      </Box>
      <StoreSelection {...part} />
      <SelectInput
        label={t('field.bearer')}
        value={draft.bearer}
        error={errorAt('bearer')}
        hint={t(`bearerHint.${draft.bearer}`)}
        onChange={(bearer) => onChange({ bearer: bearer === 'HEAD_OFFICE' ? 'HEAD_OFFICE' : 'STORE' })}
        options={[
          { value: 'STORE', label: t('bearer.STORE') },
          { value: 'HEAD_OFFICE', label: t('bearer.HEAD_OFFICE') },
        ]}
      />
    </>
  );
}

function DiscountFields({ draft, errorAt, onChange }: PartProps) {
  const { t } = useTranslation(['coupons', 'form']);
  const won = t('form:won');
  return (
    <>
      <SelectInput
        label={t('field.kind')}
        value={draft.kind}
        error={errorAt('kind')}
        onChange={(kind) => onChange({ kind: kind === 'AMOUNT' ? 'AMOUNT' : 'PERCENT' })}
        options={[
          { value: 'PERCENT', label: t('kind.PERCENT') },
          { value: 'AMOUNT', label: t('kind.AMOUNT') },
        ]}
      />
      {draft.kind === 'PERCENT' ? (
        <>
          <NumberInput
            label={t('field.percent')}
            value={draft.percent}
            unit="%"
            error={errorAt('percent')}
            onChange={(percent) => onChange({ percent })}
          />
          <NumberInput
            label={t('field.maxDiscountAmount')}
            value={draft.maxDiscountAmount}
            unit={won}
            error={errorAt('maxDiscountAmount')}
            hint={t(draft.bearer === 'STORE' ? 'field.emptyNoLimit' : 'field.limitNeeded')}
            onChange={(maxDiscountAmount) => onChange({ maxDiscountAmount })}
          />
        </>
      ) : (
        <NumberInput
          label={t('field.amount')}
          value={draft.amount}
          unit={won}
          error={errorAt('amount')}
          onChange={(amount) => onChange({ amount })}
        />
      )}
      <NumberInput
        label={t('field.minPriceAmount')}
        value={draft.minPriceAmount}
        unit={won}
        error={errorAt('minPriceAmount')}
        hint={t('field.minPriceHint')}
        onChange={(minPriceAmount) => onChange({ minPriceAmount })}
      />
    </>
  );
}

function PeriodDates({ draft, errorAt, onChange }: PartProps) {
  const { t } = useTranslation('coupons');
  return (
    <>
      <Box sx={{ gridColumnStart: { sm: 1 } }}>
        <DateField
          label={t('field.startsOn')}
          value={draft.startsOn}
          error={errorAt('startsOn')}
          hint={t('field.startsOnHint')}
          onChange={(startsOn) => onChange({ startsOn })}
        />
      </Box>
      <DateField
        label={t('field.endsOn')}
        value={draft.endsOn}
        error={errorAt('endsOn')}
        onChange={(endsOn) => onChange({ endsOn })}
      />
    </>
  );
}

function LimitFields({ draft, errorAt, onChange }: PartProps) {
  const { t } = useTranslation('coupons');
  return (
    <>
      <NumberInput
        label={t('field.maxUses')}
        value={draft.maxUses}
        unit={t('field.timesUnit')}
        error={errorAt('maxUses')}
        hint={t('field.emptyNoLimit')}
        onChange={(maxUses) => onChange({ maxUses })}
      />
      <NumberInput
        label={t('field.maxUsesPerGuest')}
        value={draft.maxUsesPerGuest}
        unit={t('field.timesUnit')}
        error={errorAt('maxUsesPerGuest')}
        hint={t('field.perGuestHint')}
        onChange={(maxUsesPerGuest) => onChange({ maxUsesPerGuest })}
      />
    </>
  );
}

function StoreSelection({ draft, errorAt, onChange }: PartProps) {
  const { t } = useTranslation('coupons');
  const stores = useAuthContext().user?.stores ?? [];
  return (
    <Box role="group" aria-label={t('field.stores')}>
      <FormControlLabel
        label={t('field.everyStore')}
        control={
          <Checkbox
            checked={draft.isEveryStore}
            onChange={(event) => onChange({ isEveryStore: event.target.checked })}
          />
        }
      />
      {!draft.isEveryStore && (
        <OptionCheckboxes
          isFramed
          options={stores}
          value={draft.storeIds}
          onChange={(storeIds) => onChange({ storeIds: storeIds.toSorted() })}
        />
      )}
      <ProblemAlert text={errorAt('storeIds')} sx={{ typography: 'caption' }} />
    </Box>
  );
}
