/** @module-tag engines */
// @sweep 1/12 (decision 086)
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SYSTEM } from '../../db/index.ts';
import { describeAudit } from '../../commands/audit.ts';
import {
  fakeClock,
  headOffice,
  startTestServer,
  until,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { writeLongAuditLog } from '../../testing/long-audit-log.ts';
import { expectConsoleError } from '../../../../../tools/expected-errors.ts';
import { recordAudit } from './index.ts';

const DAY_MS = 24 * 3600_000;

let server: TestServer;
let owner: pg.Client;
const clock = fakeClock(new Date('2026-11-20T00:00:00Z'));
const logLines: string[] = [];
beforeAll(async () => {
  server = await startTestServer({ clock, logLines });
  owner = new pg.Client({ connectionString: server.databaseUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

async function shopWith(count: number): Promise<{ shop: Shop; admin: Caller }> {
  const shop = await server.makeShop();
  await server.withActor(headOffice(shop.productId), async (tx) => {
    for (let number = 0; number < count; number += 1) {
      await recordAudit(tx, {
        productId: shop.productId,
        storeId: null,
        at: clock.now(),
        actor: { kind: 'SYSTEM', id: null, label: 'test', address: null },
        action: 'store.changed',
        subject: { kind: 'store', id: null },
        detail: { number },
      });
    }
  });
  return { shop, admin: await server.signIn(shop, ['ADMIN'], [], 1000) };
}
async function asOwner(shop: Shop, ...statements: readonly string[]): Promise<void> {
  await owner.query('begin');
  await owner.query('alter table audit_log disable trigger audit_log_append_only');
  for (const table of ['audit_log', 'audit_heads'])
    await owner.query(`alter table ${table} no force row level security`);
  for (const statement of statements) await owner.query(statement, [shop.productId]);
  for (const table of ['audit_log', 'audit_heads']) await owner.query(`alter table ${table} force row level security`);
  await owner.query('alter table audit_log enable trigger audit_log_append_only');
  await owner.query('commit');
}
const CUT_OFF = [
  'delete from audit_log where product_id = $1 and seq > 3',
  'update audit_heads h set (seq, hash, previous_hash) = (select l.seq, l.hash, l.previous_hash from audit_log l where l.product_id = $1 and l.seq = 3) where product_id = $1',
];
/** Runs the job often enough to complete the chain of every product. */
async function runOften(): Promise<void> {
  for (let run = 0; run < 8; run += 1) {
    clock.advance(5000);
    await server.app.jobs.runDue();
    // A timer of the server may have claimed the job; wait until it has finished.
    await until('the look is over', async () => (await readRunningJobs()).length === 0);
  }
}
const readRunningJobs = () =>
  server.withActor(SYSTEM, (tx) =>
    tx
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'audit.verify')
      .where('locked_until', 'is not', null)
      .execute(),
  );
const verification = async (shop: Shop, by: Caller) => (await by.call('GET', `/${shop.slug}/audit/verification`)).body;

describe('the daily verification of the chain', () => {
  it('verifies the chain, returns an anchor, and runs again a day later or on request', async () => {
    const { shop, admin } = await shopWith(5);
    // The job may have run before the product had entries.
    clock.advance(DAY_MS);
    await runOften();
    const first = await verification(shop, admin);
    expect(first).toMatchObject({
      last: { seq: 5, fault: null, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      isUnderWay: false,
    });
    clock.advance(3600_000);
    await runOften();
    expect(await verification(shop, admin)).toEqual(first);
    clock.advance(DAY_MS);
    await runOften();
    expect(Date.parse(String((await verification(shop, admin))['last']?.['startedAt']))).toBeGreaterThan(
      Date.parse(String(first['last']?.['startedAt'])),
    );

    const replies = await Promise.all([1, 2].map(() => admin.call('POST', `/${shop.slug}/audit/verification`, {})));
    expect(replies.map(({ status, body }) => [status, body['isUnderWay']])).toEqual([
      [200, true],
      [200, true],
    ]);
    await runOften();
    expect(await verification(shop, admin)).toMatchObject({ isUnderWay: false, last: { seq: 6, fault: null } });
    const sub = await server.signIn(shop, ['SUB_ADMIN'], [], 1000);
    expect((await verification(shop, sub))['last']).not.toBeNull();
    expect((await sub.call('POST', `/${shop.slug}/audit/verification`, {})).body['capability']).toBe('audit:write');
  });

  it('continues where it stopped, a few thousand rows per run', async () => {
    const { shop, admin } = await shopWith(0);
    await writeLongAuditLog(owner, {
      productId: shop.productId,
      storeIds: shop.stores.map((store) => store.id),
      count: 12_000,
    });
    const seen: unknown[] = [];
    for (let run = 0; run < 6; run += 1) {
      clock.advance(5000);
      await server.app.jobs.runDue();
      await until('the look is over', async () => (await readRunningJobs()).length === 0);
      seen.push((await verification(shop, admin))['isUnderWay']);
    }
    expect(seen.filter((isUnderWay) => isUnderWay === true).length).toBeGreaterThanOrEqual(2);
    expect(await verification(shop, admin)).toMatchObject({ isUnderWay: false, last: { seq: 12_000, fault: null } });
  }, 60_000);

  it('detects a changed row, and a log that was truncated with its head since the last run', async () => {
    const { shop, admin } = await shopWith(5);
    const { shop: other, admin: otherAdmin } = await shopWith(5);
    clock.advance(DAY_MS);
    await runOften();
    await asOwner(shop, ...CUT_OFF);
    await asOwner(other, `update audit_log set address = '10.0.0.1' where product_id = $1 and seq = 2`);
    clock.advance(DAY_MS);
    await runOften();
    expect((await verification(shop, admin))['last']).toMatchObject({
      seq: 3,
      fault: { seq: 5, what: 'ANCHOR_DIFFERS' },
    });
    expect((await verification(other, otherAdmin))['last']).toMatchObject({
      seq: 1,
      fault: { seq: 2, what: 'CHANGED' },
    });
    expect(logLines.filter((line) => line.includes('the audit log is not as it was written'))).toHaveLength(2);
    // The next run reports the fault again.
    clock.advance(DAY_MS);
    await runOften();
    expect((await verification(shop, admin))['last']).toMatchObject({ fault: { seq: 5, what: 'ANCHOR_DIFFERS' } });
  });
});

describe('munjigi verify-audit', () => {
  async function run(question: { products?: string[]; expected?: string[] }) {
    const said: string[] = [];
    const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line));
    try {
      const code = await describeAudit(server.databaseUrl, {
        products: question.products ?? [],
        expected: question.expected ?? [],
      });
      return { code, said };
    } finally {
      spy.mockRestore();
    }
  }
  const anchorIn = (said: readonly string[]) =>
    /--expect (\S+)/.exec(said.join('\n'))?.[1] ?? expect.fail('no anchor was printed');

  it('exits with 0 and prints an anchor, and with 1 when the row of a given anchor is gone', async () => {
    const { shop } = await shopWith(5);
    const whole = await run({ products: [shop.slug] });
    expect([whole.code, whole.said[0]]).toEqual([
      0,
      expect.stringMatching(`^✓ ${shop.slug}: 5 rows, each as it was written`),
    ]);
    const anchor = anchorIn(whole.said);
    expect(anchor).toMatch(new RegExp(`^${shop.slug}:5:[0-9a-f]{64}$`));
    expect((await run({ products: [shop.slug], expected: [anchor] })).code).toBe(0);

    await asOwner(shop, ...CUT_OFF);
    expect((await run({ products: [shop.slug] })).code).toBe(0);
    const cutOff = await run({ products: [shop.slug], expected: [anchor] });
    expect([cutOff.code, cutOff.said]).toEqual([1, [expect.stringMatching(`^✗ ${shop.slug}: row 5 .*ANCHOR_DIFFERS`)]]);
  });

  it('verifies all products by default, and exits with 1 when one has a fault', async () => {
    // On a slow machine the long log of another test takes long enough that the command reports its progress.
    expectConsoleError(/rows so far/);
    const { shop } = await shopWith(2);
    await asOwner(shop, 'delete from audit_log where product_id = $1 and seq = 1');
    const { code, said } = await run({});
    expect(code).toBe(1);
    expect(said.filter((line) => line.startsWith('✗') && line.includes(shop.slug))).toEqual([
      `✗ ${shop.slug}: row 1 is missing (MISSING)`,
    ]);
    expect(said.filter((line) => line.startsWith('✓')).length).toBeGreaterThan(0);
  });

  it.each([
    [['nowhere'], []],
    [[], ['nowhere:1:' + 'a'.repeat(64)]],
    [[], ['playroom:1:abc']],
    [[], ['1:' + 'a'.repeat(64)]],
  ])('rejects unknown products and invalid anchors: %j %j', async (products, expected) => {
    await expect(run({ products, expected })).rejects.toThrow(/There is no product|this is not PRODUCT:ROW:HASH/);
  });

  it('does not report concurrent appends as tampering', async () => {
    const { shop } = await shopWith(3000);
    const writing = (async () => {
      for (let number = 0; number < 60; number += 1) {
        await server.withActor(headOffice(shop.productId), (tx) =>
          recordAudit(tx, {
            productId: shop.productId,
            storeId: null,
            at: clock.now(),
            actor: { kind: 'SYSTEM', id: null, label: 'test', address: null },
            action: 'store.changed',
            subject: { kind: 'store', id: null },
            detail: {},
          }),
        );
      }
    })();
    const codes = [];
    for (let turn = 0; turn < 5; turn += 1) codes.push((await run({ products: [shop.slug] })).code);
    await writing;
    expect(codes).toEqual([0, 0, 0, 0, 0]);
  }, 30_000);
});
