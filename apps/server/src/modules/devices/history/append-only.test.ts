/** @module-tag engines */
// @sweep 1/8 (decision 086)
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillStore, startTestServer, type Shop, type StoreContents, type TestServer } from '../../../testing/index.ts';

/** The roles of the product in the database: the one that connects (null) and the two that it switches to. */
const ROLES = [null, 'munjigi_app', 'munjigi_system'] as const;
const REFUSED = '42501';

describe.each(ROLES)('device history as role %s (null: the owner of the tables)', (role) => {
  let server: TestServer;
  let client: pg.Client;
  let shop: Shop;
  let over: StoreContents;

  beforeAll(async () => {
    server = await startTestServer();
    shop = await server.makeShop();
    const [store] = shop.stores;
    if (!store) throw new Error('no store');
    over = await fillStore(server, shop, store);
    client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await server.close();
  });

  /**
   * Runs a statement and rolls it back. Resolves with the error code or the number of rows. The actor has access to the
   * row.
   */
  async function attempt(statement: string): Promise<string | number> {
    await client.query('begin');
    try {
      await client.query("select set_config('app.product_id', $1, true), set_config('app.store_ids', $2, true)", [
        shop.productId,
        `{${shop.stores[0]?.id}}`,
      ]);
      if (role !== null) await client.query(`set local role ${role}`);
      return (await client.query(statement)).rowCount ?? 0;
    } catch (error) {
      return (error as pg.DatabaseError).code ?? 'no code';
    } finally {
      await client.query('rollback');
    }
  }

  it('has access to the row that it tries to change', async () => {
    expect(await attempt(`select from device_history where id = '${over.commandId}'`)).toBe(1);
    expect(await attempt(`select from device_history_steps where command_id = '${over.commandId}'`)).toBe(1);
  });

  it('cannot delete rows or truncate tables', async () => {
    for (const table of ['device_history', 'device_history_steps']) {
      for (const statement of [`delete from ${table}`, `delete from ${table} where false`, `truncate ${table} cascade`])
        expect(await attempt(statement), statement).toBe(REFUSED);
    }
  });

  it('cannot change a finished command or a step', async () => {
    const columns: [string, string][] = [
      ['status', "'FAILED'"],
      ['cause_label', "'somebody else'"],
      ['cause_kind', "'UNKNOWN'"],
      ['cause_id', 'gen_random_uuid()'],
      ['action', "'LOCK'"],
      ['source', "'MANUAL'"],
      ['reason', "'other'"],
      ['requested_at', 'now()'],
      ['sent_at', 'now()'],
      ['acknowledged_at', 'now()'],
      ['finished_at', 'now()'],
      ['latency_ms', '1'],
      ['error_code', "'JAMMED'"],
      ['target_id', 'gen_random_uuid()'],
      ['target_kind', "'DEVICE'"],
      ['link_id', 'gen_random_uuid()'],
      ['room_id', 'gen_random_uuid()'],
      ['store_id', 'gen_random_uuid()'],
      ['product_id', 'gen_random_uuid()'],
      ['id', 'gen_random_uuid()'],
      ['state', `'{}'`],
      ['request_key', "'x'"],
      ['expires_at', 'now()'],
      ['deadline_at', 'now()'],
      ['has_answered', 'true'],
      ['state_when_sent', "'LOCKED'"],
      ['command_id', 'gen_random_uuid()'],
    ];
    const { rows } = await client.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = 'device_history'",
    );
    // A new column must be added to the list above.
    expect(rows.map((row) => row.name).filter((name) => !columns.some(([column]) => column === name))).toEqual([
      'error_message',
    ]);
    for (const [column, value] of columns)
      expect(
        await attempt(`update device_history set ${column} = ${value} where id = '${over.commandId}'`),
        column,
      ).toBe(REFUSED);
    for (const column of ['note', 'step'])
      expect(await attempt(`update device_history_steps set ${column} = 'x'`), column).toBe(REFUSED);
  });

  it('can move a command forward, but not back or to another cause', async () => {
    const add = (status: string) => `with added as (
      insert into device_history (product_id, store_id, id, link_id, target_kind, target_id, action, status, cause_kind, cause_label, source, requested_at, sent_at)
      values ('${shop.productId}', '${shop.stores[0]?.id}', '01999999-0000-7000-8000-000000000001', '${over.linkId}', 'DOOR', '${over.doorId}', 'OPEN', '${status}', 'PERSON', 'Kim', 'REMOTE', now(), now())
      returning id) select from added`;
    const then = (status: string, set: string) =>
      attempt(`${add(status)}; update device_history set ${set} where id = '01999999-0000-7000-8000-000000000001'`);
    // Two statements in one query return a list of results without a common row count.
    for (const set of [
      "status = 'ACCEPTED', acknowledged_at = now()",
      "status = 'EXECUTED', finished_at = now()",
      "status = 'TIMED_OUT'",
      'has_answered = true',
    ])
      expect(await then('SENT', set), set).toBe(0);
    for (const set of [
      "status = 'QUEUED'",
      "status = 'REPORTED'",
      "cause_label = 'Lee'",
      "cause_kind = 'AUTOMATION'",
      "reason = 'x'",
      "requested_at = now() - interval '1 day'",
      "target_kind = 'DEVICE'",
      "sent_at = now() - interval '1 day'",
    ]) {
      expect(await then('SENT', set), set).toBe(REFUSED);
    }
    expect(await then('ACCEPTED', "status = 'SENT'")).toBe(REFUSED);
    expect(await then('EXECUTED', "status = 'FAILED'")).toBe(REFUSED);
  });
});
