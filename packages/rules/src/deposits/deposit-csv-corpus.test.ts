import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isComplete, readDepositFile } from '../index.ts';

/** A line of a bank's file as it is right; `null`: no movement. Times are Korean, `MM/DD HH:MM` of 2026. */
type Row = ({ readonly name?: string | null; readonly at?: string } & Readonly<Record<string, unknown>>) | null;
/** A shape of a bank's file, with what is right; `rows` is `null` where a person must say what the columns hold. */
interface Shape {
  readonly source: string;
  readonly text: string;
  readonly right: { readonly rows: readonly Row[] | null };
}

const folder = path.join(import.meta.dirname, '../corpus/bank-files');
const shapes = readdirSync(folder).map((file) => ({
  file,
  shape: JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Shape,
}));

describe('files of banks, as published (docs/domain.md 4)', () => {
  it.each(shapes)('$file', ({ shape: { text, right } }) => {
    const file = readDepositFile(text, 'Asia/Seoul');
    if (file === null) throw new Error('not read as a table');
    expect(isComplete(file.columns)).toBe(right.rows !== null);
    expect(file.rows.map(({ reading }) => reading)).toEqual((right.rows ?? []).map(expectedReading));
  });
});

function expectedReading(row: Row): unknown {
  if (row === null) return null;
  const { name, at, ...rest } = row;
  return expect.objectContaining({
    ...rest,
    ...(name !== undefined && { depositorName: name }),
    ...(at !== undefined && { at: new Date(`2026-${at.slice(0, 2)}-${at.slice(3, 5)}T${at.slice(6)}:00+09:00`) }),
  });
}
