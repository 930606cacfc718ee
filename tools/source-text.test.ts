import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { filesBelow, isTest, placesOf, readSource } from './sources.ts';

const code = ['apps', 'packages', 'tools', 'e2e', 'bench', 'scripts'].flatMap((area) =>
  filesBelow(area, /\.(ts|tsx|mjs)$/),
);
const server = filesBelow('apps/server/src', /\.ts$/).filter((file) => !isTest(file));
// This file is excluded, because it names what it forbids.
const others = code.filter((file) => file !== 'tools/source-text.test.ts');

/** The lines of `sql` and `statement` templates, and in a `.sql.ts` file of every template, with their numbers. */
function linesOfSql(file: string): (readonly [number, string])[] {
  const text = readSource(file);
  const lines = text.split('\n');
  if (lines.every((line) => line.length <= 120)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    const isTagged = ts.isTaggedTemplateExpression(node) && /^(sql|statement)$/.test(node.tag.getText());
    const isPlain =
      file.endsWith('.sql.ts') && (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node));
    if (isTagged || isPlain)
      for (let at = lineOf(node.getStart()); at <= lineOf(node.getEnd()); at++) found.set(at + 1, lines[at] ?? '');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found];
}

describe('the source files', () => {
  it('read the environment in config.ts only', () => {
    const allowed = /^apps\/server\/src\/(config\/config\.ts$|testing\/)/;
    expect(
      placesOf(
        /\bprocess\.env\b/,
        server.filter((file) => !allowed.test(file)),
      ),
    ).toEqual([]);
  });

  it('end the process in main.ts and cli.ts only', () => {
    const files = [...server, ...filesBelow('packages', /\.ts$/)].filter((file) => !/(^|\/)(main|cli)\.ts$/.test(file));
    expect(placesOf(/\bprocess\.(exit|abort|reallyExit)\b/, files)).toEqual([]);
  });

  it('silence no checker and skip no test', () => {
    expect(
      placesOf(
        /(eslint|oxlint)-disable|@ts-(ignore|nocheck|expect-error)|\b(it|test|describe)\.(skip|only|todo|fixme)\b/,
        others,
      ),
    ).toEqual([]);
  });

  it('have at most 120 columns of SQL in a line', () => {
    const wide = server.flatMap((file) =>
      linesOfSql(file).flatMap(([number, line]) => (line.length > 120 ? [`${file}:${String(number)}`] : [])),
    );
    expect(wide).toEqual([]);
  });

  it('contain no TODO or FIXME comment', () => {
    expect(placesOf(/\b(TODO|FIXME|XXX|HACK)\b/, others)).toEqual([]);
  });

  it('have fewer than 100 lines in half of the files', () => {
    const lengths = code.map((file) => readSource(file).split('\n').length).sort((a, b) => a - b);
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(100);
  });

  it('lie in folders of at most 25 source files', () => {
    const styles = filesBelow('apps', /\.css$/);
    const folders = [...code, ...styles]
      .filter((file) => !isTest(file) && !file.endsWith('.d.ts'))
      .map((file) => path.posix.dirname(file));
    const counts = new Map<string, number>();
    for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 25)).toEqual([]);
  });

  it('have file names in kebab-case, without generic names such as utils', () => {
    expect(code.filter((file) => !/^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(path.posix.basename(file)))).toEqual(
      [],
    );
    expect(
      code.filter((file) => /(^|\/)(utils?|helpers?|common|services?|repositor(y|ies))(\/|\.[a-z]+$)/.test(file)),
    ).toEqual([]);
  });
});
