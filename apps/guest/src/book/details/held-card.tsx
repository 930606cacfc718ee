import { useEffect, useState } from 'react';
import { toGuestProblem } from '../../shared/guest-api.ts';
import { useBooking } from '../booking-context.ts';
import { forgetHold, recallHold, type KeptHold } from './kept-hold.ts';

/** The reservation of this browser that waits for its payment, after the guest came back without paying (BK-10). */
export function HeldCard() {
  const { text, format } = useBooking();
  const hold = useKeptHold();
  if (hold === null) return null;
  return (
    <section className="card held" aria-labelledby="held-title" data-testid="held">
      <h3 id="held-title">{text('held.title')}</h3>
      <p>
        {hold.roomName} · {format.date(format.dateOf(hold.startsAt))}{' '}
        <span className="nowrap">{format.period(hold.startsAt, hold.endsAt)}</span>
      </p>
      <a className="button" href={hold.path}>
        {text('held.open', { time: format.time(hold.holdExpiresAt) })}
      </a>
    </section>
  );
}

/** The kept hold once the server has confirmed that it is unpaid; without a connection, as it was kept. */
function useKeptHold(): KeptHold | null {
  const { store, api } = useBooking();
  const [shown, setShown] = useState<KeptHold | null>(null);
  useEffect(() => {
    const kept = recallHold(store.id, store.now);
    if (kept === null) return forgetHold(store.id);
    const abort = new AbortController();
    let isGone = false;
    const drop = () => {
      forgetHold(store.id);
      setShown(null);
    };
    api.readState(kept.path, abort).then(
      (state) => {
        if (isGone) return;
        if (state === 'PENDING') setShown(kept);
        else drop();
      },
      (error: unknown) => {
        if (isGone) return;
        if (toGuestProblem(error).status === 0) setShown(kept);
        else drop();
      },
    );
    return () => {
      isGone = true;
      abort.abort();
    };
  }, [api, store]);
  return shown;
}
