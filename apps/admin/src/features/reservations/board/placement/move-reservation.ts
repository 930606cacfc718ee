import type { Quote, Reservation, ReservationDetail } from '@munjigi/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, isProblem, ServerUnreachable } from '../../../../api/call.ts';
import { problemText } from '../../../../api/problem-text.ts';
import { toast } from '../../../../ui/toast/toast.ts';
import type { RoomPeriod } from '../../create/reservation-draft.ts';
import { readAgePreview } from '../../../age-checks/index.ts';
import { readChangeMessage, useChangeMessageWords } from '../../../messages/index.ts';
import { putChanged } from '../../panel-cache.ts';
import { formatReservationName } from '../../reservation-words.ts';
import { previewMove, revertMove } from '../../reservation-cache.ts';
import { useReservationUndo } from '../../reservation-undo.ts';
import type { BoardWords } from '../board-words.ts';

const lengthOf = ({ startsAt, endsAt }: Pick<RoomPeriod, 'startsAt' | 'endsAt'>) =>
  Date.parse(endsAt) - Date.parse(startsAt);
const REFUSAL_MS = 8_000;
/** Two sentences to read before the choice. */
const WARNING_MS = 15_000;

/**
 * Moves a reservation: shows it in its new place at once, and moves it back with the reason when the server refuses. A
 * successful move can be undone for 8 s.
 */
export function useMoveReservation(product: string, words: BoardWords, roomName: (roomId: string) => string) {
  const { t } = useTranslation('reservations');
  const client = useQueryClient();
  const { offer, restore } = useReservationUndo(product);
  const { wordsOf, describeMove } = useMoveWords(words, roomName);
  const offerChangedPrice = useChangedPriceOffer(words);
  const sayMessage = useMessageOfMove(product);
  const warnOfAdultsOnly = useAdultsOnlyWarning();

  async function move(
    reservation: Reservation,
    to: RoomPeriod,
    expectedPriceAmount: number | null,
    { isWarned = false }: { readonly isWarned?: boolean } = {},
  ): Promise<void> {
    previewMove(client, product, placedAt(reservation, to));
    let now: ReservationDetail;
    try {
      if (!isWarned && (await losesCode(product, reservation, to))) {
        revertMove(client, product, reservation);
        return warnOfAdultsOnly(() => void move(reservation, to, expectedPriceAmount, { isWarned: true }));
      }
      now = await sendMove(product, reservation, to, expectedPriceAmount);
    } catch (error) {
      revertMove(client, product, reservation);
      refused(reservation, to, error);
      return;
    }
    putChanged(client, product, now);
    offer(`${describeMove(reservation, now)} ${await sayMessage(now)}`.trim(), () => restore(now, reservation));
  }

  function refused(reservation: Reservation, to: RoomPeriod, error: unknown): void {
    const why = problemText(t, error);
    if (!isProblem(error)) return toast.error(why);
    if (error.code === 'STALE' || error.code === 'STATE_NOT_ALLOWED') {
      const current = error.current as Reservation | undefined;
      if (current !== undefined) putChanged(client, product, current);
    }
    if (error.code === 'PRICE_CHANGED')
      return offerChangedPrice(why, error.current, (price) => void move(reservation, to, price));
    const nearest = error.free?.[0];
    if (error.code !== 'SLOT_TAKEN' || nearest === undefined) return toast.error(why);
    // One tap chooses the nearest free time.
    toast.action(`${why} ${t('board.nearest', wordsOf(nearest))}`, {
      label: t('board.moveTo', { time: words.time(Date.parse(nearest.startsAt)) }),
      durationMs: REFUSAL_MS,
      isError: true,
      run: () => void move(reservation, nearest, null),
    });
  }

  return { move };
}

/** Says where a stay was moved, or how long it is now. */
function useMoveWords(words: BoardWords, roomName: (roomId: string) => string) {
  const { t } = useTranslation('reservations');
  const wordsOf = ({ roomId, startsAt }: RoomPeriod) => ({
    room: roomName(roomId),
    time: words.time(Date.parse(startsAt)),
  });
  const describeMove = (before: Reservation, now: ReservationDetail): string => {
    const name = formatReservationName(t, before);
    const isResized = now.roomId === before.roomId && lengthOf(now) !== lengthOf(before);
    return isResized
      ? t('board.resized', { name, span: words.span(Date.parse(now.startsAt), Date.parse(now.endsAt)) })
      : t('board.moved', { name, ...wordsOf(now) });
  };
  return { wordsOf, describeMove };
}

/** Says that the guest gets no code there before a check (AG-13); one tap moves the stay anyway. */
function useAdultsOnlyWarning() {
  const { t } = useTranslation('reservations');
  return (run: () => void): void =>
    toast.action(t('board.adults'), { label: t('board.moveAnyway'), durationMs: WARNING_MS, isError: true, run });
}

/** Says after a move which message the guest gets, which an undo still prevents; nothing of a block (MS-16). */
function useMessageOfMove(product: string) {
  const { t } = useTranslation('messages');
  const messageWords = useChangeMessageWords();
  return async ({ id: reservationId, kind }: Reservation): Promise<string> => {
    if (kind === 'BLOCK') return '';
    try {
      // The message waits for the undo, so the server compares the new place with what the guest knows.
      return messageWords(await readChangeMessage({ product, reservationId }, {}));
    } catch (error) {
      if (!isProblem(error) && !(error instanceof ServerUnreachable)) throw error;
      return t('changeMessage.unknown');
    }
  };
}

/** Says which price the server named when it refused another one; one tap accepts that price. */
function useChangedPriceOffer(words: BoardWords) {
  const { t } = useTranslation('reservations');
  return (why: string, current: unknown, accept: (price: number) => void): void => {
    const { totalAmount } = (current ?? {}) as Partial<Quote>;
    if (totalAmount === undefined) return toast.error(why);
    toast.action(`${why} ${t('board.priceNow', { amount: words.money(totalAmount) })}`, {
      label: t('board.moveAtPrice'),
      durationMs: REFUSAL_MS,
      isError: true,
      run: () => accept(totalAmount),
    });
  };
}

/** Whether the guest of a stay in this place has to be checked for age. Without an answer the server decides at the move. */
async function losesCode(product: string, { id, kind }: Reservation, to: RoomPeriod): Promise<boolean> {
  if (kind === 'BLOCK') return false;
  const { roomId, startsAt, endsAt } = to;
  try {
    return (await readAgePreview(product, { roomId, startsAt, endsAt, reservationId: id })).isCheckNeeded;
  } catch (error) {
    if (!isProblem(error) && !(error instanceof ServerUnreachable)) throw error;
    return false;
  }
}

async function sendMove(
  product: string,
  { id: reservationId, version }: Reservation,
  { roomId, startsAt, endsAt }: RoomPeriod,
  expectedPriceAmount: number | null,
): Promise<ReservationDetail> {
  return call('PATCH /api/v2/{product}/reservation/{reservationId}', {
    params: { product, reservationId },
    body: { roomId, startsAt, endsAt, version, ...(expectedPriceAmount !== null && { expectedPriceAmount }) },
  });
}

/** The reservation in another place, with as much time for cleaning after it as before. */
function placedAt(reservation: Reservation, to: RoomPeriod): Reservation {
  const keptMs = Date.parse(reservation.bufferEndsAt) - Date.parse(reservation.endsAt);
  return { ...reservation, ...to, bufferEndsAt: new Date(Date.parse(to.endsAt) + keptMs).toISOString() };
}
