import { describe, expect, it } from 'vitest';
import { wholeMonths } from './months.ts';

describe('the whole months within two dates', () => {
  it.each([
    ['2026-02-01', '2026-02-28', '2026-02-01', '2026-02-28'],
    ['2026-01-31', '2026-03-01', '2026-02-01', '2026-02-28'],
    ['2025-11-22', '2026-11-21', '2025-12-01', '2026-10-31'],
    ['2026-12-01', '2026-12-31', '2026-12-01', '2026-12-31'],
    ['2028-02-01', '2028-03-30', '2028-02-01', '2028-02-29'],
  ])('of %s to %s are %s to %s', (from, to, first, last) => {
    expect(wholeMonths({ from, to })).toEqual({ from: first, to: last });
  });

  it.each([
    ['2026-02-01', '2026-02-27'],
    ['2026-02-02', '2026-02-28'],
    ['2026-02-01', '2026-02-01'],
    ['2026-01-31', '2026-02-01'],
    ['2026-01-02', '2026-02-27'],
  ])('of %s to %s do not exist', (from, to) => {
    expect(wholeMonths({ from, to })).toBeNull();
  });
});
