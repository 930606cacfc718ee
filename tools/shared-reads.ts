import ts from 'typescript';
import {
  ancestorsOf,
  calledName,
  declarationOf,
  isCallbackOf,
  isInside,
  parseTest,
  placeOf,
  rootName,
  testAround,
  visitNodes,
  type TestSource,
} from './test-source.ts';

/**
 * Assertions of a server test about all rows of a table that other tests of its file write as well: they hold only in
 * one order of the tests. A read is a test's own if it has a condition, if row-level security limits it to a product
 * that this test made, or if the test starts a separate server.
 */

/** Comments with this word before the statement give the reason of an exception. */
const EXCEPTION = /\/\/ All rows: /;
const OWN_SERVER = /\b(?:startTestServer|copyTemplate|startServerProcess)\(/;
const BEFORE_EACH = /^beforeEach$/;

export function findSharedReads(file: string, text: string, isLimited: (table: string) => boolean): string[] {
  const source = parseTest(file, text);
  if (countTests(source) < 2) return [];
  const found: string[] = [];
  visitNodes(source.tree, (node) => {
    const read = toRead(node);
    if (read === null || isExcepted(source, node) || hasOwnServer(source, node)) return;
    if (isEmptiedBefore(source, read.table) || isOfOwnDatabase(node)) return;
    if (isLimited(read.table) && isOfOwnProduct(source, node)) return;
    if (isAsserted(node) && !isOnlySearched(node))
      found.push(
        `${placeOf(source, node)}: other tests of this file write to «${read.table}» as well; add a condition for the rows of this test`,
      );
  });
  return found;
}

interface Read {
  readonly table: string;
}

/** A SELECT without a condition, by Kysely's builder or as a text; null for any other node. */
function toRead(node: ts.Node): Read | null {
  if (ts.isCallExpression(node) && calledName(node) === 'selectFrom') {
    const [table] = node.arguments;
    if (table === undefined || !ts.isStringLiteralLike(table)) return null;
    const names = chainAfter(node);
    return names.some((name) => /^(where|whereRef|having|innerJoin|\$call)$/.test(name)) || !names.some(isExecution)
      ? null
      : { table: table.text.replace(/ as .*/, '') };
  }
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return null;
  const statement = node.getText().slice(1, -1).trim();
  const table = /^select\b[^;]*?\bfrom\s+(\w+)/i.exec(statement)?.[1];
  return table === undefined ||
    /\bwhere\b|\bjoin\b|\bfrom\s+(pg_|information_schema)|\bfrom\s+\w+\s*\(/i.test(statement)
    ? null
    : { table };
}

const isExecution = (name: string) => name.startsWith('execute');

/** The names of the methods that are called on the result of a call, in their order. */
function chainAfter(call: ts.CallExpression): string[] {
  const names: string[] = [];
  let node: ts.Node = call;
  while (ts.isPropertyAccessExpression(node.parent) && ts.isCallExpression(node.parent.parent)) {
    names.push(node.parent.name.text);
    node = node.parent.parent;
  }
  return names;
}

function countTests({ tree }: TestSource): number {
  let count = 0;
  visitNodes(tree, (node) => {
    if (isCallbackOf(node, /^(it|test)\b/)) count += 1;
  });
  return count;
}

function isExcepted({ tree }: TestSource, node: ts.Node): boolean {
  const statement = ancestorsOf(node).find((outer) => ts.isStatement(outer) && !ts.isBlock(outer));
  const comments = statement === undefined ? '' : tree.text.slice(statement.pos, statement.getStart(tree));
  return EXCEPTION.test(comments);
}

/** Whether the test, or each test in a `beforeEach`, starts a separate server or database. */
function hasOwnServer(source: TestSource, node: ts.Node): boolean {
  const test = testAround(node);
  return (
    (test !== null && OWN_SERVER.test(test.getText(source.tree))) ||
    beforeEachText(source).some((text) => OWN_SERVER.test(text))
  );
}

function beforeEachText({ tree }: TestSource): string[] {
  const found: string[] = [];
  visitNodes(tree, (node) => {
    if (isCallbackOf(node, BEFORE_EACH)) found.push(node.getText(tree));
  });
  return found;
}

/** Whether each test begins with an empty table. */
function isEmptiedBefore(source: TestSource, table: string): boolean {
  return beforeEachText(source).some((text) =>
    new RegExp(`(?:deleteFrom\\('|delete from |truncate )${table}\\b`).test(text),
  );
}

/** Whether the database, its client or its address, of which the statement is an argument, was made in the test. */
function isOfOwnDatabase(node: ts.Node): boolean {
  const test = testAround(node);
  if (test === null) return false;
  return ancestorsOf(node).some((outer) => {
    if (!ts.isCallExpression(outer) || !isInside(outer, test)) return false;
    const places = [...outer.arguments.slice(0, 1), outer.expression].map((place) => rootName(place));
    return places.some((name) => name !== null && isCreatedIn(test, name));
  });
}

function isCreatedIn(test: ts.Node, name: ts.Identifier): boolean {
  const declaration = declarationOf(name);
  return (
    declaration !== null &&
    ts.isVariableDeclaration(declaration) &&
    isInside(declaration, test) &&
    /\b(?:new pg\.Client|openDatabase|empty|createDatabase|connect\w*)\(/.test(declaration.initializer?.getText() ?? '')
  );
}

/** Whether a read runs as an actor of a product that its test, a `beforeEach` or its caller made. */
function isOfOwnProduct(source: TestSource, node: ts.Node): boolean {
  const actor = ancestorsOf(node)
    .map(actorOf)
    .find((found) => found !== null);
  const name = actor === undefined || actor === null ? null : rootName(actor);
  return name !== null && isOwn(source, name);
}

/** The actor of a call of `withActor`, or of a function of the test that calls it; null for any other node. */
function actorOf(node: ts.Node): ts.Expression | null {
  if (!ts.isCallExpression(node)) return null;
  if (calledName(node) === 'withActor') return node.arguments[0] ?? null;
  const declaration = ts.isIdentifier(node.expression) ? declarationOf(node.expression) : null;
  const inner: ts.Expression[] = [];
  if (declaration?.initializer !== undefined)
    visitNodes(declaration.initializer, (part) => {
      const [actor] = ts.isCallExpression(part) && calledName(part) === 'withActor' ? part.arguments : [];
      if (actor !== undefined) inner.push(actor);
    });
  return inner[0] ?? null;
}

/** Whether a name gets another value in each test: it is declared there, or assigned outside of `beforeAll`. */
function isOwn(source: TestSource, name: ts.Identifier): boolean {
  const declaration = declarationOf(name);
  if (declaration === null) return false;
  if (ts.isParameter(declaration)) return true;
  const test = testAround(name);
  if (test !== null && isInside(declaration, test)) return true;
  let isAssigned = false;
  visitNodes(source.tree, (node) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
    const isForAll = ancestorsOf(node).some((outer) => isCallbackOf(outer, /^beforeAll$/));
    if (!isForAll && new RegExp(`^\\W*(?:\\w+, )*${name.text}\\b`).test(node.left.getText())) isAssigned = true;
  });
  return isAssigned;
}

/** Whether what a node reads ends in an expectation, directly, by a name, or by the function around it. */
function isAsserted(node: ts.Node): boolean {
  // A refused read has no rows.
  if (ancestorsOf(node).some((outer) => ts.isPropertyAccessExpression(outer) && outer.name.text === 'rejects'))
    return false;
  if (ancestorsOf(node).some(isExpectation)) return true;
  return referencesOf(node).some((reference) => ancestorsOf(reference).some(isExpectation));
}

function isExpectation(node: ts.Node): boolean {
  return ts.isCallExpression(node) && /^(expect|expect\.poll|until|vi\.waitFor)$/.test(node.expression.getText());
}

/** Whether all uses of what a node reads turn it into a text, in which a test searches for what must not be there. */
function isOnlySearched(node: ts.Node): boolean {
  const isText = (place: ts.Node) =>
    ancestorsOf(place).some((outer) => ts.isCallExpression(outer) && outer.expression.getText() === 'JSON.stringify');
  const references = referencesOf(node);
  return isText(node) || (references.length > 0 && references.every(isText));
}

/** The uses of the constant, or of the function, that holds what a node reads. */
function referencesOf(node: ts.Node): ts.Identifier[] {
  const holder = ancestorsOf(node).find((outer) => ts.isVariableDeclaration(outer) || ts.isFunctionDeclaration(outer));
  if (holder === undefined || !(ts.isVariableDeclaration(holder) || ts.isFunctionDeclaration(holder))) return [];
  const names = new Set<string>();
  if (holder.name !== undefined)
    visitNodes(holder.name, (part) => {
      if (ts.isIdentifier(part)) names.add(part.text);
    });
  const scope = ancestorsOf(holder).find((outer) => ts.isBlock(outer) || ts.isSourceFile(outer));
  const found: ts.Identifier[] = [];
  if (scope !== undefined)
    visitNodes(scope, (part) => {
      if (ts.isIdentifier(part) && names.has(part.text) && !isInside(part, holder)) found.push(part);
    });
  return found;
}
