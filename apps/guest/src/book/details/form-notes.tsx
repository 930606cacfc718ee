import { useEffect, useRef } from 'react';
import type { FreePeriod } from '@munjigi/contract';
import { useBooking } from '../booking-context.ts';
import { CallStoreButton } from '../call-store-button.tsx';
import { LateBookingPart } from '../late-booking-part.tsx';
import type { LinkedGuest } from './use-book-again.ts';
import type { BookingFormProps, FieldFaults, useBookingForm } from './use-booking-form.ts';

const loadAgeCheck = () => import('./age-check.tsx').then(({ BookingAgeCheck }) => BookingAgeCheck);

interface RefusalNoteProps {
  readonly form: ReturnType<typeof useBookingForm>;
  readonly price: BookingFormProps['price'];
  /** Whom the link of an earlier stay proves; `null`: the code does. */
  readonly guest: LinkedGuest | null;
}

/** Why the last try did not book, and what the guest can do. */
export function RefusalNote({ form, price: { quote, isCurrent }, guest }: RefusalNoteProps) {
  const { store, text, format } = useBooking();
  const { refusal } = form;
  if (refusal === null) return null;
  if (refusal.kind === 'TAKEN') return <UnavailableNote free={refusal.free} onChoose={form.chooseFree} />;
  if (refusal.kind === 'AGE')
    return (
      <LateBookingPart
        load={loadAgeCheck}
        props={{ basis: refusal.basis, code: form.code, guest, onBook: (wish) => void form.submit(wish) }}
      />
    );
  if (refusal.kind === 'OTHER')
    return (
      <p role="alert" className="bad" data-testid="refusal">
        {refusal.words}
      </p>
    );
  if (refusal.kind === 'CALL')
    return (
      <div role="alert" data-testid="refusal">
        <p className="bad">{refusal.words}</p>
        <CallStoreButton phone={store.phone} text={text} />
      </div>
    );
  if (quote === null || !isCurrent) return null;
  return (
    <p role="alert" className="waiting" data-testid="refusal">
      {text('price.changed', { from: format.won(refusal.before), to: format.won(quote.totalAmount) })}
    </p>
  );
}

interface UnavailableNoteProps {
  readonly free: readonly FreePeriod[];
  readonly onChoose: (period: FreePeriod) => void;
}

/** Free periods near the one that another guest booked. */
function UnavailableNote({ free, onChoose }: UnavailableNoteProps) {
  const { store, text, format, selection, goBack } = useBooking();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const date = selection.date ?? store.today;
  const periods = free.flatMap((period) => {
    const room = store.rooms.find(({ id }) => id === period.roomId);
    return room === undefined ? [] : [{ ...period, roomName: room.name }];
  });
  return (
    <section className="card taken" aria-labelledby="taken-title" data-testid="taken">
      <h3 id="taken-title" ref={title} tabIndex={-1}>
        {text('taken.title')}
      </h3>
      <p>{text(periods.length > 0 ? 'taken.about' : 'taken.none')}</p>
      <ul className="plain">
        {periods.map((period) => (
          <li key={`${period.roomId} ${period.startsAt}`}>
            <button type="button" className="button room-row" onClick={() => onChoose(period)}>
              <span className="nowrap">
                {format.isNextDay(period.startsAt, date) && `${format.date(format.dateOf(period.startsAt))} `}
                {format.period(period.startsAt, period.endsAt)}
              </span>
              <span className="quiet">{period.roomName}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={goBack}>
        {text('back')}
      </button>
    </section>
  );
}

interface FieldFaultProps {
  readonly name: keyof FieldFaults;
  readonly faults: FieldFaults;
}

/** What is wrong with a field; the field refers to it. */
export function FieldFault({ name, faults }: FieldFaultProps) {
  return (
    <p id={`fault-${name}`} className="fault">
      {faults[name]}
    </p>
  );
}
