import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { businessNumber, email, phone, singleLine } from './fields.ts';
import { ENDPOINTS } from './index.ts';
import { mailOrderNumber } from './stores/sellers.ts';

/** The schemas with a path that satisfy `isWanted` in the bodies of all endpoints. */
function fieldsOf<T extends z.ZodType>(
  isSelected: (schema: z.ZodType) => schema is T,
): readonly (readonly [string, T])[] {
  const fieldsIn = (schema: unknown, path: string): (readonly [string, T])[] => {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
      return fieldsIn(schema.unwrap(), path);
    if (schema instanceof z.ZodArray) return fieldsIn(schema.element, path);
    if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsIn(option, path));
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape).flatMap(([key, value]) => fieldsIn(value, `${path}.${key}`));
    return schema instanceof z.ZodType && isSelected(schema) ? [[path, schema]] : [];
  };
  return Object.values(ENDPOINTS).flatMap((endpoint) =>
    'body' in endpoint ? fieldsIn(endpoint.body, endpoint.path) : [],
  );
}

const isText = (schema: z.ZodType): schema is z.ZodString => schema instanceof z.ZodString;
const isNumber = (schema: z.ZodType): schema is z.ZodNumber => schema instanceof z.ZodNumber;
const NAMES = /\.(name|[a-zA-Z]*Name|address|subject|amenities|representative)$/;
const AMOUNTS = /(amount|price|fee|won)$/i;
/** Secrets and the like, which are compared or hashed and never stored as text. */
const COMPARED =
  /\.(password|currentPassword|newPassword|code|challenge|token|withdrawToken|termsVersion)$|\/login\.email$/;
const HOSTILE = '가\n나\t다\u202e라\u2066마\u2028바';

interface Typed {
  readonly field: 'phone' | 'name' | 'money' | 'businessNumber' | 'mailOrderNumber' | 'email' | 'receiptNumber';
  readonly input: string;
  readonly right: { readonly value?: string };
}
const corpus = new URL('../../typed-text/src/corpus/', import.meta.url);
const TYPED = readdirSync(corpus).map(
  (file) => [file, JSON.parse(readFileSync(new URL(file, corpus), 'utf8')) as Typed] as const,
);
const FIELDS = { phone, name: singleLine(60), businessNumber, mailOrderNumber, email } as const;

describe('fields of requests', () => {
  // The number of a cash receipt is kept as typed until its use case reads it.
  it.each(TYPED.filter(([, { field }]) => field !== 'money' && field !== 'receiptNumber'))(
    'read %s as people type it',
    (_file, typed) => {
      const { success, data } = FIELDS[typed.field as keyof typeof FIELDS].safeParse(typed.input);
      const accepted = success ? (typed.field === 'phone' ? data.replace(/\D/g, '') : data) : null;
      const right = typed.right.value ?? null;
      expect(accepted).toBe(typed.field === 'phone' ? (right?.replace(/\D/g, '') ?? null) : right);
    },
  );

  it('removes line breaks and signs of direction from every name', () => {
    const names = fieldsOf(isText).filter(([path]) => NAMES.test(path));
    expect(names.length).toBeGreaterThan(30);
    const kept = names.filter(([, schema]) => {
      const { success, data } = schema.safeParse(HOSTILE);
      return success && data !== '가 나 다라마 바';
    });
    expect(kept.map(([path]) => path)).toEqual([]);
  });

  it('accept no text that cannot be stored, and keep what they have accepted', () => {
    const texts = fieldsOf(isText).filter(([path]) => !COMPARED.test(path));
    expect(texts.length).toBeGreaterThan(200);
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom(
        HOSTILE,
        '\u0000',
        '가\ud800',
        '\u200b\u2060',
        ' \u00a0\u3000 ',
        '\ufeff010-1234-5678',
        'a\u0007b',
      ),
      fc.constantFrom(...TYPED.map(([, { input }]) => input)),
    );
    fc.assert(
      fc.property(typed, (input) => {
        for (const [path, schema] of texts) {
          const { success, data } = schema.safeParse(input);
          if (!success) continue;
          expect(/\0|\p{Surrogate}/u.test(data), `${path} accepts ${JSON.stringify(data)}`).toBe(false);
          expect(schema.safeParse(data), path).toEqual({ success: true, data });
        }
      }),
      { numRuns: 200 },
    );
  });

  it('accept whole amounts only', () => {
    const amounts = fieldsOf(isNumber).filter(([path]) => AMOUNTS.test(path));
    expect(amounts.length).toBeGreaterThan(30);
    const refused = [0.5, 14_000.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '14000', '', null, [14_000]];
    const accepted = amounts.flatMap(([path, schema]) =>
      refused.filter((value) => schema.safeParse(value).success).map((value) => `${path} accepts ${String(value)}`),
    );
    expect(accepted).toEqual([]);
  });
});
