import { usePanelText } from '../panels/panel-texts.ts';
import type { GuestMoveOffer, GuestMoveQuote } from '@munjigi/contract';
import { useEffect, useRef } from 'react';
import { useGuest } from '../guest-context.ts';
import type { Wish } from './use-move.ts';

interface MoveSummaryProps {
  readonly offer: GuestMoveOffer;
  readonly wish: Wish;
  readonly quote: GuestMoveQuote;
  readonly isSending: boolean;
  readonly onConfirm: (amount: number) => void;
}

/** The stay before and after, what is paid or refunded, and until when a cancellation is free. The button is the consent. */
export function MoveSummary({ offer, wish, quote, isSending, onConfirm }: MoveSummaryProps) {
  const { format } = useGuest();
  const text = usePanelText();
  const { dueAmount, refundAmount, totalAmount, refunds } = quote;
  const [best] = refunds;
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    // A browser can return a promise, which is no clean-up of the effect.
    summary.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={summary} aria-label={text('moving.summary')} data-testid="move-summary">
      <Places offer={offer} wish={wish} />
      <Money offer={offer} quote={quote} />
      {refundAmount > 0 && <p className="quiet">{text('moving.refundWay')}</p>}
      <p className="quiet">
        {best === undefined
          ? totalAmount > 0 && text('moving.noRefund')
          : text('moving.refundUntil', {
              time: `${format.day(best.until)} ${format.time(best.until)}`,
              percent: best.refundPercent,
            })}
      </p>
      <button
        type="button"
        className="button big"
        aria-disabled={isSending}
        onClick={() => !isSending && onConfirm(totalAmount)}
      >
        {dueAmount > 0 ? text('moving.confirm.pay', { amount: format.won(dueAmount) }) : text('moving.confirm')}
      </button>
    </section>
  );
}

function Places({ offer: { stay, rooms }, wish }: Pick<MoveSummaryProps, 'offer' | 'wish'>) {
  const { format } = useGuest();
  const text = usePanelText();
  const endsAt = new Date(Date.parse(wish.startsAt) + wish.minutes * 60_000).toISOString();
  const nameOf = (roomId: string) => rooms.find(({ id }) => id === roomId)?.name;
  return (
    <dl className="stacked">
      <dt>{text('move.old')}</dt>
      <dd>
        {format.day(stay.startsAt)} <span className="nowrap">{format.period(stay.startsAt, stay.endsAt)}</span>
        <span className="line">{nameOf(stay.roomId)}</span>
      </dd>
      <dt>{text('move.new')}</dt>
      <dd className="due">
        {format.day(wish.startsAt)} <span className="nowrap">{format.period(wish.startsAt, endsAt)}</span>
        <span className="line">{nameOf(wish.roomId)}</span>
      </dd>
    </dl>
  );
}

function Money({ offer: { stay }, quote }: Pick<MoveSummaryProps, 'offer' | 'quote'>) {
  const { format } = useGuest();
  const text = usePanelText();
  const { dueAmount, refundAmount, totalAmount, discount } = quote;
  return (
    <dl>
      <dt>{text('pay.price')}</dt>
      <dd className="nowrap">
        {format.won(stay.priceAmount)} → {format.won(totalAmount)}
      </dd>
      {discount !== null && (
        <>
          <dt>{discount.name}</dt>
          <dd className="nowrap">−{format.won(discount.amount)}</dd>
        </>
      )}
      {dueAmount > 0 && (
        <>
          <dt>{text('moving.due')}</dt>
          <dd className="nowrap due">{format.won(dueAmount)}</dd>
        </>
      )}
      {refundAmount > 0 && (
        <>
          <dt>{text('moving.refund')}</dt>
          <dd className="nowrap due">{format.won(refundAmount)}</dd>
        </>
      )}
    </dl>
  );
}
