import { expect, it } from 'vitest';
import {
  endsNextDay,
  toOpeningHours,
  isIncomplete,
  countOpenMinutes,
  copyToAllDays,
  toWeekHours,
  withKind,
} from './week-hours.ts';

const SATURDAY = { weekday: 6, opensAt: '10:00', closesAt: '02:00' } as const;

it('the opening hours editor converts hours to seven days from Monday, and back', () => {
  const hours = [
    { weekday: 1, opensAt: '10:00', closesAt: '22:00' },
    SATURDAY,
    { weekday: 7, opensAt: '00:00', closesAt: '00:00' },
  ];
  const week = toWeekHours(hours);
  expect(week.map(({ weekday, kind }) => `${String(weekday)} ${kind}`)).toEqual([
    '1 OPEN',
    '2 CLOSED',
    '3 CLOSED',
    '4 CLOSED',
    '5 CLOSED',
    '6 OPEN',
    '7 ALL_DAY',
  ]);
  expect(toOpeningHours(week)).toEqual(hours);
  expect(toOpeningHours(toWeekHours([]))).toEqual([]);
});

it('the opening hours editor keeps 24 hours that start at another time than midnight', () => {
  const hours = [{ weekday: 3, opensAt: '06:00', closesAt: '06:00' }];
  expect(toOpeningHours(toWeekHours(hours))).toEqual(hours);
});

it('the opening hours editor detects the days that end on the next one', () => {
  const [monday, ...rest] = toWeekHours([{ weekday: 1, opensAt: '10:00', closesAt: '22:00' }, SATURDAY]);
  expect(monday !== undefined && endsNextDay(monday)).toBe(false);
  expect(rest.filter(endsNextDay).map(({ weekday }) => weekday)).toEqual([6]);
  expect(rest.map(countOpenMinutes)).toEqual([0, 0, 0, 0, 16 * 60, 0]);
});

it('the opening hours editor gives a closed or 24-hour day editable times when it is opened', () => {
  const day = { weekday: 2, kind: 'CLOSED', opensAt: '11:00', closesAt: '23:00' } as const;
  expect(withKind(day, 'OPEN')).toMatchObject({ opensAt: '11:00', closesAt: '23:00' });
  const always = withKind(day, 'ALL_DAY');
  expect(toOpeningHours([always])).toEqual([{ weekday: 2, opensAt: '00:00', closesAt: '00:00' }]);
  expect(countOpenMinutes(always)).toBe(1440);
  expect(withKind(always, 'OPEN')).toMatchObject({ opensAt: '10:00', closesAt: '22:00' });
});

it('the opening hours editor reports an open day without both times, or with two equal ones', () => {
  const day = { weekday: 2, kind: 'OPEN', opensAt: '11:00', closesAt: '' } as const;
  expect(isIncomplete(day)).toBe(true);
  expect(isIncomplete({ ...day, closesAt: '11:00' })).toBe(true);
  expect(isIncomplete({ ...day, closesAt: '10:59' })).toBe(false);
  expect(countOpenMinutes(day)).toBe(0);
});

it('the opening hours editor copies one day to all seven', () => {
  const like = { weekday: 6, kind: 'OPEN', opensAt: '10:00', closesAt: '02:00' } as const;
  expect(toOpeningHours(copyToAllDays(toWeekHours([]), like))).toHaveLength(7);
  expect(new Set(copyToAllDays(toWeekHours([]), like).map(({ weekday }) => weekday)).size).toBe(7);
});
