import { describe, expect, it } from 'vitest';
import { hasNumber } from './number-search.ts';

describe('hasNumber', () => {
  it.each(['482915', '"code":"482915"', '코드 482915입니다', 'code=482915&x'])('finds the number in %s', (text) => {
    expect(hasNumber(text, '482915')).toBe(true);
  });

  it.each(['', '48291', '0190aaaa-0000-7000-8000-482915000009', 'a482915b', '1482915', '2026-11-21T06:00:00.482915Z'])(
    'does not find the number in %s',
    (text) => {
      expect(hasNumber(text, '482915')).toBe(false);
    },
  );

  it('refuses digits that are too few to be rare', () => {
    expect(() => hasNumber('8675', '8675')).toThrow('at least 6 digits');
    expect(() => hasNumber('x', 'x')).toThrow('at least 6 digits');
  });
});
