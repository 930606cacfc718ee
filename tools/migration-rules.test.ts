import { describe, expect, it } from 'vitest';
import { filesBelow, readSource } from './sources.ts';

/** The first migration after the release 1.0.0. */
const FIRST = '0135';

/** What code of the release before, which runs beside the migrated schema, would notice. */
const BREAKING: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'drops a table', pattern: /^drop table/i },
  {
    what: 'drops a column',
    pattern: /^alter table .*\bdrop (column )?(?!constraint|not null|default|expression|identity)/is,
  },
  { what: 'renames', pattern: /^alter (table|type) .*\brename\b/is },
  { what: 'changes the type of a column', pattern: /^alter table .*\balter (column )?\w+ (set data )?type\b/is },
  { what: 'sets a column not null', pattern: /^alter table .*\bset not null\b/is },
  {
    what: 'adds a column that the old code does not write',
    pattern:
      /^alter table .*\badd (column )?(if not exists )?(?!constraint\b)\w+ [^,]*\bnot null\b(?![^,]*\b(default|generated)\b)/is,
  },
  { what: 'takes a right away', pattern: /^revoke\b/i },
  { what: 'drops a function', pattern: /^drop function/i },
];

/** The statements of a migration, without comments; one with `-- contract: why` before it is left out. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, '$body$')
    .split(';')
    .filter((part) => !/^\s*-- contract: \S/m.test(part))
    .map((part) => part.replaceAll(/--.*$/gm, '').trim())
    .filter((part) => part !== '');
}

const faultsOf = (text: string) =>
  statementsOf(text).flatMap((statement) =>
    BREAKING.filter(({ pattern }) => pattern.test(statement)).map(({ what }) => `${what}: ${statement}`),
  );

/** Tables whose rows a migration changes while their row-level security is forced, so that its owner finds none. */
function unseenTables(text: string, guarded: ReadonlySet<string>): string[] {
  const forced = new Set(guarded);
  return statementsOf(text).flatMap((statement) => {
    const [, table = '', no] = /^alter table (\w+) (no )?force row level security/i.exec(statement) ?? [];
    if (table !== '' && no === undefined) forced.add(table);
    if (no !== undefined) forced.delete(table);
    const changed = /^(?:update|delete from) (?:only )?(\w+)/i.exec(statement)?.[1];
    return changed !== undefined && forced.has(changed) ? [changed] : [];
  });
}

describe('a migration', () => {
  it('lifts the force of row-level security while it changes rows, because its owner sees none otherwise', () => {
    const schema = readSource('apps/server/src/db/schema.sql');
    const guarded = new Set([...schema.matchAll(/^ALTER TABLE (\w+) FORCE ROW/gm)].map(([, table = '']) => table));
    expect(guarded.has('reservations')).toBe(true);
    expect(unseenTables('update reservations set note = null;', guarded)).toEqual(['reservations']);
    const files = filesBelow('apps/server/src/db/migrations', /\.sql$/).filter(
      (file) => (file.split('/').at(-1) ?? '') >= FIRST,
    );
    expect(files.flatMap((file) => unseenTables(readSource(file), guarded))).toEqual([]);
  });

  it('changes nothing that the release before uses: expand, then contract (CONTRIBUTING.md)', () => {
    const files = filesBelow('apps/server/src/db/migrations', /\.sql$/).filter(
      (file) => (file.split('/').at(-1) ?? '') >= FIRST,
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => faultsOf(readSource(file)).map((fault) => `${file} ${fault}`))).toEqual([]);
  });

  it.each([
    'drop table rooms;',
    'alter table rooms drop column name;',
    'alter table rooms drop name;',
    'alter table rooms add column a int, drop column b;',
    'alter table rooms rename to halls;',
    'alter table rooms rename column name to title;',
    'alter table rooms alter column name type text;',
    'alter table rooms alter name set data type text;',
    'alter table rooms alter column name set not null;',
    'alter table rooms add column size int not null;',
    'alter table rooms add column size int not null, add column a int default 1;',
    'revoke select on rooms from munjigi_app;',
  ])('is refused when it breaks the old code: %s', (text) => {
    expect(faultsOf(text)).toHaveLength(1);
  });

  it.each([
    'create table halls (id int not null);',
    'alter table rooms add column size int;',
    'alter table rooms add column size int not null default 0;',
    'alter table rooms add column name_length int not null generated always as (length(name)) stored;',
    'alter table rooms alter column name drop not null;',
    'alter table rooms drop constraint rooms_name_check;',
    'alter table rooms add constraint rooms_size check (size > 0) not valid;',
    'create function f() returns void language plpgsql as $$ begin drop table rooms; end $$;',
    '-- contract: 1.1.0 neither reads nor writes it.\nalter table rooms drop column name;',
    '-- drop table rooms;\ncreate index rooms_name on rooms (name);',
  ])('is accepted when the old code does not notice it: %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
