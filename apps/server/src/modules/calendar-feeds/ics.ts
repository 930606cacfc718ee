import { toWritableText } from '../../text/writable-text.ts';

/** Writes a calendar by RFC 5545: CRLF, lines folded at 75 octets, text escaped, instants in UTC. */

export interface CalendarEvent {
  /** Stable for the lifetime of the event, so that a client updates its copy. */
  readonly uid: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly summary: string;
  readonly location: string;
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  /** The number of changes. */
  readonly sequence: number;
  readonly changedAt: Date;
}

export interface Calendar {
  readonly name: string;
  readonly timeZone: string;
  /** How often clients should refresh. */
  readonly refreshMinutes: number;
  readonly events: readonly CalendarEvent[];
}

export function writeCalendar({ name, timeZone, refreshMinutes, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Munjigi//Reservations//EN',
    'CALSCALE:GREGORIAN',
    // RFC 7986, and the older properties that clients understand.
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
      // Without a METHOD this is the time of the last revision (RFC 5545, 3.8.7.2).
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
  return toWritableText(text)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n');
}

const OCTETS = 75;

/** Folds without splitting a character: Hangul takes three octets each. */
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
