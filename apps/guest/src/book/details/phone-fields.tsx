import { isPhoneAbroad } from '@munjigi/typed-text';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { toGuestProblem } from '../../shared/guest-api.ts';
import { formatRemaining } from '../../shared/guest-format.ts';
import { useCountdown } from '../../shared/use-countdown.ts';
import { CallStoreButton } from '../call-store-button.tsx';
import { useBooking } from '../booking-context.ts';
import { describeBookingProblem } from '../booking-problems.ts';
import { FieldFault } from './form-notes.tsx';
import { contactOf, isCodeSent } from './phone-number.ts';
import { findContactFaults, type FieldFaults, type PhoneForm } from './use-booking-form.ts';

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

/** The mobile number, and the code that proves it (BK-4), or with a number outside Korea the e-mail address (BK-16). */
export function PhoneFields({ form, about }: PhoneNumberProps) {
  const { store, text, selection, change } = useBooking();
  const { phone, sentCode } = selection;
  const { faults } = form;
  const isSent = isCodeSent(selection);
  const isAbroad = isPhoneAbroad(phone);
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
        {isAbroad ? text('abroad.about') : (about ?? text('form.phone.about'))}
        {!isAbroad && store.canSendEmail && ` ${text('form.phone.abroad')}`}
      </p>
      <FieldFault name="phone" faults={faults} />
      {isAbroad && <EmailField faults={faults} />}
      {(!isAbroad || store.canSendEmail) && (
        <SendCode form={form} isSent={isSent} restsUntil={restsUntil} onRest={setRestsUntil} />
      )}
      {isSent && sentCode !== null && (
        <CodeField key={sentCode.untilMs} form={form} untilMs={sentCode.untilMs} isNew={restsUntil > 0} />
      )}
    </>
  );
}

/** The address that gets the code of a number outside Korea. Without e-mails of the chain, the phone of the store. */
function EmailField({ faults }: { readonly faults: FieldFaults }) {
  const { store, text, selection, change } = useBooking();
  if (!store.canSendEmail)
    return (
      <div data-testid="abroad-none">
        <p className="waiting">{text('abroad.none')}</p>
        <CallStoreButton phone={store.phone} text={text} />
      </div>
    );
  return (
    <>
      <label className="field">
        <span className="field-title">{text('form.email')}</span>
        <input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={200}
          value={selection.email}
          onInput={(event) => change({ email: event.currentTarget.value })}
          aria-invalid={faults.email !== undefined}
          aria-describedby="fault-email"
        />
      </label>
      <FieldFault name="email" faults={faults} />
    </>
  );
}

interface SendCodeProps extends PhoneFieldsProps {
  readonly isSent: boolean;
  readonly restsUntil: number;
  readonly onRest: (untilMs: number) => void;
}

function SendCode({ form, isSent, restsUntil, onRest }: SendCodeProps) {
  const view = useBooking();
  const { api, language, text, selection, change } = view;
  const [isSending, setSending] = useState(false);
  const left = useCountdown(restsUntil);
  const isResting = isSent && left > 0;

  async function send(): Promise<void> {
    if (isSending || isResting) return;
    const missing = findContactFaults(view);
    form.setFaults(missing);
    if (Object.keys(missing).length > 0) return;
    setSending(true);
    const { guestPhone: phone, guestEmail } = contactOf(selection);
    const email = guestEmail === undefined ? {} : { email: guestEmail };
    try {
      const { expiresAt, now } = await api.sendCode({ phone, ...email, language: language === 'kr' ? 'ko' : 'en' });
      form.setCode('');
      onRest(Date.now() + RESEND_MS);
      change({ sentCode: { phone, ...email, untilMs: Date.now() + Date.parse(expiresAt) - Date.parse(now) } });
    } catch (error) {
      const words = describeBookingProblem(toGuestProblem(error), text);
      form.setFaults(guestEmail === undefined ? { phone: words } : { email: words });
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
  const { text, format, selection } = useBooking();
  const sentBy = isPhoneAbroad(selection.phone) ? 'form.code.sent.email' : 'form.code.sent';
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
        {isValid ? text(sentBy, { time: format.time(new Date(untilMs).toISOString()) }) : text('form.code.ended')}
      </p>
      <FieldFault name="code" faults={faults} />
    </>
  );
}
