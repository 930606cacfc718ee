import type { GuestPage, OutsidePayment } from '@munjigi/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { newActKey, toGuestProblem, type GuestProblem } from '../../shared/guest-api.ts';
import { useGuest, useHurry, type StayView } from '../guest-context.ts';
import { forgetPayment, readReturnedPayment, type ReturnedPayment } from './payment-order.ts';
import { PaymentResult } from './payment-result.tsx';
import { describeProblem } from '../problem-text.ts';

type Outcome =
  /** `unknown`: the provider did not say yet whether the money moved. */
  | { readonly kind: 'confirming' | 'unknown' | 'done' | 'declined' }
  /** The order belongs to another reservation than the page. */
  | { readonly kind: 'foreign' }
  /** The money arrived after what it pays for was given back, and is refunded. */
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly problem: GuestProblem };
const PAID_STATES: readonly string[] = ['CONFIRMED', 'IN_USE', 'COMPLETED'];

/**
 * Confirms the payment that the guest agreed to, after the return from the page of the provider (GT-10). What it says
 * follows from the present state of the page, not from the address alone (GT-16).
 */
export function PaymentReturn({ search }: { readonly search: string }) {
  const { text, send, live, token, page } = useGuest();
  const returned = useMemo(() => readReturnedPayment(search), [search]);
  const [outcome, setOutcome] = useState<Outcome>(() => startOutcome(returned));
  const confirm = useCallback(() => confirmPayment({ send, live }, returned).then(setOutcome), [returned, send, live]);
  useEffect(() => {
    if (startOutcome(returned).kind === 'confirming') void confirm();
  }, [confirm, returned]);
  const repeat = () => {
    setOutcome({ kind: 'confirming' });
    void confirm();
  };
  const shown = useShownOutcome(page, outcome);
  useHurry(live, shown.kind === 'confirming' || shown.kind === 'unknown');
  // The address of the reservation, so that a reload or the back button does not confirm again.
  const isSettled = shown.kind === 'done' || shown.kind === 'late' || shown.kind === 'declined';
  useEffect(() => {
    if (!isSettled) return;
    forgetPayment();
    history.replaceState(null, '', `/g/${token}`);
  }, [isSettled, token]);

  if (shown.kind === 'foreign') return <ForeignResult returned={returned} />;
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

/** The guest closed the window: nothing to confirm. An address without a provider's order is one of this page. */
function startOutcome({ isDeclined, isOfProvider, orderId }: ReturnedPayment): Outcome {
  if (isDeclined) return { kind: 'declined' };
  return { kind: isOfProvider || orderId === '' ? 'confirming' : 'foreign' };
}

/**
 * The outcome as the page knows it. A late result of the provider arrives with the page, also after a refusal of a
 * repeated confirmation, and a friend may have paid meanwhile. An extension that was returned is not due any more either,
 * and its stay did not become longer.
 */
function useShownOutcome(page: GuestPage, outcome: Outcome): Outcome {
  const { reservation, dueAmount, isExtensionReturned, isMoveReturned = false } = page;
  const { state, startsAt, endsAt, heldExtension, heldMove, owedAmount } = reservation;
  const [expected] = useState({
    isDue: dueAmount > 0,
    endsAt: heldMove?.endsAt ?? heldExtension?.endsAt ?? endsAt,
    startsAt: heldMove?.startsAt ?? null,
    owedAmount,
  });
  if (owedAmount > expected.owedAmount || (outcome.kind === 'done' && owedAmount > 0)) return { kind: 'late' };
  const isMoved = expected.startsAt === null || startsAt === expected.startsAt;
  const isPaid = dueAmount === 0 && PAID_STATES.includes(state) && endsAt >= expected.endsAt && isMoved;
  const isRefused = outcome.kind === 'declined' || outcome.kind === 'failed';
  // The stay was paid before this return, by a friend or in another window.
  const wasPaidBefore = isRefused && !isExtensionReturned && !isMoveReturned;
  return isPaid && outcome.kind !== 'foreign' && (expected.isDue || wasPaidBefore) ? { kind: 'done' } : outcome;
}

function ForeignResult({ returned }: { readonly returned: ReturnedPayment }) {
  const { text } = useGuest();
  const language = document.documentElement.lang === 'en' ? 'en' : 'kr';
  return <PaymentResult returned={returned} text={text} language={language} />;
}

/** What became of money that nothing was due for: not extended, not confirmed, or paid twice, and refunded. */
function LateMoney() {
  const { page, text, format } = useGuest();
  const { state, owedAmount, store } = page.reservation;
  const hasNoStay = state === 'EXPIRED' || state === 'CANCELLED';
  const held = page.isMoveReturned ? 'move' : page.isExtensionReturned ? 'extension' : 'twice';
  const reason = hasNoStay ? 'reservation' : held;
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
  { orderId, paymentKey, amount }: ReturnedPayment,
): Promise<Outcome> {
  try {
    const payment = await send<OutsidePayment>({
      method: 'POST',
      path: `payment/${encodeURIComponent(orderId)}/confirm`,
      body: { amount, ...(paymentKey !== null && { paymentKey }) },
      // Each attempt has its own: the server and the provider move the money of one payment once.
      key: newActKey(),
    });
    await live.refresh();
    return { kind: kindOf(payment) };
  } catch (error) {
    const problem = toGuestProblem(error);
    if (problem.code === 'NOT_FOUND') return { kind: 'foreign' };
    void live.refresh();
    return { kind: 'failed', problem };
  }
}

/** PortOne may answer before it has taken the money, or because the guest gave up. */
function kindOf({ state, isConfirming }: OutsidePayment): 'unknown' | 'declined' | 'done' {
  if (isConfirming || state === 'READY') return 'unknown';
  return state === 'ABORTED' || state === 'EXPIRED' ? 'declined' : 'done';
}
