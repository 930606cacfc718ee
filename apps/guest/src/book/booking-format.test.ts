import { describe, expect, it } from 'vitest';
import en from '../locales/book/en.json';
import kr from '../locales/book/kr.json';
import { createTranslate } from '../shared/texts.ts';
import { shiftDate, createBookingFormat, countDaysBetween, weekdayIndexOf } from './booking-format.ts';

const now = '2026-12-31T03:00:00Z';
const TODAY = '2026-12-31';
const korean = createBookingFormat({
  language: 'kr',
  timeZone: 'Asia/Seoul',
  now,
  businessDate: TODAY,
  text: createTranslate(kr),
});
const english = createBookingFormat({
  language: 'en',
  timeZone: 'Asia/Seoul',
  now,
  businessDate: TODAY,
  text: createTranslate(en),
});

describe('createBookingFormat', () => {
  it.each([
    ['2026-12-31', '오늘 · 12월 31일 (목)', 'Today · Thu 31 Dec'],
    ['2027-01-01', '내일 · 1월 1일 (금)', 'Tomorrow · Fri 1 Jan'],
    ['2027-01-02', '1월 2일 (토)', 'Sat 2 Jan'],
  ])('writes the business date %s in words', (date, inKorean, inEnglish) => {
    expect([korean.dateWords(date), english.dateWords(date)]).toEqual([inKorean, inEnglish]);
  });

  it('writes the date of a start after the midnight of its business date', () => {
    expect(korean.timeOf('2026-12-31T14:30:00Z', TODAY)).toBe('23:30');
    expect(korean.timeOf('2026-12-31T15:00:00Z', TODAY)).toBe('1월 1일 (금) 00:00');
    expect(english.timeOf('2026-12-31T20:30:00Z', TODAY)).toBe('Fri 1 Jan 05:30');
    // 06:00 begins the next business date.
    expect(korean.timeOf('2026-12-31T21:00:00Z', '2027-01-01')).toBe('06:00');
  });

  it.each([
    ['2026-12-31T14:50:00Z', '오늘 23:50', 'Today 23:50'],
    ['2026-12-31T15:00:00Z', '내일 새벽 00:00', 'Tonight 00:00'],
    ['2027-01-01T01:00:00Z', '내일 10:00', 'Tomorrow 10:00'],
    ['2027-01-02T01:00:00Z', '1월 2일 (토) 10:00', 'Sat 2 Jan 10:00'],
  ])('writes the near time %s with its day (BK-14)', (instant, inKorean, inEnglish) => {
    expect([korean.near(instant), english.near(instant)]).toEqual([inKorean, inEnglish]);
  });

  it('calls the rest of a business date after midnight a night of today (BK-14)', () => {
    const format = createBookingFormat({
      language: 'kr',
      timeZone: 'Asia/Seoul',
      now: '2026-12-31T15:15:00Z',
      businessDate: TODAY,
      text: createTranslate(kr),
    });
    expect(format.near('2026-12-31T15:30:00Z')).toBe('오늘 새벽 00:30');
    expect(format.dateWords(TODAY)).toBe('오늘 새벽 · 1월 1일 (금)');
    expect([format.dayWord(TODAY), format.dayWord('2027-01-01'), format.dayWord('2027-01-02')]).toEqual([
      '오늘 새벽',
      '오늘',
      null,
    ]);
  });

  it('uses the time zone of the store, not of the phone', () => {
    const newYork = createBookingFormat({
      language: 'en',
      timeZone: 'America/New_York',
      now: '2026-11-26T01:00:00Z',
      businessDate: '2026-11-25',
      text: createTranslate(en),
    });
    expect(newYork.today).toBe('2026-11-25');
    expect(newYork.timeOf('2026-11-26T01:00:00Z', '2026-11-25')).toBe('20:00');
    expect(newYork.hour('2026-11-26T01:00:00Z')).toBe(20);
  });

  it('names the month on its first day only', () => {
    expect(['2026-12-31', '2027-01-01', '2027-01-12'].map((date) => korean.dayNumber(date))).toEqual([
      '31',
      '1/1',
      '12',
    ]);
    // `1/12` would be the twelfth of January or the first of December.
    expect(['2026-12-01', '2026-12-31'].map((date) => english.dayNumber(date))).toEqual(['1 Dec', '31']);
  });

  it('names one month, two months, and two months of two years', () => {
    expect(korean.months('2026-11-01', '2026-11-30')).toBe('2026년 11월');
    expect(korean.months('2026-11-25', '2026-12-26')).toBe('2026년 11월 – 12월');
    expect(english.months('2026-11-25', '2026-12-26')).toBe('Nov – Dec 2026');
    expect(english.months('2026-12-25', '2027-01-26')).toBe('Dec 2026 – Jan 2027');
  });

  it.each([
    [10, '10분', '10 min'],
    [60, '1시간', '1 h'],
    [150, '2시간 30분', '2 h 30 min'],
    [1560, '26시간', '26 h'],
  ])('writes a length of %i minutes', (minutes, inKorean, inEnglish) => {
    expect([korean.length(minutes), english.length(minutes)]).toEqual([inKorean, inEnglish]);
  });

  it('writes amounts, and nothing to pay as a word', () => {
    expect([korean.price(1_234_000), english.price(20_000), korean.price(0), english.price(0)]).toEqual([
      '1,234,000원',
      '₩20,000',
      '무료',
      'Free of charge',
    ]);
  });

  it('begins the week on Sunday', () => {
    expect(korean.weekdays.join('')).toBe('일월화수목금토');
    expect(english.weekdays[0]).toBe('Sun');
  });
});

describe('dates of the calendar', () => {
  it('cross the ends of months, years and leap days', () => {
    expect([shiftDate('2026-12-31', 1), shiftDate('2028-02-28', 1), shiftDate('2026-03-01', -1)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-02-28',
    ]);
    expect(countDaysBetween('2026-11-25', '2027-01-23')).toBe(59);
    expect(weekdayIndexOf('2026-11-29')).toBe(0);
  });
});
