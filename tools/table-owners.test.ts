import { describe, expect, it } from 'vitest';
import { ownerOfTable } from './module-tables.ts';
import { filesBelow, isTest, readSource } from './sources.ts';

const base = 'apps/server/src';
const migrations = filesBelow(`${base}/db/migrations`, /\.sql$/)
  .map(readSource)
  .join('\n');
const tables = [...migrations.matchAll(/create (?:unlogged )?table (?:if not exists )?"?(\w+)/gi)].map(
  (match) => match[1] ?? '',
);

/** The tables that a text writes to, by Kysely's methods or by SQL. */
function writesIn(text: string): string[] {
  const kysely = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](\w+)/g;
  const sql =
    /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy|update)\s+(?:only\s+)?"?(\w+)"?/gi;
  return [...text.matchAll(kysely), ...text.matchAll(sql)]
    .map((match) => match[1] ?? '')
    .filter((table) => tables.includes(table));
}

/**
 * A command to a door, its event and its job are written by one statement instead of three, because a person waits for
 * it before a closed door (decision 006). A new reservation and its event likewise, because many are created at once.
 * The rows are the ones that `publish()` and `enqueue()` write.
 */
const IN_ONE_STATEMENT =
  /modules\/(devices\/(commands\/devices\.sql|listening\/answers)\.ts (events|jobs)|reservations\/stay\/insert\.ts events)$/;

describe('the owner of a table', () => {
  it('is listed for exactly the tables that the migrations create', () => {
    expect(tables.length).toBeGreaterThan(5);
    expect([...new Set(tables)].sort()).toEqual(Object.keys(ownerOfTable).sort());
  });

  it('is compared with writes by Kysely and by SQL', () => {
    expect(writesIn("tx.insertInto('rooms')")).toEqual(['rooms']);
    expect(writesIn('sql`update rooms set name = 1`')).toEqual(['rooms']);
    expect(writesIn('sql`INSERT INTO\n  stores (id) select 1`')).toEqual(['stores']);
    expect(writesIn("tx.selectFrom('rooms')")).toEqual([]);
  });

  it('is the only module that writes to it, in every file of the server', () => {
    // Tests and the demo create a past that no use case can create; neither runs in production.
    const isTestData = (file: string) =>
      [`${base}/testing/`, `${base}/demo/`].some((folder) => file.startsWith(folder));
    const files = filesBelow(base, /\.ts$/).filter((file) => !isTest(file) && !isTestData(file));
    const foreign = files.flatMap((file) =>
      writesIn(readSource(file))
        .filter(
          (table) => !file.startsWith(`${base}/${ownerOfTable[table]}/`) && !IN_ONE_STATEMENT.test(`${file} ${table}`),
        )
        .map((table) => `${file} writes to ${table}, which is ${ownerOfTable[table]}'s`),
    );
    expect(foreign).toEqual([]);
  });
});
