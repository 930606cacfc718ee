import type {
  BankCode,
  cancelAsGuest,
  getGuestCancellation,
  getGuestPayments,
  RefundAccount,
  ReplyOf,
} from '@munjigi/contract';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { newActKey, toGuestProblem } from '../shared/guest-api.ts';
import { useGuest, type StayView } from './guest-context.ts';
import { describeProblem } from './problem-text.ts';
import { PhoneCodeFields } from './phone-code-fields.tsx';
import { AccountFields } from './payment/refund-account-fields.tsx';
import { RefundRules } from './payment/refund-rules.tsx';

type Terms = ReplyOf<typeof getGuestCancellation>;
type CancelledStay = ReplyOf<typeof cancelAsGuest>;

interface Offer {
  readonly terms: Terms;
  /** A part of the money cannot return the way it came, so that the store needs an account. */
  readonly needsAccount: boolean;
}

interface CancelPanelProps {
  readonly onKeep: () => void;
}

/**
 * The second step of a cancellation: the refund at this moment with its rules, and the account where one is needed (GT-8,
 * GP-11). The page then shows the cancelled stay, also when the answer was lost.
 */
export function CancelPanel({ onKeep }: CancelPanelProps) {
  const { send, text, live } = useGuest();
  const [offer, setOffer] = useState<Offer | null>(null);
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const [account, setAccount] = useState<Partial<RefundAccount>>({});
  const [isLater, setLater] = useState(false);
  const [code, setCode] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const load = useCallback(
    () => readOffer(send).then(setOffer, (error: unknown) => setFault(describeProblem(toGuestProblem(error), text))),
    [send, text],
  );
  useEffect(() => {
    heading.current?.focus();
    void load();
  }, [load]);

  async function cancel(shown: Offer): Promise<void> {
    const { terms } = shown;
    const { namesAccount, needsCode, missing } = proofOf(shown, isLater);
    const full = namesAccount ? toAccount(account) : null;
    if (namesAccount && full === null) return setFault(text('cancel.account.missing'));
    if (needsCode && code.length !== 6) return setFault(text(missing));
    setSending(true);
    setFault('');
    try {
      await sendCancellation(send, terms, { refundAccount: full, phoneCode: needsCode ? code : null });
      await live.refresh();
    } catch (error) {
      const problem = toGuestProblem(error);
      setFault(describeProblem(problem, text));
      setSending(false);
      if (problem.code === 'INVALID_CODE') return;
      await Promise.all([load(), live.refresh()]);
    }
  }

  return (
    <div data-testid="cancel-panel">
      <h3 ref={heading} tabIndex={-1}>
        {text('cancel.title')}
      </h3>
      {offer !== null && <OfferWords offer={offer} />}
      {offer === null && fault === '' && <p className="quiet">{text('cancel.loading')}</p>}
      {offer !== null && isOpen(offer) && (
        <ProofFields offer={offer} isLater={isLater} onLater={setLater} code={code} onChange={setCode}>
          <AccountFields account={account} onChange={setAccount} />
        </ProofFields>
      )}
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
      <CancelButtons offer={offer} isSending={isSending} onKeep={onKeep} onCancel={(shown) => void cancel(shown)} />
    </div>
  );
}

function OfferWords({ offer }: { readonly offer: Offer }) {
  return (
    <>
      <RefundWords offer={offer} />
      {offer.terms.mayCancel.isAllowed && <RefundRules />}
    </>
  );
}

/** Whether the guest can cancel here, and not only the store. */
function isOpen({ terms }: Offer): boolean {
  return terms.mayCancel.isAllowed && terms.proof !== 'STORE';
}

interface AccountChoiceProps {
  readonly offer: Offer;
  readonly isLater: boolean;
  readonly onLater: (isLater: boolean) => void;
  readonly children: ReactNode;
}

/** The account for the refund, or the choice to give it to the store later, because a code to the phone is not always possible (GT-20). */
function AccountChoice({ offer, isLater, onLater, children }: AccountChoiceProps) {
  const { page, text } = useGuest();
  const byStore = text('cancel.account.byStore', { store: page.reservation.store.name });
  if (offer.terms.accountProof === 'STORE') return <p data-testid="account-by-store">{byStore}</p>;
  return (
    <>
      {!isLater && children}
      <label className="choice">
        <input type="checkbox" checked={isLater} onChange={({ target }) => onLater(target.checked)} />
        {text('cancel.account.later')}
      </label>
      {isLater && <p className="quiet">{byStore}</p>}
    </>
  );
}

