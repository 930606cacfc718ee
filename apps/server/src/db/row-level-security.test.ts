/** @module-tag engines */
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillStore, startTestServer, type Shop, type TestServer } from '../testing/index.ts';
import { headOffice } from '../testing/server.ts';
import { storeActor, type Actor } from './index.ts';

/** Tables with a `store_id` that row-level security does not protect, each with the reason. */
const NOT_GUARDED: Readonly<Record<string, string>> = {
  events: 'read by munjigi_system alone, which delivers them; what a person may see is decided at the stream (AP-6)',
};
/** Protected tables that munjigi_system reads completely, each with the reason. */
const SYSTEM_READS_ALL: Readonly<Record<string, string>> = {
  user_stores: 'the session of a request needs the stores of its person before there is an actor',
  deposit_relays: 'which store a relayed text is of is found by its token (PY-3)',
  age_check_attempts: 'attempts are deleted after a day, in whatever store they are (AG-6)',
  age_checks: 'checks that have ended are deleted, in whatever store they are (AG-6)',
  cash_receipts: 'the work finds due receipts of every store (CR-2)',
  provider_payout_lines: 'the lines of a payout are compared with payments of every store (MC-12)',
  provider_webhook_stores: 'which store the address of a message is of is read before there is an actor (MC-6)',
  store_merchants: 'the daily reading of payouts finds the merchants of every store (MC-11)',
  provider_payments: 'which store a message of a provider is about is found by its order (PY-2)',
  blocked_guests: 'a block of the chain has no store, so erasure and new keys reach all rows at once (RG-6)',
  companion_links: 'which companion a request is of is found by the token, before there is an actor (GT-21)',
  held_moves: 'the timer reads the moves whose time to pay is over (GT-32)',
  guest_tokens: 'which guest a request is of is found by the token, before there is an actor (GT-4)',
  passes: 'the server finds the passes of every store that end soon (PS-8)',
  pass_reminders: 'which of them were decided about (PS-8)',
  messages: 'the sender finds due messages of every store (MS-1)',
  on_call_rules: 'the review of incidents finds the stores with rules (OC-2)',
  message_attempts: 'which store a delivery report is about is found by its message (MS-5)',
  approvals: 'requests that nobody decided in time end, in whatever store they are',
  phone_codes: 'the limits of a phone and of an address hold across stores (BK-5)',
  online_bookings: 'the limits of a phone and of an address hold across stores (BK-7)',
  device_accounts: 'the account of a device that connects is found before there is an actor (DR-80)',
  door_displays: 'which tablet a request is of is found by the token, before there is an actor (DP-2)',
  calendar_feeds: 'who reads a feed is nobody that is signed in: its store is found by its id (RV-8)',
};

