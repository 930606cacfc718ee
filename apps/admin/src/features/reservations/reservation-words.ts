import type { Reservation, ReservationState } from '@munjigi/contract';
import type { IconName } from '../../ui/icon.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** A state's icon, so that no state is shown by its colour alone. */
export const STATE_ICONS: Readonly<Record<ReservationState, IconName>> = {
  PENDING: 'history',
  CONFIRMED: 'check',
  IN_USE: 'person',
  COMPLETED: 'logout',
  CANCELLED: 'close',
  EXPIRED: 'close',
  NO_SHOW: 'error',
};

export interface ReservationWords {
  readonly state: (state: ReservationState) => string;
  /** The masked guest, the reason of a block, or the move that it keeps time for. */
  readonly name: (reservation: Reservation) => string;
}

export function useReservationWords(): ReservationWords {
  const { t } = useTranslation('reservations');
  return {
    state: (state) => t(`state.${state}`),
    name: (reservation) => formatReservationName(t, reservation),
  };
}

/** The masked guest, a label for a walk-in without a name, or the reason of a block. */
export function formatReservationName(
  t: TFunction<'reservations'>,
  {
    kind,
    state,
    blockReason,
    channel,
    guestName,
  }: Pick<Reservation, 'kind' | 'state' | 'blockReason' | 'channel' | 'guestName'>,
): string {
  // Only a move that its guest has not paid keeps its time with an unpaid block (GT-32).
  if (kind === 'BLOCK' && state === 'PENDING') return t('board.heldMove');
  if (kind === 'BLOCK') return t(`block.${blockReason ?? 'OTHER'}`);
  return guestName === '' && channel === 'WALK_IN' ? t('walkIn.guest') : guestName;
}
