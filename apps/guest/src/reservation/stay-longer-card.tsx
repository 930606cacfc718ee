import type { GuestExtension } from '@munjigi/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newActKey, toGuestProblem, type GuestCall } from '../shared/guest-api.ts';
import { useGuest, useHurry, useServerNow } from './guest-context.ts';
import { formatRemaining } from '../shared/guest-format.ts';
import { LatePart } from './late-part.tsx';
import { CallStore, GuestCard } from './parts.tsx';
import { describeProblem } from './problem-text.ts';

const loadPanel = () => import('./payment/payment-panel.tsx').then(({ PaymentPanel }) => PaymentPanel);
const MAY_PAY = { mayPay: true };

type Held = NonNullable<GuestExtension['held']>;
type Choice = GuestExtension['choices'][number];

/** Staying longer: the possible times with prices, then the payment of the time that is held (GT-12). */
export function StayLongerCard() {
  const { page, text, live } = useGuest();
  const { offer, fault, isSending, ask } = useExtension();
  const { heldExtension, version } = page.reservation;
  // The reply to the guest's own act is newer than the page until the next poll.
  const held = offer !== null && offer.version > version ? offer.held : heldExtension;
  const outcome = useOutcome(held);
  useHurry(live, held !== null);
  return (
    <GuestCard title={text('extend.title')} testId="extend">
      <p role="status" className={outcome.className}>
        {outcome.words}
      </p>
      {held !== null ? (
        <HeldTime held={held} isSending={isSending} onReturn={() => ask({ method: 'DELETE', path: 'extension' })} />
      ) : (
        offer !== null && (
          <Choices
            offer={offer}
            isSending={isSending}
            onExtend={({ minutes, totalAmount }) =>
              ask({
                method: 'POST',
                path: 'extension',
                body: { version: offer.version, minutes, expectedPriceAmount: totalAmount },
              })
            }
          />
        )
      )}
      {offer === null && fault === '' && held === null && <div className="skeleton skeleton-line" />}
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
      {fault !== '' && offer === null && held === null && (
        <button type="button" className="button" onClick={() => ask({ method: 'GET', path: 'extension' })}>
          {text('retry')}
        </button>
      )}
    </GuestCard>
  );
}

/** Reads what is possible, again after each change of the reservation, and sends the acts of the guest. */
function useExtension() {
  const { page, text, send, live } = useGuest();
  const [offer, setOffer] = useState<GuestExtension | null>(null);
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const { version, heldExtension } = page.reservation;
  const isHeld = heldExtension !== null;
  const load = useCallback(
    (call: GuestCall) => send<GuestExtension>(call.method === 'GET' ? call : { ...call, key: newActKey() }),
    [send],
  );
  useEffect(() => {
    if (isHeld) return;
    load({ method: 'GET', path: 'extension' }).then(
      (reply) => {
        // The page may know of a later change already.
        if (reply.version >= version) setOffer(reply);
        setFault('');
      },
      (error: unknown) => setFault(describeProblem(toGuestProblem(error), text)),
    );
  }, [load, text, version, isHeld]);

  async function request(call: GuestCall): Promise<void> {
    setSending(true);
    setFault('');
    try {
      setOffer(await load(call));
    } catch (error) {
      setFault(describeProblem(toGuestProblem(error), text));
      // Another booking or another phone was faster: the choices are not true any more.
      if (call.method !== 'GET') await load({ method: 'GET', path: 'extension' }).then(setOffer, toGuestProblem);
    }
    await live.refresh();
    setSending(false);
  }
  return { offer, fault, isSending, ask: (call: GuestCall) => void (!isSending && request(call)) };
}

