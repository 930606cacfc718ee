import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { writeCalendar, type CalendarEvent } from './ics.ts';

const event: CalendarEvent = {
  uid: '0190-1@munjigi',
  startsAt: new Date('2026-11-21T14:30:00Z'),
  endsAt: new Date('2026-11-21T17:00:00Z'),
  summary: '3번 방, 큰 것; "K7QX-29MD" \\ 그리고\n아주 긴 이름을 가진 방입니다 🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲',
  location: '강남점',
  status: 'CONFIRMED',
  sequence: 2,
  changedAt: new Date('2026-11-20T01:02:03Z'),
};
const calendar = { name: '플레이룸; 강남, 본점', timeZone: 'Asia/Seoul', refreshMinutes: 15, events: [event] };

const parsed = (text: string) => new ICAL.Component(ICAL.parse(text));

describe('writeCalendar (RFC 5545)', () => {
  it('escapes every character so that a client reads the original text', () => {
    const root = parsed(writeCalendar(calendar));
    // ical.js does not unescape unknown properties; by RFC 5545, 3.8.8.2 they are text.
    for (const property of ['name', 'x-wr-calname'])
      expect(String(root.getFirstPropertyValue(property)).replace(/\\([;,])/g, '$1')).toBe(calendar.name);
    expect(root.getFirstPropertyValue('x-wr-timezone')).toBe('Asia/Seoul');
    expect(String(root.getFirstPropertyValue('refresh-interval'))).toBe('PT15M');
    const read = new ICAL.Event(root.getFirstSubcomponent('vevent') ?? expect.fail('no event'));
    expect(read.summary).toBe(event.summary);
    expect(read.uid).toBe(event.uid);
    expect(read.sequence).toBe(2);
    expect([read.startDate.toJSDate(), read.endDate.toJSDate()]).toEqual([event.startsAt, event.endsAt]);
    expect(read.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
  });

  it('ends lines with CRLF and folds them at 75 octets without splitting a character', () => {
    const text = writeCalendar(calendar);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const lines = text.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines.some((line) => line.startsWith(' '))).toBe(true);
    expect(text).not.toContain('\ufffd');
  });

  it('returns the same text for the same data', () => {
    expect(writeCalendar(calendar)).toBe(writeCalendar(structuredClone(calendar)));
  });

  it('marks a cancelled event as transparent', () => {
    const vevent = parsed(
      writeCalendar({ ...calendar, events: [{ ...event, status: 'CANCELLED' }] }),
    ).getFirstSubcomponent('vevent');
    expect([vevent?.getFirstPropertyValue('status'), vevent?.getFirstPropertyValue('transp')]).toEqual([
      'CANCELLED',
      'TRANSPARENT',
    ]);
  });

  it('writes a calendar without events', () => {
    expect(parsed(writeCalendar({ ...calendar, events: [] })).getAllSubcomponents('vevent')).toEqual([]);
  });
});
