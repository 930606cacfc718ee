import type { DisplayPlan } from '@munjigi/contract';
import { groupDigits } from '@munjigi/typed-text';
import { DAY_MS, MINUTE_MS } from '@munjigi/rules/durations';
import { useEffect, useState } from 'react';
import { isDarkTime, isReloadDue, shiftAt } from './display-care.ts';
import { minutesUntil } from './display-format.ts';
import { findDoorState, type RoomMoment } from './door-state.ts';
import { presentTime, type LiveDisplay, type DisplayState } from './live-display.ts';
import { BothLanguages, createSpeech, type Speech } from './speech.tsx';

interface DisplayAppProps {
  readonly live: LiveDisplay;
  /** Loads the page again, to get a new version. */
  readonly reload: () => void;
}

const TICK_MS = 1000;

/** The tablet at the door of a room: now, next, free until, and how to book (DP-3). */
export function DisplayApp({ live, reload }: DisplayAppProps) {
  const { state, now, runningMs } = useLiveState(live);
  const { plan } = state;
  const door = plan !== null && now !== null ? findDoorState(plan, now, isFresh(state, now)) : null;
  const isDark = plan !== null && door !== null && now !== null && isDarkTime(plan.timeZone, door, now);
  const isDue =
    plan !== null &&
    door !== null &&
    now !== null &&
    isReloadDue(plan.timeZone, door, { now, runningMs, isOffline: state.isOffline });
  useEffect(() => {
    document.documentElement.dataset['theme'] = isDark ? 'dark' : 'auto';
  }, [isDark]);
  useEffect(() => {
    if (isDue) reload();
  }, [isDue, reload]);
  if (state.isRevoked) return <Message title="revoked.title" text="revoked.text" />;
  if (plan === null) return state.isOffline ? <Message title="state.UNKNOWN" text="offline.never" /> : <Waiting />;
  return <Door plan={plan} door={door} now={now} state={state} />;
}

/** The server sees people and emergencies; without its answers a tablet knows only the plan. */
const FRESH_MS = 2 * MINUTE_MS;

function isFresh({ isOffline, seenAt }: DisplayState, now: number): boolean {
  return !isOffline && seenAt !== null && now - seenAt < FRESH_MS;
}

