import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { BookingTimes } from '@munjigi/contract';
import { toGuestProblem, type GuestProblem } from '../../shared/guest-api.ts';
import type { JoinedWaitlist } from '../booking-api.ts';
import { CallStoreButton } from '../call-store-button.tsx';
import { useBooking, type BookingView } from '../booking-context.ts';
import { describeBookingProblem } from '../booking-problems.ts';
import { recallWaits, rememberWaits } from './kept-waits.ts';
import { contactOf } from '../details/phone-number.ts';
import { NameField, PhoneFields } from '../details/phone-fields.tsx';
import { findGuestFaults, type FieldFaults } from '../details/use-booking-form.ts';
import { WaitingList } from './waiting-list.tsx';

export interface WaitPartProps {
  /** The taken times that the guest can wait for. Empty: the list of entries only. */
  readonly full: BookingTimes['full'];
  /** Reads the times again, after one has become free. */
  readonly onFree: () => void;
}

/** The entries of this guest on the waitlist, and the form that adds one (WL-5). */
export function WaitPart({ full, onFree }: WaitPartProps) {
  const { store, text, change } = useBooking();
  const [waits, setWaits] = useState(() => recallWaits(store.id, store.now));
  const keep = (next: readonly JoinedWaitlist[]) => {
    rememberWaits(store.id, next);
    setWaits(recallWaits(store.id, store.now));
  };
  const add = (joined: JoinedWaitlist) =>
    keep([...waits.filter(({ withdrawToken }) => withdrawToken !== joined.withdrawToken), joined]);
  const isWaitingFor = ({ startsAt }: { readonly startsAt: string }) =>
    waits.some((wait) => wait.startsAt === startsAt);
  const open = full.filter((time) => !isWaitingFor(time));
  /** The form that was sent is gone with what it contained; the guest opens another one for a further time. */
  const [joined, setJoined] = useState<JoinedWaitlist | null>(null);
  const join = (entry: JoinedWaitlist) => {
    add(entry);
    change({ sentCode: null });
    setJoined(entry);
  };
  return (
    <>
      {joined !== null && <JoinedNote joined={joined} />}
      <WaitingList waits={waits} onChange={keep} />
      {joined === null && open.length > 0 && <WaitForm full={open} onFree={onFree} onJoined={join} />}
      {joined !== null && open.length > 0 && (
        <button type="button" className="button" onClick={() => setJoined(null)}>
          {text('wait.another')}
        </button>
      )}
    </>
  );
}

/** Confirms an entry, and gets the focus. */
function JoinedNote({ joined }: { readonly joined: JoinedWaitlist }) {
  const { text, format } = useBooking();
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  const { startsAt, endsAt } = joined;
  const time = `${format.date(format.dateOf(startsAt))} ${format.period(startsAt, endsAt)}`;
  return (
    <p className="good" role="status" ref={note} tabIndex={-1} data-testid="wait-joined">
      {text('wait.joined', { time })}
    </p>
  );
}

interface WaitFormProps extends WaitPartProps {
  readonly onJoined: (joined: JoinedWaitlist) => void;
}

type WaitRefusal = { readonly words: string; readonly isFree: boolean; readonly mustCall?: boolean };

function WaitForm({ full, onFree, onJoined }: WaitFormProps) {
  const view = useBooking();
  const { text, format } = view;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const [chosen, setChosen] = useState(full[0]?.startsAt ?? '');
  const form = useWaitForm(full.find(({ startsAt }) => startsAt === chosen) ?? full[0], onJoined);
  return (
    <form onSubmit={form.submit} noValidate className="card" aria-labelledby="wait-title" data-testid="wait-form">
      <h3 id="wait-title" ref={title} tabIndex={-1}>
        {text('wait.title')}
      </h3>
      <p>{text('wait.about')}</p>
      <label className="field">
        <span className="field-title">{text('wait.time')}</span>
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
          {full.map(({ startsAt, endsAt }) => (
            <option key={startsAt} value={startsAt}>
              {format.period(startsAt, endsAt)}
            </option>
          ))}
        </select>
      </label>
      <NameField faults={form.faults} />
      <PhoneFields form={form} />
      <p className="quiet">{text('wait.privacy')}</p>
      {form.refusal !== null && <RefusedWait refusal={form.refusal} onFree={onFree} />}
      <button type="submit" className="button big" aria-disabled={form.isSending} data-testid="wait-submit">
        {text(form.isSending ? 'wait.sending' : 'wait.submit')}
      </button>
    </form>
  );
}

function RefusedWait({ refusal, onFree }: { readonly refusal: WaitRefusal; readonly onFree: () => void }) {
  const { store, text } = useBooking();
  return (
    <div role="alert" data-testid="wait-refusal">
      <p className={refusal.isFree ? 'waiting' : 'bad'}>{refusal.words}</p>
      {refusal.isFree && (
        <button type="button" className="button" onClick={onFree}>
          {text('wait.show')}
        </button>
      )}
      {refusal.mustCall === true && <CallStoreButton phone={store.phone} text={text} />}
    </div>
  );
}

/** The state of the form, and the one request under way. */
function useWaitForm(time: BookingTimes['full'][number] | undefined, onJoined: (joined: JoinedWaitlist) => void) {
  const view = useBooking();
  const [code, setCode] = useState('');
  const [faults, setFaults] = useState<FieldFaults>({});
  const [refusal, setRefusal] = useState<WaitRefusal | null>(null);
  const [isSending, setSending] = useState(false);
  /** Changes at once, unlike `isSending`: a second tap may come before the next rendering. */
  const isUnderWay = useRef(false);

  async function send(): Promise<void> {
    if (time === undefined || isUnderWay.current) return;
    const found = findGuestFaults(view, code);
    setFaults(found);
    setRefusal(null);
    if (Object.keys(found).length > 0) return;
    isUnderWay.current = true;
    setSending(true);
    try {
      const { selection, language } = view;
      onJoined(
        await view.api.joinWaitlist({
          ...time,
          roomId: null,
          headCount: selection.headCount,
          guestName: selection.name.trim(),
          ...contactOf(selection),
          phoneCode: code,
          language: language === 'kr' ? 'ko' : 'en',
        }),
      );
    } catch (error) {
      const problem = toGuestProblem(error);
      if (problem.code === 'INVALID_CODE') setFaults({ code: view.text('form.code.wrong') });
      else setRefusal(explainRefusal(problem, view));
    } finally {
      isUnderWay.current = false;
      setSending(false);
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return { code, setCode, faults, setFaults, refusal, isSending, submit };
}

function explainRefusal(problem: GuestProblem, { text }: BookingView): WaitRefusal {
  if (problem.code === 'STATE_NOT_ALLOWED') return { words: text('wait.free'), isFree: true };
  if (problem.code === 'TOO_MANY_ATTEMPTS') return { words: text('wait.limit'), isFree: false };
  const mustCall = problem.code === 'BOOKING_REFUSED';
  return { words: describeBookingProblem(problem, text), isFree: false, mustCall };
}
