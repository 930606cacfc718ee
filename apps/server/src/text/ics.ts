import { toWritableText } from './writable-text.ts';

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
  readonly description?: string;
  /** How many minutes before the start the client reminds; absent: it does not. */
  readonly alarmMinutes?: number;
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
  // Without a METHOD, DTSTAMP is the time of the last revision (RFC 5545, 3.8.7.2).
  for (const event of events) lines.push(...linesOfEvent(event, event.changedAt));
  lines.push('END:VCALENDAR');
  return joinLines(lines);
}

/**
 * Writes one event for a person to add to a calendar. It has no name of a calendar: Outlook would create a calendar of
 * its own for it (docs/domain.md 8). `now`: with a METHOD, DTSTAMP is the time of writing (RFC 5545, 3.8.7.2).
 */
export function writePublishedEvent(event: CalendarEvent, now: Date): string {
  return joinLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Munjigi//Reservations//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...linesOfEvent(event, now),
    'END:VCALENDAR',
  ]);
}

function linesOfEvent(event: CalendarEvent, stampedAt: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${utc(stampedAt)}`,
    `LAST-MODIFIED:${utc(event.changedAt)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utc(event.startsAt)}`,
    `DTEND:${utc(event.endsAt)}`,
    `SUMMARY:${escaped(event.summary)}`,
    `LOCATION:${escaped(event.location)}`,
    ...(event.description === undefined ? [] : [`DESCRIPTION:${escaped(event.description)}`]),
    `STATUS:${event.status}`,
    `TRANSP:${event.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...(event.alarmMinutes === undefined
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escaped(event.summary)}`,
          `TRIGGER:-PT${event.alarmMinutes}M`,
          'END:VALARM',
        ]),
    'END:VEVENT',
  ];
}

function joinLines(lines: readonly string[]): string {
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
