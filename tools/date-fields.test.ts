import { expect, it } from 'vitest';
import { filesBelow, isTest, placesOf } from './sources.ts';

it('has no input of the browser for a date or a time in the browser application, only DateField and TimeField (decisions 052, 057)', () => {
  const files = filesBelow('apps/admin/src', /\.tsx?$/).filter((file) => !isTest(file));
  expect(files.length).toBeGreaterThan(100);
  expect(
    placesOf(
      /\btype=(?:"|\{?')(?:date|month|week|time|datetime-local)\b(?!-)|\btype: '(?:date|month|week|time|datetime-local)'/,
      files,
    ),
  ).toEqual([]);
});
