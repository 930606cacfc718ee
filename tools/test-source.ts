import ts from 'typescript';

/** A parsed test file, for the checks of what its tests look for and read. */
export interface TestSource {
  readonly file: string;
  readonly tree: ts.SourceFile;
}

export function parseTest(file: string, text: string): TestSource {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind) };
}

export function placeOf({ file, tree }: TestSource, node: ts.Node): string {
  return `${file}:${tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1}`;
}

export function visitNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitNodes(child, visit));
}

/** The nodes around a node, nearest first. */
export function ancestorsOf(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  for (let parent: ts.Node | undefined = node.parent; parent !== undefined; parent = parent.parent) found.push(parent);
  return found;
}

export const isInside = (node: ts.Node, outer: ts.Node): boolean => node === outer || ancestorsOf(node).includes(outer);

/** The name of the called function: `it` of `it.each(cases)(…)`, `execute` of `query.execute()`. */
export function calledName(call: ts.CallExpression): string {
  const callee = call.expression;
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : '';
}

/** The leftmost name of an expression: `desk` of `desk.admin.actor`, `shop` of `headOffice(shop.productId)`. */
export function rootName(node: ts.Expression): ts.Identifier | null {
  if (ts.isIdentifier(node)) return node;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isNonNullExpression(node))
    return rootName(node.expression);
  if (!ts.isCallExpression(node)) return null;
  if (ts.isPropertyAccessExpression(node.expression)) return rootName(node.expression.expression);
  return node.arguments[0] === undefined ? null : rootName(node.arguments[0]);
}

/** The declaration of a name in the nearest block around its use; null for a global or an import. */
export function declarationOf(name: ts.Identifier): ts.VariableDeclaration | ts.ParameterDeclaration | null {
  for (const scope of ancestorsOf(name)) {
    const found = declarationIn(scope, name.text);
    if (found !== null) return found;
  }
  return null;
}

function declarationIn(scope: ts.Node, name: string): ts.VariableDeclaration | ts.ParameterDeclaration | null {
  if (ts.isFunctionLike(scope)) return scope.parameters.find((parameter) => binds(parameter.name, name)) ?? null;
  if (ts.isForOfStatement(scope) && ts.isVariableDeclarationList(scope.initializer))
    return scope.initializer.declarations.find((declaration) => binds(declaration.name, name)) ?? null;
  if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) return null;
  return (
    scope.statements
      .filter((statement) => ts.isVariableStatement(statement))
      .flatMap((statement) => [...statement.declarationList.declarations])
      .find((declaration) => binds(declaration.name, name)) ?? null
  );
}

function binds(pattern: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(pattern)) return pattern.text === name;
  return pattern.elements.some((element) => ts.isBindingElement(element) && binds(element.name, name));
}

/** The function of the test around a node: the callback of `it`, `test`, `it.each(cases)` and the like. */
export function testAround(node: ts.Node): ts.Node | null {
  return ancestorsOf(node).find((outer) => isCallbackOf(outer, /^(it|test)\b/)) ?? null;
}

/** Whether a node is a function passed to a call whose callee begins with such a name, such as `beforeEach`. */
export function isCallbackOf(node: ts.Node, name: RegExp): boolean {
  return (
    (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
    ts.isCallExpression(node.parent) &&
    name.test(node.parent.expression.getText())
  );
}
