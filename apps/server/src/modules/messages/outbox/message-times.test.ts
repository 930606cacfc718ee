import { MESSAGE_KINDS, type MessageKind } from '@munjigi/contract';
import { describe, expect, it } from 'vitest';
import { afterQuietHours, isUrgent } from './message-times.ts';

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
      'EXTENDED',
      'CHANGED',
      'UNAVAILABLE',
      'RATING_INVITED',
    ]);
  });

  it('sends changes to a guest in the room at any hour', () => {
    expect(kindsAt('22:30:00')).toEqual<MessageKind[]>(['PAYMENT_REMINDER', 'DAY_BEFORE', 'RATING_INVITED']);
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
