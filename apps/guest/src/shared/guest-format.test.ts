import { describe, expect, it } from 'vitest';
import { createGuestFormat, formatRemaining } from './guest-format.ts';
import en from '../locales/en.json';
import kr from '../locales/kr.json';
import { createTranslate } from './texts.ts';

const [korean, english] = [createTranslate(kr), createTranslate(en)];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('formatRemaining', () => {
  it.each([
    [0, '0초', '0 s'],
    [-5000, '0초', '0 s'],
    [42_999, '42초', '42 s'],
    [5 * MINUTE + 3000, '5분 3초', '5 min 3 s'],
    [10 * MINUTE, '10분', '10 min'],
    [59 * MINUTE + 59_999, '59분', '59 min'],
    [HOUR, '1시간', '1 h'],
    [HOUR + 20 * MINUTE, '1시간 20분', '1 h 20 min'],
    [24 * HOUR, '1일', '1 d'],
    [51 * HOUR + 59 * MINUTE, '2일 3시간', '2 d 3 h'],
  ])('writes %i ms as %s', (ms, inKorean, inEnglish) => {
    expect([formatRemaining(ms, korean), formatRemaining(ms, english)]).toEqual([inKorean, inEnglish]);
  });
});

describe('createGuestFormat', () => {
  it('writes times in the time zone of the store, not of the phone', () => {
    const seoul = createGuestFormat('kr', 'Asia/Seoul');
    expect(seoul.period('2026-11-25T11:00:00Z', '2026-11-25T13:00:00Z')).toBe('20:00–22:00');
    expect(seoul.day('2026-11-25T16:00:00Z')).toBe('11월 26일 (목)');
    expect(createGuestFormat('en', 'America/New_York').time('2026-11-25T11:00:00Z')).toBe('06:00');
  });

  it('writes midnight as 00:00', () => {
    expect(createGuestFormat('kr', 'Asia/Seoul').time('2026-11-25T15:00:00Z')).toBe('00:00');
  });

  it('writes amounts in won as each language does', () => {
    expect([createGuestFormat('kr', 'Asia/Seoul').won(20_000), createGuestFormat('en', 'Asia/Seoul').won(0)]).toEqual([
      '20,000원',
      '₩0',
    ]);
  });
});
