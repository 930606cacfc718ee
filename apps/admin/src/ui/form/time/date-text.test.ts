import { describe, expect, it } from 'vitest';
import { clampDay, formatDay, isWithin, moveDay, parseDay, rangeWithin } from './date-text.ts';

describe('formatDay', () => {
  it('writes a day in the order of the language', () => {
    expect(formatDay('2026-11-23', 'kr')).toBe('2026-11-23');
    expect(formatDay('2026-11-23', 'en')).toBe('11/23/2026');
    expect(formatDay('', 'en')).toBe('');
  });
});

describe('parseDay', () => {
  it.each([
    ['2026-11-23', 'kr'],
    ['2026.11.23', 'kr'],
    ['2026. 11. 23.', 'kr'],
    ['2026/11/23', 'kr'],
    ['20261123', 'kr'],
    ['2026년 11월 23일', 'kr'],
    ['２０２６１１２３', 'kr'],
    ['11/23/2026', 'en'],
    ['11-23-2026', 'en'],
    ['11232026', 'en'],
    ['2026-11-23', 'en'],
    ['20261123', 'en'],
  ] as const)('reads %s on a screen in %s', (text, language) => {
    expect(parseDay(text, language)).toEqual({ kind: 'day', day: '2026-11-23', isComplete: true });
  });

  it('reads a day with single digits that may still grow', () => {
    expect(parseDay('2026-1-2', 'kr')).toEqual({ kind: 'day', day: '2026-01-02', isComplete: false });
    expect(parseDay('1/2/2026', 'en')).toEqual({ kind: 'day', day: '2026-01-02', isComplete: false });
  });

  it('knows the length of every month', () => {
    expect(parseDay('2028-02-29', 'kr')).toMatchObject({ kind: 'day' });
    for (const text of ['2026-02-29', '2100-02-29', '2026-11-31', '2026-13-01', '2026-00-10', '2026-11-00'])
      expect(parseDay(text, 'kr')).toEqual({ kind: 'impossible' });
    expect(parseDay('23/11/2026', 'en')).toEqual({ kind: 'impossible' });
  });

  it('reads neither an incomplete day nor the order of the other language', () => {
    for (const text of ['2026-11', '2026', 'monday', '11/23/2026', '26-11-23'])
      expect(parseDay(text, 'kr')).toEqual({ kind: 'unreadable' });
    expect(parseDay(' ', 'kr')).toEqual({ kind: 'empty' });
  });
});

describe('the limits of a date field', () => {
  it('are the years 1900 to 2099, or narrower limits of the field', () => {
    expect(rangeWithin()).toEqual({ min: '1900-01-01', max: '2099-12-31' });
    expect(rangeWithin('1800-01-01', '2200-01-01')).toEqual({ min: '1900-01-01', max: '2099-12-31' });
    expect(rangeWithin('2026-01-01', '2026-12-31')).toEqual({ min: '2026-01-01', max: '2026-12-31' });
    expect(['1899-12-31', '1900-01-01', '2099-12-31', '2100-01-01'].map((day) => isWithin(day, rangeWithin()))).toEqual(
      [false, true, true, false],
    );
    expect([clampDay('1899-12-31', rangeWithin()), clampDay('2100-01-01', rangeWithin())]).toEqual([
      '1900-01-01',
      '2099-12-31',
    ]);
  });
});

describe('moveDay', () => {
  it('crosses months and years, and stays on the last day of a shorter month', () => {
    expect(moveDay('2026-12-31', { days: 1 })).toBe('2027-01-01');
    expect(moveDay('2026-03-01', { days: -1 })).toBe('2026-02-28');
    expect(moveDay('2026-01-31', { months: 1 })).toBe('2026-02-28');
    expect(moveDay('2026-01-31', { months: -1 })).toBe('2025-12-31');
  });
});
