import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react';
import { toGuestProblem } from '../../shared/guest-api.ts';
import { langOfName } from '../../shared/store-text.tsx';
import type { FoundReservation } from '../booking-api.ts';
import { BookingContext, useBooking, type BookingView } from '../booking-context.ts';
import { createBookingFormat, type BookingFormat } from '../booking-format.ts';
import { describeBookingProblem } from '../booking-problems.ts';
import type { BookingSelection } from '../booking-selection.ts';
import { contactOf } from '../details/phone-number.ts';
import { PhoneFields } from '../details/phone-fields.tsx';
import { findPhoneFaults, type FieldFaults } from '../details/use-booking-form.ts';

/** Finds the reservations of a phone that the guest proves by a code (BK-15). What it enters is apart from the booking. */
export function FindPart() {
  const view = useBooking();
  const { api } = view;
  const [selection, setSelection] = useState<BookingSelection>({ ...view.selection, sentCode: null });
  const [found, setFound] = useState<readonly FoundReservation[] | null>(null);
  const apart = useMemo<BookingView>(
    () => ({
      ...view,
      selection,
      change: (part) => setSelection((before) => ({ ...before, ...part })),
      api: { ...api, sendCode: (body) => api.sendCode({ ...body, purpose: 'FINDING' }) },
    }),
    [view, selection, api],
  );
  return (
    <BookingContext.Provider value={apart}>
      {found === null ? <FindForm onFound={setFound} /> : <FoundList found={found} />}
    </BookingContext.Provider>
  );
}

function FindForm({ onFound }: { readonly onFound: (found: readonly FoundReservation[]) => void }) {
  const view = useBooking();
  const { text, api } = view;
  const title = useRef<HTMLHeadingElement>(null);
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<FieldFaults>({});
  const [refusal, setRefusal] = useState('');
  const [isSending, setSending] = useState(false);
  useEffect(() => title.current?.focus(), []);

  async function send(): Promise<void> {
    const missing = findPhoneFaults(view, code);
    setFaults(missing);
    setRefusal('');
    if (isSending || Object.keys(missing).length > 0) return;
    setSending(true);
    try {
      onFound(await api.findOwnReservations({ ...contactOf(view.selection), phoneCode: code }));
    } catch (error) {
      setSending(false);
      const problem = toGuestProblem(error);
      if (problem.code === 'INVALID_CODE') setFaults({ code: text('form.code.wrong') });
      else setRefusal(describeBookingProblem(problem, text));
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit} noValidate className="card" aria-labelledby="find-title" data-testid="find-form">
      <h3 id="find-title" ref={title} tabIndex={-1}>
        {text('find.title')}
      </h3>
      <p>{text('find.about')}</p>
      <PhoneFields form={{ code, setCode, faults, setFaults }} about={text('find.phone')} />
      {refusal !== '' && (
        <p role="alert" className="bad">
          {refusal}
        </p>
      )}
      <button type="submit" className="button big" aria-disabled={isSending} data-testid="find-submit">
        {text(isSending ? 'find.sending' : 'find.submit')}
      </button>
    </form>
  );
}

/** The stays at all stores of the chain, each in the time of its store (RG-9). */
function FoundList({ found }: { readonly found: readonly FoundReservation[] }) {
  const { store, text, format, language } = useBooking();
  const formatIn = (timeZone: string) =>
    timeZone === store.timeZone
      ? format
      : createBookingFormat({ language, timeZone, now: store.now, businessDate: store.today, text });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="card" aria-labelledby="found-title" data-testid="found">
      <h3 id="found-title" ref={title} tabIndex={-1}>
        {text(found.length > 0 ? 'found.title' : 'found.none')}
      </h3>
      {found.length === 0 && <p>{text('found.none.about')}</p>}
      <ul className="plain">
        {found.map(({ reservationCode, state, storeId, storeName, timeZone, roomName, startsAt, endsAt, path }) => (
          <li key={`${storeId} ${reservationCode}`} className="found-item">
            <span>
              {storeId !== store.id && (
                <>
                  <span lang={langOfName(storeName)}>{storeName}</span>
                  <br />
                </>
              )}
              <strong>{roomName}</strong> · {text(`found.${state}`)}
              <br />
              {describeStay(formatIn(timeZone), { startsAt, endsAt })}
            </span>
            {path === null ? (
              <span className="quiet">{text('found.noLink')}</span>
            ) : (
              <a className="button small" href={path}>
                {text('found.open')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function describeStay(format: BookingFormat, { startsAt, endsAt }: Pick<FoundReservation, 'startsAt' | 'endsAt'>) {
  return (
    <>
      {format.date(format.dateOf(startsAt))} <span className="nowrap">{format.period(startsAt, endsAt)}</span>
    </>
  );
}
