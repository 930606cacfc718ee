import type { GuestRefund, GuestReservation } from '@munjigi/contract';
import { MINUTE_MS } from '@munjigi/rules/durations';
import { keepGuestLink } from '../shared/guest-link.ts';
import { useGuest, useServerNow } from './guest-context.ts';
import { CallStore, GuestCard } from './parts.tsx';
import { TermsOfStore } from './payment/refund-rules.tsx';

/** What a stay that is over leaves to know and to do: its refund, booking again and the number of the store (GP-9). */
export function EndedCard() {
  const { token, page, text, format } = useGuest();
  const { state } = page.reservation;
  const isCancelled = state === 'CANCELLED' || state === 'EXPIRED';
  return (
    <GuestCard
      title={text(page.refund === null ? 'ended.title' : 'refund.title')}
      testId={isCancelled ? 'cancelled' : 'ended'}
    >
      <div role="status">
        {page.refund === null ? isCancelled && <NothingBack /> : <RefundProgress refund={page.refund} />}
      </div>
      <TermsOfStore />
      {page.bookingPath !== null && (
        <a
          className="button big"
          href={composeAgainPath(page.bookingPath, page.reservation)}
          onClick={() => keepGuestLink(page.reservation.storeId, token)}
        >
          {text('ended.again')}
        </a>
      )}
      <CallStore label={text('call.store')} />
      <p className="quiet">{text('ended.until', { day: format.day(page.readableUntil) })}</p>
    </GuestCard>
  );
}

/** The address of the booking page with the guests and the length of this stay. */
function composeAgainPath(
  path: string,
  { headCount, startsAt, endsAt }: Pick<GuestReservation, 'headCount' | 'startsAt' | 'endsAt'>,
): string {
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS);
  return `${path}${path.includes('?') ? '&' : '?'}people=${headCount}&minutes=${minutes}`;
}

function NothingBack() {
  const { page, text } = useGuest();
  return <p>{text(page.reservation.paidAmount > 0 ? 'cancel.done.plain' : 'refund.nothingPaid')}</p>;
}

function RefundProgress({ refund }: { readonly refund: GuestRefund }) {
  const { page, text, format, live } = useGuest();
  const now = useServerNow(live);
  const { state, amount, sentAmount, sentAt } = refund;
  const isSent = state === 'SENT';
  return (
    <>
      <p>
        <strong>{text(isSent ? 'refund.done' : 'refund.coming', { amount: format.won(amount) })}</strong>
      </p>
      <ol className="plain steps" data-testid="refund-progress">
        <li className="done">
          {text('refund.started')}
          {page.stateChange !== null && <span className="quiet"> {format.moment(page.stateChange.at, now)}</span>}
        </li>
        {!isSent && <li aria-current="step">{text(`refund.${state}`, { store: page.reservation.store.name })}</li>}
        <li className={isSent ? 'done' : ''}>
          {text(isSent ? 'refund.SENT' : 'refund.then')}
          {isSent && sentAt !== null && <span className="quiet"> {format.moment(sentAt, now)}</span>}
        </li>
      </ol>
      {!isSent && sentAmount > 0 && <p>{text('refund.partSent', { amount: format.won(sentAmount) })}</p>}
      <p className="quiet">{text('refund.days')}</p>
    </>
  );
}
