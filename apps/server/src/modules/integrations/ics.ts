/** A calendar as RFC 5545 wants it written: CRLF, lines folded at 75 octets, text escaped, instants in UTC. */

export interface CalendarEvent {
  /** The same for as long as it exists, so that a client changes the event it has. */
  readonly uid: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly summary: string;
  readonly location: string;
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  /** How often it was changed. */
  readonly sequence: number;
  readonly changedAt: Date;
}

export interface Calendar {
  readonly name: string;
  readonly timeZone: string;
  /** How often clients should look. */
  readonly refreshMinutes: number;
  readonly events: readonly CalendarEvent[];
}

export function writeCalendar({ name, timeZone, refreshMinutes, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Munjigi//Reservations//EN',
    'CALSCALE:GREGORIAN',
    // RFC 7986, and what clients understood before it.
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${escaped(timeZone)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshMinutes}M`,
    `X-PUBLISHED-TTL:PT${refreshMinutes}M`,
  ];
  for (const event of events) {
    lines.push(
      'BEGIN:VEVENT',
      `UID:${event.uid}`,
      // Without a METHOD this says when the event was last revised (RFC 5545, 3.8.7.2).
      `DTSTAMP:${utc(event.changedAt)}`,
      `LAST-MODIFIED:${utc(event.changedAt)}`,
      `SEQUENCE:${event.sequence}`,
      `DTSTART:${utc(event.startsAt)}`,
      `DTEND:${utc(event.endsAt)}`,
      `SUMMARY:${escaped(event.summary)}`,
      `LOCATION:${escaped(event.location)}`,
      `STATUS:${event.status}`,
      `TRANSP:${event.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
      'END:VEVENT',
    );
  }
  lines.push('END:VCALENDAR');
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function utc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');
}

const OCTETS = 75;

/** No character is cut in two: Hangul is three octets each. */
function folded(line: string): string {
  if (line.length * 3 <= OCTETS || Buffer.byteLength(line) <= OCTETS) return line;
  let text = '';
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    if (octets + more > OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += more;
  }
  return text;
}