/** Runs queries without a WHERE clause as every role and with every setting that the product uses (AC-1). */
describe('row-level security', () => {
  let server: TestServer;
  let mine: Shop;
  let other: Shop;
  let client: pg.Client;
  let tables: string[];
  const ids = { a: '', b: '', x: '' };

  beforeAll(async () => {
    server = await startTestServer();
    mine = await server.makeShop({ stores: 2 });
    other = await server.makeShop();
    for (const [shop, stores] of [
      [mine, mine.stores],
      [other, other.stores],
    ] as const) {
      for (const store of stores) await fillStore(server, shop, store);
      await server.signIn(shop, ['FRANCHISEE'], shop.stores);
    }
    [ids.a = '', ids.b = ''] = mine.stores.map((store) => store.id);
    [ids.x = ''] = other.stores.map((store) => store.id);
    client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'store_id' order by 1`,
    );
    tables = rows.map((row) => row.name);
  });
  afterAll(async () => {
    await client.end();
    await server.close();
  });

  /** Runs `query` as the role with these settings, in a transaction that is rolled back. */
  async function as<T>(
    role: string | null,
    settings: { product?: string; stores?: string; reservation?: string },
    work: () => Promise<T>,
  ): Promise<T> {
    await client.query('begin');
    try {
      if (role !== null) await client.query(`set local role ${role}`);
      await client.query(
        "select set_config('app.product_id', $1, true), set_config('app.store_ids', $2, true), set_config('app.reservation_id', $3, true)",
        [settings.product ?? '', settings.stores ?? '', settings.reservation ?? ''],
      );
      return await work();
    } finally {
      await client.query('rollback');
    }
  }
  /** The stores whose rows a bare SELECT returns, or `refused` when the role has no right to read the table. */
  async function storesSeen(table: string): Promise<string[] | 'refused'> {
    try {
      await client.query('savepoint look');
      const { rows } = await client.query<{ store_id: string }>(
        `select distinct store_id from ${table} where store_id is not null`,
      );
      return rows.map((row) => row.store_id);
    } catch (error) {
      await client.query('rollback to look');
      if ((error as pg.DatabaseError).code === '42501') return 'refused';
      throw error;
    }
  }
  const guarded = () => tables.filter((table) => !(table in NOT_GUARDED));

  it('is enabled and forced for every table with a store_id, except those with a reason', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not (relrowsecurity and relforcerowsecurity)`,
    );
    const open = rows.map((row) => row.name);
    expect(tables.length).toBeGreaterThan(8);
    expect(tables.filter((table) => open.includes(table))).toEqual(Object.keys(NOT_GUARDED));
    expect(open).not.toContain('stores');
  });

  it('fills every store table in this test, so that an empty answer means something', async () => {
    // The actor of each store writes its rows; no other actor has the right.
    for (const [product, stores] of [
      [mine.productId, [ids.a, ids.b]],
      [other.productId, [ids.x]],
    ] as const) {
      for (const store of stores) {
        const empty: string[] = [];
        await as('munjigi_app', { product, stores: `{${store}}` }, async () => {
          for (const table of guarded()) if ((await storesSeen(table)).length === 0) empty.push(table);
        });
        expect(empty.filter((table) => table !== 'audit_log')).toEqual([]);
      }
    }
  });

  it('shows a person only the stores of the settings, with any WHERE clause (must show 6)', async () => {
    await as('munjigi_app', { product: mine.productId, stores: `{${ids.a}}` }, async () => {
      for (const table of guarded()) {
        const seen = await storesSeen(table);
        if (seen !== 'refused')
          expect(
            seen.filter((id) => id !== ids.a),
            table,
          ).toEqual([]);
      }
    });
    await as('munjigi_app', { product: mine.productId, stores: '*' }, async () => {
      for (const table of guarded()) expect(await storesSeen(table), table).not.toContain(ids.x);
    });
  });

  it('shows nothing to munjigi_app without an actor', async () => {
    await as('munjigi_app', {}, async () => {
      for (const table of guarded()) expect([[], 'refused'], table).toContainEqual(await storesSeen(table));
    });
  });

  it('shows a guest one reservation and what leads to it, and nothing without one (GT-1)', async () => {
    const own = await server.withActor(storeActor(mine.productId, ids.a), (tx) =>
      tx.selectFrom('reservations').select(['id', 'room_id']).limit(1).executeTakeFirst(),
    );
    if (!own) return expect.fail('The store has no reservation');
    const settings = { product: mine.productId, stores: `{${ids.a}}`, reservation: own.id };
    const readable = new Map<string, unknown[]>();
    await as('munjigi_guest', settings, async () => {
      for (const table of guarded()) {
        const seen = await storesSeen(table);
        if (seen === 'refused') continue;
        expect(
          seen.filter((id) => id !== ids.a),
          table,
        ).toEqual([]);
        readable.set(table, seen);
      }
      const ofOthers = async (table: string, column: string) =>
        (await client.query(`select from ${table} where ${column} is distinct from $1`, [own.id])).rowCount;
      // All rows: row-level security must leave only those of the guest.
      expect((await client.query('select id from reservations')).rows).toEqual([{ id: own.id }]);
      // All rows: likewise.
      expect((await client.query('select id from rooms')).rows).toEqual([{ id: own.room_id }]);
      for (const table of [
        'reservation_events',
        'help_desk_cases',
        'guest_answers',
        'guest_help_notes',
        'companion_requests',
        'stay_ratings',
        'accepted_terms',
        'guest_tokens',
        'payments',
      ])
        expect(await ofOthers(table, 'reservation_id'), table).toBe(0);
      expect(await ofOthers('held_moves', 'id')).toBe(0);
      expect(await ofOthers('age_requirements', 'id')).toBe(0);
      // All rows: likewise.
      expect((await client.query('select id from stores')).rows).toEqual([{ id: ids.a }]);
    });
    expect([...readable.keys()].sort()).toEqual([
      'accepted_terms',
      'access_code_places',
      'access_codes',
      'age_requirements',
      'cash_receipt_settings',
      'companion_requests',
      'device_history',
      'device_links',
      'doors',
      'guest_answers',
      'guest_help_notes',
      'guest_tokens',
      'held_moves',
      'help_desk_cases',
      'pass_offers',
      'payments',
      'provider_payments',
      'reservation_events',
      'reservations',
      'room_parts',
      'room_photos',
      'rooms',
      'stay_ratings',
      'store_sellers',
    ]);
    // A guest without a reservation, and one with that of another store.
    for (const none of [{}, { ...settings, reservation: '' }, { ...settings, stores: `{${ids.b}}` }])
      await as('munjigi_guest', none, async () => {
        for (const table of ['reservations', 'reservation_events', 'rooms', 'access_codes', 'guest_tokens'])
          expect(await storesSeen(table), table).toEqual([]);
      });
  });

  it('lets a guest change nothing but the own idempotency keys', async () => {
    const { rows } = await client.query<{ table_name: string }>(
      `select distinct table_name from information_schema.role_table_grants
       where grantee = 'munjigi_guest' and privilege_type <> 'SELECT'`,
    );
    expect(rows.map((row) => row.table_name)).toEqual(['idempotency_keys']);
  });

  it('shows munjigi_system only the store that it works on, and nothing without one', async () => {
    await as('munjigi_system', { product: mine.productId, stores: `{${ids.b}}` }, async () => {
      for (const table of guarded()) {
        const seen = await storesSeen(table);
        if (seen !== 'refused' && !(table in SYSTEM_READS_ALL))
          expect(
            seen.filter((id) => id !== ids.b),
            table,
          ).toEqual([]);
      }
    });
    await as('munjigi_system', {}, async () => {
      for (const table of guarded()) {
        if (!(table in SYSTEM_READS_ALL)) expect([[], 'refused'], table).toContainEqual(await storesSeen(table));
      }
    });
  });

  it('holds for the owner of the tables, or that is a superuser and no statement of the product runs as it', async () => {
    const { rows } = await client.query<{ super: boolean }>(
      'select rolsuper as super from pg_roles where rolname = current_user',
    );
    const isSuperuser = rows[0]?.super ?? false;
    if (!isSuperuser) {
      // The owner is a member of both roles and therefore subject to their policies: it sees what its settings allow.
      await as(null, { product: mine.productId, stores: `{${ids.a}}` }, async () => {
        for (const table of guarded()) {
          const seen = await storesSeen(table);
          if (seen !== 'refused' && !(table in SYSTEM_READS_ALL))
            expect(
              seen.filter((id) => id !== ids.a),
              table,
            ).toEqual([]);
        }
      });
      await as(null, {}, async () => {
        for (const table of guarded())
          if (!(table in SYSTEM_READS_ALL)) expect([[], 'refused'], table).toContainEqual(await storesSeen(table));
      });
    }
    // The role of a connection of the product before the first transaction sets one.
    const bare = new pg.Client({ connectionString: server.databaseUrl, options: '-c role=munjigi_app' });
    await bare.connect();
    try {
      const found = await bare.query<{ role: string; rooms: number }>(
        'select current_user as role, (select count(*) from rooms) as rooms',
      );
      expect(found.rows).toEqual([{ role: 'munjigi_app', rooms: 0 }]);
    } finally {
      await bare.end();
    }
  });

  it('is never left by a connection of the product, whose roles are only those of the actors', async () => {
    const roles = async (actor: Actor) =>
      server.withActor(actor, (tx) =>
        tx
          .selectNoFrom((it) => it.fn<string>('current_setting', [it.val('role')]).as('role'))
          .executeTakeFirstOrThrow(),
      );
    expect(await roles({ kind: 'system' })).toEqual({ role: 'munjigi_system' });
    expect(await roles(storeActor(mine.productId, ids.a))).toEqual({ role: 'munjigi_system' });
    expect(await roles(headOffice(mine.productId))).toEqual({ role: 'munjigi_app' });
    const guest = { tokenId: uuidv7(), reservationId: uuidv7(), productId: mine.productId, storeId: ids.a };
    expect(await roles({ kind: 'guest', ...guest, address: '127.0.0.1' })).toEqual({ role: 'munjigi_guest' });
  });

  it('refuses to write a row of a foreign store or product, or to move one there', async () => {
    const room = (shop: Shop, storeId: string) => ({
      product_id: shop.productId,
      store_id: storeId,
      id: uuidv7(),
      name: 'Foreign',
      capacity: 1,
      sort_order: 9,
      created_at: new Date(),
    });
    const asStoreA = storeActor(mine.productId, ids.a);
    for (const [shop, storeId] of [
      [mine, ids.b],
      [other, ids.x],
    ] as const) {
      await expect(
        server.withActor(asStoreA, (tx) => tx.insertInto('rooms').values(room(shop, storeId)).execute()),
      ).rejects.toThrow('row-level security');
    }
    await expect(
      server.withActor(asStoreA, (tx) => tx.updateTable('rooms').set({ store_id: ids.b }).execute()),
    ).rejects.toThrow('row-level security');
    const touched = await server.withActor(asStoreA, (tx) =>
      tx.updateTable('rooms').set({ description: 'touched' }).returning('store_id').execute(),
    );
    expect(new Set(touched.map((row) => row.store_id))).toEqual(new Set([ids.a]));
  });
});
