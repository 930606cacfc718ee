import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Shop, type TestServer } from '../../testing/index.ts';
import { headOffice } from '../../testing/server.ts';
import { record, verifyAuditLog } from './index.ts';

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

  async function shopWithEntries(count: number): Promise<Shop> {
    const shop = await server.makeShop();
    for (let number = 1; number <= count; number += 1) {
      await server.withActor(headOffice(shop.productId), (tx) =>
        record(tx, {
          productId: shop.productId, storeId: null, at: server.clock.now(), action: 'test.done', subject: { kind: 'test', id: null },
          actor: { kind: 'SYSTEM', id: null, label: 'test', address: null }, detail: { number, nested: { b: 1, a: [1, { z: 1, y: 2 }] } },
        }),
      );
    }
    return shop;
  }
  const verify = (shop: Shop) => server.withActor(headOffice(shop.productId), (tx) => verifyAuditLog(tx, shop.productId));

  /** What only somebody with the owner's password could do. */
  async function tamper(statement: string, shop: Shop): Promise<void> {
    await owner.query('begin');
    await owner.query('alter table audit_log disable trigger audit_log_append_only');
    for (const table of ['audit_log', 'audit_heads']) await owner.query(`alter table ${table} no force row level security`);
    const { rowCount } = await owner.query(statement, [shop.productId]);
    for (const table of ['audit_log', 'audit_heads']) await owner.query(`alter table ${table} force row level security`);
    await owner.query('alter table audit_log enable trigger audit_log_append_only');
    await owner.query('commit');
    expect(rowCount).toBe(1);
  }

  it('is whole as it was written, also under many writers at once', async () => {
    const shop = await shopWithEntries(3);
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        server.withActor(headOffice(shop.productId), (tx) =>
          record(tx, { productId: shop.productId, storeId: null, at: new Date(), action: 'test.raced', subject: { kind: 'test', id: null }, actor: { kind: 'SYSTEM', id: null, label: 't', address: null }, detail: { number } }),
        ),
      ),
    );
    expect(await verify(shop)).toBeNull();
  });

  it.each([
    ['a changed row', `update audit_log set actor_label = 'somebody else' where product_id = $1 and seq = 3`, { seq: 3, what: 'CHANGED' }],
    ['a changed detail', `update audit_log set detail = detail || '{"number": 7}' where product_id = $1 and seq = 2`, { seq: 2, what: 'CHANGED' }],
    ['a missing row', `delete from audit_log where product_id = $1 and seq = 2`, { seq: 2, what: 'MISSING' }],
    ['a missing last row', `delete from audit_log where product_id = $1 and seq = 5`, { seq: 5, what: 'HEAD_DIFFERS' }],
    ['a changed head', `update audit_heads set seq = 4 where product_id = $1`, { seq: 6, what: 'HEAD_DIFFERS' }],
    ['a missing head', `delete from audit_heads where product_id = $1`, { seq: 6, what: 'HEAD_DIFFERS' }],
  ])('tells of %s', async (_what, statement, fault) => {
    const shop = await shopWithEntries(5);
    expect(await verify(shop)).toBeNull();
    await tamper(statement, shop);
    expect(await verify(shop)).toEqual(fault);
  });

  it.each(['update audit_log set action = action', 'delete from audit_log', 'truncate audit_log'])('refuses «%s» to every role', async (statement) => {
    for (const role of ['munjigi_app', 'munjigi_system', null]) {
      await owner.query('begin');
      if (role !== null) await owner.query(`set local role ${role}`);
      await expect(owner.query(statement)).rejects.toMatchObject({ code: '42501' });
      await owner.query('rollback');
    }
  });
});
