import type { AgeBasis } from '@munjigi/contract';
import { AGE_TEXTS } from '../../shared/age-check/age-texts.ts';
import { AddOnCard } from './add-on-card.tsx';
import { useBooking } from '../booking-context.ts';
import { BookingForm, describeStay } from './booking-form.tsx';
import type { ChosenStay } from '../booking-selection.ts';
import { CouponCard } from './coupon-card.tsx';
import { PriceCard, RefundCard } from '../stay/price-card.tsx';
import { RequestTrouble } from '../request-trouble.tsx';
import type { BookingFormProps } from './use-booking-form.ts';
import { useStayPrice } from '../stay/use-stay-price.ts';

/** What the guest books and what it costs, who they are, and the button that books. */
export function DetailsStep() {
  const { selection } = useBooking();
  return selection.stay === null ? null : <Details stay={selection.stay} />;
}

function Details({ stay }: { readonly stay: ChosenStay }) {
  const { store, text } = useBooking();
  const price = useStayPrice(stay);
  const { quote, problem } = price;
  return (
    <>
      <SummaryCard stay={stay} ageBasis={quote?.ageBasis ?? null} />
      <AddOnCard stay={stay} onChange={price.acceptAddOns} />
      {store.hasCoupons && <CouponCard price={price} />}
      <div role="status" data-testid="add-ons-refused">
        {price.isAddOnRefused && problem === null && <p className="waiting">{text('problem.ADD_ON_REFUSED')}</p>}
      </div>
      {problem !== null && <RequestTrouble problem={problem} onRetry={price.retry} />}
      {quote === null && problem === null && <div className="skeleton skeleton-card" />}
      {quote !== null && (
        <>
          <PriceCard quote={quote} isCurrent={price.isCurrent} />
          <RefundCard quote={quote} />
        </>
      )}
      <BookingForm stay={stay} price={price} />
      {quote !== null && store.isOpen && <PriceBar stay={stay} price={price} />}
    </>
  );
}

/** The stay and its price at the end of the screen, however far the guest has scrolled. */
function PriceBar({ stay, price: { quote, isCurrent } }: BookingFormProps) {
  const view = useBooking();
  const { text, format } = view;
  return (
    <p className="price-bar">
      <span data-testid="stay-line">{describeStay(view, stay)}</span>{' '}
      <strong className="nowrap">
        {quote !== null && isCurrent ? format.price(quote.totalAmount) : text('price.updating')}
      </strong>
    </p>
  );
}

interface SummaryProps {
  readonly stay: ChosenStay;
  /** How adults are counted at this time in this room. `null`: it is for all ages. */
  readonly ageBasis: AgeBasis | null;
}

function SummaryCard({ stay, ageBasis }: SummaryProps) {
  const { store, text, format, selection, language } = useBooking();
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
          {format.period(startsAt, endsAt)}
          {stay.startsNow === true && <span className="good"> {text('now.start')}</span>}
        </dd>
        <dt>{text('summary.people')}</dt>
        <dd>{text('people.count', { count: selection.headCount })}</dd>
      </dl>
      {ageBasis !== null && (
        <p className="waiting" data-testid="adults-only">
          {AGE_TEXTS[language](`age.about.${ageBasis}`)}
        </p>
      )}
    </section>
  );
}
