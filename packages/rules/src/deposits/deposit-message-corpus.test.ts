import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDepositMessage } from '../index.ts';
import { plainText } from '../plain-text.ts';

/** A shape of a bank's message, with what is right; times are Korean, `MM/DD HH:MM` of 2026. */
interface Shape {
  readonly source: string;
  readonly text: string;
  readonly right: { readonly name?: string | null; readonly at?: string | null } & Readonly<Record<string, unknown>>;
}

const folder = path.join(import.meta.dirname, '../corpus/bank-messages');
const receivedAt = new Date('2026-11-20T14:12:00+09:00');
const shapes = readdirSync(folder).map((file) => ({
  file,
  shape: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Shape,
}));

describe('messages of banks, as published (docs/domain.md 4)', () => {
  it.each(shapes)('$file', ({ shape: { text, right } }) => {
    const { name, at, confirms, ...rest } = right;
    void confirms;
    const found = readDepositMessage(plainText(text), { receivedAt, timeZone: 'Asia/Seoul' });
    expect(found).toMatchObject({
      ...rest,
      ...(name !== undefined && { depositorName: name }),
      ...(at !== undefined && { at: at === null ? null : instantOfShape(at) }),
    });
  });
});

function instantOfShape(at: string): Date {
  return new Date(`2026-${at.slice(0, 2)}-${at.slice(3, 5)}T${at.slice(6)}:00+09:00`);
}
