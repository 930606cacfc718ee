import { useCallback } from 'react';
import { useBooking } from './booking-context.ts';
import { BookingForm } from './booking-form.tsx';
import type { ChosenStay } from './booking-selection.ts';
import { PriceCard, RefundCard } from './price-card.tsx';
import { RequestTrouble } from './request-trouble.tsx';
import { useRequest } from './use-request.ts';

/** What the guest books and what it costs, who they are, and the button that books. */
export function DetailsStep() {
  const { selection } = useBooking();
  return selection.stay === null ? null : <Details stay={selection.stay} />;
}

function Details({ stay }: { readonly stay: ChosenStay }) {
  const { api, selection } = useBooking();
  const { headCount } = selection;
  const { roomId, startsAt, endsAt } = stay;
  const send = useCallback(
    (abort: AbortController) => api.quote({ roomId, startsAt, endsAt, headCount }, abort),
    [api, roomId, startsAt, endsAt, headCount],
  );
  const { value, isCurrent, problem, retry } = useRequest(send);
  const quote = isCurrent ? value : null;
  return (
    <>
      <SummaryCard stay={stay} />
      {problem !== null && <RequestTrouble problem={problem} onRetry={retry} />}
      {quote === null && problem === null && <div className="skeleton skeleton-card" />}
      {quote !== null && (
        <>
          <PriceCard quote={quote} />
          <RefundCard quote={quote} />
        </>
      )}
      <BookingForm stay={stay} quote={quote} onNewQuote={retry} />
    </>
  );
}

function SummaryCard({ stay }: { readonly stay: ChosenStay }) {
  const { store, text, format, selection } = useBooking();
  const { startsAt, endsAt } = stay;
  const room = store.rooms.find(({ id }) => id === stay.roomId);
  return (
    <section className="card" aria-labelledby="summary-title" data-testid="summary">
      <h3 id="summary-title">{text('summary.title')}</h3>
      <dl className="facts-list">
        <dt>{text('summary.room')}</dt>
        <dd>{stay.isAnyRoom ? text('room.any') : room?.name}</dd>
        <dt>{text('summary.when')}</dt>
        <dd>
          {format.dateWords(format.dateOf(startsAt))}
          <br />
          <span className="nowrap">{format.period(startsAt, endsAt)}</span>
        </dd>
        <dt>{text('summary.people')}</dt>
        <dd>{text('people.count', { count: selection.headCount })}</dd>
      </dl>
    </section>
  );
}