/** What became of the time that this page showed as held. */
function useOutcome(held: Held | null): { readonly words: string; readonly className: string } {
  const { page, text, format } = useGuest();
  const [shown, setShown] = useState({ endsAt: page.reservation.endsAt, held });
  const { endsAt, owedAmount, store } = page.reservation;
  const isEnded = shown.held !== null && held === null;
  if (held !== null && (held.endsAt !== shown.held?.endsAt || endsAt !== shown.endsAt)) setShown({ endsAt, held });
  if (Date.parse(endsAt) > Date.parse(shown.endsAt) && held === null)
    return { words: text('extend.done', { time: format.time(endsAt) }), className: 'good' };
  // Nothing can be held while the money for time that was given back is owed (GT-13).
  if (owedAmount > 0 && held === null && page.isExtensionReturned)
    return { words: text('extend.owed', { amount: format.won(owedAmount), store: store.name }), className: 'waiting' };
  return { words: isEnded ? text('extend.returned') : '', className: 'waiting' };
}

interface ChoicesProps {
  readonly offer: GuestExtension;
  readonly isSending: boolean;
  readonly onExtend: (choice: Choice) => void;
}

/** One tap selects a time, and a second one extends. */
function Choices({ offer: { choices, reason, checkoutProviders }, isSending, onExtend }: ChoicesProps) {
  const { page, text, format } = useGuest();
  const [chosenMinutes, setChosenMinutes] = useState(0);
  const chosen = choices.find(({ minutes }) => minutes === chosenMinutes);
  const needsPayment = choices.some(
    ({ totalAmount }) => totalAmount > page.reservation.paidAmount + page.reservation.waivedAmount,
  );
  if (choices.length === 0 || (needsPayment && checkoutProviders.length === 0))
    return <WithoutChoice reason={reason ?? 'PROVIDER_NOT_SET'} />;
  return (
    <>
      <div role="group" aria-label={text('extend.title')}>
        {choices.map(({ minutes, endsAt, addedAmount }) => (
          <button
            key={minutes}
            type="button"
            className="button choice"
            aria-pressed={minutes === chosenMinutes}
            onClick={() => setChosenMinutes(minutes)}
          >
            <span>
              {text('extend.choice', {
                time: format.time(endsAt),
                length: formatRemaining(minutes * 60_000, text),
              })}
            </span>
            <span className="nowrap">{addedAmount === 0 ? text('extend.free') : format.won(addedAmount)}</span>
          </button>
        ))}
      </div>
      {chosen && (
        <button
          type="button"
          className="button big"
          aria-disabled={isSending}
          onClick={() => !isSending && onExtend(chosen)}
        >
          {text('extend.confirm', { time: format.time(chosen.endsAt) })}
        </button>
      )}
    </>
  );
}

function WithoutChoice({ reason }: { readonly reason: NonNullable<GuestExtension['reason']> }) {
  const { text } = useGuest();
  const isKnown = reason === 'SLOT_TAKEN' || reason === 'STORE_CLOSED' || reason === 'TOO_LONG';
  return (
    <>
      <p>{text(isKnown ? `extend.none.${reason}` : 'extend.none')}</p>
      {!isKnown && <CallStore label={text('call.store')} />}
    </>
  );
}

interface HeldTimeProps {
  readonly held: Held;
  readonly isSending: boolean;
  readonly onReturn: () => void;
}

/** The time that waits for its payment, with the ways to pay. */
function HeldTime({ held, isSending, onReturn }: HeldTimeProps) {
  const { text, format, live } = useGuest();
  const now = useServerNow(live);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const left = Date.parse(held.holdExpiresAt) - now;
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {text('extend.held', { time: format.time(held.endsAt), amount: format.won(held.addedAmount) })}
      </h3>
      <p className="waiting" role="timer" data-testid="extension-hold">
        {left > 0 ? text('extend.left', { left: formatRemaining(left, text) }) : text('extend.over')}
      </p>
      {left > 0 && <LatePart load={loadPanel} props={MAY_PAY} />}
      <button type="button" className="button" aria-disabled={isSending} onClick={onReturn}>
        {text('extend.back')}
      </button>
    </>
  );
}