/** The state of the display and the time, rendered every second because times pass. */
function useLiveState(live: LiveDisplay) {
  const [shown, setShown] = useState(() => readNow(live));
  useEffect(() => {
    const update = () => setShown(readNow(live));
    const stop = live.subscribe(update);
    const timer = setInterval(update, TICK_MS);
    update();
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [live]);
  return shown;
}

/** `now`: the time of the server; `runningMs`: since the page was loaded. */
function readNow(live: LiveDisplay) {
  const state = live.getState();
  return { state, now: presentTime(state), runningMs: performance.now() };
}

const UNKNOWN: RoomMoment = { kind: 'UNKNOWN', until: null, next: [], opening: null };

interface DoorProps {
  readonly plan: DisplayPlan;
  /** `null`: the time is unknown. */
  readonly door: RoomMoment | null;
  readonly now: number | null;
  readonly state: DisplayState;
}

function Door({ plan, door, now, state }: DoorProps) {
  const speech = createSpeech(plan.timeZone);
  const shown = door ?? UNKNOWN;
  return (
    <main className="display" data-kind={shown.kind} style={{ transform: shiftAt(now ?? 0) }}>
      <header className="top">
        <p className="store">{plan.storeName}</p>
        {now !== null && (
          <p className="clock">
            <time>{speech.clock(now)}</time>
            <BothLanguages text={(one) => one.date(now)} speech={speech} />
          </p>
        )}
      </header>
      <section className="now" aria-live="polite">
        <h1 className="room">{plan.roomName}</h1>
        <p className="word">
          <BothLanguages text={(one) => one.say(`state.${shown.kind}`)} speech={speech} />
        </p>
        <Until door={shown} now={now} speech={speech} />
      </section>
      <aside className="side">
        <Next door={shown} now={now} speech={speech} />
        {plan.booking !== null && shown.kind !== 'UNKNOWN' && (
          <Booking booking={plan.booking} offer={findOffer(plan, { door: shown, now, state })} speech={speech} />
        )}
      </aside>
      <footer className="bottom">
        <Hours door={shown} now={now} speech={speech} />
        {plan.storePhone !== '' && <p>☎ {plan.storePhone}</p>}
        {state.isOffline && <Offline seenAt={state.seenAt} now={now} speech={speech} />}
      </footer>
    </main>
  );
}

interface PartProps {
  readonly door: RoomMoment;
  readonly now: number | null;
  readonly speech: Speech;
}

function Until({ door: { kind, until }, now, speech }: PartProps) {
  if (kind === 'UNKNOWN' || now === null)
    return (
      <p className="until">
        <BothLanguages text={(one) => one.say('unknown')} speech={speech} />
      </p>
    );
  if (until === null) return null;
  const { hours, minutes } = minutesUntil(until, now);
  return (
    <>
      <p className="until">
        <BothLanguages text={(one) => one.say(`until.${kind}`, { time: one.time(until, now) })} speech={speech} />
      </p>
      {hours < 24 && (
        <p className="left">
          <BothLanguages
            text={(one) => one.say(hours > 0 ? 'left.hours' : 'left.minutes', { hours, minutes })}
            speech={speech}
          />
        </p>
      )}
    </>
  );
}

function Next({ door: { kind, next }, now, speech }: PartProps) {
  if (kind === 'UNKNOWN' || now === null) return null;
  return (
    <section className="next">
      <h2>
        <BothLanguages text={(one) => one.say(next.length > 0 ? 'next' : 'next.none')} speech={speech} />
      </h2>
      <ul>
        {next.map((stay) => (
          <li key={stay.startsAt}>
            <BothLanguages text={(one) => one.period(stay, now)} speech={speech} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The stay that can start now. `null`: the room is not free for so long, or the price may be an old one. */
function findOffer(
  { booking }: DisplayPlan,
  { door, now, state }: { readonly door: RoomMoment; readonly now: number | null; readonly state: DisplayState },
): BookingOffer | null {
  const offer = booking?.offer ?? null;
  if (offer === null || door.kind !== 'FREE' || now === null || state.isOffline) return null;
  return door.until === null || door.until - now >= offer.minutes * MINUTE_MS ? offer : null;
}

type BookingOffer = NonNullable<NonNullable<DisplayPlan['booking']>['offer']>;

interface BookingProps {
  readonly booking: NonNullable<DisplayPlan['booking']>;
  readonly offer: BookingOffer | null;
  readonly speech: Speech;
}

function Booking({ booking: { url, qr }, offer, speech }: BookingProps) {
  return (
    <section className="book">
      <svg viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={url} shapeRendering="crispEdges">
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p>
        <BothLanguages
          text={(one) =>
            offer === null
              ? one.say('book')
              : one.say('book.now', { minutes: offer.minutes, amount: groupDigits(offer.amount) })
          }
          speech={speech}
        />
      </p>
    </section>
  );
}

function Hours({ door: { opening }, now, speech }: PartProps) {
  if (opening === null || now === null) return null;
  const isAlways = opening.endsAt - opening.startsAt > DAY_MS;
  return (
    <p>
      <BothLanguages
        text={(one) => (isAlways ? one.say('hours.always') : one.say('hours', { period: one.period(opening, now) }))}
        speech={speech}
      />
    </p>
  );
}

interface OfflineProps {
  readonly seenAt: number | null;
  readonly now: number | null;
  readonly speech: Speech;
}

function Offline({ seenAt, now, speech }: OfflineProps) {
  return (
    <p className="offline" role="status">
      <BothLanguages
        text={(one) =>
          seenAt === null ? one.say('offline.never') : one.say('offline', { time: one.time(seenAt, now ?? seenAt) })
        }
        speech={speech}
      />
    </p>
  );
}

function Message({
  title,
  text,
}: {
  readonly title: 'revoked.title' | 'state.UNKNOWN';
  readonly text: 'revoked.text' | 'offline.never';
}) {
  const speech = createSpeech('UTC');
  return (
    <main className="display message" data-kind="UNKNOWN">
      <h1>
        <BothLanguages text={(one) => one.say(title)} speech={speech} />
      </h1>
      <p>
        <BothLanguages text={(one) => one.say(text)} speech={speech} />
      </p>
    </main>
  );
}

function Waiting() {
  return <main className="display" data-kind="UNKNOWN" aria-busy="true" />;
}
