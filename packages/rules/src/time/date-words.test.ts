import { describe, expect, it } from 'vitest';
import {
  formatDatePeriod,
  formatLongDate,
  formatMonth,
  formatMonthName,
  formatShortDate,
  formatWeekday,
} from './date-words.ts';

describe('the forms of a date', () => {
  it('has one short and one long form in each language', () => {
    expect(formatShortDate('2026-11-28', 'ko')).toBe('11월 28일 (토)');
    expect(formatShortDate('2026-11-28', 'en')).toBe('Sat 28 Nov');
    expect(formatLongDate('2026-01-01', 'ko')).toBe('2026년 1월 1일');
    expect(formatLongDate('2026-01-01', 'en')).toBe('1 Jan 2026');
  });

  it('names months and weekdays', () => {
    expect([formatMonth('2026-11', 'ko'), formatMonth('2026-11-28', 'en')]).toEqual(['2026년 11월', 'Nov 2026']);
    expect([formatMonthName('2026-09', 'ko'), formatMonthName('2026-09-01', 'en')]).toEqual(['9월', 'Sep']);
    expect([formatWeekday(0, 'ko'), formatWeekday(7, 'ko', 'long')]).toEqual(['일', '일요일']);
    expect(formatWeekday('2026-11-28', 'en', 'long')).toBe('Saturday');
    expect([formatWeekday(6, 'en'), formatWeekday(6, 'en', 'long')]).toEqual(['Sat', 'Saturday']);
  });

  it.each([
    ['2026-11-23', '2026-11-29', '2026', '11월 23일 – 11월 29일', '23 Nov – 29 Nov'],
    ['2026-11-23', '2026-11-29', null, '2026년 11월 23일 – 11월 29일', '23 Nov – 29 Nov 2026'],
    ['2025-11-23', '2025-11-29', '2026', '2025년 11월 23일 – 11월 29일', '23 Nov – 29 Nov 2025'],
    ['2025-12-28', '2026-01-03', '2026', '2025년 12월 28일 – 2026년 1월 3일', '28 Dec 2025 – 3 Jan 2026'],
    ['2026-11-28', '2026-11-28', '2026', '11월 28일 (토)', 'Sat 28 Nov'],
    ['2026-11-28', '2026-11-28', null, '2026년 11월 28일', '28 Nov 2026'],
  ])('writes the period from %s to %s in the year %s', (from, to, thisYear, korean, english) => {
    expect(formatDatePeriod(from, to, 'ko', thisYear)).toBe(korean);
    expect(formatDatePeriod(from, to, 'en', thisYear)).toBe(english);
  });
});
