import { useState } from 'react';
import { copyText } from '../shared/copy-text.ts';
import { useGuest } from './guest-context.ts';
import { LatePart } from './late-part.tsx';

const loadContact = () => import('./contact-panel.tsx').then(({ ContactPanel }) => ContactPanel);
const loadCalendar = () => import('./calendar/calendar-panel.tsx').then(({ CalendarPanel }) => CalendarPanel);
const loadPanel = () => import('./cancel-panel.tsx').then(({ CancelPanel }) => CancelPanel);

/** Sharing the link, the calendar entry, the settings of messages, and cancelling. */
export function ManageCard() {
  const { page, text } = useGuest();
  const [isCancelling, setCancelling] = useState(false);
  const [isSettingContact, setSettingContact] = useState(false);
  const [isAddingToCalendar, setAddingToCalendar] = useState(false);
  const { may } = page.reservation;
  return (
    <section className="card" aria-label={text('cancel.button')} data-testid="manage">
      <ShareButton />
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

/** Sends the link to friends by the phone's own menu, or copies it where the browser has none. */
function ShareButton() {
  const { page, text, token } = useGuest();
  const [notice, setNotice] = useState('');

  async function share(): Promise<void> {
    const url = `${location.origin}/g/${token}`;
    const words = text('share.text', { store: page.reservation.store.name, room: page.reservation.roomName });
    if ('share' in navigator) {
      try {
        return await navigator.share({ title: text('title'), text: words, url });
      } catch (error) {
        // The guest closed the menu. Any other refusal falls back to copying.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    setNotice(text((await copyText(url)) ? 'share.copied' : 'copy.failed'));
  }

  return (
    <>
      <button type="button" className="button" onClick={() => void share()}>
        {text('share.button')}
      </button>
      <p className="quiet" aria-live="polite">
        {notice === '' ? text('share.about') : notice}
      </p>
    </>
  );
}
