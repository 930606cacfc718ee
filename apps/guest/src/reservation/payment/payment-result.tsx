import type { PaymentReturnReply } from '@munjigi/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { GuestLanguage } from '../../shared/guest-language.ts';
import { requestGuest, toGuestProblem, type GuestProblem } from '../../shared/guest-api.ts';
import { createGuestFormat } from '../../shared/guest-format.ts';
import { InvalidLink } from '../notices.tsx';
import { forgetPayment, readReturnedPayment, returnAddress, type ReturnedPayment } from './payment-order.ts';
import { describeProblem } from '../problem-text.ts';
import type { TextKey, Translate } from '../../shared/texts.ts';

const RETRY_MS = 5000;
const LONGEST_RETRY_MS = 10 * 60_000;

/** What the guest does next. */
const NEXT = {
  PAID: 'pay.result.link',
  CONFIRMING: 'pay.result.wait',
  DECLINED: 'pay.result.again',
  REFUNDED: 'pay.result.refund',
} as const satisfies Record<PaymentReturnReply['result'], TextKey>;

type PaymentReply = PaymentReturnReply | GuestProblem | null;

interface ResultProps {
  readonly returned: ReturnedPayment;
  readonly text: Translate;
  readonly language: GuestLanguage;
}

/** The result of an order of which this browser has no token: result, store and time, and no person (GT-16). */
export function PaymentResult({ returned, text, language }: ResultProps) {
  const { reply, repeat } = useResult(returned);
  if (reply === null)
    return (
      <section className="card" role="status" data-testid="payment-result">
        <p className="waiting">{text('pay.confirming')}</p>
      </section>
    );
  if (!('result' in reply))
    return reply.code === 'NOT_FOUND' || reply.code === 'INVALID_INPUT' ? (
      <InvalidLink text={text} isReturn />
    ) : (
      <section className="card" role="alert" data-testid="payment-result">
        <p className="bad">{describeProblem(reply, text)}</p>
        <RepeatButton text={text} onRepeat={repeat} />
      </section>
    );
  return (
    <section className="card" role="status" data-testid="payment-result">
      <h1>{text(`pay.result.${reply.result}`)}</h1>
      <Stay stay={reply} language={language} />
      <p>{text(NEXT[reply.result], { store: reply.storeName })}</p>
      {reply.result === 'CONFIRMING' && <RepeatButton text={text} onRepeat={repeat} />}
    </section>
  );
}

function Stay({ stay, language }: { readonly stay: PaymentReturnReply; readonly language: GuestLanguage }) {
  const { storeName, timeZone, startsAt, endsAt } = stay;
  const format = useMemo(() => createGuestFormat(language, timeZone), [language, timeZone]);
  return (
    <p>
      <strong>{storeName}</strong>
      <br />
      <span className="nowrap">{format.day(startsAt)}</span>{' '}
      <span className="nowrap">{format.period(startsAt, endsAt)}</span>
    </p>
  );
}

function RepeatButton({ text, onRepeat }: { readonly text: Translate; readonly onRepeat: () => void }) {
  return (
    <button type="button" className="button" onClick={onRepeat}>
      {text('pay.retry')}
    </button>
  );
}

/** Asks at once with everything that the provider returned, and then for the result while it is open. */
function useResult(returned: ReturnedPayment): { readonly reply: PaymentReply; readonly repeat: () => void } {
  const [reply, setReply] = useState<PaymentReply>(null);
  const ask = useCallback(
    (item: ReturnedPayment) => askForResult(item).then(setReply, (error: unknown) => setReply(toGuestProblem(error))),
    [],
  );
  useEffect(() => void ask(returned), [ask, returned]);
  const isOpen = reply !== null && 'result' in reply && reply.result === 'CONFIRMING';
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => void ask({ ...returned, paymentKey: null }), RETRY_MS);
    const end = setTimeout(() => clearInterval(timer), LONGEST_RETRY_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [isOpen, ask, returned]);
  const repeat = useCallback(() => {
    setReply(null);
    void ask(returned);
  }, [ask, returned]);
  return { reply, repeat };
}

async function askForResult({ orderId, paymentKey, amount, isDeclined }: ReturnedPayment): Promise<PaymentReturnReply> {
  const mayConfirm = !isDeclined && paymentKey !== null && Number.isSafeInteger(amount) && amount > 0;
  const reply = await requestGuest<PaymentReturnReply>(null, {
    method: 'POST',
    path: '/api/v2/guest/payment-return',
    body: { orderId, ...(mayConfirm && { paymentKey, amount }) },
  });
  if (reply.result !== 'CONFIRMING') {
    forgetPayment();
    // Without the key of the provider: a reload asks for the result only.
    history.replaceState(null, '', returnAddress({ order: orderId }));
  }
  return reply;
}

interface ResultPageProps {
  readonly search: string;
  readonly text: Translate;
  readonly language: GuestLanguage;
  readonly onSwitchLanguage: () => void;
}

/** The whole page of a return without a token, in place of the page of the reservation. */
export function PaymentResultPage({ search, text, language, onSwitchLanguage }: ResultPageProps) {
  const returned = useMemo(() => readReturnedPayment(search), [search]);
  useEffect(() => {
    document.title = text('title');
  }, [text]);
  return (
    <main className="page">
      <header className="top">
        <p>{text('title')}</p>
        <button type="button" className="button small" onClick={onSwitchLanguage}>
          <span lang={language === 'kr' ? 'en' : 'ko'}>{text('language')}</span>
        </button>
      </header>
      {returned.orderId === '' ? (
        <InvalidLink text={text} isReturn />
      ) : (
        <PaymentResult returned={returned} text={text} language={language} />
      )}
    </main>
  );
}
