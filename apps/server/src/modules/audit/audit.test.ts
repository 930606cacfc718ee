/** @module-tag engines */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Shop, type TestServer } from '../../testing/index.ts';
import { headOffice } from '../../testing/server.ts';
import { recordAudit, verifyChain, type AuditRecord } from './index.ts';

describe('the audit log (PD-2)', () => {
  let server: TestServer;
  let owner: pg.Client;
  beforeAll(async () => {
    server = await startTestServer();
    owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await server.close();
  });

  const entryOf = (shop: Shop, detail: AuditRecord['detail']): AuditRecord => ({
    productId: shop.productId,
    storeId: null,
    at: server.clock.now(),
    action: 'store.changed',
    subject: { kind: 'test', id: null },
    actor: { kind: 'SYSTEM', id: null, label: 'test', address: null },
    detail,
  });
  async function shopWithEntries(count: number): Promise<Shop> {
    const shop = await server.makeShop();
    for (let number = 1; number <= count; number += 1) {
      await server.withActor(headOffice(shop.productId), (tx) =>
        recordAudit(tx, entryOf(shop, { number, nested: { b: 1, a: [1, { z: 1, y: 2 }] } })),
      );
    }
    return shop;
  }
  const verify = (shop: Shop) => verifyChain(server.app.db, shop.productId).then(({ fault }) => fault);

  /** Makes a change that requires the password of the database owner. */
  async function tamper(statement: string, shop: Shop): Promise<void> {
    await owner.query('begin');
    await owner.query('alter table audit_log disable trigger audit_log_append_only');
    for (const table of ['audit_log', 'audit_heads'])
      await owner.query(`alter table ${table} no force row level security`);
    const { rowCount } = await owner.query(statement, [shop.productId]);
    for (const table of ['audit_log', 'audit_heads'])
      await owner.query(`alter table ${table} force row level security`);
    await owner.query('alter table audit_log enable trigger audit_log_append_only');
    await owner.query('commit');
    expect(rowCount).toBe(1);
  }

  it('verifies after writes, also by concurrent writers', async () => {
    const shop = await shopWithEntries(3);
    await Promise.all(
      Array.from({ length: 50 }, (_, number) =>
        server.withActor(headOffice(shop.productId), async (tx) => {
          // One or two entries per transaction, so that an entry may follow another of the same transaction.
          for (let entry = 0; entry <= number % 2; entry += 1) await recordAudit(tx, entryOf(shop, { number, entry }));
        }),
      ),
    );
    expect(await verify(shop)).toBeNull();
    const written = await server.withActor(headOffice(shop.productId), (tx) =>
      tx.selectFrom('audit_log').select('seq').execute(),
    );
    expect(written).toHaveLength(3 + 50 + 25);
  });

  it('hashes a detail as the database returns it', async () => {
    const shop = await shopWithEntries(0);
    const odd = {
      b: undefined,
      a: 1e21,
      c: -0,
      at: new Date(0),
      list: [undefined, { y: 0.1, x: 'é"\\\n 한글 \u2028' }],
      10: 'ten',
      9: 'nine',
    };
    await server.withActor(headOffice(shop.productId), (tx) =>
      recordAudit(tx, { ...entryOf(shop, odd), storeId: shop.stores[0]?.id ?? null }),
    );
    expect(await verify(shop)).toBeNull();
  });

  it('continues a chain whose head has no previous hash', async () => {
    const shop = await shopWithEntries(2);
    await tamper('update audit_heads set previous_hash = null where product_id = $1', shop);
    await server.withActor(headOffice(shop.productId), (tx) => recordAudit(tx, entryOf(shop, {})));
    expect(await verify(shop)).toBeNull();
  });

  it('rolls back with the transaction and leaves no gap', async () => {
    const shop = await shopWithEntries(1);
    const failed = server.withActor(headOffice(shop.productId), async (tx) => {
      await recordAudit(tx, entryOf(shop, {}));
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    await server.withActor(headOffice(shop.productId), (tx) => recordAudit(tx, entryOf(shop, {})));
    expect(await verify(shop)).toBeNull();
  });

  it.each([
    [
      'a changed row',
      `update audit_log set actor_label = 'somebody else' where product_id = $1 and seq = 3`,
      { seq: 3, what: 'CHANGED' },
    ],
    [
      'a changed detail',
      `update audit_log set detail = detail || '{"number": 7}' where product_id = $1 and seq = 2`,
      { seq: 2, what: 'CHANGED' },
    ],
    ['a missing row', `delete from audit_log where product_id = $1 and seq = 2`, { seq: 2, what: 'MISSING' }],
    ['a missing last row', `delete from audit_log where product_id = $1 and seq = 5`, { seq: 5, what: 'HEAD_DIFFERS' }],
    ['a changed head', `update audit_heads set seq = 4 where product_id = $1`, { seq: 6, what: 'HEAD_DIFFERS' }],
    ['a missing head', `delete from audit_heads where product_id = $1`, { seq: 6, what: 'HEAD_DIFFERS' }],
  ])('detects %s', async (_what, statement, fault) => {
    const shop = await shopWithEntries(5);
    expect(await verify(shop)).toBeNull();
    await tamper(statement, shop);
    expect(await verify(shop)).toEqual(fault);
  });

  it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])(
    'denies «%s» to every role',
    async (statement) => {
      for (const role of ['munjigi_app', 'munjigi_system', null]) {
        await owner.query('begin');
        if (role !== null) await owner.query(`set local role ${role}`);
        await expect(owner.query(statement)).rejects.toMatchObject({ code: '42501' });
        await owner.query('rollback');
      }
    },
  );
});
