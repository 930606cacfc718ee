import path from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { readSource, root } from './sources.ts';

/** `table.column`: the values that a CHECK constraint of the schema allows, sorted. */
type ValuesByColumn = ReadonlyMap<string, string>;

const TABLE = /^CREATE TABLE (\w+) \(/;
const CHECK =
  /^ {2}CONSTRAINT \w+ CHECK \((\w+) = (?:ANY \(ARRAY\[(?<list>(?:(?:'[^']*'::text|\d+)(?:, )?)+)\]\)|(?<one>'[^']*')::text)\)(?: NOT VALID)?,?$/;

/** Columns whose values only the server chooses and extends: a constraint would need a migration for each new one. */
const UNCONSTRAINED = [
  'device_history.error_code',
  'device_history.source',
  'device_history_steps.step',
  'extension_offers.reason',
];

const toText = (values: readonly string[]) => [...values].sort().join(' | ');

function readChecks(schema: string): ValuesByColumn {
  const checks = new Map<string, string>();
  let table = '';
  for (const line of schema.split('\n')) {
    table = TABLE.exec(line)?.[1] ?? table;
    const found = CHECK.exec(line);
    const list = found?.groups?.['list'] ?? found?.groups?.['one'] ?? '';
    const values = [...list.matchAll(/'([^']*)'|\d+/g)].map(([whole, text]) => text ?? whole);
    if (found) checks.set(`${table}.${found[1] ?? ''}`, toText(values));
  }
  return checks;
}

/** What a column gives when it is read: the first type argument of a `ColumnType`, or the type itself. */
function selectedType(checker: ts.TypeChecker, type: ts.Type): ts.Type {
  const select = checker.getPropertyOfType(type, '__select__');
  return select === undefined ? type : checker.getTypeOfSymbol(select);
}

/** The literals of a column, or `null` for a column of any text or number and of another type. */
function literalsOf(type: ts.Type): string | null {
  const parts = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => (flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)) === 0,
  );
  const values = parts.flatMap((part) =>
    part.isStringLiteral() || part.isNumberLiteral() ? [String(part.value)] : [],
  );
  return values.length === 0 || values.length < parts.length ? null : toText(values);
}

function readUnions(): ValuesByColumn {
  const file = path.join(root, 'apps/server/src/db/tables/tables.ts');
  const config = path.join(root, 'tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, root);
  const program = ts.createProgram([file], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const tables = source?.statements.find((item) => ts.isInterfaceDeclaration(item) && item.name.text === 'Tables');
  if (tables === undefined) throw new Error('The interface Tables was not found');
  const unions = new Map<string, string>();
  for (const table of checker.getTypeAtLocation(tables).getProperties())
    for (const column of checker.getTypeOfSymbol(table).getProperties()) {
      const values = literalsOf(selectedType(checker, checker.getTypeOfSymbol(column)));
      if (values !== null) unions.set(`${table.name}.${column.name}`, values);
    }
  return unions;
}

describe('columns with a list of values', () => {
  let checks: ValuesByColumn;
  let unions: ValuesByColumn;
  beforeAll(() => {
    checks = readChecks(readSource('apps/server/src/db/schema.sql'));
    unions = readUnions();
    // Compiles the types of all tables.
  }, 60_000);

  it('are found', () => {
    expect(checks.size).toBeGreaterThan(100);
    expect(checks.get('reservations.kind')).toBe('BLOCK | GUEST');
  });

  it('have the same values in their CHECK constraint and in their type', () => {
    const constrained = [...unions].filter(([column]) => !UNCONSTRAINED.includes(column));
    expect(Object.fromEntries(constrained)).toEqual(Object.fromEntries(checks));
  });

  it('have a type and no constraint only where that is listed', () => {
    expect([...unions.keys()].filter((column) => !checks.has(column)).sort()).toEqual(UNCONSTRAINED);
  });
});
