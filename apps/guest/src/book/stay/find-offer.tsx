import { useState, useSyncExternalStore } from 'react';
import { useBooking } from '../booking-context.ts';
import { LateBookingPart } from '../late-booking-part.tsx';

const loadFindPart = () => import('./find-part.tsx').then(({ FindPart }) => FindPart);
const NO_PROPS = {};
/** The end of an address that opens the form. */
const FIND_HASH = '#find';
const hasFindHash = () => location.hash === FIND_HASH;
const followNothing = () => () => undefined;

/** The button that opens the form with which a guest finds their reservations (BK-15). */
export function FindOffer() {
  const { store, text } = useBooking();
  const [isOpen, setOpen] = useState(false);
  // The link of the chain's page. The server renders the page without the form.
  const isLinked = useSyncExternalStore(followNothing, hasFindHash, () => false);
  if (!store.canSendCode || !store.isOpen) return null;
  if (isOpen || isLinked) return <LateBookingPart load={loadFindPart} props={NO_PROPS} />;
  return (
    <button type="button" className="button find-open" onClick={() => setOpen(true)} data-testid="find-open">
      {text('find.open')}
    </button>
  );
}
