import type { OutsidePayment } from '@munjigi/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { newActKey, toGuestProblem, type GuestProblem } from './guest-api.ts';
import { useGuest, useHurry, type StayView } from './guest-context.ts';
import { describeProblem } from './problem-text.ts';

type Outcome =
  /** `unknown`: the provider did not say yet whether the money moved. */
  | { readonly kind: 'confirming' | 'unknown' | 'done' | 'declined' }
  /** The money arrived after what it pays for was given back, and is refunded. */
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly problem: GuestProblem };
const PAID_STATES: readonly string[] = ['CONFIRMED', 'IN_USE', 'COMPLETED'];

/** Confirms the payment that the guest agreed to, after the return from the page of the provider (GT-10). */
export function PaymentReturn({ search }: { readonly search: string }) {
  const { text, send, live, token, page } = useGuest();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const [outcome, setOutcome] = useState<Outcome>(() => ({ kind: isDeclined(params) ? 'declined' : 'confirming' }));
  const confirm = useCallback(() => confirmPayment({ send, live }, params).then(setOutcome), [params, send, live]);
  useEffect(() => {
    if (!isDeclined(params)) void confirm();
  }, [confirm, params]);
  const repeat = () => {
    setOutcome({ kind: 'confirming' });
    void confirm();
  };
  // A late result of the provider arrives with the page, also after a refusal of a repeated confirmation. An extension
  // that was returned is not due any more either, and its stay did not become longer.
  const { state, endsAt, heldExtension } = page.reservation;
  const [expected] = useState({
    isDue: page.dueAmount > 0,
    endsAt: heldExtension?.endsAt ?? endsAt,
    owedAmount: page.reservation.owedAmount,
  });
  const isPaid = expected.isDue && page.dueAmount === 0 && PAID_STATES.includes(state) && endsAt >= expected.endsAt;
  const { owedAmount } = page.reservation;
  const isLate = owedAmount > expected.owedAmount || (outcome.kind === 'done' && owedAmount > 0);
  const shown: Outcome = isLate ? { kind: 'late' } : isPaid ? { kind: 'done' } : outcome;
  useHurry(live, shown.kind === 'confirming' || shown.kind === 'unknown');
  // The address of the reservation, so that a reload or the back button does not confirm again.
  const isSettled = shown.kind === 'done' || shown.kind === 'late' || shown.kind === 'declined';
  useEffect(() => {
    if (isSettled) history.replaceState(null, '', `/g/${token}`);
  }, [isSettled, token]);

  return (
    <section className="card" role="status" data-testid="payment-outcome">
      {shown.kind === 'failed' ? (
        <p className="bad">{describeProblem(shown.problem, text)}</p>
      ) : (
        <p className={shown.kind === 'done' ? 'good' : 'waiting'}>
          {shown.kind === 'late' ? <LateMoney /> : text(`pay.${shown.kind === 'unknown' ? 'confirming' : shown.kind}`)}
        </p>
      )}
      {isRepeatable(shown) && (
        <button type="button" className="button" onClick={repeat}>
          {text('pay.retry')}
        </button>
      )}
    </section>
  );
}

/** What became of money that nothing was due for: not extended, not confirmed, or paid twice, and refunded. */
function LateMoney() {
  const { page, text, format } = useGuest();
  const { state, owedAmount, store } = page.reservation;
  const hasNoStay = state === 'EXPIRED' || state === 'CANCELLED';
  const reason = hasNoStay ? 'reservation' : page.isExtensionReturned ? 'extension' : 'twice';
  return text(`pay.late.${reason}`, {
    amount: format.won(owedAmount),
    store: store.name,
  });
}

function isRepeatable(outcome: Outcome): boolean {
  if (outcome.kind !== 'failed') return outcome.kind === 'unknown';
  const { status, code } = outcome.problem;
  return code === 'BROKEN_REPLY' || status === 0 || status >= 429 || code === 'PAYMENT_UNDER_WAY';
}

async function confirmPayment(
  { send, live }: Pick<StayView, 'send' | 'live'>,
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
      // Each attempt has its own: the server and the provider move the money of one payment once.
      key: newActKey(),
    });
    await live.refresh();
    return { kind: payment.isConfirming ? 'unknown' : 'done' };
  } catch (error) {
    const problem = toGuestProblem(error);
    void live.refresh();
    return { kind: 'failed', problem };
  }
}

/**
 * The guest closed the page or the window of Toss, which takes no money before the server confirms. PortOne takes it in
 * its window, so the server asks about every payment that it names.
 */
function isDeclined(params: URLSearchParams): boolean {
  return params.get('outcome') === 'failed';
}
