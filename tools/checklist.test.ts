import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readChecklist, testTitles } from './checklist.ts';
import { readSource, root } from './sources.ts';

describe('the checklist of the reference', () => {
  it('names for every line a browser test that exists', () => {
    const lines = readChecklist(readSource('docs/reference-checklist.md'));
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter(({ tests }) => tests.length === 0).map(({ requirement }) => requirement)).toEqual([]);

    const missing = lines
      .flatMap(({ tests }) => tests)
      .filter(
        ({ file, title }) =>
          !existsSync(path.join(root, 'e2e', file)) ||
          !testTitles(readSource(`e2e/${file}`)).includes(title.split(' › ').at(-1) ?? ''),
      );
    expect(missing).toEqual([]);
  });

  it('covers the sections 2 to 9', () => {
    const sections = new Set(
      readChecklist(readSource('docs/reference-checklist.md')).map(({ section }) => section.slice(0, 1)),
    );
    expect(['2', '3', '4', '5', '6', '7', '8', '9'].filter((section) => !sections.has(section))).toEqual([]);
  });

  it('is a table of four columns', () => {
    const text =
      '| § | requirement | where | test |\n|---|---|---|---|\n| 2 | a \\| b | `x.ts` | `a.spec.ts › it works`<br>b.spec.ts › and so |\n';
    expect(readChecklist(text)).toEqual([
      {
        section: '2',
        requirement: 'a | b',
        where: '`x.ts`',
        tests: [
          { file: 'a.spec.ts', title: 'it works' },
          { file: 'b.spec.ts', title: 'and so' },
        ],
      },
    ]);
    expect(readChecklist('| 2 | a | b | |')[0]?.tests).toEqual([]);
    expect(() => readChecklist('| 2 | a | b |')).toThrow('Not «§');
    expect(
      testTitles("test('it\\'s so', async () => {});\ntest.describe('x', () => {});\nit(`and so`, () => {});"),
    ).toEqual(["it's so", 'and so']);
  });
});
