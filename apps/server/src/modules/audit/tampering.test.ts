/** @module-tag engines */
// @sweep 1/12 (decision 086)
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Shop, type TestServer } from '../../testing/index.ts';
import { writeLongAuditLog } from '../../testing/long-audit-log.ts';
import { verifyChain } from './index.ts';

const COUNT = Number(process.env['AUDIT_ROWS'] ?? 20_000);
const AT = Math.floor(0.618 * COUNT);
const ELSEWHERE = `'00000000-0000-7000-8000-0000000000ff'`;

describe(`one row of ${COUNT}, changed by the owner of the database (PD-2)`, () => {
  let server: TestServer;
  let owner: pg.Client;
  let shop: Shop;
  let head: { seq: number; hash: Buffer };
  const hashOfRow = async (seq: number): Promise<Buffer> => {
    const { rows } = await owner.query<{ hash: Buffer }>(
      'select hash from audit_log where product_id = $1 and seq = $2',
      [shop.productId, seq],
    );
    return rows[0]?.hash ?? expect.fail(`there is no row ${seq}`);
  };

  beforeAll(async () => {
    server = await startTestServer();
    owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    shop = await server.makeShop();
    await writeLongAuditLog(owner, {
      productId: shop.productId,
      storeIds: shop.stores.map((store) => store.id),
      count: COUNT,
    });
    // From here on the owner has the right to read and change all rows.
    for (const table of ['audit_log', 'audit_heads'])
      await owner.query(`alter table ${table} no force row level security`);
    await owner.query('alter table audit_log disable trigger audit_log_append_only');
    head = { seq: COUNT, hash: await hashOfRow(COUNT) };
  }, 120_000);
  afterAll(async () => {
    await owner.end();
    await server.close();
  });

  type Place = Awaited<ReturnType<typeof verifyChain>>['end'];
  const verify = (anchors: readonly Place[] = [], from?: Place) =>
    verifyChain(server.app.db, shop.productId, { anchors, ...(from && { from }) });
  const placeOf = async (seq: number): Promise<Place> => ({ seq, hash: await hashOfRow(seq) });

  /** Saves the rows that the statements touch, verifies, and restores them. */
  async function faultAfter(
    statements: readonly string[],
    { anchors = [], from }: { anchors?: readonly Place[]; from?: Place } = {},
  ) {
    await owner.query(
      'create temp table kept_log as select * from audit_log where product_id = $1 and seq between $2::bigint - 2 and $2::bigint + 2 or seq > $3',
      [shop.productId, AT, COUNT - 3],
    );
    await owner.query('create temp table kept_head as select * from audit_heads where product_id = $1', [
      shop.productId,
    ]);
    try {
      for (const statement of statements) await owner.query(statement.replaceAll('$1', `'${shop.productId}'`));
      return (await verify(anchors, from)).fault;
    } finally {
      await owner.query(
        'delete from audit_log where product_id = $1 and (seq < 1 or seq between $2::bigint - 2 and $2::bigint + 2 or seq > $3)',
        [shop.productId, AT, COUNT - 3],
      );
      await owner.query('insert into audit_log select * from kept_log');
      await owner.query('delete from audit_heads where product_id = $1', [shop.productId]);
      await owner.query('insert into audit_heads select * from kept_head');
      await owner.query('drop table kept_log, kept_head');
    }
  }
  const set = (change: string) => [`update audit_log set ${change} where product_id = $1 and seq = ${AT}`];

  it('verifies before any change', async () => {
    expect(await verify()).toMatchObject({ end: head, fault: null, isAtEnd: true });
    expect((await verify([head, { seq: AT, hash: await hashOfRow(AT) }])).fault).toBeNull();
  }, 60_000);

  it('covers every column of the table', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'audit_log'`,
    );
    expect(rows.map((row) => row.name).sort()).toEqual([...Object.keys(CHANGES), 'product_id', 'seq'].sort());
  });

  const CHANGES: Readonly<Record<string, readonly string[]>> = {
    id: [`id = gen_random_uuid()`],
    at: [`at = at + interval '1 millisecond'`, `at = 'infinity'`],
    actor_kind: [`actor_kind = 'SYSTEM'`],
    actor_id: [`actor_id = ${ELSEWHERE}`, `actor_id = null`],
    actor_label: [`actor_label = 'somebody else'`, `actor_label = ''`],
    address: [`address = '10.9.9.9'`, `address = null`],
    store_id: [`store_id = ${ELSEWHERE}`],
    action: [`action = 'door.lock-requested'`],
    subject_kind: [`subject_kind = 'room'`],
    subject_id: [`subject_id = ${ELSEWHERE}`],
    detail: [
      `detail = '{}'`,
      `detail = detail || '{"n": 1}'`,
      `detail = '[]'`,
      `detail = 'null'`,
      `detail = '{"n": ${AT}.00000000000000000001}'`,
    ],
    previous_hash: [`previous_hash = sha256('x')`],
    hash: [`hash = sha256('x')`],
  };
  it.each(Object.values(CHANGES).flat())('detects «%s» at the number of the row', async (change) => {
    expect(await faultAfter(set(change), { from: await placeOf(AT - 5) })).toEqual({ seq: AT, what: 'CHANGED' });
  });

  it('detects a change in a scan of the whole chain', async () => {
    expect(await faultAfter(set(`actor_label = 'somebody else'`))).toEqual({ seq: AT, what: 'CHANGED' });
  }, 60_000);

  it('detects a row with a new hash by the row after it', async () => {
    const refit = `update audit_log set actor_label = 'x', hash = sha256(previous_hash || '\\x00') where product_id = $1 and seq = ${AT}`;
    expect(await faultAfter([refit], { from: await placeOf(AT - 5) })).toEqual({ seq: AT, what: 'CHANGED' });
  });

  it.each([
    ['a row taken out', [`delete from audit_log where product_id = $1 and seq = ${AT}`], { seq: AT, what: 'MISSING' }],
    [
      'a row taken out and the gap closed',
      [
        `delete from audit_log where product_id = $1 and seq = ${AT}`,
        `update audit_log set seq = ${AT} where product_id = $1 and seq = ${AT + 1}`,
      ],
      { seq: AT, what: 'CHANGED' },
    ],
    [
      'two rows that changed places',
      [
        `update audit_log set seq = -1 where product_id = $1 and seq = ${AT}`,
        `update audit_log set seq = ${AT} where product_id = $1 and seq = ${AT + 1}`,
        `update audit_log set seq = ${AT + 1} where product_id = $1 and seq = -1`,
      ],
      { seq: AT, what: 'CHANGED' },
    ],
    [
      'a row put in before the first',
      [
        `insert into audit_log select product_id, 0, gen_random_uuid(), at, actor_kind, actor_id, actor_label, address, store_id, action, subject_kind, subject_id, detail, previous_hash, hash from audit_log where product_id = $1 and seq = ${AT}`,
      ],
      { seq: 0, what: 'CHANGED' },
    ],
    [
      'a row put in after the last',
      [
        `insert into audit_log select product_id, ${COUNT + 1}, gen_random_uuid(), at, actor_kind, actor_id, actor_label, address, store_id, action, subject_kind, subject_id, detail, previous_hash, hash from audit_log where product_id = $1 and seq = ${AT}`,
      ],
      { seq: COUNT + 1, what: 'CHANGED' },
    ],
    [
      'the last row taken off',
      [`delete from audit_log where product_id = $1 and seq = ${COUNT}`],
      { seq: COUNT, what: 'HEAD_DIFFERS' },
    ],
    [
      'the last row taken off and the head put back by its number and hash',
      [
        `delete from audit_log where product_id = $1 and seq = ${COUNT}`,
        `update audit_heads set (seq, hash) = (select seq, hash from audit_log where product_id = $1 and seq = ${COUNT - 1}) where product_id = $1`,
      ],
      { seq: COUNT, what: 'HEAD_DIFFERS' },
    ],
  ] as const)('detects %s', async (_what, statements, fault) => {
    const from = fault.seq === 0 ? undefined : await placeOf(fault.seq - 4);
    expect(await faultAfter(statements, from && { from })).toEqual(fault);
  });

  const CUT_OFF = [
    `delete from audit_log where product_id = $1 and seq >= ${COUNT - 1}`,
    `update audit_heads set (seq, hash, previous_hash) = (select seq, hash, previous_hash from audit_log where product_id = $1 and seq = ${COUNT - 2}) where product_id = $1`,
  ];
  it('detects a truncated log with a matching head only by an anchor', async () => {
    const from = await placeOf(COUNT - 5);
    expect(await faultAfter(CUT_OFF, { from })).toBeNull();
    expect(await faultAfter(CUT_OFF, { from, anchors: [head] })).toEqual({ seq: COUNT, what: 'ANCHOR_DIFFERS' });
  });

  it('detects rewritten rows with valid hashes only by an anchor', async () => {
    const from = await placeOf(COUNT - 50);
    // The chain alone is consistent; the anchor has another hash for the row.
    expect((await verify([], from)).fault).toBeNull();
    expect((await verify([{ seq: COUNT - 7, hash: Buffer.alloc(32, 7) }], from)).fault).toEqual({
      seq: COUNT - 7,
      what: 'ANCHOR_DIFFERS',
    });
  });

  it('verifies after all changes are undone', async () => {
    expect((await verify([head])).fault).toBeNull();
  }, 30_000);
});
