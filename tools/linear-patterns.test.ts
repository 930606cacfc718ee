import { describe, expect, it } from 'vitest';
import { findPatterns, findSlowness, patternsOfProduct } from './linear-patterns.ts';
import { seededPart } from './seeded-part.ts';

describe('a regular expression of the product', () => {
  it.each([
    [String.raw`\{\{\s*([^{}]*?)\s*\}\}`, '3rd degree polynomial'],
    [String.raw`^(a+)+$`, 'exponential'],
    ['=+$', '2nd degree polynomial'],
  ])('is refused when a long text takes more than linear time: %s', (source, summary) => {
    expect(findSlowness({ source, flags: '' })).toBe(summary);
  });

  it.each([String.raw`\{\{([^{}]*)\}\}`, String.raw`^[\d,]+$`])('is accepted: %s', (source) => {
    expect(findSlowness({ source, flags: 'u' })).toBeNull();
  });

  it('is found with its place and its flags', () => {
    expect(findPatterns('a.ts', "const a = 1 / 2;\nconst b = /x\\/y/giu.test('');")).toEqual([
      { place: 'a.ts:2', source: String.raw`x\/y`, flags: 'giu' },
    ]);
  });

  it('takes linear time for every text', () => {
    const patterns = patternsOfProduct();
    expect(patterns.length).toBeGreaterThan(250);
    const drawn = seededPart('linear patterns', patterns, 1 / 32, ({ source, flags }) => `${source} ${flags}`);
    const slow = drawn.flatMap((pattern) => {
      const slowness = findSlowness(pattern);
      return slowness === null ? [] : [`${pattern.place}: ${slowness}: /${pattern.source}/${pattern.flags}`];
    });
    expect(slow).toEqual([]);
  }, 600_000);
});
