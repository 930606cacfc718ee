import { filesBelow, isTest, readSource } from './sources.ts';
import order from './order.json' with { type: 'json' };

const MODULES = 'apps/server/src/modules';

export interface TableComment {
  /** The module that alone writes to the table, such as `modules/doors`, or a folder of the foundation. */
  readonly owner: string;
  readonly table: string;
  /** What one row is. */
  readonly text: string;
}

/** The comments of the tables in schema.sql, which migrations write: `modules/doors: a door of a room`. */
export const tableComments: readonly TableComment[] = [
  ...readSource('apps/server/src/db/schema.sql').matchAll(/^COMMENT ON TABLE (\w+) IS '([a-z/-]+): (.*)';$/gm),
].map(([, table = '', owner = '', text = '']) => ({ table, owner, text: text.replaceAll("''", "'") }));

/** The owner of each table. */
export const ownerOfTable: Readonly<Record<string, string>> = Object.fromEntries(
  tableComments.map(({ table, owner }) => [table, owner]),
);

export interface TableRead {
  readonly module: string;
  readonly table: string;
  readonly file: string;
}

/** The reads of tables whose owner is a higher module, by module from the lowest on. */
export function findUpwardReads(): TableRead[] {
  return order.modules.flatMap((module, rank) =>
    filesBelow(`${MODULES}/${module}`, /\.ts$/)
      .filter((file) => !isTest(file))
      .flatMap((file) => readsIn(readSource(file)).map((table) => ({ module, table, file })))
      .filter(({ table }) => order.modules.indexOf(ownerOfTable[table]?.replace('modules/', '') ?? '') > rank),
  );
}

/**
 * Tables that a text reads: by Kysely's `selectFrom`, `from`, `using` and joins, and by SQL's `from`, `join` and `using`
 * with lists. Does not see tables whose name is a variable, nor the functions of the database that read tables.
 */
export function readsIn(text: string): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
  const kysely =
    /\.(?:selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?)\(\s*(\[[^\]]*\]|['"`][^'"`]*['"`])/g;
  const item = String.raw`(?:(?:only|lateral)\s+)?\w+(?:\s+(?:as\s+)?\w+)?`;
  // The list is a lookahead, so that the next match may begin in it: `from due join doors`.
  const sql = new RegExp(String.raw`\b(?:from|join|using)\s+(?=(${item}(?:\s*,\s*${item})*))`, 'gi');
  const names = [
    ...[...code.matchAll(kysely)].flatMap(([, list = '']) =>
      [...list.matchAll(/['"`](\w+)/g)].map((match) => match[1]),
    ),
    ...[...code.matchAll(sql)].flatMap(([, list = '']) =>
      list.split(',').map((one) => /^\s*(?:(?:only|lateral)\s+)?(\w+)/i.exec(one)?.[1]),
    ),
  ];
  return [...new Set(names.filter((name): name is string => name !== undefined && Object.hasOwn(ownerOfTable, name)))];
}
