import type { Reservation, ReservationDetail } from '@munjigi/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, isProblem } from '../../api/call.ts';
import { problemText } from '../../api/problem-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { UNDO_MS } from '../../ui/toast/use-undo.ts';
import { putChanged } from './panel-cache.ts';

/** The state of the reservation before an act. */
export type PreviousReservation = Pick<Reservation, 'roomId' | 'startsAt' | 'endsAt' | 'priceAmount'>;

/**
 * Undoes an act on a reservation. Every undo is a separate call with the version that the act created: after any other
 * change the server refuses it, nothing changes, and a message says so.
 */
export function useReservationUndo(product: string) {
  const { t } = useTranslation('reservations');
  const client = useQueryClient();

  /** Resolves with whether the act was undone. */
  async function undo(send: () => Promise<ReservationDetail>): Promise<boolean> {
    try {
      putChanged(client, product, await send());
      toast.success(t('undo.done'));
      return true;
    } catch (error) {
      const isChanged = isProblem(error) && (error.code === 'STALE' || error.code === 'STATE_NOT_ALLOWED');
      if (isChanged && error.current !== undefined) putChanged(client, product, error.current as Reservation);
      toast.error(isChanged ? t('undo.changed') : t('undo.refused', { why: problemText(t, error) }));
      return false;
    }
  }

  return {
    undo,
    /** Announces the act, and offers to undo it for 8 s. */
    offer: (text: string, send: () => Promise<ReservationDetail>) =>
      toast.action(text, { label: t('undo.act'), durationMs: UNDO_MS, run: () => void undo(send) }),
    /** Restores room, time and price. The expected price is the earlier one, so that the server refuses any other. */
    restore: (
      { id: reservationId, version }: Reservation,
      { roomId, startsAt, endsAt, priceAmount }: PreviousReservation,
    ) =>
      call('PATCH /api/v2/{product}/reservation/{reservationId}', {
        params: { product, reservationId },
        body: { roomId, startsAt, endsAt, version, expectedPriceAmount: priceAmount },
      }),
    /** Cancels a new series: all of it, or nothing if any of its reservations has changed. */
    withdrawSeries: ({ id: reservationId, version }: Reservation) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/cancel', {
        params: { product, reservationId },
        body: { version, scope: 'ALL', mustBeUnchanged: true },
      }),
    /** Cancels a new reservation. */
    withdraw: ({ id: reservationId, version }: Reservation) =>
      call('POST /api/v2/{product}/reservation/{reservationId}/cancel', {
        params: { product, reservationId },
        body: { version },
      }),
  };
}
