import { describe, expect, it } from 'vitest';
import en from '../locales/book/en.json';
import kr from '../locales/book/kr.json';
import { GuestProblem } from '../shared/guest-api.ts';
import { createTranslate } from '../shared/texts.ts';
import { describeWait } from './booking-problems.ts';

const [korean, english] = [createTranslate(kr), createTranslate(en)];

describe('describeWait', () => {
  it.each([
    [0, '1초', '1 s'],
    [59, '59초', '59 s'],
    [60, '1분', '1 min'],
    [90, '2분', '2 min'],
    [540, '9분', '9 min'],
    [601, '11분', '11 min'],
    [3600, '1시간', '1 h'],
    [5400, '1시간 30분', '1 h 30 min'],
  ])('writes %i seconds in whole minutes', (retryAfterSeconds, inKorean, inEnglish) => {
    const problem = new GuestProblem('RATE_LIMITED', 429, { retryAfterSeconds });
    expect([describeWait(problem, korean), describeWait(problem, english)]).toEqual([inKorean, inEnglish]);
  });
});
