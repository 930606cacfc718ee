import { expect, it } from 'vitest';
import { filesBelow, isTest, placesOf } from './sources.ts';

it('has no date input of the browser in the browser application, only DateField (decision 052)', () => {
  const files = filesBelow('apps/admin/src', /\.tsx?$/).filter((file) => !isTest(file));
  expect(files.length).toBeGreaterThan(100);
  expect(placesOf(/\btype=(?:"|\{?')(?:date|month|week)\b(?!-)|\btype: '(?:date|month|week)'/, files)).toEqual([]);
});
