import { check } from '@makenowjust-labo/recheck';
import ts from 'typescript';
import { z } from 'zod';
import { isTest, filesBelow, readSource } from './sources.ts';

/** A regular expression that is written in a source. */
export interface WrittenPattern {
  /** `path:line`. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Patterns that the checker cannot decide or whose input is short, and why they may stay. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  [String.raw`\B(?=(?:\d{3})+$)`, 'the digits of an amount, at most sixteen'],
  [String.raw`^(.{1,8}?)\1+$`, 'eight lengths of the repeated part, each compared once'],
  [String.raw`\[[^\]]{1,20}\]`, 'at most twenty characters from each bracket'],
  [String.raw`\[([^\]]{1,20})\]`, 'at most twenty characters from each bracket'],
]);
/** Its types lack the summary. */
const diagnosis = z.object({ status: z.string(), complexity: z.object({ summary: z.string() }).optional() });
/** For one pattern. A pattern that is not decided in this time is refused, unless it is an exception. */
const TIMEOUT_MS = 20_000;

/** The patterns of the product, which run on what people, devices and programs send. */
export function patternsOfProduct(): WrittenPattern[] {
  return ['apps', 'packages']
    .flatMap((area) => filesBelow(area, /\.tsx?$/))
    .filter((file) => /\/src\//.test(file) && !isTest(file) && !/\/(testing|demo)\/|^packages\/virtual-/.test(file))
    .flatMap((file) => findPatterns(file, readSource(file)));
}

export function findPatterns(file: string, text: string): WrittenPattern[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const found: WrittenPattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
      found.push({
        place: `${file}:${line + 1}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Returns why a pattern may take more than linear time on a long text; `null`: it does not. */
export function findSlowness({ source, flags }: Pick<WrittenPattern, 'source' | 'flags'>): string | null {
  if (EXCEPTIONS.has(source)) return null;
  // The checker is older than the flag `v`, of which the product uses what `u` has as well.
  const { status, complexity } = diagnosis.parse(
    check(source, flags.replace('v', 'u'), { checker: 'hybrid', timeout: TIMEOUT_MS }),
  );
  if (status === 'safe') return null;
  return complexity?.summary ?? 'not decided';
}
