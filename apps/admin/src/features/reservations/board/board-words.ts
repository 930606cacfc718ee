import type { BlockReason, ReservationState } from '@munjigi/contract';
import { zonedTime } from '@munjigi/rules';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { createFormat } from '../../../ui/format.ts';
import type { PlacementConflict } from './placement/placement.ts';
import type { RowBlock, RowClosure } from './row-blocks.ts';

/**
 * The board's texts in the shown language and the store's zone. One object, so that rows render again only when it
 * changes.
 */
export interface BoardWords {
  /** The local time, `HH:mm`. */
  readonly time: (ms: number) => string;
  readonly span: (startMs: number, endMs: number) => string;
  readonly money: (won: number) => string;
  /** The amount with its sign: to pay or to refund. */
  readonly difference: (won: number) => string;
  readonly people: (count: number) => string;
  readonly capacity: (count: number) => string;
  readonly name: (block: RowBlock) => string;
  /** A few words for marks: unpaid, walk-in. */
  readonly marks: (block: RowBlock) => string;
  /** The whole block in one sentence, for screen readers. */
  readonly cell: (room: string, block: RowBlock) => string;
  readonly closure: (closure: RowClosure) => string;
  readonly conflict: (conflict: PlacementConflict) => string;
  /** `11월 21일 (토)` of a `YYYY-MM-DD`. */
  readonly day: (date: string) => string;
  /** `21 토` of a `YYYY-MM-DD`, for a narrow day of a week. */
  readonly shortDay: (date: string) => string;
  /** Several days, both inclusive. */
  readonly days: (from: string, to: string) => string;
}

export function useBoardWords(timeZone: string): BoardWords {
  const { t, i18n } = useTranslation('reservations');
  const code = i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR';
  return useMemo(() => createBoardWords(t, code, timeZone), [t, code, timeZone]);
}

type Translate = TFunction<'reservations'>;

function createBoardWords(t: Translate, code: string, timeZone: string): BoardWords {
  const { money } = createFormat(code, timeZone);
  const time = (ms: number) => zonedTime(timeZone, new Date(ms));
  const values = {
    time,
    span: (startMs: number, endMs: number) => `${time(startMs)}–${time(endMs)}`,
    money: once(money),
    people: once((count: number) => t('board.people', { count })),
  };
  return {
    ...values,
    ...createBlockWords(t, values),
    ...createDayWords(code, timeZone),
    difference: (amount) =>
      amount === 0
        ? t('board.same')
        : t('board.difference', { amount: `${amount > 0 ? '+' : '−'}${money(Math.abs(amount))}` }),
    capacity: once((count: number) => t('board.capacity', { count })),
    closure: ({ reason, reservationId }) =>
      reservationId === null ? reason || t('board.closure') : t('board.linkedRoom', { room: reason }),
    conflict: (conflict) => t(`board.conflict.${conflict}`),
  };
}

/** The words of a reservation or a block. */
function createBlockWords(
  t: Translate,
  { span, money, people }: Pick<BoardWords, 'span' | 'money' | 'people'>,
): Pick<BoardWords, 'name' | 'marks' | 'cell'> {
  const stateText = once((state: ReservationState) => t(`state.${state}`));
  const reasonText = once((reason: BlockReason) => t(`block.${reason}`));
  const [unpaid, walkIn, series, nameless, heldMove] = [
    t('board.unpaid'),
    t('board.walkInMark'),
    t('board.series'),
    t('walkIn.guest'),
    t('board.heldMove'),
  ];
  const name = ({ reservation }: RowBlock) =>
    reservation.kind === 'BLOCK'
      ? reservation.state === 'PENDING'
        ? heldMove
        : reasonText(reservation.blockReason ?? 'OTHER')
      : reservation.guestName || (reservation.channel === 'WALK_IN' ? nameless : '');
  const marks = ({ reservation }: RowBlock) =>
    joined(
      [
        isMarkedUnpaid(reservation) ? unpaid : '',
        reservation.channel === 'WALK_IN' ? walkIn : '',
        reservation.seriesId === null ? '' : series,
      ],
      ' · ',
    );
  return {
    name,
    marks,
    // Contains the visible text in the same order, so that speech input works by what a person reads (WCAG 2.5.3).
    cell: (room, block) => {
      const { reservation, startMs, endMs } = block;
      const guest = reservation.kind === 'GUEST' ? [money(reservation.priceAmount), people(reservation.headCount)] : [];
      return joined(
        [
          room,
          stateText(reservation.state),
          name(block),
          span(startMs, endMs),
          ...guest,
          marks(block),
          reservation.memo,
        ],
        ', ',
      );
    },
  };
}

function createDayWords(code: string, timeZone: string): Pick<BoardWords, 'day' | 'shortDay' | 'days'> {
  const { day, days, weekday } = createFormat(code, timeZone);
  return {
    day,
    shortDay: (date) => `${String(Number(date.slice(8)))} ${weekday(date)}`,
    days,
  };
}

/** Rows render during a scroll, so each repeated text is built once. */
function once<K extends string | number>(make: (key: K) => string): (key: K) => string {
  const cache = new Map<K, string>();
  return (key) => {
    const text = cache.get(key) ?? make(key);
    cache.set(key, text);
    return text;
  };
}

/** Whether the board marks the reservation as unpaid. The state of a pending one says so; a no-show owes nothing. */
export function isMarkedUnpaid(reservation: RowBlock['reservation']): boolean {
  const { kind, state, paidAmount, waivedAmount, priceAmount } = reservation;
  const isOver = state === 'NO_SHOW' || state === 'PENDING';
  return kind === 'GUEST' && !isOver && paidAmount + waivedAmount < priceAmount;
}

function joined(parts: readonly string[], between: string): string {
  return parts.filter((part) => part !== '').join(between);
}
