import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FOUNDATION, renderArchitecture, renderSchemaPage } from './module-list.ts';
import { findUpwardReads, ownerOfTable, readsIn } from './module-tables.ts';
import order from './order.json' with { type: 'json' };
import { filesBelow, root } from './sources.ts';
import declaredReads from './upward-reads.json' with { type: 'json' };

const foldersOf = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

describe('tools/order.json', () => {
  it.each([
    ['modules', 'apps/server/src/modules'],
    ['features', 'apps/admin/src/features'],
  ] as const)('lists each folder of the %s once, and nothing else', (kind, folder) => {
    expect([...order[kind]].sort()).toEqual(foldersOf(folder).sort());
  });

  it.each(Object.entries(order.folders))('lists each folder with code inside %s', (module, names) => {
    const withCode = foldersOf(module).filter((name) => filesBelow(`${module}/${name}`, /\.ts$/).length > 0);
    expect([...names].sort()).toEqual(withCode.sort());
  });
});

describe('the table of modules in ARCHITECTURE.md', () => {
  it('says what the index.ts of each module and the comments of its tables say', async () => {
    await expect(renderArchitecture(), 'run `npm run architecture` and commit ARCHITECTURE.md').toMatchFileSnapshot(
      path.join(root, 'ARCHITECTURE.md'),
    );
  });
});

describe('the comments of the tables', () => {
  it('name only modules and folders of the foundation as owners', () => {
    const existing = [...foldersOf('apps/server/src/modules').map((name) => `modules/${name}`), ...FOUNDATION];
    expect(Object.values(ownerOfTable).filter((owner) => !existing.includes(owner))).toEqual([]);
  });

  it('are the list of docs/schema.md', async () => {
    await expect(renderSchemaPage(), 'run `npm run architecture` and commit docs/schema.md').toMatchFileSnapshot(
      path.join(root, 'docs/schema.md'),
    );
  });
});

describe('tools/upward-reads.json', () => {
  const reads = findUpwardReads();
  const declared: Readonly<Record<string, Readonly<Record<string, string>>>> = declaredReads;

  it('declares each read of a table of a higher module', () => {
    const undeclared = reads.filter(({ module, table }) => declared[module]?.[table] === undefined);
    expect(undeclared.map(({ module, table, file }) => `${file}: ${module} reads ${table}`)).toEqual([]);
  });

  it('declares no read that is not there', () => {
    const lines = Object.entries(declared).flatMap(([module, tables]) =>
      Object.keys(tables).map((table) => ({ module, table })),
    );
    const isRead = (line: (typeof lines)[number]) =>
      reads.some(({ module, table }) => module === line.module && table === line.table);
    expect(lines.filter((line) => !isRead(line))).toEqual([]);
  });

  it('gives a reason in each line', () => {
    const reasons = Object.values(declared).flatMap((tables) => Object.values(tables));
    expect(reasons.filter((reason) => !/^.{20,}\.$/.test(reason))).toEqual([]);
  });
});

describe('readsIn', () => {
  it.each([
    ["tx.selectFrom('rooms').innerJoin('doors as d', 'd.room_id', 'rooms.id')", ['rooms', 'doors']],
    ["db.selectFrom(['rooms as r', 'stores'])", ['rooms', 'stores']],
    ["tx.updateTable('rooms').from('stores').leftJoin('doors', (join) => join)", ['stores', 'doors']],
    ['sql`select * from rooms as r, stores s join only doors on true`', ['rooms', 'stores', 'doors']],
    [
      'sql`with w as (select 1) select from w join doors t on true left join lateral (select from modes) m`',
      ['doors', 'modes'],
    ],
    ['sql`delete from waitlist using rooms r`', ['waitlist', 'rooms']],
    ["import type { Door } from './doors.ts'; // from stores\n/** Moves from rooms. */", []],
    ["tx.insertInto('rooms').values(row)", []],
  ])('finds the tables of %s', (text, tables) => {
    expect(readsIn(text)).toEqual(tables);
  });
});
