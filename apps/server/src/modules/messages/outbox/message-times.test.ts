import { MESSAGE_KINDS, type MessageKind } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import type { Stay } from '../templates/stay-facts.sql.ts';
import { afterQuietHours, computeMessageTimes, isUrgent } from './message-times.ts';

const SEOUL = 'Asia/Seoul';
const NIGHT = { timeZone: SEOUL, quietFrom: '21:00', quietUntil: '08:00' };
const at = (time: string) => new Date(`2026-11-21T${time}+09:00`);

describe('isUrgent (MS-6)', () => {
  const kindsAt = (time: string) => {
    const stay = { ...NIGHT, startsAt: at('22:00:00'), endsAt: at('23:00:00') };
    return MESSAGE_KINDS.filter((kind) => !isUrgent(kind, stay, at(time)));
  };

  it('holds back only what the guest does not wait for', () => {
    expect(kindsAt('12:00:00')).toEqual<MessageKind[]>([
      'PAYMENT_REMINDER',
      'DAY_BEFORE',
      'STARTS_SOON',
      'EXTENDED',
      'CHANGED',
      'UNAVAILABLE',
      'RATING_INVITED',
    ]);
  });

  it('sends changes to a guest in the room at any hour', () => {
    expect(kindsAt('22:30:00')).toEqual<MessageKind[]>([
      'PAYMENT_REMINDER',
      'DAY_BEFORE',
      'STARTS_SOON',
      'RATING_INVITED',
    ]);
  });
});

describe('afterQuietHours (MS-6)', () => {
  it.each([
    ['20:59:59', '2026-11-21T20:59:59+09:00'],
    ['21:00:00', '2026-11-22T08:00:00+09:00'],
    ['23:59:59', '2026-11-22T08:00:00+09:00'],
    ['00:00:00', '2026-11-21T08:00:00+09:00'],
    ['07:59:59', '2026-11-21T08:00:00+09:00'],
    ['08:00:00', '2026-11-21T08:00:00+09:00'],
  ])('moves %s over midnight to %s', (time, expected) => {
    expect(afterQuietHours(at(time), NIGHT)).toEqual(new Date(expected));
  });

  it('moves nothing without quiet hours', () => {
    expect(afterQuietHours(at('23:00:00'), { timeZone: SEOUL, quietFrom: null, quietUntil: null })).toEqual(
      at('23:00:00'),
    );
    expect(afterQuietHours(at('23:00:00'), { ...NIGHT, quietUntil: '21:00' })).toEqual(at('23:00:00'));
  });
});

describe('computeMessageTimes of STARTS_SOON (MS-20)', () => {
  const sentFor = (startsAt: string, queuedAt = '2028-02-20T12:00:00+09:00') => {
    const start = new Date(startsAt);
    const stay = { ...NIGHT, startsAt: start, endsAt: new Date(start.getTime() + 3600_000) } as Stay;
    return computeMessageTimes({ kind: 'STARTS_SOON', queuedAt: new Date(queuedAt) }, stay).sendAt;
  };

  it.each([
    ['2028-02-29T14:00:00+09:00', '2028-02-29T12:00:00+09:00', 'two hours before'],
    ['2028-03-01T01:00:00+09:00', '2028-02-29T20:55:00+09:00', 'before the quiet hours of 29 February, over midnight'],
    ['2028-02-29T00:30:00+09:00', '2028-02-28T20:55:00+09:00', 'on the day before 29 February'],
    ['2028-03-01T23:00:00+09:00', '2028-03-01T20:55:00+09:00', 'before the quiet hours that begin at its time'],
    ['2028-03-01T06:00:00+09:00', '2028-02-29T20:55:00+09:00', 'in the evening before an early stay'],
    ['2028-03-01T08:30:00+09:00', '2028-03-01T08:00:00+09:00', 'after the quiet hours, half an hour before'],
    ['2028-03-01T08:29:00+09:00', '2028-02-29T20:55:00+09:00', 'before them when less than half an hour would be left'],
    ['2028-03-01T09:00:00+09:00', '2028-03-01T08:00:00+09:00', 'after the quiet hours'],
    ['2028-03-01T10:00:00+09:00', '2028-03-01T08:00:00+09:00', 'when they end'],
  ])('of a stay at %s is %s: %s', (startsAt, expected) => {
    expect(sentFor(startsAt)).toEqual(new Date(expected));
  });

  it('is after the start for a stay at night that was booked in the quiet hours, so it expires', () => {
    expect(sentFor('2028-03-01T06:00:00+09:00', '2028-02-29T22:00:00+09:00')).toEqual(
      new Date('2028-03-01T08:00:00+09:00'),
    );
  });

  it('is at once for a start that came nearer', () => {
    expect(sentFor('2028-02-29T14:00:00+09:00', '2028-02-29T13:00:00+09:00')).toEqual(
      new Date('2028-02-29T13:00:00+09:00'),
    );
  });
});