interface ProofFieldsProps extends AccountChoiceProps {
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/** The account where one is needed, as `children`, and the code where the cancellation or the account needs one. */
function ProofFields({ offer, isLater, onLater, children, ...fields }: ProofFieldsProps) {
  const { needsCode, isByEmail } = proofOf(offer, isLater);
  return (
    <>
      {offer.needsAccount && (
        <AccountChoice offer={offer} isLater={isLater} onLater={onLater}>
          {children}
        </AccountChoice>
      )}
      {/* Of a link that one device uses only the account needs a code. */}
      {needsCode && <PhoneCodeFields isByEmail={isByEmail} forAccount={offer.terms.proof === 'NONE'} {...fields} />}
    </>
  );
}

/** What the cancellation needs with or without an account for the refund. */
function proofOf({ terms, needsAccount }: Offer, isLater: boolean) {
  const namesAccount = needsAccount && !isLater && terms.accountProof !== 'STORE';
  const proof = namesAccount ? terms.accountProof : terms.proof;
  const isByEmail = proof === 'EMAIL_CODE';
  return {
    namesAccount,
    isByEmail,
    needsCode: isByEmail || proof === 'PHONE_CODE',
    missing: isByEmail ? 'cancel.code.missing.email' : 'cancel.code.missing',
  } as const;
}

async function readOffer(send: StayView['send']): Promise<Offer> {
  const [terms, { payments }] = await Promise.all([
    send<Terms>({ method: 'GET', path: 'cancellation' }),
    send<ReplyOf<typeof getGuestPayments>>({ method: 'GET', path: 'payment' }),
  ]);
  const returnsByItself = ({ provider, method }: (typeof payments)[number]) =>
    provider === 'CHANNEL' || (provider !== 'MANUAL' && method !== 'VIRTUAL_ACCOUNT');
  const paid = payments.filter(({ state }) => state === 'DONE' || state === 'PARTIAL_CANCELED');
  return {
    terms,
    needsAccount: refundOf(terms) > 0 && !paid.every(returnsByItself),
  };
}

function refundOf({ cancellation }: Terms): number {
  return cancellation?.refundAmount ?? 0;
}

function sendCancellation(
  send: StayView['send'],
  terms: Terms,
  { refundAccount, phoneCode }: { readonly refundAccount: RefundAccount | null; readonly phoneCode: string | null },
): Promise<CancelledStay> {
  return send<CancelledStay>({
    method: 'POST',
    path: 'cancel',
    body: {
      version: terms.version,
      expectedRefundAmount: refundOf(terms),
      ...(refundAccount !== null && { refundAccount }),
      ...(phoneCode !== null && { phoneCode }),
    },
    key: newActKey(),
  });
}

function toAccount({ bank, accountNumber = '', holderName = '' }: Partial<RefundAccount>): RefundAccount | null {
  const digits = accountNumber.replace(/[\s-]/g, '');
  if (bank === undefined || (bank as BankCode | '') === '' || !/^\d{8,20}$/.test(digits) || holderName.trim() === '')
    return null;
  return { bank, accountNumber: digits, holderName: holderName.trim() };
}

function RefundWords({ offer: { terms } }: { readonly offer: Offer }) {
  const { page, text, format } = useGuest();
  const { paidAmount } = page.reservation;
  if (!terms.mayCancel.isAllowed || terms.cancellation === null) return <p>{text('cancel.closed')}</p>;
  if (terms.proof === 'STORE') return <p>{text('cancel.byStore', { store: page.reservation.store.name })}</p>;
  if (paidAmount === 0) return <p>{text('cancel.nothingPaid')}</p>;
  const { refundAmount, refundPercent } = terms.cancellation;
  if (refundAmount === 0) return <p className="bad">{text('cancel.noRefund')}</p>;
  return (
    <p>
      <strong>{text('cancel.refund', { amount: format.won(refundAmount) })}</strong>{' '}
      {text('cancel.part', { paid: format.won(paidAmount), percent: refundPercent })}
    </p>
  );
}

interface CancelButtonsProps {
  readonly offer: Offer | null;
  readonly isSending: boolean;
  readonly onKeep: () => void;
  readonly onCancel: (offer: Offer) => void;
}

function CancelButtons({ offer, isSending, onKeep, onCancel }: CancelButtonsProps) {
  const { page, text, format } = useGuest();
  const amount = offer?.terms.cancellation?.refundAmount ?? 0;
  const label =
    amount > 0
      ? text('cancel.confirm', { amount: format.won(amount) })
      : text(page.reservation.paidAmount > 0 ? 'cancel.confirm.noRefund' : 'cancel.confirm.plain');
  return (
    <>
      {offer !== null && isOpen(offer) && (
        <button
          type="button"
          className="button danger"
          aria-disabled={isSending}
          onClick={() => !isSending && onCancel(offer)}
        >
          {label}
        </button>
      )}
      <button type="button" className="button" onClick={onKeep}>
        {text('cancel.keep')}
      </button>
    </>
  );
}
