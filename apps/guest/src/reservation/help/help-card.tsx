import { useContext, useEffect, useRef, useState } from 'react';
import { newActKey, toGuestProblem } from '../../shared/guest-api.ts';
import { CompanionContext, LONGEST_HURRY_MS, useHurry, useServerNow, useStay } from '../guest-context.ts';
import type { StayPage } from '../stay-page.ts';
import { LatePart } from '../late-part.tsx';
import { CallStore, GuestCard } from '../parts.tsx';
import { describeProblem } from '../problem-text.ts';

/** Whether help stands on top of the page: the guest asked for it, or a person of the staff opened a door for them. */
export function isHelped({ help, doors }: StayPage): boolean {
  return help !== null || doors.some(({ openedByStaff }) => openedByStaff !== null);
}

/** Help that is under way, above everything else (GP-4). It vibrates and scrolls into view when there is news. */
export function HelpOnTop() {
  const { page } = useStay();
  const place = useRef<HTMLDivElement>(null);
  useNews(page, place);
  useLiveHelp(page);
  return (
    <div ref={place} className="help-top" tabIndex={-1} aria-live="polite">
      {isHelped(page) && <HelpCard />}
    </div>
  );
}

const VIBRATION = [200, 100, 200];

/** The phone of a guest at a dark door may be in the pocket. What the guest did themselves does not vibrate. */
function useNews(page: StayPage, place: { readonly current: HTMLElement | null }): void {
  const openedAt = page.help?.openedAt ?? '';
  const news = listNews(page).join(' ');
  const seen = useRef({ openedAt, news });
  useEffect(() => {
    const before = seen.current;
    seen.current = { openedAt, news };
    // A door that disappears, for example with a cancelled stay, is no news.
    const isNews = news.split(' ').some((item) => !before.news.includes(item));
    if (!isNews && (before.openedAt === openedAt || openedAt === '')) return;
    // The button with which the guest asked is gone.
    if (!isNews) place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'start' });
    if (isNews && mayVibrate()) navigator.vibrate(VIBRATION);
  }, [openedAt, news, place]);
}

/** The answers and the openings by staff, each with its time. */
function listNews({ help, doors }: StayPage): string[] {
  return [
    ...(help?.answers ?? []).map(({ at }) => at),
    ...doors.flatMap(({ openedByStaff }) =>
      openedByStaff === null ? [] : [`${openedByStaff.openedAt}/${String(openedByStaff.isOpen)}`],
    ),
  ];
}

/** Old browsers, and all of Apple's, do not vibrate; others refuse it before the first tap on the page. */
function mayVibrate(): boolean {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return 'vibrate' in navigator && userActivation?.hasBeenActive !== false;
}

/** Waits at the server for the next change while help is on its way or a door stands open for the guest. */
function useLiveHelp({ help, doors }: StayPage): void {
  const { live, send } = useStay();
  const now = useServerNow(live);
  const isAwaited =
    doors.some(({ openedByStaff }) => openedByStaff?.isOpen === true) ||
    (help !== null && help.resolvedAt === null && now < Date.parse(help.openedAt) + LONGEST_HURRY_MS);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const abort = new AbortController();
    import('../follow-changes.ts').then(
      ({ followChanges }) => followChanges({ send, live }, abort.signal),
      // Without a connection the page is polled as usual.
      (error: unknown) => console.warn(error),
    );
    return () => abort.abort();
  }, [isAwaited, live, send]);
}

const loadRequest = () => import('./help-request.tsx').then(({ HelpRequest }) => HelpRequest);

