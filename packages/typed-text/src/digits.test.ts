import { describe, expect, it } from 'vitest';
import { groupDigits } from './digits.ts';

describe('groupDigits', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [-1_234_567, '-1,234,567'],
    [2_000_000_000, '2,000,000,000'],
  ])('writes %i as %s', (value, text) => {
    expect(groupDigits(value)).toBe(text);
  });
});
