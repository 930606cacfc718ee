import path from 'node:path';
import ts from 'typescript';
import { SqlComposer, Unresolved, type Callers } from './sql-source.ts';

/** What a member of a row is in JavaScript. `any`: what JSON or `unknown` holds. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'array' | 'any';

export interface DeclaredStatement {
  /** `file:line` below the server's sources. */
  readonly at: string;
  /** A text for each way in which its fragments are chosen; a reason in place of a text that could not be composed. */
  readonly texts: readonly (string | { readonly unresolved: string })[];
  /** The required members of the declared row; `null` without a declared row. */
  readonly row: ReadonlyMap<string, ReadonlySet<ValueKind>> | null;
}

/** The most ways of choosing fragments that are prepared of a statement. */
const MOST_VARIANTS = 6;
const STATEMENT = /^\s*(with|select|insert|update|delete|values)\b/i;

/** Finds the statements in the server's sources: `sql` and `statement` templates that are a whole statement. */
export function findStatements(root: string, project: string): DeclaredStatement[] {
  const config = ts.getParsedCommandLineOfConfigFile(
    project,
    { noEmit: true },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (fault) => {
        throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, ' '));
      },
    },
  );
  const files = (config?.fileNames ?? []).filter((file) => file.startsWith(root) && !isOfTests(file));
  const program = ts.createProgram(files, config?.options ?? {});
  const checker = program.getTypeChecker();
  const sources = files.flatMap((file) => program.getSourceFile(file) ?? []);
  const callers = findCallers(checker, sources);
  return sources.flatMap((source) => {
    const found: DeclaredStatement[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && isStatement(node)) found.push(describe(checker, callers, node, root));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const isOfTests = (file: string) => /\.test\.ts$|\/testing\//.test(file);

function isStatement(node: ts.TaggedTemplateExpression): boolean {
  const tag = node.tag.getText();
  if (tag === 'statement') return true;
  if (tag !== 'sql') return false;
  const isExecuted = ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'execute';
  return isExecuted || (node.typeArguments !== undefined && STATEMENT.test(node.template.getText().slice(1)));
}

function findCallers(checker: ts.TypeChecker, sources: readonly ts.SourceFile[]): Callers {
  const callers = new Map<ts.Symbol, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const named = checker.getSymbolAtLocation(node.expression);
      const symbol =
        named !== undefined && (named.flags & ts.SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(named) : named;
      if (symbol !== undefined) callers.set(symbol, [...(callers.get(symbol) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of sources) visit(source);
  return callers;
}

function describe(
  checker: ts.TypeChecker,
  callers: Callers,
  node: ts.TaggedTemplateExpression,
  root: string,
): DeclaredStatement {
  const source = node.getSourceFile();
  const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const texts: (string | { readonly unresolved: string })[] = [];
  let choices = 1;
  for (let variant = 0; variant < Math.min(choices, MOST_VARIANTS); variant++) {
    const composer = new SqlComposer(checker, callers, variant);
    try {
      texts.push(composer.compose(node.template));
    } catch (error) {
      if (!(error instanceof Unresolved)) throw error;
      texts.push({ unresolved: error.message });
    }
    choices = Math.max(choices, composer.choices);
  }
  const [declared] = node.typeArguments ?? [];
  return {
    at: `${path.relative(root, source.fileName)}:${String(line)}`,
    texts,
    row: declared === undefined ? null : readRow(checker, checker.getTypeFromTypeNode(declared)),
  };
}

function readRow(checker: ts.TypeChecker, type: ts.Type): DeclaredStatement['row'] {
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Never | ts.TypeFlags.TypeParameter)) !== 0)
    return null;
  return new Map(
    checker
      .getPropertiesOfType(type)
      .filter(({ flags }) => (flags & ts.SymbolFlags.Optional) === 0)
      .map((member) => [member.name, kindsOf(checker, checker.getTypeOfSymbol(member))]),
  );
}

function kindsOf(checker: ts.TypeChecker, type: ts.Type): ReadonlySet<ValueKind> {
  const parts = type.isUnion() ? type.types : [type];
  return new Set(
    parts
      .filter(({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0)
      .map((part) => kindOf(checker, part)),
  );
}

function kindOf(checker: ts.TypeChecker, type: ts.Type): ValueKind {
  const { flags } = checker.getBaseTypeOfLiteralType(type);
  if ((flags & ts.TypeFlags.StringLike) !== 0) return 'string';
  if ((flags & ts.TypeFlags.NumberLike) !== 0) return 'number';
  if ((flags & ts.TypeFlags.BooleanLike) !== 0) return 'boolean';
  if (type.isIntersection()) return kindOf(checker, type.types[0] ?? type);
  if (checker.isArrayLikeType(type)) return 'array';
  const name = type.symbol?.name;
  return name === 'Date' || name === 'Buffer' ? name : 'any';
}
