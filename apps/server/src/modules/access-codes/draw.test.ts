import { describe, expect, it } from 'vitest';
import { areNeighbours, drawCode, isObvious } from './draw.ts';
import { codeSeal } from './seal.ts';

const draws =
  (...numbers: number[]) =>
  () =>
    numbers.shift() ?? Number.NaN;

describe('drawing and sealing a code (DR-5)', () => {
  it('draws six random digits without a leading zero', () => {
    const codes = Array.from({ length: 500 }, () => drawCode({ others: [], isTaken: () => false }));
    for (const code of codes) expect(code).toMatch(/^[1-9]\d{5}$/);
    expect(new Set(codes).size).toBeGreaterThan(490);
  });

  it('redraws a code that is taken, differs in one digit or is numerically near another one', () => {
    const code = drawCode(
      { others: ['482915'], isTaken: (it) => it === '730164' },
      draws(482_915, 482_916, 482_906, 482_918, 982_915, 730_164, 619_370),
    );
    expect(code).toBe('619370');
    expect([
      areNeighbours('199999', '200000'),
      areNeighbours('199999', '200009'),
      areNeighbours('482915', '482951'),
    ]).toEqual([true, false, false]);
  });

  it('recognises obvious codes', () => {
    for (const code of ['111111', '123456', '654321', '345678', '987654', '121212', '123123', '112211'])
      expect(isObvious(code), code).toBe(true);
    for (const code of ['482915', '619370', '135790']) expect(isObvious(code), code).toBe(false);
  });

  it('throws when every code is taken', () => {
    expect(() => drawCode({ others: [], isTaken: () => true })).toThrow('1000 draws');
  });

  it('opens a sealed code only with the same secret, in the same row and unchanged', () => {
    const it = codeSeal('a secret of the tests');
    const sealed = it.seal('482915', 'one');
    expect(it.open(sealed, 'one')).toBe('482915');
    expect(it.seal('482915', 'one').equals(sealed)).toBe(false);
    const changed = Buffer.from(sealed);
    changed[sealed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect([it.open(sealed, 'two'), it.open(changed, 'one'), codeSeal('another').open(sealed, 'one')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(it.fingerprint('482915', 'door').equals(it.fingerprint('482915', 'door'))).toBe(true);
    expect(it.fingerprint('482915', 'door').equals(it.fingerprint('482915', 'other door'))).toBe(false);
  });
});
