import { canStartAtAnyMinute } from '@munjigi/rules';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgeCheckNotice } from '../../../age-checks/index.ts';
import { ChangeMessageNotice } from '../../../messages/index.ts';
import { call } from '../../../../api/call.ts';
import { useProduct } from '../../../../session/auth.tsx';
import { SelectInput } from '../../../../ui/form/fields.tsx';
import { useFormat } from '../../../../ui/format.ts';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { ChoiceToggle } from '../../../../ui/form/choice-toggle.tsx';
import { useReservationQuote } from '../../create/create.api.ts';
import { FreeChips } from '../../create/free-chips.tsx';
import { OverlapNotice } from '../../create/overlap-notice.tsx';
import { usePeriodWords } from '../../create/period-words.ts';
import { useFormRefusal } from '../../create/form-refusal.ts';
import { endTimes, countMinutes } from '../../create/slot-times.ts';
import { useReservationUndo } from '../../reservation-undo.ts';
import type { ActionFormProps } from '../drawer-props.ts';
import { useChangeReservation } from '../drawer.api.ts';
import { FormFrame } from './form-frame.tsx';
import { PriceDifference } from './price-difference.tsx';

/** Adds slots at the end; their price is shown before they are added. */
export function ExtendForm(props: ActionFormProps) {
  const { reservation, store, rooms, onDone } = props;
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const { minutes, nextEnd, total, quoteError, refusal, isPending, pick, extend } = useExtendForm(props);
  const { roomId, endsAt: startsAt } = reservation;
  return (
    <FormFrame
      label={t('drawer.action.extend')}
      submitText={t('drawer.extendTo', { time: format.time(nextEnd) })}
      isPending={isPending}
      isDisabled={total === undefined}
      onSubmit={extend}
      onCancel={onDone}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: 1.5, alignItems: 'start' }}>
        <LengthPicker slotMinutes={store.slotMinutes} value={minutes} onPick={pick} />
        <EndSelect
          reservation={reservation}
          store={store}
          value={nextEnd}
          onPick={(endsAt) => pick(countMinutes({ startsAt, endsAt }))}
        />
      </Box>
      <OverlapNotice store={store} kind="GUEST" ownId={reservation.id} period={{ roomId, startsAt, endsAt: nextEnd }} />
      {reservation.kind === 'GUEST' && (
        <AgeCheckNotice
          stay={{ roomId, startsAt: reservation.startsAt, endsAt: nextEnd, reservationId: reservation.id }}
        />
      )}
      <PriceDifference now={reservation.priceAmount} next={total} error={quoteError} />
      {reservation.kind === 'GUEST' && (
        <ChangeMessageNotice
          reservation={reservation}
          change={total === undefined ? null : { endsAt: nextEnd, priceAmount: total }}
        />
      )}
      <ProblemAlert text={refusal.fields['minutes'] ?? refusal.fields['endsAt'] ?? refusal.text} />
      {refusal.code === 'SLOT_TAKEN' && refusal.free.length > 0 && (
        <FreeChips
          rooms={rooms}
          free={refusal.free}
          onPick={({ endsAt }) => pick(countMinutes({ startsAt, endsAt }))}
        />
      )}
    </FormFrame>
  );
}

/** The added minutes with their price. */
function useExtendForm({ reservation, store, onDone }: ActionFormProps) {
  const { t } = useTranslation('reservations');
  const format = useFormat();
  const product = useProduct();
  const change = useChangeReservation(product);
  const { offer, restore } = useReservationUndo(product);
  const refusal = useFormRefusal(change.error, ['minutes', 'endsAt']);
  const [minutes, setMinutes] = useState(store.slotMinutes);
  const { roomId, endsAt, headCount } = reservation;
  const nextEnd = new Date(Date.parse(endsAt) + minutes * 60_000).toISOString();
  const added = useReservationQuote(product, {
    roomId,
    startsAt: endsAt,
    endsAt: nextEnd,
    headCount,
    isWalkIn: canStartAtAnyMinute(reservation.channel),
  });
  const total =
    added.data === undefined || added.isPlaceholderData ? undefined : reservation.priceAmount + added.data.totalAmount;

  function pick(next: number): void {
    setMinutes(next);
    change.reset();
  }
  function extend(): void {
    const { id: reservationId, version } = reservation;
    const body = { version, minutes, ...(total !== undefined && { expectedPriceAmount: total }) };
    change.mutate(
      () =>
        call('POST /api/v2/{product}/reservation/{reservationId}/extend', { params: { product, reservationId }, body }),
      {
        onSuccess: (extended) => {
          offer(t('drawer.extended', { time: format.time(extended.endsAt) }), () => restore(extended, reservation));
          onDone();
        },
        onError: () => void added.refetch(),
      },
    );
  }
  return { minutes, nextEnd, total, quoteError: added.error, refusal, isPending: change.isPending, pick, extend };
}

interface LengthPickerProps {
  readonly slotMinutes: number;
  readonly value: number;
  readonly onPick: (minutes: number) => void;
}

/** A choice between one and two additional slots. */
function LengthPicker({ slotMinutes, value, onPick }: LengthPickerProps) {
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  return (
    <ChoiceToggle
      label={t('drawer.action.extend')}
      value={value}
      choices={[slotMinutes, slotMinutes * 2].map((minutes) => ({
        value: minutes,
        label: `+${words.length(minutes)}`,
      }))}
      onChoose={onPick}
    />
  );
}

interface EndSelectProps extends Pick<ActionFormProps, 'reservation' | 'store'> {
  readonly value: string;
  readonly onPick: (endsAt: string) => void;
}

function EndSelect({ reservation, store, value, onPick }: EndSelectProps) {
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  const { endsAt: startsAt } = reservation;
  const ends = endTimes(store, reservation.startsAt, 'GUEST').filter(
    (time) => Date.parse(time.at) > Date.parse(startsAt),
  );
  return (
    <SelectInput
      label={t('drawer.newEnd')}
      unlisted=""
      value={value}
      onChange={onPick}
      options={ends.map((time) => ({
        value: time.at,
        label: `${words.slot(time)} · +${words.length(countMinutes({ startsAt, endsAt: time.at }))}`,
      }))}
    />
  );
}
