import type { OutsidePayment } from '@munjigi/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { toGuestProblem } from './guest-api.ts';
import { useGuest, useHurry, type StayView } from './guest-context.ts';
import { describeProblem } from './problem-text.ts';

type Outcome =
  | { readonly kind: 'confirming' | 'done' | 'declined' }
  | { readonly kind: 'failed'; readonly why: string; readonly isRepeatable: boolean };

/** Confirms the payment that the guest agreed to, after the return from the page of the provider (GT-10). */
export function PaymentReturn({ search }: { readonly search: string }) {
  const { text, send, live, token, page } = useGuest();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const [outcome, setOutcome] = useState<Outcome>(() => ({ kind: isDeclined(params) ? 'declined' : 'confirming' }));
  useHurry(live, outcome.kind === 'confirming');
  const confirm = useCallback(
    () => confirmPayment({ send, live, text }, params).then(setOutcome),
    [params, send, live, text],
  );
  useEffect(() => {
    if (!isDeclined(params)) void confirm();
  }, [confirm, params]);
  const repeat = () => {
    setOutcome({ kind: 'confirming' });
    void confirm();
  };
  // A late result of the provider arrives with the page.
  const shown = outcome.kind === 'confirming' && page.dueAmount === 0 ? 'done' : outcome.kind;
  // The address of the reservation, so that a reload or the back button does not confirm again.
  const isSettled = shown === 'done' || shown === 'declined';
  useEffect(() => {
    if (isSettled) history.replaceState(null, '', `/g/${token}`);
  }, [isSettled, token]);

  return (
    <section className="card" role="status" data-testid="payment-outcome">
      {outcome.kind === 'failed' ? (
        <>
          <p className="bad">{outcome.why}</p>
          {outcome.isRepeatable && (
            <button type="button" className="button" onClick={repeat}>
              {text('pay.retry')}
            </button>
          )}
        </>
      ) : (
        <p className={shown === 'done' ? 'good' : 'waiting'}>
          {text(`pay.${shown as 'done' | 'confirming' | 'declined'}`)}
        </p>
      )}
    </section>
  );
}

async function confirmPayment(
  { send, live, text }: Pick<StayView, 'send' | 'live' | 'text'>,
  params: URLSearchParams,
): Promise<Outcome> {
  const paymentId = params.get('orderId') ?? params.get('paymentId') ?? '';
  const paymentKey = params.get('paymentKey');
  try {
    const payment = await send<OutsidePayment>({
      method: 'POST',
      path: `payment/${encodeURIComponent(paymentId)}/confirm`,
      body: {
        amount: Number(params.get('amount') ?? params.get('dueAmount')),
        ...(paymentKey !== null && { paymentKey }),
      },
      // The same after a reload, so that the money moves once.
      key: `confirm-${paymentId}`,
    });
    await live.refresh();
    return { kind: payment.isConfirming ? 'confirming' : 'done' };
  } catch (error) {
    const problem = toGuestProblem(error);
    const isRepeatable = problem.status === 0 || problem.status >= 429 || problem.code === 'PAYMENT_UNDER_WAY';
    return { kind: 'failed', why: describeProblem(problem, text), isRepeatable };
  }
}

/** Both providers name the reason in `code` when the guest closed their page. */
function isDeclined(params: URLSearchParams): boolean {
  return params.get('outcome') === 'failed' || params.has('code');
}
