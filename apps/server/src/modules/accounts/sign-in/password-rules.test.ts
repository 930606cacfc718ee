import { describe, expect, it } from 'vitest';
import { passwordFault } from '../index.ts';

const PERSONAL_WORDS = ['kim.jieun@demo.test', '김지은', 'playroom', '플레이룸', 'munjigi'];

describe('a new password', () => {
  it.each([
    ['elf-letters', 'PASSWORD_TOO_SHORT'],
    // Twelve characters before normalisation and four after it.
    ['한글'.normalize('NFD').repeat(2), 'PASSWORD_TOO_SHORT'],
    ['가나다라마바사아자차카', 'PASSWORD_TOO_SHORT'],
    ['x1'.repeat(100) + 'y', 'PASSWORD_TOO_LONG'],
    ['1q2w3e4r5t6y', 'PASSWORD_COMMON'],
    ['Leavemealone', 'PASSWORD_COMMON'],
    ['password1234', 'PASSWORD_COMMON'],
    ['2026!sunshine!!', 'PASSWORD_COMMON'],
    ['passwordpassword', 'PASSWORD_COMMON'],
    ['aaaaaaaaaaaaaaa', 'PASSWORD_COMMON'],
    ['abcabcabcabcabc', 'PASSWORD_COMMON'],
    ['kim.jieun@demo.test', 'PASSWORD_PERSONAL'],
    ['KimJieun-2026', 'PASSWORD_PERSONAL'],
    ['김지은김지은김지은김지은', 'PASSWORD_PERSONAL'],
    ['Playroom!20261122', 'PASSWORD_PERSONAL'],
    ['playroom-munjigi-1', 'PASSWORD_PERSONAL'],
  ])('%s is rejected: %s', async (password, fault) => {
    expect(await passwordFault(password, PERSONAL_WORDS)).toBe(fault);
  });

  it.each([
    'demo-password-1234',
    '문지기는밤에도문을엽니다',
    'all lower case and nothing else',
    '918273645546372819',
    'kimjieun goes home at nine',
  ])('%s is accepted: length counts, kinds of characters do not', async (password) => {
    expect(await passwordFault(password, PERSONAL_WORDS)).toBe(null);
  });
});
