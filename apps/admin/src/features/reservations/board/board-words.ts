import type { BlockReason, ReservationState } from '@munjigi/contract';
import { zonedTime } from '@munjigi/rules';
import { useTranslation } from 'react-i18next';
import { useMemo } from 'react';
import { formatOf } from '../../../ui/format.ts';
import type { Conflict } from './placement.ts';
import type { RowBlock, RowClosure } from './row-blocks.ts';

/**
 * The board's texts in the shown language and the store's zone. One object, so that rows render again only when it
 * changes.
 */
export interface BoardWords {
  /** `HH:mm` */
  readonly time: (ms: number) => string;
  readonly span: (startMs: number, endMs: number) => string;
  readonly money: (won: number) => string;
  /** With its sign: the amount to pay or to refund. */
  readonly difference: (won: number) => string;
  readonly people: (count: number) => string;
  readonly capacity: (count: number) => string;
  readonly name: (block: RowBlock) => string;
  /** A few words for marks: unpaid, walk-in. */
  readonly marks: (block: RowBlock) => string;
  /** The whole block in one sentence, for screen readers. */
  readonly cell: (room: string, block: RowBlock) => string;
  readonly closure: (closure: RowClosure) => string;
  readonly conflict: (conflict: Conflict) => string;
  /** `11월 21일 (토)` of a `YYYY-MM-DD`. */
  readonly day: (date: string) => string;
  /** Several days, both inclusive. */
  readonly days: (from: string, to: string) => string;
}

export function useBoardWords(timeZone: string): BoardWords {
  const { t, i18n } = useTranslation('reservations');
  return useMemo((): BoardWords => {
    const code = i18n.resolvedLanguage === 'en' ? 'en-US' : 'ko-KR';
    const { money } = formatOf(code, timeZone);
    const dayFormat = new Intl.DateTimeFormat(code, {
      timeZone: 'UTC',
      month: 'short',
      day: 'numeric',
      weekday: 'short',
    });
    const rangeFormat = new Intl.DateTimeFormat(code, { timeZone: 'UTC', month: 'short', day: 'numeric' });
    const time = (ms: number) => zonedTime(timeZone, new Date(ms));
    const span = (startMs: number, endMs: number) => `${time(startMs)}–${time(endMs)}`;
    // Rows render during a scroll: each repeated text is looked up once.
    const once = <K extends string | number>(make: (key: K) => string) => {
      const known = new Map<K, string>();
      return (key: K): string => {
        const text = known.get(key) ?? make(key);
        known.set(key, text);
        return text;
      };
    };
    const people = once((count: number) => t('board.people', { count }));
    const state = once((key: ReservationState) => t(`state.${key}`));
    const reason = once((key: BlockReason) => t(`block.${key}`));
    const won = once(money);
    const [unpaid, walkIn, series, nameless] = [
      t('board.unpaid'),
      t('board.walkInMark'),
      t('board.series'),
      t('walkIn.guest'),
    ];
    const name = ({ reservation }: RowBlock) =>
      reservation.kind === 'BLOCK'
        ? reason(reservation.blockReason ?? 'OTHER')
        : reservation.guestName || (reservation.channel === 'WALK_IN' ? nameless : '');
    const marks = ({ reservation }: RowBlock) => {
      const isUnpaid =
        reservation.kind === 'GUEST' &&
        reservation.state !== 'PENDING' &&
        reservation.paidAmount < reservation.priceAmount;
      return joined(
        [
          isUnpaid ? unpaid : '',
          reservation.channel === 'WALK_IN' ? walkIn : '',
          reservation.seriesId === null ? '' : series,
        ],
        ' · ',
      );
    };
    return {
      time,
      span,
      people,
      name,
      marks,
      money: won,
      difference: (amount) =>
        amount === 0
          ? t('board.same')
          : t('board.difference', { amount: `${amount > 0 ? '+' : '−'}${money(Math.abs(amount))}` }),
      capacity: once((count: number) => t('board.capacity', { count })),
      // Contains the visible text in the same order, so that speech input works by what a person reads (WCAG 2.5.3).
      cell: (room, block) => {
        const { reservation, startMs, endMs } = block;
        const guest = reservation.kind === 'GUEST' ? [won(reservation.priceAmount), people(reservation.headCount)] : [];
        return joined(
          [room, state(reservation.state), name(block), span(startMs, endMs), ...guest, marks(block), reservation.memo],
          ', ',
        );
      },
      closure: ({ reason, reservationId }) =>
        reservationId === null ? reason || t('board.closure') : t('board.linkedRoom', { room: reason }),
      conflict: (conflict) => t(`board.conflict.${conflict}`),
      day: (date) => dayFormat.format(midday(date)),
      days: (from, to) => rangeFormat.formatRange(midday(from), midday(to)),
    };
  }, [t, i18n.resolvedLanguage, timeZone]);
}

function joined(parts: readonly string[], between: string): string {
  return parts.filter((it) => it !== '').join(between);
}

function midday(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}
