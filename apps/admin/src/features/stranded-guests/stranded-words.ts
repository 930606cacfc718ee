import type { StrandedAct, StrandedGuest, StrandedOutcome } from '@munjigi/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format.ts';

export type StrandedActName = StrandedAct['act'];

/** Whether the act is possible for the guest: a free room, a stay that has not begun, or a way to reach them. */
export function isActPossible(act: StrandedActName, { move, reservation, isReachable }: StrandedGuest): boolean {
  if (act === 'MOVE') return move !== null;
  if (act === 'CANCEL') return reservation.state !== 'IN_USE';
  return isReachable;
}

export function toStrandedAct(act: StrandedActName, { reservation, move }: StrandedGuest): StrandedAct | null {
  const { id: reservationId, version } = reservation;
  if (act !== 'MOVE') return { act, reservationId, version };
  return move && { act, reservationId, version, roomId: move.roomId, expectedPriceAmount: move.priceAmount };
}

/** What the move costs or saves the guest, in won. */
export function priceDifferenceOf({ reservation, move }: StrandedGuest): number {
  return move === null ? 0 : move.priceAmount - reservation.priceAmount;
}

export function useStrandedWords() {
  const { t } = useTranslation('stranded');
  const format = useFormat();
  return {
    name: ({ reservation }: StrandedGuest) => reservation.guestName || t('noName'),
    time: ({ reservation: { startsAt, endsAt } }: StrandedGuest) => format.period(startsAt, endsAt),
    difference: (guest: StrandedGuest) => {
      const amount = priceDifferenceOf(guest);
      if (amount === 0) return t('samePrice');
      return t(amount > 0 ? 'dearer' : 'cheaper', { amount: format.money(Math.abs(amount)) });
    },
  };
}

/** Why an act was refused. */
export function useRefusalWords() {
  const { t } = useTranslation('stranded');
  return ({ problem, obstacle }: StrandedOutcome): string => {
    if (obstacle !== null) return t(`obstacle.${obstacle}`);
    return t([`problem.${problem ?? 'other'}`, 'problem.other'] as never);
  };
}
