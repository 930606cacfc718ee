import type { ReplyOf, sendGuestCode } from '@munjigi/contract';
import { useEffect, useRef, useState } from 'react';
import { toGuestProblem, type GuestProblem } from './guest-api.ts';
import { useGuest } from './guest-context.ts';
import { formatRemaining } from './guest-format.ts';
import { describeProblem } from './problem-text.ts';
import type { Translate } from './texts.ts';
import { useCountdown } from './use-countdown.ts';

/** How long the button that sends a further code rests. */
const RESEND_MS = 30_000;

interface PhoneCodeFieldsProps {
  readonly code: string;
  readonly onChange: (code: string) => void;
}

/** The code that confirms a cancellation with the guest's phone, because the link was used on a second device (GT-14). */
export function PhoneCodeFields({ code, onChange }: PhoneCodeFieldsProps) {
  const { send, text, format } = useGuest();
  const [sentUntil, setSentUntil] = useState<string | null>(null);
  const [restsUntilMs, setRestsUntilMs] = useState(0);
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const left = useCountdown(restsUntilMs);
  // The keyboard of the phone offers the code of the message for the field with the focus.
  useEffect(() => {
    if (sentUntil !== null) field.current?.focus();
  }, [sentUntil]);

  async function request(): Promise<void> {
    if (isSending || left > 0) return;
    setSending(true);
    setFault('');
    try {
      const { expiresAt } = await send<ReplyOf<typeof sendGuestCode>>({
        method: 'POST',
        path: 'phone-code',
        body: { language: document.documentElement.lang === 'en' ? 'en' : 'ko' },
      });
      onChange('');
      setSentUntil(expiresAt);
      setRestsUntilMs(Date.now() + RESEND_MS);
    } catch (error) {
      setFault(describeSendProblem(toGuestProblem(error), text));
    } finally {
      setSending(false);
    }
  }

  return (
    <fieldset data-testid="phone-code">
      <legend>{text('cancel.code.title')}</legend>
      <p className="quiet">{text('cancel.code.why')}</p>
      <button type="button" className="button" aria-disabled={isSending || left > 0} onClick={() => void request()}>
        {left > 0
          ? text('cancel.code.wait', { left: formatRemaining(left, text) })
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
            {text('cancel.code.sent', { time: format.time(sentUntil) })}
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

function describeSendProblem(problem: GuestProblem, text: Translate): string {
  return problem.code === 'PROVIDER_NOT_SET' ? text('cancel.code.none') : describeProblem(problem, text);
}
