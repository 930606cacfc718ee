import type { BookingQuote } from './booking-api.ts';
import { useBooking } from './booking-context.ts';

interface QuoteProps {
  readonly quote: BookingQuote;
}

/** The price line by line. */
export function PriceCard({ quote }: QuoteProps) {
  const { text, format } = useBooking();
  return (
    <section className="card" aria-labelledby="price-title" data-testid="price">
      <h3 id="price-title">{text('price.title')}</h3>
      <dl>
        {quote.lines.map(
          ({ policyId, label, startsAt, count, unitAmount, extraPersons, extraPersonAmount, amount }) => (
            <PriceLine
              key={`${policyId} ${startsAt}`}
              label={label}
              count={text('price.count', { amount: format.won(unitAmount), count })}
              extra={extraPersonAmount > 0 && extraPersons > 0 ? text('price.extra', { count: extraPersons }) : ''}
              amount={format.won(amount)}
            />
          ),
        )}
        <dt className="total">{text('price.total')}</dt>
        <dd className="due nowrap" data-testid="total">
          {format.price(quote.totalAmount)}
        </dd>
      </dl>
    </section>
  );
}

interface PriceLineProps {
  readonly label: string;
  readonly count: string;
  /** The people beyond the included ones. Empty: none. */
  readonly extra: string;
  readonly amount: string;
}

function PriceLine({ label, count, extra, amount }: PriceLineProps) {
  return (
    <>
      <dt>
        {label} <span className="price-about nowrap">{count}</span>{' '}
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
      {quote.totalAmount === 0 ? (
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
