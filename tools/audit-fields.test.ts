import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../packages/contract/src/index.ts';
import { AUDIT_FIELDS } from '@munjigi/texts/audit';
import { filesBelow, isTest, readSource } from './sources.ts';

/** Fields of requests that no entry of the audit log has: secrets, data of guests, conditions and proofs. */
const NEVER_RECORDED = new Set(
  `password currentPassword newPassword token apiSecret webhookSecret secret clientKey
  challenge phoneCode work withdrawToken cashReceiptNumber number device endpoint keys
  kinds guestName guestPhone guestEmail refundAccount remark trouble refusals
  acceptStranded acceptsBlockedGuest adult asksForDocument guest acceptsTerms termsVersion expectedPriceAmount expectedRefundAmount mayExceedDue mustBeUnchanged skipConflicts
  scope startsNow isWalkIn couponCode act items names orderId
  forAccount payment paymentKey externalId moveId upToId codeId product storeName
  passId offerId expectedUnits expectedCoveredAmount replacesDisplayId replacesTokenId commissionAmount commissionVatAmount`.split(
    /\s+/,
  ),
);

/** The top fields of a request, of each of its shapes. */
function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The text between the brace at `start` and its partner. */
function objectAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(start + 1, at);
  }
  return '';
}

/** The keys of an object literal, with those of `before`, `after` and of literals that are spread in it. */
function keysOf(literal: string): string[] {
  const inner = /(?:^|[,{(&\s])(?:before|after): \{|&& \{/.exec(literal);
  if (inner) {
    const start = inner.index + inner[0].length - 1;
    const nested = objectAt(literal, start);
    const rest = literal.slice(0, inner.index) + literal.slice(start + nested.length + 2);
    return [...keysOf(nested), ...keysOf(rest)];
  }
  // Calls and arrays of a value are no keys.
  let flat = literal;
  for (let before = ''; before !== flat;) {
    before = flat;
    flat = flat.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|`[^`]*`|'[^']*'/g, '');
  }
  return flat
    .split(',')
    .map((part) => /^\s*(?:\/\/.*\s*)?(\w+)\s*(?::|$)/.exec(part)?.[1])
    .filter((name) => name !== undefined && name !== 'before' && name !== 'after') as string[];
}

const isLabelled = (field: string) => Object.hasOwn(AUDIT_FIELDS, field);

describe('fields of the audit log', () => {
  it('have a label in both languages for every field of a request that can be recorded', () => {
    const fields = Object.values(ENDPOINTS).flatMap((endpoint) => ('body' in endpoint ? fieldsOf(endpoint.body) : []));
    expect(fields.length).toBeGreaterThan(300);
    expect([...new Set(fields)].filter((field) => !isLabelled(field) && !NEVER_RECORDED.has(field))).toEqual([]);
    // A label makes the exception needless.
    expect([...NEVER_RECORDED].filter((field) => isLabelled(field) || !fields.includes(field))).toEqual([]);
  });

  it('have a label in both languages for every field that a module writes', () => {
    const modules = filesBelow('apps/server/src/modules', /\.ts$/).filter((file) => !isTest(file));
    const fields = modules.flatMap((file) => {
      const text = readSource(file);
      return [...text.matchAll(/\bdetail: (?:\([^()]*\) => \()?\{/g)].flatMap(({ index, 0: match }) =>
        keysOf(objectAt(text, index + match.length - 1)).map((field) => `${file}: ${field}`),
      );
    });
    expect(fields.length).toBeGreaterThan(80);
    expect(fields.filter((place) => !isLabelled(place.split(': ')[1] ?? ''))).toEqual([]);
  });

  it('have a Korean and an English label each', () => {
    for (const [field, { kr, en }] of Object.entries(AUDIT_FIELDS)) {
      expect(kr, field).toMatch(/[가-힣]/);
      expect(en, field).toMatch(/^[A-Z][^가-힣]*$/);
    }
  });
});
