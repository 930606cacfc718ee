import type { ReservationDetail, SeriesScope } from '@munjigi/contract';
import { canStartAtAnyMinute } from '@munjigi/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AgeCheckNotice } from '../../../age-checks/index.ts';
import { ChangeMessageNotice } from '../../../messages/index.ts';
import { call } from '../../../../api/call.ts';
import { useProduct } from '../../../../session/auth.tsx';
import { ProblemAlert } from '../../../../ui/states/problem-alert.tsx';
import { toast } from '../../../../ui/toast/toast.ts';
import { useReservationQuote } from '../../create/create.api.ts';
import { FreeChips } from '../../create/free-chips.tsx';
import type { RoomPeriod } from '../../create/reservation-draft.ts';
import { OverlapNotice } from '../../create/overlap-notice.tsx';
import { PeriodFields } from '../../create/period-fields.tsx';
import { usePeriodWords } from '../../create/period-words.ts';
import { useFormRefusal } from '../../create/form-refusal.ts';
import { countMinutes } from '../../create/slot-times.ts';
import { formatReservationName } from '../../reservation-words.ts';
import { useReservationUndo } from '../../reservation-undo.ts';
import { addAgreedExtras, readChangedPrice } from '../../changed-price.ts';
import type { ActionFormProps } from '../drawer-props.ts';
import { findCurrentReservation, useChangeReservation } from '../drawer.api.ts';
import { FormFrame } from './form-frame.tsx';
import { PriceDifference } from './price-difference.tsx';
import { ScopeSelect } from './scope-select.tsx';
import { ReservationStaleNotice } from './reservation-stale-notice.tsx';

const placeOf = ({ roomId, startsAt, endsAt }: RoomPeriod): RoomPeriod => ({ roomId, startsAt, endsAt });

/**
 * Moves to another room or time by fields: the keyboard's alternative to dragging on the board. Shows the new price
 * first (PR-3).
 */
export function MoveForm(props: ActionFormProps) {
  const { reservation, store, rooms, onDone } = props;
  const { t } = useTranslation('reservations');
  const placeWords = usePlaceWords(rooms);
  const { period, pick, scope, setScope, quote, price, current, refusal, ...form } = useMoveForm(props);
  const isGuest = reservation.kind === 'GUEST';
  const changed = changedOf(reservation, period);
  const isSame = Object.keys(changed).length === 0;
  return (
    <FormFrame
      label={t('drawer.action.move')}
      submitText={current === null ? t('drawer.moveNow') : t('drawer.sendMine')}
      isPending={form.isPending}
      isDisabled={(isSame && current === null) || (isGuest && price === undefined)}
      onSubmit={form.move}
      onCancel={onDone}
    >
      <PeriodFields
        isNarrow
        store={store}
        rooms={rooms}
        kind={reservation.kind}
        period={period}
        onChange={pick}
        errors={refusal.fields}
        isStartFixed={reservation.state === 'IN_USE'}
      />
      <OverlapNotice store={store} kind={reservation.kind} period={period} ownId={reservation.id} />
      {refusal.code === 'SLOT_TAKEN' && <FreeChips free={refusal.free} rooms={rooms} onPick={pick} />}
      {isGuest && !isSame && <AgeCheckNotice stay={{ ...period, reservationId: reservation.id }} />}
      {reservation.seriesId !== null && <ScopeSelect value={scope} onPick={setScope} />}
      {isGuest && <PriceDifference now={reservation.priceAmount} next={price} error={quote.error} />}
      {isGuest && (
        <ChangeMessageNotice
          reservation={reservation}
          change={isSame || price === undefined ? null : { ...changed, priceAmount: price, scope }}
        />
      )}
      {current !== null && (
        <ReservationStaleNotice
          rows={[{ label: t('drawer.place'), theirs: placeWords(current), mine: placeWords(period) }]}
          onKeepTheirs={onDone}
        />
      )}
      {current === null && <ProblemAlert text={refusal.text} />}
    </FormFrame>
  );
}

/** The chosen place with its price, and the refusal of the last try. */
function useMoveForm({ reservation, rooms, onDone }: ActionFormProps) {
  const product = useProduct();
  const change = useChangeReservation(product);
  const { offer, restore } = useReservationUndo(product);
  const movedWords = useMovedWords(rooms);
  const refusal = useFormRefusal(change.error, ['roomId', 'startsAt', 'endsAt']);
  // The version that the person saw when the form opened, not the one that the stream has brought since.
  const [seenVersion] = useState(reservation.version);
  const [period, setPeriod] = useState<RoomPeriod>(() => placeOf(reservation));
  const [scope, setScope] = useState<SeriesScope>('ONE');
  const { kind, headCount, channel } = reservation;
  const quote = useReservationQuote(
    product,
    kind === 'GUEST' ? { ...period, headCount, isWalkIn: canStartAtAnyMinute(channel) } : null,
  );
  const quoted =
    quote.data === undefined || quote.isPlaceholderData
      ? undefined
      : addAgreedExtras(reservation, quote.data.totalAmount, period);
  const price = readChangedPrice(change.error) ?? quoted;
  const current = change.error === null ? null : findCurrentReservation(change.error);

  function pick(next: RoomPeriod): void {
    setPeriod(placeOf(next));
    if (current === null) change.reset();
  }
  function move(): void {
    const body = {
      ...changedOf(reservation, period),
      version: current?.version ?? seenVersion,
      scope,
      ...(scope === 'ONE' && price !== undefined && { expectedPriceAmount: price }),
    };
    const params = { product, reservationId: reservation.id };
    change.mutate(() => call('PATCH /api/v2/{product}/reservation/{reservationId}', { params, body }), {
      onSuccess: (moved) => {
        const text = movedWords(reservation, moved);
        // A move of the whole series cannot be undone at once.
        if (scope === 'ONE') offer(text, () => restore(moved, reservation));
        else toast.success(text);
        onDone();
      },
      onError: () => void quote.refetch(),
    });
  }
  return { period, pick, scope, setScope, quote, price, current, refusal, isPending: change.isPending, move };
}

/** A room and a period in words. */
function usePlaceWords(rooms: ActionFormProps['rooms']): (place: RoomPeriod) => string {
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  return ({ roomId, startsAt, endsAt }) => {
    const roomName = rooms.find((room) => room.id === roomId)?.name ?? t('drawer.oldRoom');
    return `${roomName} ${words.period(startsAt, endsAt)}`;
  };
}

/** Describes a change of a reservation: another length in the same room is not a move. */
function useMovedWords(rooms: ActionFormProps['rooms']) {
  const { t } = useTranslation('reservations');
  const words = usePeriodWords();
  const placeWords = usePlaceWords(rooms);
  return (before: RoomPeriod, moved: ReservationDetail): string => {
    const isResized = moved.roomId === before.roomId && countMinutes(moved) !== countMinutes(before);
    return isResized
      ? t('board.resized', { name: formatReservationName(t, moved), span: words.period(moved.startsAt, moved.endsAt) })
      : t('drawer.moved', { place: placeWords(moved) });
  };
}

/** Returns only the changed fields. */
function changedOf(now: ReservationDetail, next: RoomPeriod): Partial<RoomPeriod> {
  return {
    ...(next.roomId !== now.roomId && { roomId: next.roomId }),
    ...(next.startsAt !== now.startsAt && { startsAt: next.startsAt }),
    ...(next.endsAt !== now.endsAt && { endsAt: next.endsAt }),
  };
}
