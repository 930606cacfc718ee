import { formatRemaining } from './guest-format.ts';
import { useGuest, useServerNow } from './guest-context.ts';

/** The state of the reservation, its period in the time zone of the store, and the time that is left. */
export function WhenCard() {
  const { page, text, format } = useGuest();
  const { state, startsAt, endsAt, headCount, code } = page.reservation;
  const isOver = state === 'CANCELLED' || state === 'EXPIRED' || state === 'NO_SHOW';
  return (
    <section className="card when" aria-label={text(`state.${state}`)} data-testid="when">
      <p>
        <span className={`chip chip-${state}`}>{text(`state.${state}`)}</span>
      </p>
      <p className="when-day">{format.day(startsAt)}</p>
      <p className="when-time">{format.period(startsAt, endsAt)}</p>
      {format.day(startsAt) !== format.day(endsAt) && (
        <p className="quiet">{text('when.endsOn', { day: format.day(endsAt) })}</p>
      )}
      {isOver ? <p className="quiet">{text(`about.${state}`)}</p> : <Countdown />}
      <p className="quiet facts">
        {headCount > 0 && <span>{text('when.people', { count: headCount })}</span>}
        <span>
          {text('when.code')} {code}
        </span>
      </p>
    </section>
  );
}

function Countdown() {
  const { page, text, live } = useGuest();
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
