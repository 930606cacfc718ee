import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hasVisibleLetter,
  normaliseBusinessNumber,
  normaliseEmail,
  normaliseLine,
  normaliseLines,
  normaliseMailOrderNumber,
  normalisePhone,
  phoneDigits,
  readReceiptNumber,
  readWon,
} from './index.ts';

/** What a person typed or pasted, with what it means; `refused` says why it means nothing. */
interface Typed {
  readonly field: 'phone' | 'name' | 'money' | 'businessNumber' | 'mailOrderNumber' | 'email' | 'receiptNumber';
  readonly input: string;
  readonly right: { readonly value?: string; readonly refused?: string };
}

const folder = path.join(import.meta.dirname, 'corpus');
const all = readdirSync(folder).map(
  (file) => [file, JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Typed] as const,
);
const shapes = (field: Typed['field']) => all.filter(([, typed]) => typed.field === field);
/** The contract's largest payment. */
const MOST_WON = 2_000_000_000;
const MOST_NAME = 60;
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

const readers: Readonly<Record<Exclude<Typed['field'], 'email'>, (input: string) => string | null>> = {
  phone: (input) => {
    const phone = normalisePhone(input);
    return phone === null ? null : phoneDigits(phone);
  },
  name: (input) => {
    const name = normaliseLine(input);
    return hasVisibleLetter(name) && !CONTROLS.test(name) && name.length <= MOST_NAME ? name : null;
  },
  money: (input) => {
    const read = readWon(input);
    return 'won' in read && read.won <= MOST_WON ? String(read.won) : null;
  },
  businessNumber: normaliseBusinessNumber,
  mailOrderNumber: normaliseMailOrderNumber,
  receiptNumber: (input) => {
    const number = readReceiptNumber(input);
    return number === null ? null : `${number.kind} ${number.digits}`;
  },
};

describe.each(['phone', 'name', 'money', 'businessNumber', 'mailOrderNumber', 'receiptNumber'] as const)(
  '%s as people type it',
  (field) => {
    it.each(shapes(field))('%s', (_file, { input, right }) => {
      expect(readers[field](input)).toBe(right.value ?? null);
    });
  },
);

describe('email as people type it', () => {
  it.each(shapes('email').filter(([, { right }]) => right.value !== undefined))('%s', (_file, typed) => {
    expect(normaliseEmail(typed.input)).toBe(typed.right.value);
  });
});

describe('any text', () => {
  const any = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }));

  it('becomes the same text a second time', () => {
    fc.assert(
      fc.property(any, (typed) => {
        for (const normalise of [normaliseLine, normaliseLines, normaliseEmail])
          expect(normalise(normalise(typed))).toBe(normalise(typed));
        const phone = normalisePhone(typed);
        if (phone !== null) expect(normalisePhone(phone)).toBe(phone);
        const number = normaliseBusinessNumber(typed);
        if (number !== null) expect(normaliseBusinessNumber(number)).toBe(number);
      }),
    );
  });

  it('is one phone in all its spellings, and never a larger amount than its digits', () => {
    const mobile = fc.integer({ min: 0, max: 99_999_999 }).map((number) => String(number).padStart(8, '0'));
    fc.assert(
      fc.property(mobile, fc.constantFrom('-', '.', ' ', '–', '·', '', '\u200b-', '／'), (digits, sign) => {
        const spelt = `010${sign}${digits.slice(0, 4)}${sign}${digits.slice(4)}`;
        const abroad = `+82 10${sign}${digits.slice(0, 4)}${sign}${digits.slice(4)}`;
        expect([normalisePhone(spelt), normalisePhone(abroad)]).toEqual(
          Array(2).fill(`010-${digits.slice(0, 4)}-${digits.slice(4)}`),
        );
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[\d,. ₩+-]{0,14}$/), (typed) => {
        const read = readWon(typed);
        if ('won' in read) expect(read.won).toBeLessThanOrEqual(Number(typed.replace(/\D/g, '') || '0'));
      }),
    );
  });
});
