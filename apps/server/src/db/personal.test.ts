import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  afterBeginning,
  NOT_YET_SEALED,
  openRows,
  personalKeys,
  SEALED_OVERHEAD,
  UnknownPersonalKey,
} from './personal.ts';

const [OLD, NEW] = ['the-first-secret-of-these-tests-0000000', 'the-second-secret-of-these-tests-000000'] as const;
const [before, ring, after] = [personalKeys([OLD]), personalKeys([NEW, OLD]), personalKeys([NEW])];

describe('personal data', () => {
  it.each(['홍길동', '010-1234-5678', 'John', '👩‍🚀'])(
    'seals %s differently each time, and opens it only with its key',
    (text) => {
      const sealed = before.seal(text);
      expect([before.open(sealed), ring.open(sealed), sealed.length]).toEqual([
        text,
        text,
        Buffer.byteLength(text) + SEALED_OVERHEAD,
      ]);
      expect(sealed.includes(Buffer.from(text))).toBe(false);
      expect(before.seal(text).equals(sealed)).toBe(false);
      expect(() => after.open(sealed)).toThrow(UnknownPersonalKey);
      expect(after.open(ring.seal(text))).toBe(text);
    },
  );

  it('seals and opens bytes that are no text', () => {
    const bytes = randomBytes(300);
    expect(before.openBytes(before.seal(bytes)).equals(bytes)).toBe(true);
  });

  it('seals an empty text to an empty buffer and opens it again', () => {
    expect([before.seal('').length, before.open(Buffer.alloc(0))]).toEqual([0, '']);
  });

  it('refuses a sealed text in which any one bit was changed', () => {
    const sealed = before.seal('홍길동');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => before.open(changed)).toThrow(UnknownPersonalKey);
    }
    expect(() => before.open(sealed.subarray(0, 20))).toThrow(UnknownPersonalKey);
  });

  it('reads a value of an earlier version unchanged', () => {
    expect(before.open(Buffer.concat([NOT_YET_SEALED, Buffer.from('홍길동')]))).toBe('홍길동');
  });

  it('cannot be encrypted without a key', () => {
    expect(() => personalKeys([]).seal('x')).toThrow(UnknownPersonalKey);
  });

  it('opens the sealed columns and no others', () => {
    const rows = [
      { id: 1, guest_name: before.seal('홍길동'), raw: before.seal('x') },
      { id: 2, guest_name: null, raw: null },
    ];
    openRows(
      before,
      [
        { name: 'id', dataTypeID: 23 },
        { name: 'guest_name', dataTypeID: 17 },
        { name: 'raw', dataTypeID: 17 },
      ],
      rows,
    );
    expect(rows.map(({ guest_name: name }) => name)).toEqual(['홍길동', null]);
    expect(rows[0]?.raw).toBeInstanceOf(Buffer);
  });
});

describe('marks', () => {
  const [marks] = before.marks;
  if (!marks) throw new Error('There is a key');

  it('are equal for the same text, and differ for another text, another use and another key', () => {
    const mark = marks.whole('phone', '01012345678');
    expect(marks.whole('phone', '01012345678').equals(mark)).toBe(true);
    for (const other of [
      marks.whole('phone', '01012345679'),
      marks.whole('last-four', '01012345678'),
      after.marks[0]?.whole('phone', '01012345678'),
    ])
      expect(other?.equals(mark)).toBe(false);
    expect(marks.whole('phone', '').length).toBe(0);
    expect(ring.marks.map((it) => it.whole('phone', '1').toString('hex'))).toEqual(
      [after.marks[0], before.marks[0]].map((it) => it?.whole('phone', '1').toString('hex')),
    );
  });

  it('match the marks of every text with the same beginning, in any spelling, and no others', () => {
    const isFound = (name: string, q: string) => {
      const [low, it] = [marks.beginnings(q), marks.beginnings(name)];
      const high = afterBeginning(low);
      return Buffer.compare(it, low) >= 0 && (high === null || Buffer.compare(it, high) < 0);
    };
    for (const [name, q] of [
      ['홍길동', '홍'],
      ['홍길동', '홍길'],
      ['홍길동', '홍길동'],
      ['홍길동'.normalize('NFD'), '홍길'],
      ['John  Smith', 'john s'],
      ['JOHN', ' jo'],
    ] as const)
      expect([name, q, isFound(name, q)]).toEqual([name, q, true]);
    for (const [name, q] of [
      ['홍길동', '길'],
      ['홍길동', '홍동'],
      ['홍', '홍길'],
      ['', '홍'],
      ['John Smith', 'smith'],
    ] as const)
      expect([name, q, isFound(name, q)]).toEqual([name, q, false]);
    expect(marks.beginnings('가'.repeat(100)).length).toBe(64);
  });

  it('have a next mark that bounds a range search, also after bytes of ones', () => {
    expect(afterBeginning(Buffer.from([1, 255, 255]))).toEqual(Buffer.from([2]));
    expect(afterBeginning(Buffer.from([1, 2]))).toEqual(Buffer.from([1, 3]));
    expect(afterBeginning(Buffer.from([255, 255]))).toBeNull();
  });
});
