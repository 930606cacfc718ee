import ts from 'typescript';
import { readTexts, withoutPlural } from './locale-texts.ts';
import { filesBelow, isTest, root } from './sources.ts';

const SOURCES = 'apps/admin/src';
/** Names of keys that no namespace of the call has are looked up here (apps/admin/src/session/i18n.ts). */
const FALLBACK = 'problems';
/** Stands for a part of a key that the types do not limit. */
const ANY = '\u0000';

/**
 * Finds the calls of `t` in the dashboard whose key, with every value that its types allow, is no text. Keys with a
 * default text are left out, and so are parameters named `t` whose key names no namespace. `missing`: `path:line key`.
 */
export function findMissingTexts(): { readonly count: number; readonly missing: readonly string[] } {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/apps/admin/tsconfig.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  if (config === undefined) throw new Error('The dashboard has no configuration of types');
  const program = ts.createProgram(
    config.fileNames.filter((file) => !isTest(file)),
    config.options,
  );
  const checker = program.getTypeChecker();
  const keys = readKeys();
  const missing: string[] = [];
  let count = 0;
  for (const source of program.getSourceFiles()) {
    const [, path] = source.fileName.split(`/${SOURCES}/`);
    if (path === undefined || isTest(path)) continue;
    const visit = (node: ts.Node): void => {
      for (const key of readCall(node, checker)) {
        count += 1;
        if (hasText(key, keys)) continue;
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        missing.push(`${SOURCES}/${path}:${line + 1} ${key.namespace}:${key.name.replaceAll(ANY, '*')}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { count, missing };
}

interface TextKey {
  readonly namespace: string;
  readonly name: string;
  /** Whether the call takes a part of the texts as an object. */
  readonly isObject: boolean;
}

function readKeys(): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    filesBelow(`${SOURCES}/locales`, /^en\.json$/).map((file) => {
      const names = [...readTexts(file).keys()];
      const [, namespace = ''] = /([\w-]+)\/en\.json$/.exec(file) ?? [];
      // A key with a plural or a context, such as `left_one` or `offline_doors`, is called without it.
      const called = names.flatMap((name) => [name, withoutPlural(name), withoutPlural(name).replace(/_[^_.]+$/, '')]);
      return [namespace, new Set(called)];
    }),
  );
}

function hasText({ namespace, name, isObject }: TextKey, keys: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return [namespace, FALLBACK].some((space) => {
    const names = keys.get(space) ?? new Set();
    if (names.has(name)) return true;
    if (isObject) return [...names].some((text) => text.startsWith(`${name}.`));
    const [head = '', ...parts] = name.split(ANY);
    return parts.length > 0 && [...names].some((text) => text.startsWith(head) && text.endsWith(parts.at(-1) ?? ''));
  });
}

/** The keys of a call of `t`; of every other node none. */
function readCall(node: ts.Node, checker: ts.TypeChecker): TextKey[] {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 't') return [];
  const [key, options] = node.arguments;
  const written = options?.getText() ?? '';
  if (key === undefined || written.includes('defaultValue')) return [];
  const own = namespaceOf(node.expression, checker);
  return valuesOf(key, checker).flatMap((value) => {
    const colon = value.indexOf(':');
    const namespace = colon < 0 ? own : value.slice(0, colon);
    if (namespace === undefined || value === ANY) return [];
    return [{ namespace, name: value.slice(colon + 1), isObject: written.includes('returnObjects') }];
  });
}

/** The first namespace of the `useTranslation` that `t` comes from. */
function namespaceOf(t: ts.Identifier, checker: ts.TypeChecker): string | undefined {
  const declaration = checker.getSymbolAtLocation(t)?.declarations?.[0];
  const variable = declaration?.parent.parent;
  if (variable === undefined || !ts.isVariableDeclaration(variable)) return undefined;
  const call = variable.initializer;
  if (call === undefined || !ts.isCallExpression(call) || call.expression.getText() !== 'useTranslation')
    return undefined;
  const [named] = call.arguments;
  if (named === undefined) return 'common';
  const first = ts.isArrayLiteralExpression(named) ? named.elements[0] : named;
  return first !== undefined && ts.isStringLiteral(first) ? first.text : undefined;
}

function valuesOf(expression: ts.Expression, checker: ts.TypeChecker): string[] {
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression))
    return valuesOf(expression.expression, checker);
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isConditionalExpression(expression))
    return [...valuesOf(expression.whenTrue, checker), ...valuesOf(expression.whenFalse, checker)];
  if (ts.isTemplateExpression(expression)) {
    let values = [expression.head.text];
    for (const { expression: part, literal } of expression.templateSpans) {
      const parts = valuesOf(part, checker);
      values = values.flatMap((head) => parts.map((value) => `${head}${value}${literal.text}`));
    }
    return values;
  }
  const type = checker.getTypeAtLocation(expression);
  return [...new Set((type.isUnion() ? type.types : [type]).map((part) => literalOf(part, checker)))];
}

function literalOf(type: ts.Type, checker: ts.TypeChecker): string {
  if (type.isStringLiteral()) return type.value;
  if (type.isNumberLiteral()) return String(type.value);
  return (type.flags & ts.TypeFlags.BooleanLiteral) === 0 ? ANY : checker.typeToString(type);
}
