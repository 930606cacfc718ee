import { expect, it } from 'vitest';
import { moveTime, nextStep, parseTime } from './time-text.ts';

it.each([
  ['930', '09:30'],
  ['9:30', '09:30'],
  ['0930', '09:30'],
  ['09:30', '09:30'],
  ['9', '09:00'],
  ['23.59', '23:59'],
  ['0:00', '00:00'],
  ['559', '05:59'],
  ['0600', '06:00'],
])('the time parser reads “%s” as %s', (typed, time) => {
  expect(parseTime(typed)).toMatchObject({ kind: 'time', time });
});

it('a typed time waits for further digits where more may follow', () => {
  expect(['930', '9:3', '9'].map((typed) => parseTime(typed))).toMatchObject([
    { isComplete: false },
    { isComplete: false },
    { isComplete: false },
  ]);
  expect(['0930', '9:30'].map((typed) => parseTime(typed))).toMatchObject([{ isComplete: true }, { isComplete: true }]);
});

it('the time parser distinguishes an impossible time from a text that is no time', () => {
  expect(['24:00', '12:60', '2515', 'noon', '12345', ''].map((typed) => parseTime(typed).kind)).toEqual([
    'impossible',
    'impossible',
    'impossible',
    'unreadable',
    'unreadable',
    'empty',
  ]);
});

it('stepping a time moves over midnight and to the next step', () => {
  expect([
    moveTime('23:30', 60),
    moveTime('00:10', -60),
    nextStep('09:10', 1, 30),
    nextStep('09:10', -1, 30),
    nextStep('09:30', 1, 30),
  ]).toEqual(['00:30', '23:10', '09:30', '09:00', '10:00']);
});
