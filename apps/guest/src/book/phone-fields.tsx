import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { toGuestProblem } from '../guest-api.ts';
import { formatRemaining } from '../guest-format.ts';
import { useCountdown } from '../use-countdown.ts';
import { useBooking } from './booking-context.ts';
import { describeBookingProblem } from './booking-problems.ts';
import { FieldFault } from './form-notes.tsx';
import { isMobileNumber } from './phone-number.ts';
import type { FieldFaults, PhoneForm } from './use-booking-form.ts';

/** How long the button that sends a further code rests. */
const RESEND_MS = 30_000;

/** The enter key leads to the next field or button of the form. While a syllable is composed, it ends the syllable. */
function onEnter(event: KeyboardEvent<HTMLInputElement>, goOn: (form: HTMLFormElement) => void): void {
  const { form } = event.currentTarget;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || form === null) return;
  event.preventDefault();
  goOn(form);
}

/** The name of the guest. */
export function NameField({ faults }: { readonly faults: FieldFaults }) {
  const { text, selection, change } = useBooking();
  return (
    <>
      <label className="field">
        <span className="field-title">{text('form.name')}</span>
        <input
          name="name"
          autoComplete="name"
          maxLength={60}
          value={selection.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
          enterKeyHint="next"
          onKeyDown={(event) => onEnter(event, (form) => form.querySelector<HTMLElement>('input[name=phone]')?.focus())}
          aria-invalid={faults.name !== undefined}
          aria-describedby="fault-name"
        />
      </label>
      <FieldFault name="name" faults={faults} />
    </>
  );
}

interface PhoneFieldsProps {
  readonly form: PhoneForm;
}

interface PhoneNumberProps extends PhoneFieldsProps {
  /** What the number is for; the messages of a booking unless given. */
  readonly about?: string;
}

/** The mobile number, and the code that proves it (BK-4). */
export function PhoneFields({ form, about }: PhoneNumberProps) {
  const { text, selection, change } = useBooking();
  const { phone, sentCode } = selection;
  const { faults } = form;
  const isSent = sentCode !== null && sentCode.phone === phone;
  /** Until when the button rests. 0: no code was sent since the page was loaded. */
  const [restsUntil, setRestsUntil] = useState(0);
  return (
    <>
      <label className="field">
        <span className="field-title">{text('form.phone')}</span>
        <input
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={24}
          value={phone}
          onInput={(event) => change({ phone: event.currentTarget.value })}
          enterKeyHint="send"
          onKeyDown={(event) => onEnter(event, (form) => form.querySelector<HTMLElement>('.send-code')?.click())}
          aria-invalid={faults.phone !== undefined}
          aria-describedby="fault-phone phone-about"
        />
      </label>
      <p id="phone-about" className="quiet">
        {about ?? text('form.phone.about')}
      </p>
      <FieldFault name="phone" faults={faults} />
      <SendCode form={form} isSent={isSent} restsUntil={restsUntil} onRest={setRestsUntil} />
      {isSent && <CodeField key={sentCode.untilMs} form={form} untilMs={sentCode.untilMs} isNew={restsUntil > 0} />}
    </>
  );
}

interface SendCodeProps extends PhoneFieldsProps {
  readonly isSent: boolean;
  readonly restsUntil: number;
  readonly onRest: (untilMs: number) => void;
}

function SendCode({ form, isSent, restsUntil, onRest }: SendCodeProps) {
  const { api, language, text, selection, change } = useBooking();
  const [isSending, setSending] = useState(false);
  const left = useCountdown(restsUntil);
  const isResting = isSent && left > 0;

  async function send(): Promise<void> {
    const { phone } = selection;
    if (isSending || isResting) return;
    if (!isMobileNumber(phone)) return form.setFaults({ phone: text('form.phone.wrong') });
    setSending(true);
    form.setFaults({});
    try {
      const { expiresAt, now } = await api.sendCode({ phone, language: language === 'kr' ? 'ko' : 'en' });
      form.setCode('');
      onRest(Date.now() + RESEND_MS);
      change({ sentCode: { phone, untilMs: Date.now() + Date.parse(expiresAt) - Date.parse(now) } });
    } catch (error) {
      form.setFaults({ phone: describeBookingProblem(toGuestProblem(error), text) });
    } finally {
      setSending(false);
    }
  }

  return (
    <button
      type="button"
      className="button send-code"
      aria-disabled={isSending || isResting}
      onClick={() => void send()}
    >
      {isSending
        ? text('form.code.sending')
        : isResting
          ? text('form.code.wait', { left: formatRemaining(left, text) })
          : text(isSent ? 'form.code.again' : 'form.code.send')}
    </button>
  );
}

interface CodeFieldProps extends PhoneFieldsProps {
  /** Until when the code is accepted, by the clock of the phone. */
  readonly untilMs: number;
  /** The code was sent just now, not before a reload. */
  readonly isNew: boolean;
}

function CodeField({ form, untilMs, isNew }: CodeFieldProps) {
  const { text, format } = useBooking();
  const isValid = useCountdown(untilMs) > 0;
  const field = useRef<HTMLInputElement>(null);
  const { faults, code, setCode } = form;
  // The keyboard of the phone offers the code of the message for the field with the focus.
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);
  return (
    <>
      <label className="field">
        <span className="field-title">{text('form.code')}</span>
        <input
          ref={field}
          name="code"
          className="code-field"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onInput={(event) => setCode(event.currentTarget.value.replace(/\D/g, ''))}
          aria-invalid={faults.code !== undefined}
          aria-describedby="fault-code code-about"
        />
      </label>
      <p id="code-about" className={isValid ? 'quiet' : 'waiting'} role="status">
        {isValid
          ? text('form.code.sent', { time: format.time(new Date(untilMs).toISOString()) })
          : text('form.code.ended')}
      </p>
      <FieldFault name="code" faults={faults} />
    </>
  );
}
