import type { BegunPayment, getGuestPayments, OnlineProvider, ReplyOf } from '@munjigi/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newActKey, toGuestProblem } from '../../shared/guest-api.ts';
import { useGuest, type StayView } from '../guest-context.ts';
import { CallStore } from '../parts.tsx';
import { failureAddress, rememberOrder, rememberPayment, returnAddress } from './payment-order.ts';
import { describeProblem } from '../problem-text.ts';
import { rememberToken } from '../remembered-page.ts';

type Payments = ReplyOf<typeof getGuestPayments>;

/** The payments of the guest, and why they could not be read. `onArrival` keeps its identity. */
export function useGuestPayments(onArrival?: (payments: Payments) => void) {
  const { text, send } = useGuest();
  const [payments, setPayments] = useState<Payments | null>(null);
  const [fault, setFault] = useState('');
  const load = useCallback(
    () =>
      send<Payments>({ method: 'GET', path: 'payment' }).then(
        (reply) => {
          setPayments(reply);
          setFault('');
          onArrival?.(reply);
        },
        (error: unknown) => setFault(describeProblem(toGuestProblem(error), text)),
      ),
    [send, text, onArrival],
  );
  useEffect(() => void load(), [load]);
  return { payments, fault, load };
}

interface PaymentPanelProps {
  readonly mayPay: boolean;
  /** Whether the guest has tapped on paying already, so that a single way to pay opens at once. */
  readonly opensAtOnce?: boolean;
}

/** The ways to pay. With a single one the window of its provider opens without another tap (GP-8). */
export function PaymentPanel({ mayPay, opensAtOnce = false }: PaymentPanelProps) {
  const { send, text, token } = useGuest();
  const [isLeaving, setLeaving] = useState(false);
  const [payFault, setPayFault] = useState('');
  const [mayReturn] = useState(() => rememberToken(token));
  const pay = useCallback(
    async (provider: OnlineProvider): Promise<void> => {
      setLeaving(true);
      setPayFault('');
      const outcome = await beginPayment({ send, text, token }, provider);
      if (outcome === null) return;
      setPayFault(outcome);
      setLeaving(false);
    },
    [send, text, token],
  );
  const hasOpened = useRef(false);
  const openSingle = useCallback(
    ({ checkoutProviders: [single, another] }: Payments) => {
      const isSingle = single !== undefined && another === undefined;
      if (!isSingle || !opensAtOnce || !mayReturn || hasOpened.current) return;
      hasOpened.current = true;
      void pay(single);
    },
    [opensAtOnce, mayReturn, pay],
  );
  const { payments, fault: loadFault, load } = useGuestPayments(openSingle);
  useEffect(() => {
    // The back button of the provider's page shows this page as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  const fault = loadFault || payFault;
  if (payments === null && fault === '') return <div className="skeleton skeleton-line" />;
  return (
    <div data-testid="payment-panel">
      {payments !== null && mayPay && (
        <Providers
          providers={mayReturn ? payments.checkoutProviders : []}
          isBusy={isLeaving}
          onPay={(provider) => void pay(provider)}
        />
      )}
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
async function beginPayment(
  { send, text, token }: Pick<StayView, 'send' | 'text' | 'token'>,
  provider: OnlineProvider,
): Promise<string | null> {
  try {
    const begun = await send<BegunPayment>({
      method: 'POST',
      path: 'payment/begin',
      body: { provider },
      key: newActKey(),
    });
    rememberPayment(begun.orderId, token);
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
    failUrl: failureAddress(orderId),
  }).toString();
  return page.href;
}

interface ProvidersProps {
  readonly providers: readonly OnlineProvider[];
  readonly isBusy: boolean;
  readonly onPay: (provider: OnlineProvider) => void;
}

/** The ways by what the guest pays with. Both providers take cards, so a second one is another window for them. */
function Providers({ providers, isBusy, onPay }: ProvidersProps) {
  const { text } = useGuest();
  if (providers.length === 0)
    return (
      <>
        <p className="waiting">{text('pay.none')}</p>
        <CallStore label={text('call.store')} />
      </>
    );
  return (
    <>
      <p>{text(isBusy ? 'pay.opening' : providers.length === 1 ? 'pay.single' : 'pay.with')}</p>
      {providers.map((provider, index) => (
        <button
          key={provider}
          type="button"
          className={index === 0 ? 'button big' : 'button'}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onPay(provider)}
        >
          {text(index === 0 ? 'pay.way' : 'pay.way.other')}
        </button>
      ))}
    </>
  );
}
