import type { BookingQuote } from '../booking-api.ts';
import { useBooking, type BookingView } from '../booking-context.ts';

interface QuoteProps {
  readonly quote: BookingQuote;
}

interface PriceCardProps extends QuoteProps {
  /** False while the price of another choice is under way. */
  readonly isCurrent: boolean;
}

/** The price line by line: the room, the add-ons, and what the coupon takes off. */
export function PriceCard({ quote, isCurrent }: PriceCardProps) {
  const view = useBooking();
  const { store, text, format } = view;
  const { discount } = quote;
  const slot = format.length(store.slotMinutes);
  return (
    <section className="card" aria-labelledby="price-title" data-testid="price">
      <h3 id="price-title">{text('price.title')}</h3>
      <dl>
        {quote.lines.map(
          ({ policyId, label, startsAt, unit, count, unitAmount, extraPersons, extraPersonAmount, amount }) => (
            <PriceLine
              key={`${policyId} ${startsAt}`}
              label={label}
              count={text('price.count', {
                amount:
                  unit === 'SLOT'
                    ? text('price.slot', { slot, amount: format.won(unitAmount) })
                    : format.won(unitAmount),
                count,
              })}
              extra={extraPersonAmount > 0 && extraPersons > 0 ? text('price.extra', { count: extraPersons }) : ''}
              amount={format.won(amount)}
            />
          ),
        )}
        {quote.addOnLines.map((line) => (
          <PriceLine
            key={line.addOnId}
            label={line.label}
            {...describePieces(line, view)}
            amount={format.price(line.amount)}
          />
        ))}
        {discount !== null && (
          <PriceLine
            label={text('price.coupon', { name: discount.name })}
            count=""
            extra=""
            amount={`−${format.won(discount.amount)}`}
          />
        )}
        <dt className="total">{text('price.total')}</dt>
        <dd className="due nowrap" aria-live="polite" data-testid="total">
          {isCurrent ? format.price(quote.totalAmount) : text('price.updating')}
        </dd>
      </dl>
      {quote.dueAmount < quote.totalAmount && <p className="quiet">{text('price.little')}</p>}
    </section>
  );
}

/** `3,000원 × 2`, and for an add-on by the hour `시간당 1,000원 × 2` with the length that counts. */
function describePieces(
  { unit, unitAmount, quantity, minutes }: BookingQuote['addOnLines'][number],
  { text, format }: BookingView,
): Pick<PriceLineProps, 'count' | 'extra'> {
  const amount = format.won(unitAmount);
  if (unit === 'STAY')
    return { count: text('price.count', { amount: text('addOn.each', { amount }), count: quantity }), extra: '' };
  const perHour = text('addOn.perHour', { amount });
  return { count: text('price.count', { amount: perHour, count: quantity }), extra: format.length(minutes) };
}

interface PriceLineProps {
  readonly label: string;
  /** Empty: nothing to count. */
  readonly count: string;
  /** The people beyond the included ones, or the length of an add-on by the hour. Empty: none. */
  readonly extra: string;
  readonly amount: string;
}

function PriceLine({ label, count, extra, amount }: PriceLineProps) {
  return (
    <>
      <dt>
        {label} {count !== '' && <span className="price-about">{count}</span>}{' '}
        {extra !== '' && <span className="price-about">{extra}</span>}
      </dt>
      <dd className="nowrap">{amount}</dd>
    </>
  );
}

/** What a cancellation refunds, in words. */
export function RefundCard({ quote }: QuoteProps) {
  const { text, format } = useBooking();
  return (
    <section className="card" aria-labelledby="refund-title" data-testid="refunds">
      <h3 id="refund-title">{text('refund.title')}</h3>
      {quote.dueAmount === 0 ? (
        <p>{text('refund.free')}</p>
      ) : quote.refunds.length === 0 ? (
        <p>{text('refund.never')}</p>
      ) : (
        <ul className="refunds">
          {quote.refunds.map(({ until, refundPercent, refundAmount }) => (
            <li key={until}>
              {text('refund.until', {
                moment: `${format.day(until)} ${format.time(until)}`,
                amount: format.won(refundAmount),
                percent: refundPercent,
              })}
            </li>
          ))}
          <li>{text('refund.after')}</li>
        </ul>
      )}
    </section>
  );
}
