import { expect, it } from 'vitest';
import { filesBelow, isTest, placesOf } from './sources.ts';

it('the browser application has no native date or time input, only DateField and TimeField (decisions 052, 057)', () => {
  const files = filesBelow('apps/admin/src', /\.tsx?$/).filter((file) => !isTest(file));
  expect(files.length).toBeGreaterThan(100);
  expect(
    placesOf(
      /\btype=(?:"|\{?')(?:date|month|week|time|datetime-local)\b(?!-)|\btype: '(?:date|month|week|time|datetime-local)'/,
      files,
    ),
  ).toEqual([]);
});