/** Alerts the help desk, and shows who answers it, live (GP-4). */
export function HelpCard() {
  const { page, text, live, send } = useStay();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState('');
  const [isWriting, setWriting] = useState(false);
  const { help } = page;
  const isWaiting = help !== null && help.resolvedAt === null;
  const now = useServerNow(live);
  // By the time of the request, so that a reload does not begin again.
  useHurry(live, isWaiting && help.seenAt === null && now < Date.parse(help.openedAt) + LONGEST_HURRY_MS);

  async function ask(): Promise<void> {
    setSending(true);
    setFault('');
    try {
      await send({ method: 'POST', path: 'help', body: {}, key: newActKey() });
      await live.refresh();
    } catch (error) {
      setFault(describeProblem(toGuestProblem(error), text));
    } finally {
      setSending(false);
    }
  }

  if (!page.reservation.may.askForHelp.isAllowed && !isHelped(page)) return null;
  return (
    <GuestCard title={text('help.title')} testId="help">
      <OpenedDoors />
      <HelpState />
      {!isWaiting && page.reservation.may.askForHelp.isAllowed && (
        <>
          <button type="button" className="button" aria-disabled={isSending} onClick={() => !isSending && void ask()}>
            {text(isSending ? 'help.sending' : askLabel(page))}
          </button>
          <p className="quiet">{text('help.about')}</p>
        </>
      )}
      {page.reservation.may.askForHelp.isAllowed &&
        (isWriting ? (
          <LatePart load={loadRequest} props={{ isOpen: isWaiting, onSent: () => setWriting(false) }} />
        ) : (
          <button type="button" className="button" onClick={() => setWriting(true)}>
            {text(isWaiting ? 'help.more' : 'help.other')}
          </button>
        ))}
      {fault !== '' && (
        <p role="alert" className="bad">
          {fault}
        </p>
      )}
      {(isWaiting || fault !== '') && <CallStore label={text('help.call')} />}
    </GuestCard>
  );
}

function askLabel({ reservation, doors, help }: StayPage) {
  if (!['CONFIRMED', 'IN_USE'].includes(reservation.state)) return 'help.after';
  if (doors.some(({ openedByStaff }) => openedByStaff?.isOpen === false)) return 'help.reopen';
  return help === null ? 'help.button' : 'help.again';
}

/** The doors that a person of the staff opened, until the guest has gone in. */
function OpenedDoors() {
  const { page, text } = useStay();
  return page.doors.map(
    ({ doorId, doorName, openedByStaff }) =>
      openedByStaff !== null && (
        <div key={doorId} className={openedByStaff.isOpen ? 'opened' : 'relocked'} data-testid="opened-by-staff">
          <span>{doorName}</span>
          <p>{text(openedByStaff.isOpen ? 'help.opened' : 'help.relocked')}</p>
        </div>
      ),
  );
}

function HelpState() {
  const { page, text, format, live } = useStay();
  const own = useContext(CompanionContext)?.page.companion ?? null;
  const now = useServerNow(live);
  const latest = useRef<HTMLLIElement>(null);
  const count = page.help?.answers.length ?? 0;
  useEffect(() => {
    if (count > 0) latest.current?.scrollIntoView({ block: 'nearest' });
  }, [count]);
  if (page.help === null) return null;
  const { openedAt, seenAt, resolvedAt, notes, answers } = page.help;
  const timeOf = (instant: string) => format.moment(instant, now);
  const isOpened = page.doors.some(({ openedByStaff }) => openedByStaff !== null);
  return (
    <div data-testid="help-state">
      {seenAt !== null && <p className="good">{text('help.seen', { time: timeOf(seenAt) })}</p>}
      {seenAt === null && resolvedAt === null && (
        <p className="waiting">{text('help.waiting', { time: timeOf(openedAt) })}</p>
      )}
      {notes.length > 0 && (
        <ul className="plain notes" aria-label={text('help.you')}>
          {notes.map((note) => (
            <li key={note.at + (note.photo?.id ?? note.text)}>
              <span className="quiet">
                {typeof note.companion === 'number' && note.companion !== own
                  ? text('help.companion', { number: note.companion })
                  : text('help.you')}{' '}
                · {timeOf(note.at)}
              </span>
              <p>{note.text === '' ? text('help.photo.sent') : note.text}</p>
            </li>
          ))}
        </ul>
      )}
      {answers.length > 0 && (
        <ul className="plain answers" aria-label={text('help.answer')}>
          {answers.map((answer, index) => (
            <li key={answer.at} ref={index === answers.length - 1 ? latest : undefined}>
              <span className="quiet">
                {text('help.answer')} · {timeOf(answer.at)}
              </span>
              <p>{answer.text}</p>
            </li>
          ))}
        </ul>
      )}
      {resolvedAt !== null && !isOpened && (
        <p className="quiet">{text('help.resolved', { time: timeOf(resolvedAt) })}</p>
      )}
    </div>
  );
}
