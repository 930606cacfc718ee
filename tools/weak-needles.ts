import ts from 'typescript';
import { calledName, declarationOf, parseTest, placeOf, visitNodes, type TestSource } from './test-source.ts';

/**
 * Searches of a test for so few digits that random ids, hashes and times contain them sooner or later, so that the test
 * fails by chance, or passes without what it looks for.
 */

/** Eleven hexadecimal digits, the length of a phone number, occur in an id once in 10^13 times. */
const LONGEST_WEAK = 10;
const SEARCHES = new Set(['toContain', 'toMatch', 'includes', 'indexOf', 'search', 'match', 'stringContaining']);
/** A Playwright expectation looks at the part of the page that it names. Its absence there is searched in all texts. */
const PAGE_SEARCHES = new Set(['toContainText']);
/** Names and calls of texts that contain ids, hashes or times. */
const WIDE =
  /JSON\.stringify\(|\.join\(|String\(error|Storage\b|innerHTML|\b(?:logs?|logLines|dump|rows|html|body|bytes|everywhere|stdout|output)\b/;
const SQL_SEARCH = /\b(?:strpos|position|i?like)\b|~\*?\s/i;

export function findWeakNeedles(file: string, text: string): string[] {
  const source = parseTest(file, text);
  const found: string[] = [];
  visitNodes(source.tree, (node) => {
    for (const needle of needlesOf(source, node)) {
      const weak = weakPartOf(needle);
      if (weak !== null)
        found.push(
          `${placeOf(source, node)}: random ids and times can contain «${weak}»; search for a text with other letters, a whole phone number, or use hasNumber`,
        );
    }
  });
  return found;
}

function needlesOf(source: TestSource, node: ts.Node): readonly ts.Expression[] {
  if (ts.isTaggedTemplateExpression(node)) return sqlNeedles(node);
  if (!ts.isCallExpression(node)) return [];
  const name = calledName(node);
  const [first, second] = node.arguments;
  if (first === undefined || !ts.isPropertyAccessExpression(node.expression)) return [];
  const receiver = node.expression.expression;
  if (name === 'query' && second !== undefined && ts.isArrayLiteralExpression(second))
    return SQL_SEARCH.test(first.getText(source.tree)) ? second.elements.flatMap(valuesOf) : [];
  if (name === 'test' && ts.isRegularExpressionLiteral(receiver)) return isWide(first) ? [receiver] : [];
  if (PAGE_SEARCHES.has(name)) return isNegated(receiver) ? valuesOf(first) : [];
  return SEARCHES.has(name) && isWide(receiver) ? valuesOf(first) : [];
}

/** The values in a template of SQL that searches a text. */
function sqlNeedles(node: ts.TaggedTemplateExpression): readonly ts.Expression[] {
  const { template } = node;
  if (!/^sql\b/.test(node.tag.getText()) || !ts.isTemplateExpression(template)) return [];
  const values = template.templateSpans.map(({ expression }) => expression);
  return SQL_SEARCH.test(template.getText()) ? values.flatMap(valuesOf) : [];
}

const isNegated = (receiver: ts.Expression) => receiver.getText().endsWith('.not');

/** Whether an expression, or the value that a name in it was declared with, is a text with ids, hashes or times. */
function isWide(haystack: ts.Expression): boolean {
  const names: ts.Identifier[] = [];
  visitNodes(haystack, (node) => {
    if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node))
      names.push(node);
  });
  const declared = names.map((name) => declarationOf(name)?.initializer?.getText() ?? '');
  return [haystack.getText(), ...declared].some((text) => WIDE.test(text));
}

/** The literals that an expression can be: itself, the value of a constant, or the elements of a loop. */
function valuesOf(node: ts.Expression): readonly ts.Expression[] {
  if (ts.isCallExpression(node) && node.expression.getText() === 'String' && node.arguments[0] !== undefined)
    return valuesOf(node.arguments[0]);
  if (!ts.isIdentifier(node)) return [node];
  const declaration = declarationOf(node);
  if (declaration === null || !ts.isVariableDeclaration(declaration)) return [];
  const loop = declaration.parent.parent;
  if (ts.isForOfStatement(loop))
    return ts.isArrayLiteralExpression(loop.expression) ? [...loop.expression.elements] : [];
  return declaration.initializer === undefined ? [] : [declaration.initializer];
}

/** The part of a needle that is too short to be sought in texts with ids; otherwise null. */
function weakPartOf(needle: ts.Expression): string | null {
  if (ts.isRegularExpressionLiteral(needle)) return alternativesOf(needle.text).find(isWeak) ?? null;
  if (ts.isStringLiteralLike(needle)) return isWeak(needle.text.replaceAll('%', '')) ? needle.text : null;
  // The last digits of something: `phone.slice(-4)`.
  const last = /\.slice\(-(\d+)\)$/.exec(needle.getText());
  return last !== null && Number(last[1]) <= LONGEST_WEAK ? needle.getText() : null;
}

/** The texts between the bars of a regular expression, with `\d` as a digit and without escapes. */
function alternativesOf(literal: string): string[] {
  return literal
    .replace(/^\/|\/[a-z]*$/g, '')
    .replaceAll(/[()]|\?:/g, '')
    .replaceAll(/\\d(?:\{(\d+)\})?/g, (_, times: string | undefined) => '0'.repeat(Number(times ?? 1)))
    .replaceAll('\\', '')
    .split('|');
}

function isWeak(text: string): boolean {
  return /^[\da-f][\da-f-]*$/i.test(text) && text.replaceAll('-', '').length <= LONGEST_WEAK;
}
