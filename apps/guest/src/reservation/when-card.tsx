import { formatRemaining } from '../shared/guest-format.ts';
import { useGuest, useServerNow, useStay } from './guest-context.ts';

/** The state of the reservation, its period in the time zone of the store, and the time that is left. */
export function WhenCard() {
  const { page, text, format } = useGuest();
  const { state, startsAt, endsAt, headCount, code } = page.reservation;
  const isOver = state === 'CANCELLED' || state === 'EXPIRED' || state === 'NO_SHOW';
  const lastMove = page.moves.at(-1);
  return (
    <section className="card when" aria-label={text(`state.${state}`)} data-testid="when">
      <p>
        <StateChip />
      </p>
      <p className="when-day">{format.day(startsAt)}</p>
      <p className="when-time">{format.period(startsAt, endsAt)}</p>
      {format.day(startsAt) !== format.day(endsAt) && (
        <p className="quiet">{text('when.endsOn', { day: format.day(endsAt) })}</p>
      )}
      {isOver ? <EndWords state={state} /> : <Countdown />}
      {lastMove?.isRead === true && (
        <p className="quiet">
          {text('move.was', {
            old: `${format.day(lastMove.from.startsAt)} ${format.period(lastMove.from.startsAt, lastMove.from.endsAt)}`,
          })}
        </p>
      )}
      <p className="quiet facts">
        {headCount > 0 && <span>{text('when.people', { count: headCount })}</span>}
        <span>
          {text('when.code')} {code}
        </span>
      </p>
    </section>
  );
}

/** A guest who entered before the start is inside, and the stay has not begun. */
export function StateChip() {
  const { page, text, live } = useStay();
  const now = useServerNow(live);
  const { state, startsAt } = page.reservation;
  const isEarly = state === 'IN_USE' && now < Date.parse(startsAt);
  return <span className={`chip chip-${state}`}>{text(isEarly ? 'when.arrived' : `state.${state}`)}</span>;
}

/** Who ended the stay and when, without names (GP-9). */
function EndWords({ state }: { readonly state: 'CANCELLED' | 'EXPIRED' | 'NO_SHOW' }) {
  const { page, text, format, live } = useGuest();
  const now = useServerNow(live);
  const change = page.stateChange;
  const words = text(state === 'CANCELLED' && change !== null ? `ended.by.${change.by}` : `about.${state}`);
  return (
    <p data-testid="ended-by">
      {words}
      {change !== null && <span className="quiet nowrap"> · {format.moment(change.at, now)}</span>}
    </p>
  );
}

export function Countdown() {
  const { page, text, live } = useStay();
  const now = useServerNow(live);
  const { state, startsAt, endsAt } = page.reservation;
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
  if (state === 'COMPLETED' || now >= end)
    return (
      <p className="countdown">
        {text('when.ended')} <span className="quiet">{text('about.COMPLETED')}</span>
      </p>
    );
  const isRunning = now >= start;
  const left = formatRemaining((isRunning ? end : start) - now, text);
  return (
    <p className="countdown" role="timer" data-testid="countdown">
      {text(isRunning ? 'when.endsIn' : 'when.startsIn', { left })}
    </p>
  );
}
