import { composeGoogleLink, composeOutlookLink, composePhoneLink, type CalendarStay } from './calendar-links.ts';
import { useGuest } from '../guest-context.ts';

/** Ways to put the stay into a calendar (MS-24). No link to another company has the token of the guest. */
export function CalendarPanel() {
  const { page, text, token } = useGuest();
  const { startsAt, endsAt, store, roomName, code } = page.reservation;
  const stay: CalendarStay = {
    title: `${store.name} · ${roomName}`,
    details: text('calendar.details', { code, phone: store.phone }),
    location: store.address,
    startsAt,
    endsAt,
  };
  return (
    <div data-testid="calendar">
      <h3>{text('calendar.button')}</h3>
      <p className="quiet">{text('calendar.about')}</p>
      <a className="button" href={composePhoneLink(`${location.origin}/g/${token}`, navigator.userAgent)}>
        {text('calendar.phone')}
      </a>
      <a className="button" href={composeGoogleLink(stay)} target="_blank" rel="noopener noreferrer">
        {text('calendar.google')}
      </a>
      <a className="button" href={composeOutlookLink(stay)} target="_blank" rel="noopener noreferrer">
        {text('calendar.outlook')}
      </a>
    </div>
  );
}
