import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  makeReservationCode,
  normaliseReservationCode,
  RESERVATION_CODE_BYTES,
  similarReservationCodes,
} from '../index.ts';

const bytes = fc.uint8Array({ minLength: RESERVATION_CODE_BYTES, maxLength: RESERVATION_CODE_BYTES });

describe('a reservation code', () => {
  it('has no similar letters, and is recognised in any spelling', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        fc.pre(random.filter((byte) => (byte & 31) !== 31).length >= 8);
        const code = makeReservationCode(random);
        expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
        for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' - ')} `])
          expect(normaliseReservationCode(typed)).toBe(code);
      }),
    );
  });

  it('uses each letter equally often', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 8000; round += 1) {
      for (const letter of makeReservationCode(randomBytes(RESERVATION_CODE_BYTES)).replace('-', ''))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(31);
    // A chi-squared value with 30 degrees of freedom is above 80 once in a million runs.
    const expected = 64_000 / 31;
    expect([...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)).toBeLessThan(80);
  });

  it('rejects too few random bytes', () => {
    expect(() => makeReservationCode(new Uint8Array(7))).toThrow(RangeError);
    expect(() => makeReservationCode(new Uint8Array(32).fill(255))).toThrow(RangeError);
  });

  it.each(['', 'K7QX-29M', 'K7QX-29MDD', 'K7QX-29M0', 'K7QX-29MO', 'K7QX-29M1', 'K7QX_29MD', '홍길동', 'K7QX-29M\0'])(
    'is not %j',
    (typed) => {
      expect(normaliseReservationCode(typed)).toBeNull();
    },
  );

  it('accepts wide letters from a Korean keyboard', () => {
    expect(normaliseReservationCode('Ｋ７ＱＸ－２９ＭＤ')).toBe('K7QX-29MD');
  });

  it('finds similar codes for misread letters, the typed code first', () => {
    for (const typed of ['K7QX-29MB', 'k7ox 29mb', 'K70X29M8', 'KIQX-Z9MB'])
      expect(similarReservationCodes(typed), typed).toContain('K7QX-29MB');
    expect(similarReservationCodes('K7QX-29MB')[0]).toBe('K7QX-29MB');
    expect(similarReservationCodes('K7QX-29MC')).not.toContain('K7QX-29MB');
  });

  it('returns at most 64 spellings, each of them a valid code', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-'.split('')),
          minLength: 0,
          maxLength: 12,
        }),
        (typed) => {
          const codes = similarReservationCodes(typed);
          expect(codes.length).toBeLessThanOrEqual(64);
          for (const code of codes) expect(normaliseReservationCode(code)).toBe(code);
        },
      ),
    );
    for (const typed of ['', '홍길동', '9'.repeat(100), "' or 1=1", '%_%_%_%_'])
      expect(similarReservationCodes(typed), typed).toEqual([]);
  });
});
