import { usePanelText, type PanelText } from '../panels/panel-texts.ts';
import type { PassesOfStay } from '@munjigi/contract';
import { useCallback, useEffect, useState } from 'react';
import { newActKey, toGuestProblem, type GuestProblem } from '../../shared/guest-api.ts';
import { useGuest } from '../guest-context.ts';
import { GuestCard } from '../parts.tsx';
import { describeProblem } from '../problem-text.ts';

type Pass = PassesOfStay['passes'][number];

/** The passes of the guest's number with what each pays, and the code of a gift (PS-4, PS-7). */
export function PassPanel() {
  const text = usePanelText();
  const { passes, fault, isSending, pay, claim } = usePasses();
  if (passes === null && fault === '') return null;
  return (
    <GuestCard title={text('pass.title')} testId="pass-panel">
      {passes !== null && passes.passes.length > 0 && (
        <ul className="plain notes" aria-label={text('pass.title')}>
          {passes.passes.map((pass) => (
            <PassLine key={pass.id} pass={pass} isSending={isSending} onPay={() => void pay(pass)} />
          ))}
        </ul>
      )}
      {passes !== null && <GiftForm isSending={isSending} onClaim={claim} />}
      <Fault text={fault} />
    </GuestCard>
  );
}

function Fault({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p role="alert" className="bad">
      {text}
    </p>
  );
}

/** The passes as the server has them, and the two requests. */
function usePasses() {
  const { send, live } = useGuest();
  const text = usePanelText();
  const [passes, setPasses] = useState<PassesOfStay | null>(null);
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const load = useCallback(
    () =>
      send<PassesOfStay>({ method: 'GET', path: 'pass' }).then(setPasses, (error: unknown) =>
        setFault(describeProblem(toGuestProblem(error), text)),
      ),
    [send, text],
  );
  useEffect(() => void load(), [load]);

  async function request(path: string, body: unknown): Promise<boolean> {
    if (isSending) return false;
    setSending(true);
    setFault('');
    try {
      setPasses(await send<PassesOfStay>({ method: 'POST', path, body, key: newActKey() }));
      return true;
    } catch (error) {
      setFault(describePassProblem(toGuestProblem(error), text));
      await load();
      return false;
    } finally {
      setSending(false);
    }
  }
  return {
    passes,
    fault,
    isSending,
    async pay({ id: passId, payment }: Pass): Promise<void> {
      if (payment === null) return;
      const { units: expectedUnits, coveredAmount: expectedCoveredAmount } = payment;
      if (await request('pass', { passId, expectedUnits, expectedCoveredAmount })) await live.refresh();
    },
    claim: (code: string) => request('pass/gift', { code }),
  };
}

function describePassProblem(problem: GuestProblem, text: PanelText): string {
  if (problem.code !== 'PASS_REFUSED') return describeProblem(problem, text);
  return text(problem.detail === 'NO_GIFT' ? 'pass.noGift' : 'pass.changed');
}

interface PassLineProps {
  readonly pass: Pass;
  readonly isSending: boolean;
  readonly onPay: () => void;
}

function PassLine({ pass, isSending, onPay }: PassLineProps) {
  const { format } = useGuest();
  const text = usePanelText();
  const { payment, refusal } = pass;
  const words = (units: number) => (pass.unit === 'WON' ? format.won(units) : describeMinutes(units, text));
  return (
    <li data-testid="pass-line">
      <p>
        <strong>{pass.name}</strong>{' '}
        <span className="quiet">
          {text('pass.left', { units: words(pass.leftUnits), day: format.day(pass.endsAt) })}
        </span>
      </p>
      {refusal !== null && <p className="quiet">{text(`pass.refusal.${refusal}`)}</p>}
      {payment !== null && (
        <button type="button" className="button" aria-disabled={isSending} onClick={() => !isSending && onPay()}>
          {text('pass.pay', { units: words(payment.units) })}
        </button>
      )}
    </li>
  );
}

function describeMinutes(minutes: number, text: PanelText): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (rest === 0) return text('pass.hours', { hours });
  return hours === 0 ? text('pass.minutes', { minutes: rest }) : text('pass.hoursMinutes', { hours, minutes: rest });
}

interface GiftFormProps {
  readonly isSending: boolean;
  readonly onClaim: (code: string) => Promise<boolean>;
}

/** Opens for the code of a gift, which few guests have. */
function GiftForm({ isSending, onClaim }: GiftFormProps) {
  const text = usePanelText();
  const [isOpen, setOpen] = useState(false);
  const [code, setCode] = useState('');
  if (!isOpen)
    return (
      <button type="button" className="button small" onClick={() => setOpen(true)}>
        {text('pass.gift')}
      </button>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() === '') return;
        void onClaim(code).then((isClaimed) => {
          if (!isClaimed) return;
          setCode('');
          setOpen(false);
        });
      }}
    >
      <label className="field">
        {text('pass.giftCode')}
        <input
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      </label>
      <button type="submit" className="button" aria-disabled={isSending}>
        {text('pass.claim')}
      </button>
    </form>
  );
}
