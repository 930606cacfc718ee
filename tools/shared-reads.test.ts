import { describe, expect, it } from 'vitest';
import { filesBelow, isTest, readSource } from './sources.ts';
import { findSharedReads } from './shared-reads.ts';

const schema = readSource('apps/server/src/db/schema.sql');
const isLimited = (table: string) => schema.includes(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);

/** A file of two tests; the first has this body. */
const fileOf = (
  body: string,
  setUp = 'beforeAll(async () => { server = await startTestServer(); desk = await openBookingDesk(server); });',
) => `let server; let desk;\n${setUp}\nit('one', async () => {\n${body}\n});\nit('two', () => undefined);`;
const found = (body: string, setUp?: string) =>
  findSharedReads('a.test.ts', fileOf(body, setUp), isLimited).map((line) => /«(.*)»/.exec(line)?.[1]);
const READ = "server.withActor(desk.admin.actor, (tx) => tx.selectFrom('rooms').select('id').execute())";

describe('a read without a condition', () => {
  it('is refused where its rows are asserted on and all tests share the store', () => {
    expect(found(`expect(await ${READ}).toHaveLength(2);`)).toEqual(['rooms']);
    expect(found(`const rows = await ${READ};\nexpect(rows.length).toBe(1);`)).toEqual(['rooms']);
    expect(found(`const read = () => ${READ};\nawait until('one', async () => (await read()).length === 1);`)).toEqual([
      'rooms',
    ]);
  });

  it('is refused of a table without row-level security, and as a text of SQL', () => {
    const jobs = "server.withActor(SYSTEM, (tx) => tx.selectFrom('jobs').selectAll().execute())";
    expect(found(`const shop = await server.makeShop();\nexpect(await ${jobs}).toEqual([]);`)).toEqual(['jobs']);
    expect(found("expect((await owner.query('select count(*) from events')).rows).toEqual([]);")).toEqual(['events']);
    expect(found('expect((await sql`select id from jobs order by id`.execute(tx)).rows).toEqual([]);')).toEqual([
      'jobs',
    ]);
  });

  it('is accepted with a condition, of a store of the test, and in a file with one test', () => {
    expect(
      found(`expect(await ${READ.replace('.select(', ".where('id', '=', id).select(")}).toHaveLength(1);`),
    ).toEqual([]);
    expect(found(`const desk = await openBookingDesk(server);\nexpect(await ${READ}).toHaveLength(1);`)).toEqual([]);
    expect(
      found(
        `expect(await ${READ}).toHaveLength(1);`,
        'beforeEach(async () => { desk = await openBookingDesk(server); });',
      ),
    ).toEqual([]);
    expect(
      findSharedReads('a.test.ts', `it('one', async () => { expect(await ${READ}).toEqual([]); });`, isLimited),
    ).toEqual([]);
  });

  it('is accepted on a server of the test and in a table that is emptied before each test', () => {
    expect(found(`const server = await startTestServer();\nexpect(await ${READ}).toHaveLength(1);`)).toEqual([]);
    expect(found(`expect(await ${READ}).toEqual([]);`, "beforeEach(() => tx.deleteFrom('rooms').execute());")).toEqual(
      [],
    );
  });

  it('is accepted where it is refused by the database, not asserted on, or searched for what must not be there', () => {
    expect(found(`await expect(${READ}).rejects.toThrow('permission denied');`)).toEqual([]);
    expect(found(`const [room] = await ${READ};\nawait desk.createReservation({ roomId: room.id });`)).toEqual([]);
    expect(found(`const rows = await ${READ};\nexpect(JSON.stringify(rows)).not.toContain('홍길동');`)).toEqual([]);
  });

  it('is accepted below a comment that says why all rows are meant', () => {
    expect(found(`// All rows: the table has one row.\nexpect(await ${READ}).toHaveLength(1);`)).toEqual([]);
  });

  it('names the file, the line and what to do', () => {
    expect(findSharedReads('a.test.ts', fileOf(`expect(await ${READ}).toEqual([]);`), isLimited)).toEqual([
      expect.stringMatching(/^a\.test\.ts:4: .*add a condition/),
    ]);
  });

  it('decides no test of the server', () => {
    const tests = filesBelow('apps/server/src', /\.ts$/).filter(isTest);
    expect(tests.length).toBeGreaterThan(200);
    expect(tests.flatMap((file) => findSharedReads(file, readSource(file), isLimited))).toEqual([]);
  });
});
