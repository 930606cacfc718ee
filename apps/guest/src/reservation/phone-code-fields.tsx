import type { ReplyOf, sendGuestCode } from '@munjigi/contract';
import { useEffect, useRef, useState } from 'react';
import { toGuestProblem, type GuestProblem } from '../shared/guest-api.ts';
import { useGuest } from './guest-context.ts';
import { formatRemaining } from '../shared/guest-format.ts';
import { describeProblem } from './problem-text.ts';
import type { Translate } from '../shared/texts.ts';
import { useCountdown } from '../shared/use-countdown.ts';

/** How long the button that sends a further code rests. */
const RESEND_MS = 30_000;

interface PhoneCodeFieldsProps {
  /** The phone of the reservation is abroad, so the code goes to its e-mail address. */
  readonly isByEmail: boolean;
  /** Only the account for the refund needs the code (GT-20). */
  readonly forAccount: boolean;
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/**
 * The code that confirms a cancellation with the guest's phone, because the link was used on a second device or the guest
 * names an account (GT-14, GT-20).
 */
export function PhoneCodeFields({ isByEmail, forAccount, code, onChange }: PhoneCodeFieldsProps) {
  const { text, format } = useGuest();
  const { sentUntil, restMs, isSending, fault, request } = useSentCode(forAccount, () => onChange(''));
  const field = useRef<HTMLInputElement>(null);
  // The keyboard of the phone offers the code of the message for the field with the focus.
  useEffect(() => {
    if (sentUntil !== null) field.current?.focus();
  }, [sentUntil]);
  return (
    <fieldset data-testid="phone-code">
      <legend>{text('cancel.code.title')}</legend>
      <p className="quiet">{text(`cancel.code.why${forAccount ? '.account' : ''}${isByEmail ? '.email' : ''}`)}</p>
      <button type="button" className="button" aria-disabled={isSending || restMs > 0} onClick={() => void request()}>
        {restMs > 0
          ? text('cancel.code.wait', { left: formatRemaining(restMs, text) })
          : text(sentUntil === null ? 'cancel.code.send' : 'cancel.code.again')}
      </button>
      {sentUntil !== null && (
        <>
          <label>
            {text('cancel.code')}
            <input
              ref={field}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
            />
          </label>
          <p className="quiet" role="status">
            {text(isByEmail ? 'cancel.code.sent.email' : 'cancel.code.sent', { time: format.time(sentUntil) })}
          </p>
        </>
      )}
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** Sends codes, and says until when the last one is accepted and how long the button rests. */
function useSentCode(forAccount: boolean, onSent: () => void) {
  const { send, text } = useGuest();
  const [sentUntil, setSentUntil] = useState<string | null>(null);
  const [restsUntilMs, setRestsUntilMs] = useState(0);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const restMs = useCountdown(restsUntilMs);

  async function request(): Promise<void> {
    if (isSending || restMs > 0) return;
    setSending(true);
    setFault('');
    try {
      const { expiresAt } = await send<ReplyOf<typeof sendGuestCode>>({
        method: 'POST',
        path: 'phone-code',
        body: { language: document.documentElement.lang === 'en' ? 'en' : 'ko', forAccount },
      });
      onSent();
      setSentUntil(expiresAt);
      setRestsUntilMs(Date.now() + RESEND_MS);
    } catch (error) {
      setFault(describeSendProblem(toGuestProblem(error), text));
    } finally {
      setSending(false);
    }
  }

  return { sentUntil, restMs, isSending, fault, request };
}

function describeSendProblem(problem: GuestProblem, text: Translate): string {
  return problem.code === 'PROVIDER_NOT_SET' ? text('cancel.code.none') : describeProblem(problem, text);
}
