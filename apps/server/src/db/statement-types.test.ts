/** @module-tag engines */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SEALED_TEXTS } from './personal.ts';
import { copyTemplate } from '../testing/database.ts';
import { findStatements, type DeclaredStatement, type ValueKind } from '../testing/statements/declared-statements.ts';
import { StatementReader, type StatementColumn } from '../testing/statements/statement-columns.ts';

const SOURCES = path.join(import.meta.dirname, '..');
const PROJECT = path.join(import.meta.dirname, '../../../../tsconfig.json');

/** Statements over any table with guests' data, and those with a condition for each key or word of a request. */
const COMPOSED_AT_RUN_TIME = [
  'demo/past/payments.ts',
  'modules/audit/subject-search.sql.ts',
  'modules/help-desk/help-desk.sql.ts',
  'modules/payments/payment/payments-search.sql.ts',
  'modules/personal-data/erase.ts',
  'modules/personal-data/renew-marks.ts',
  'modules/personal-data/reseal.ts',
  'modules/reservations/availability/room-offers.ts',
];

/** What differs between the declared row and the columns; a column that is not declared is not used. */
function compareRow(row: ReadonlyMap<string, ReadonlySet<ValueKind>>, columns: readonly StatementColumn[]): string[] {
  return [...row].flatMap(([name, kinds]) => {
    const found = columns.filter((column) => column.name === name);
    if (found.length !== 1) return [`${name}: ${String(found.length)} columns`];
    // The transaction opens sealed columns (PD-1).
    const kind = SEALED_TEXTS.has(name) ? 'any' : (found[0]?.kind ?? 'any');
    return kind === 'any' || kinds.has('any') || kinds.size === 0 || kinds.has(kind)
      ? []
      : [`${name}: ${[...kinds].join(' | ')} declared, ${kind} returned`];
  });
}

describe('the statements in the sources of the server', () => {
  let statements: DeclaredStatement[];
  let drop: () => Promise<void>;
  let reader: StatementReader;

  beforeAll(async () => {
    statements = findStatements(SOURCES, PROJECT);
    const database = await copyTemplate(inject('databaseServerUrl'));
    drop = database.drop;
    reader = new StatementReader(database.url);
    await reader.open();
  }, 120_000);
  afterAll(async () => {
    await reader.close();
    await drop();
  });

  it('are valid on the schema and return the columns of their declared rows', async () => {
    const faults: string[] = [];
    for (const { at, texts, row } of statements)
      for (const text of texts) {
        if (typeof text !== 'string') continue;
        try {
          const columns = await reader.read(text);
          if (row !== null) faults.push(...compareRow(row, columns).map((fault) => `${at} ${fault}`));
        } catch (error) {
          faults.push(`${at} ${String(error)}\n${text}`);
        }
      }
    expect(faults).toEqual([]);
  });

  it('are composed from the source, but for those of which the run chooses tables or conditions', () => {
    expect(statements.length).toBeGreaterThan(350);
    const unresolved = statements.filter(({ texts }) => texts.every((text) => typeof text !== 'string'));
    expect([...new Set(unresolved.map(({ at }) => at.replace(/:\d+$/, '')))].sort()).toEqual(COMPOSED_AT_RUN_TIME);
  });

  it('would show a missing column and another type', async () => {
    await expect(reader.read('select no_such_column from rooms')).rejects.toThrow('no_such_column');
    const declared = new Map<string, ReadonlySet<ValueKind>>([
      ['id', new Set(['number'])],
      ['name', new Set(['string'])],
      ['title', new Set(['string'])],
    ]);
    expect(compareRow(declared, await reader.read('select id, name from rooms where false'))).toEqual([
      'id: number declared, string returned',
      'title: 0 columns',
    ]);
  });
});
