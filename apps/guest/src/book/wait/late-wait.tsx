import { useState } from 'react';
import { useBooking } from '../booking-context.ts';
import { recallWaits } from './kept-waits.ts';
import { LateBookingPart } from '../late-booking-part.tsx';
import type { WaitPartProps } from './wait-part.tsx';

const loadWaitPart = () => import('./wait-part.tsx').then(({ WaitPart }) => WaitPart);

/** The waitlist, whose code loads when it is needed. */
function LateWait(props: WaitPartProps) {
  return <LateBookingPart load={loadWaitPart} props={props} />;
}

const NO_TIMES: WaitPartProps['full'] = [];

/** The entries of this guest, and the button that opens the waitlist for the taken times of a day. */
export function WaitOffer({ full, onFree }: WaitPartProps) {
  const { store, text } = useBooking();
  const [isOpen, setOpen] = useState(false);
  const [isWaiting] = useState(() => recallWaits(store.id, store.now).length > 0);
  if (isOpen) return <LateWait full={full} onFree={onFree} />;
  return (
    <>
      {isWaiting && <LateWait full={NO_TIMES} onFree={onFree} />}
      {full.length > 0 && store.canSendCode && store.isOpen && (
        <button type="button" className="button wait-open" onClick={() => setOpen(true)} data-testid="wait-open">
          {text('wait.open')}
        </button>
      )}
    </>
  );
}
