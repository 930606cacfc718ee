import { useState } from 'react';
import { useGuest } from './guest-context.ts';
import { LatePart } from './late-part.tsx';

const loadShare = () => import('./companion/share-panel.tsx').then(({ SharePanel }) => SharePanel);
const loadContact = () => import('./panels/contact-panel.tsx').then(({ ContactPanel }) => ContactPanel);
const loadCalendar = () => import('./calendar/calendar-panel.tsx').then(({ CalendarPanel }) => CalendarPanel);
const loadMoving = () => import('./moving/moving-panel.tsx').then(({ MovingPanel }) => MovingPanel);
const loadPanel = () => import('./cancel-panel.tsx').then(({ CancelPanel }) => CancelPanel);

/** Changing the stay, links for companions, the calendar entry, the settings of messages, and cancelling. */
export function ManageCard() {
  const { page, text } = useGuest();
  const [isCancelling, setCancelling] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isSettingContact, setSettingContact] = useState(false);
  const [isAddingToCalendar, setAddingToCalendar] = useState(false);
  const { may, heldMove } = page.reservation;
  return (
    <section className="card" aria-label={text('cancel.button')} data-testid="manage">
      {may.move?.isAllowed && !heldMove && !isMoving && (
        <button type="button" className="button" onClick={() => setMoving(true)}>
          {text('moving.button')}
        </button>
      )}
      {isMoving && <LatePart load={loadMoving} props={{ onClose: () => setMoving(false) }} />}
      {isSharing ? (
        <LatePart load={loadShare} props={{ onClose: () => setSharing(false) }} />
      ) : (
        <button type="button" className="button" onClick={() => setSharing(true)}>
          {text('share.button')}
        </button>
      )}
      {isAddingToCalendar ? (
        <LatePart load={loadCalendar} props={{}} />
      ) : (
        <button type="button" className="button" onClick={() => setAddingToCalendar(true)}>
          {text('calendar.button')}
        </button>
      )}
      {isSettingContact ? (
        <LatePart load={loadContact} props={{ onClose: () => setSettingContact(false) }} />
      ) : (
        <button type="button" className="button" onClick={() => setSettingContact(true)}>
          {text('contact.button')}
        </button>
      )}
      {may.cancel.isAllowed && !isCancelling && (
        <button type="button" className="button" onClick={() => setCancelling(true)}>
          {text('cancel.button')}
        </button>
      )}
      {isCancelling && <LatePart load={loadPanel} props={{ onKeep: () => setCancelling(false) }} />}
    </section>
  );
}
