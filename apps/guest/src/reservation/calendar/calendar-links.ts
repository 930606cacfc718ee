/** A stay as calendars of other companies take it from an address. */
export interface CalendarStay {
  readonly title: string;
  readonly details: string;
  readonly location: string;
  readonly startsAt: string;
  readonly endsAt: string;
}

/**
 * The address of the calendar entry. The browser inside KakaoTalk opens no files, so it hands the address to the browser of
 * the phone (docs/domain.md 8).
 */
export function composePhoneLink(page: string, userAgent: string): string {
  const file = `${page}/stay.ics`;
  return /KAKAOTALK/i.test(userAgent) ? `kakaotalk://web/openExternal?url=${encodeURIComponent(file)}` : file;
}

export function composeGoogleLink({ title, details, location, startsAt, endsAt }: CalendarStay): string {
  return composeAddress('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${toBasicFormat(startsAt)}/${toBasicFormat(endsAt)}`,
    details,
    location,
  });
}

export function composeOutlookLink({ title, details, location, startsAt, endsAt }: CalendarStay): string {
  return composeAddress('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: new Date(startsAt).toISOString(),
    enddt: new Date(endsAt).toISOString(),
    body: details,
    location,
  });
}

/** Both write spaces as `%20` and not as `+` (docs/domain.md 8). */
function composeAddress(base: string, members: Readonly<Record<string, string>>): string {
  const query = Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${query.join('&')}`;
}

/** An instant as `20261121T030000Z` (RFC 5545, 3.3.5). */
function toBasicFormat(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
