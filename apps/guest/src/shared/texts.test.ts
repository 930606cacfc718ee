import { describe, expect, it } from 'vitest';
import ageEn from '../locales/age/en.json';
import ageKr from '../locales/age/kr.json';
import bookEn from '../locales/book/en.json';
import bookKr from '../locales/book/kr.json';
import chainEn from '../locales/chain/en.json';
import chainKr from '../locales/chain/kr.json';
import displayEn from '../locales/display/en.json';
import displayKr from '../locales/display/kr.json';
import en from '../locales/en.json';
import kr from '../locales/kr.json';
import panelsEn from '../locales/panels/en.json';
import panelsKr from '../locales/panels/kr.json';
import { createTranslate } from './texts.ts';

const blanksOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
  ['the page of a reservation', kr, en],
  ['the page of online booking', bookKr, bookEn],
  ['the panels of a reservation', panelsKr, panelsEn],
  ['the check of age', ageKr, ageEn],
  ['the page of a chain', chainKr, chainEn],
  ['the page of a tablet at a door', displayKr, displayEn],
])('the texts of %s', (_page, korean, english) => {
  it('have the same keys and the same blanks in both languages, and no empty text', () => {
    expect(Object.keys(english).sort()).toEqual(Object.keys(korean).sort());
    for (const [key, text] of Object.entries(korean)) {
      const other = english[key] ?? '';
      // Each language writes dates with its own parts.
      if (!key.startsWith('date.')) expect(blanksOf(other), key).toEqual(blanksOf(text));
      expect([text.trim(), other.trim()], key).not.toContain('');
    }
  });

  it('contain no Korean particle in brackets', () => {
    const open = Object.values(korean).filter((text) => /\((?:으|이)\)|을\(를\)|이\(가\)|은\(는\)|와\(과\)/.test(text));
    expect(open).toEqual([]);
  });
});

describe('createTranslate', () => {
  it('fills every blank', () => {
    const text = createTranslate(kr);
    expect(text('cancel.part', { paid: '20,000원', percent: 50 })).toBe('결제한 20,000원의 50%예요.');
  });

  it.each([
    [0, 'Up to 0 people'],
    [1, 'Up to 1 person'],
    [6, 'Up to 6 people'],
  ])('writes the singular for one only (%i)', (count, shown) => {
    expect(createTranslate(bookEn)('room.capacity', { count })).toBe(shown);
  });
});
