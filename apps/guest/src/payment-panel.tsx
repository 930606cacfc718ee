import type { BegunPayment, getGuestPayments, OnlineProvider, ReplyOf } from '@munjigi/contract';
import { useCallback, useEffect, useState } from 'react';
import { newActKey, toGuestProblem } from './guest-api.ts';
import { useGuest, type StayView } from './guest-context.ts';
import { CallStore } from './parts.tsx';
import { rememberOrder, returnAddress } from './payment-order.ts';
import { describeProblem } from './problem-text.ts';
import { rememberToken } from './remembered-page.ts';

type Payments = ReplyOf<typeof getGuestPayments>;

/** The ways to pay, and the payments so far with their receipts. */
export function PaymentPanel({ mayPay }: { readonly mayPay: boolean }) {
  const view = useGuest();
  const { text, send } = view;
  const [payments, setPayments] = useState<Payments | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [fault, setFault] = useState('');
  const load = useCallback(
    () =>
      send<Payments>({ method: 'GET', path: 'payment' }).then(
        (reply) => {
          setPayments(reply);
          setFault('');
        },
        (error: unknown) => setFault(describeProblem(toGuestProblem(error), text)),
      ),
    [send, text],
  );
  useEffect(() => void load(), [load]);
  useEffect(() => {
    // The back button of the provider's page shows this page as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  async function pay(provider: OnlineProvider): Promise<void> {
    setLeaving(true);
    setFault('');
    const outcome = await beginPayment(view, provider);
    if (outcome === null) return;
    setFault(outcome);
    setLeaving(false);
  }

  if (payments === null && fault === '') return <div className="skeleton skeleton-line" />;
  return (
    <div data-testid="payment-panel">
      {payments !== null && mayPay && (
        <Providers providers={payments.checkoutProviders} isBusy={isLeaving} onPay={pay} />
      )}
      {payments !== null && <PaymentList payments={payments.payments} />}
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
      {fault !== '' && payments === null && (
        <button type="button" className="button" onClick={() => void load()}>
          {text('retry')}
        </button>
      )}
    </div>
  );
}

/** Leaves for the page of the provider. Returns what went wrong, or null when the browser leaves. */
async function beginPayment({ send, text }: StayView, provider: OnlineProvider): Promise<string | null> {
  try {
    const begun = await send<BegunPayment>({
      method: 'POST',
      path: 'payment/begin',
      body: { provider },
      key: newActKey(),
    });
    location.assign(begun.checkoutUrl === null ? windowAddress(begun) : checkoutAddress(begun, begun.checkoutUrl));
    return null;
  } catch (error) {
    return describeProblem(toGuestProblem(error), text);
  }
}

/** The document that opens the window of a provider (GP-8). */
function windowAddress({ payment, orderId, orderName, clientKey, merchantId }: BegunPayment): string {
  const { provider, amount } = payment;
  rememberOrder({ provider, orderId, orderName, clientKey, merchantId, amount });
  return `/g-pay/${provider.toLowerCase()}`;
}

/** The page of a virtual provider. */
function checkoutAddress({ payment, orderId, orderName }: BegunPayment, checkoutUrl: string): string {
  const page = new URL(checkoutUrl);
  const amount = String(payment.amount);
  page.search = new URLSearchParams({
    orderId,
    orderName,
    amount,
    successUrl: returnAddress({ dueAmount: amount }),
    failUrl: returnAddress({ outcome: 'failed' }),
  }).toString();
  return page.href;
}

interface ProvidersProps {
  readonly providers: readonly OnlineProvider[];
  readonly isBusy: boolean;
  readonly onPay: (provider: OnlineProvider) => Promise<void>;
}

function Providers({ providers, isBusy, onPay }: ProvidersProps) {
  const { text, token } = useGuest();
  const [mayReturn] = useState(() => rememberToken(token));
  if (providers.length === 0 || !mayReturn)
    return (
      <>
        <p className="waiting">{text('pay.none')}</p>
        <CallStore label={text('call.store')} />
      </>
    );
  return (
    <>
      <p>{text('pay.with')}</p>
      {providers.map((provider) => (
        <button
          key={provider}
          type="button"
          className="button big"
          aria-disabled={isBusy}
          onClick={() => void (!isBusy && onPay(provider))}
        >
          {text(`pay.${provider}`)}
        </button>
      ))}
    </>
  );
}

const SHOWN_STATES: readonly string[] = ['DONE', 'PARTIAL_CANCELED', 'CANCELED'];

function PaymentList({ payments }: { readonly payments: Payments['payments'] }) {
  const { text, format } = useGuest();
  const shown = payments.filter(({ state }) => SHOWN_STATES.includes(state));
  if (shown.length === 0) return <p className="quiet">{text('pay.empty')}</p>;
  return (
    <ul className="plain">
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
  );
}
