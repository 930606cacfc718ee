import { useGuest } from '../guest-context.ts';
import { usePanelText } from '../panels/panel-texts.ts';
import { useGuestPayments } from './payment-panel.tsx';

const SHOWN_STATES: readonly string[] = ['DONE', 'PARTIAL_CANCELED', 'CANCELED'];

/** The payments so far, with their receipts. */
export function PaymentReceipts() {
  const { token, language, format } = useGuest();
  const text = usePanelText();
  const { payments, fault, load } = useGuestPayments();
  if (fault !== '')
    return (
      <div role="alert">
        <p className="bad">{fault}</p>
        <button type="button" className="button" onClick={() => void load()}>
          {text('retry')}
        </button>
      </div>
    );
  if (payments === null) return <div className="skeleton skeleton-line" />;
  const shown = payments.payments.filter(({ state }) => SHOWN_STATES.includes(state));
  if (shown.length === 0) return <p className="quiet">{text('pay.empty')}</p>;
  return (
    <>
      <ul className="plain" data-testid="receipts">
        {shown.map((payment) => (
          <li key={payment.id} className="payment">
            <span>{text(`pay.method.${payment.method}`)}</span>
            <span className="nowrap">{format.won(payment.amount)}</span>
            {payment.receiptUrl !== null && (
              <a href={payment.receiptUrl} target="_blank" rel="noopener noreferrer">
                {text('pay.receipt')}
              </a>
            )}
          </li>
        ))}
      </ul>
      <p>
        <a
          className="button small"
          href={`/g/${token}/receipt?lng=${language}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {text('receipt.open')}
        </a>
      </p>
    </>
  );
}
