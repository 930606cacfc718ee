import { expect, it } from 'vitest';
import { findMissingTexts } from './text-keys.ts';

/** Reads the types of the whole dashboard. */
const TYPES_MS = 180_000;

it('every key that a screen of the dashboard can ask for is a text', { timeout: TYPES_MS }, () => {
  const { count, missing } = findMissingTexts();
  expect(missing).toEqual([]);
  expect(count).toBeGreaterThan(5000);
});
