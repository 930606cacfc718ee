import ts from 'typescript';
import { expect, it } from 'vitest';
import { filesBelow, isTest, readSource } from './sources.ts';
import { parseTest, placeOf, visitNodes } from './test-source.ts';

const MOST = 160;

/** The casts of a file, without `as const`. */
function castsIn(file: string, text: string): string[] {
  const source = parseTest(file, text);
  const found: string[] = [];
  visitNodes(source.tree, (node) => {
    if (ts.isAsExpression(node) && node.type.getText(source.tree) !== 'const') found.push(placeOf(source, node));
  });
  return found;
}

it('counts a cast, and neither a constant nor a name in an import', () => {
  const text = "import { a as b } from './b.ts';\nexport const c = b as number;\nexport const d = { b } as const;";
  expect(castsIn('c.ts', text)).toEqual(['c.ts:2']);
});

it('the server has few casts, because its rows, events and errors are typed (decision 128)', () => {
  const files = filesBelow('apps/server/src', /\.ts$/).filter(
    (file) => !isTest(file) && !/^apps\/server\/src\/(?:testing|demo)\//.test(file),
  );
  const casts = files.flatMap((file) => castsIn(file, readSource(file)));
  expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(MOST);
});
