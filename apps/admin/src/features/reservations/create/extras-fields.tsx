import { normalizeCouponCode } from '@munjigi/typed-text';
import type { AddOn } from '@munjigi/contract';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useProduct } from '../../../session/auth.tsx';
import { useFormat } from '../../../ui/format.ts';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import { problemText } from '../../../api/problem-text.ts';
import { TextInput, SelectInput } from '../../../ui/form/fields.tsx';
import { useAddOns } from '../../add-ons/index.ts';
import { addOnsOfRoom, type ExtrasDraft } from './extras-draft.ts';
import { FoldedFields } from './contact-fields.tsx';

interface ExtrasFieldsProps {
  readonly storeId: string;
  readonly roomId: string;
  readonly extras: ExtrasDraft;
  readonly onChange: (change: Partial<ExtrasDraft>) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** What the coupon takes off, or that it is being checked. */
  readonly couponHint: string | undefined;
  /** For a series, which has neither. */
  readonly isSeries: boolean;
}

/** The add-ons of the room and the code of a coupon. They are folded until a person needs them. */
export function ExtrasFields({ storeId, roomId, extras, onChange, errors, couponHint, isSeries }: ExtrasFieldsProps) {
  const { t } = useTranslation('reservations');
  const chosen = toSummary(t, extras, roomId);
  if (isSeries)
    return chosen === '' ? null : (
      <Box sx={{ typography: 'body2', color: 'text.secondary' }} data-testid="extras-of-series">
        {t('create.extras.notInSeries')}
      </Box>
    );
  return (
    <FoldedFields
      label={chosen === '' ? t('create.extras.title') : t('create.extras.chosen', { what: chosen })}
      hasFault={errors['couponCode'] !== undefined || errors['addOns'] !== undefined}
    >
      {(isOpen) => (
        <>
          {isOpen && <AddOnFields storeId={storeId} roomId={roomId} extras={extras} onChange={onChange} />}
          <ProblemAlert text={errors['addOns'] ?? ''} />
          <TextInput
            label={t('create.extras.coupon')}
            value={extras.couponCode}
            onChange={(couponCode) => onChange({ couponCode })}
            error={errors['couponCode']}
            hint={couponHint ?? t('create.extras.couponHint')}
            size="small"
            maxLength={40}
          />
        </>
      )}
    </FoldedFields>
  );
}

function toSummary(
  t: ReturnType<typeof useTranslation<'reservations'>>['t'],
  { addOns, couponCode }: ExtrasDraft,
  roomId: string,
): string {
  const count = addOnsOfRoom({ addOns }, roomId).reduce((sum, { quantity }) => sum + quantity, 0);
  const code = normalizeCouponCode(couponCode);
  return [...(count > 0 ? [t('create.extras.addOns', { count })] : []), ...(code === '' ? [] : [code])].join(' · ');
}

/** A quantity for each add-on that the room has. */
function AddOnFields({
  storeId,
  roomId,
  extras,
  onChange,
}: Omit<ExtrasFieldsProps, 'errors' | 'couponHint' | 'isSeries'>) {
  const { t } = useTranslation('reservations');
  const { data, error } = useAddOns(useProduct(), storeId);
  const format = useFormat();
  if (error !== null) return <ProblemAlert text={problemText(t, error)} />;
  if (data === undefined)
    return (
      <Box role="status" sx={{ typography: 'body2' }}>
        {t('create.extras.loading')}
      </Box>
    );
  const offered = data.items.filter(
    ({ isOffered, roomIds }) => isOffered && (roomIds.length === 0 || roomIds.includes(roomId)),
  );
  if (offered.length === 0)
    return <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{t('create.extras.none')}</Box>;
  const choose = ({ id: addOnId, roomIds }: AddOn, quantity: number) => {
    const others = extras.addOns.filter((one) => one.addOnId !== addOnId);
    onChange({ addOns: quantity === 0 ? others : [...others, { addOnId, quantity, roomIds }] });
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(3, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      {offered.map((addOn) => (
        <SelectInput
          key={addOn.id}
          label={addOn.name}
          unlisted=""
          value={String(extras.addOns.find(({ addOnId }) => addOnId === addOn.id)?.quantity ?? 0)}
          hint={t(`create.extras.price.${addOn.unit}`, { amount: format.money(addOn.amount) })}
          options={Array.from({ length: addOn.maxQuantity + 1 }, (_none, count) => ({
            value: String(count),
            label: count === 0 ? t('create.extras.noPiece') : t('create.extras.pieces', { count }),
          }))}
          onChange={(value) => choose(addOn, Number(value))}
        />
      ))}
    </Box>
  );
}
