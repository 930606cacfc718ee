import { describe, expect, it } from 'vitest';
import en from './locales/en.json';
import kr from './locales/kr.json';
import { createTranslate } from './texts.ts';

const blanksOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe('the texts of the page of a guest', () => {
  it('have the same keys and the same blanks in both languages, and no empty text', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(kr).sort());
    for (const key of Object.keys(kr) as (keyof typeof kr)[]) {
      expect(blanksOf(en[key]), key).toEqual(blanksOf(kr[key]));
      expect([kr[key].trim(), en[key].trim()], key).not.toContain('');
    }
  });

  it('contain no Korean particle in brackets', () => {
    const open = Object.values(kr).filter((text) => /\((?:으|이)\)|을\(를\)|이\(가\)|은\(는\)|와\(과\)/.test(text));
    expect(open).toEqual([]);
  });

  it('fill every blank', () => {
    const text = createTranslate(kr);
    expect(text('cancel.part', { paid: '20,000원', percent: 50 })).toBe('결제한 20,000원의 50%예요.');
  });
});
