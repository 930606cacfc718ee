import { MINUTE_MS } from '@munjigi/rules/durations';
import { useEffect, useRef, type FormEvent } from 'react';
import { formatRemaining } from '../../shared/guest-format.ts';
import { isWritten, StoreText } from '../../shared/store-text.tsx';
import { CallStoreButton } from '../call-store-button.tsx';
import { useBooking, type BookingView } from '../booking-context.ts';
import type { ChosenStay } from '../booking-selection.ts';
import { NameField, PhoneFields } from './phone-fields.tsx';
import { FieldFault, RefusalNote } from './form-notes.tsx';
import { useBookAgain, type LinkedGuest } from './use-book-again.ts';
import { shownTermsVersion, useBookingForm, type BookingFormProps, type FieldFaults } from './use-booking-form.ts';

/** Name, phone with its code, terms, and the button that books. */
export function BookingForm(props: BookingFormProps) {
  const { store, text } = useBooking();
  const { quote } = props.price;
  const again = useBookAgain();
  const form = useBookingForm(props, again);
  const frame = useRef<HTMLFormElement>(null);
  const { faults } = form;
  useEffect(() => {
    if (Object.keys(faults).length > 0) frame.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  // The page says above that it is a preview (BK-12).
  if (!store.isOpen) return null;
  if (!store.canSendCode || (!store.canPay && quote !== null && quote.totalAmount > 0)) return <PhoneOnly />;
  const send = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form ref={frame} onSubmit={send} noValidate>
      <section className="card" aria-labelledby="form-title" data-testid="booking-form">
        <h3 id="form-title">{text('form.title')}</h3>
        {again.guest === undefined ? (
          <div className="skeleton skeleton-line" />
        ) : again.guest === null ? (
          <>
            <NameField faults={faults} />
            <PhoneFields form={form} />
          </>
        ) : (
          <GuestOfLink guest={again.guest} onForget={again.forget} />
        )}
        <p className="quiet">{text('form.privacy')}</p>
      </section>
      <TermsCard faults={faults} />
      <RefusalNote form={form} price={props.price} guest={again.guest ?? null} />
      <SubmitButton form={form} {...props} />
    </form>
  );
}

interface GuestOfLinkProps {
  readonly guest: LinkedGuest;
  readonly onForget: () => void;
}

/** For whom the link of an earlier stay books; another person enters their name and phone (RG-7). */
function GuestOfLink({ guest, onForget }: GuestOfLinkProps) {
  const { text } = useBooking();
  return (
    <div data-testid="book-again">
      <p>
        <strong>{guest.maskedName}</strong> <span className="nowrap">{guest.maskedPhone}</span>
      </p>
      <p className="quiet">{text('again.about')}</p>
      <button type="button" className="button small" onClick={onForget}>
        {text('again.other')}
      </button>
    </div>
  );
}

function TermsCard({ faults }: { readonly faults: FieldFaults }) {
  const { store, language, text, selection, change } = useBooking();
  const { terms, termsEn } = store;
  const hasTerms = isWritten(terms, termsEn);
  const shownVersion = shownTermsVersion(store, language);
  return (
    <section className="card" data-testid="terms">
      {hasTerms && (
        <details open={Math.max(terms.length, termsEn.length) <= SHORT_TERMS}>
          <summary>{text('form.terms')}</summary>
          <StoreText language={language} mark={text('written.other')} ko={terms} en={termsEn} />
        </details>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={selection.acceptedTerms === shownVersion}
          onChange={(event) => change({ acceptedTerms: event.currentTarget.checked ? shownVersion : '' })}
          aria-invalid={faults.accept !== undefined}
          aria-describedby="fault-accept"
        />
        <span>{text(hasTerms ? 'form.accept' : 'form.accept.refunds')}</span>
      </label>
      <FieldFault name="accept" faults={faults} />
    </section>
  );
}

/** Terms up to this length are open from the beginning. */
const SHORT_TERMS = 300;

interface SubmitProps extends BookingFormProps {
  readonly form: ReturnType<typeof useBookingForm>;
}

function SubmitButton({ form, price }: SubmitProps) {
  const { store, text, format } = useBooking();
  const { progress } = form;
  const { quote, isCurrent } = price;
  const isFree = quote !== null && quote.dueAmount === 0;
  const isBusy = progress !== 'EDITING' || quote === null || !isCurrent;
  return (
    <>
      {!isFree && quote !== null && (
        <p className="quiet">{text('book.hold', { left: formatRemaining(store.holdMinutes * MINUTE_MS, text) })}</p>
      )}
      <button type="submit" className="button big" aria-disabled={isBusy} data-testid="book">
        {progress === 'SENDING'
          ? text('book.sending')
          : isFree || quote === null || !isCurrent
            ? text('book.free')
            : text('book.pay', { amount: format.won(quote.totalAmount) })}
      </button>
      <p role="status">{progress === 'DONE' && text('book.done')}</p>
    </>
  );
}

/** The stay in one line, which an alternative changes far below its card. */
export function describeStay({ store, text, format }: BookingView, stay: ChosenStay): string {
  const room = store.rooms.find(({ id }) => id === stay.roomId);
  return [
    format.date(format.dateOf(stay.startsAt)),
    format.period(stay.startsAt, stay.endsAt),
    stay.isAnyRoom ? text('room.any') : (room?.name ?? ''),
  ].join(' · ');
}

/** The store can send no code or take no money online: the guest calls (BK-1). */
function PhoneOnly() {
  const { store, text } = useBooking();
  return (
    <section className="card" data-testid="phone-only">
      <p className="waiting">{text('book.noPay')}</p>
      <CallStoreButton phone={store.phone} text={text} />
    </section>
  );
}
