/** @module-tag engines */
// @sweep 1/12 (decision 086)
import pg from 'pg';
import pino from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SEALED_TABLES } from '../../app.ts';
import { openDatabase, personalKeys, storeActor, SYSTEM } from '../../db/index.ts';
import { migrateOn } from '../../db/migrate.ts';
import { migrationsFolder } from '../../launch.ts';
import { queryDatabase, withDatabase } from '../../testing/database.ts';
import { openDepositDesk, type DepositDesk } from '../../testing/desks/deposit-desk.ts';
import { fakeClock, itemsOf, startTestServer, until, type Caller, type TestServer } from '../../testing/index.ts';
import { openPayingDesk } from '../../testing/desks/paying-desk.ts';
import { searchByCursor } from '../reservations/search.ts';
import { forgetUnreadable, preparePersonalKeys, rotateKeys } from './index.ts';
import { resealTables } from './reseal.ts';

const NAMES = ['독고탁', '황보라', '제갈공명', '남궁연', '선우용'] as const;
const PHONES = ['010-8234-9917', '010-8345-9928', '010-8456-9939', '010-8567-9940'] as const;
const EMAIL = 'waiting@guest.example';

/** The clock starts on a slot of the store, at the time of the bank texts. */
const clock = fakeClock(new Date('2026-11-21T06:00:00Z'));

async function asOwner<T>(server: TestServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Dumps the whole database, one line per row, with bytes as text so that a search finds them. */
function dump(server: TestServer): Promise<string> {
  return asOwner(server, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname",
    );
    const lines: string[] = [];
    for (const { name } of tables) {
      await client.query(`alter table ${name} no force row level security`);
      const { rows } = await client.query<Record<string, unknown>>(`select * from ${name}`);
      for (const row of rows)
        lines.push(
          Object.entries(row)
            .map(
              ([column, it]) =>
                `${column}=${Buffer.isBuffer(it) ? it.toString('utf8') : typeof it === 'string' ? it : JSON.stringify(it)}`,
            )
            .join(' '),
        );
    }
    return lines.join('\n');
  });
}

describe('a dump of the database', () => {
  let server: TestServer;
  afterAll(() => server.close());

  it('contains no name, phone or e-mail address of a guest in plain text (PD-3)', async () => {
    server = await startTestServer({ clock });
    const desk = await openDepositDesk(server);
    const paying = await openPayingDesk(server);
    const [first, second, third, fourth] = NAMES;
    const booked = await desk.createReservation({ roomId: desk.roomIds[0], guestName: first, guestPhone: PHONES[0] });
    const key = { 'idempotency-key': 'shown-again' };
    const shown = await desk.admin.call(
      'POST',
      `/${desk.shop.slug}/reservation/${booked['id']}/reveal`,
      { reason: '본인 확인' },
      key,
    );
    expect(shown.body).toMatchObject({ guestName: first, guestPhone: PHONES[0] });
    expect(
      (
        await desk.admin.call(
          'POST',
          `/${desk.shop.slug}/reservation/${booked['id']}/reveal`,
          { reason: '본인 확인' },
          key,
        )
      ).body,
    ).toEqual(shown.body);
    const edited = await desk.edit(booked, { guestName: second, guestPhone: PHONES[1] });
    expect(edited.body).toMatchObject({ guestName: '황*라', guestPhone: '010-****-9928' });
    const waiting = await desk.admin.call('POST', `/${desk.shop.slug}/waitlist`, {
      storeId: desk.storeId,
      roomId: desk.roomIds[0],
      startsAt: booked['startsAt'],
      endsAt: booked['endsAt'],
      headCount: 2,
      guestName: third,
      guestPhone: PHONES[2],
      guestEmail: EMAIL,
      memo: '',
    });
    expect(waiting.status, JSON.stringify(waiting.body)).toBe(200);
    await desk.held(fourth, { roomId: desk.roomIds[9], guestPhone: PHONES[3] });
    await desk.relay(desk.text({ name: fourth }));
    expect(await desk.of(fourth)).toMatchObject([{ depositorName: '남*연', state: 'MATCHED_AUTO' }]);
    await desk.relay(desk.text({ name: NAMES[4], amount: 7777 }));
    const [unknown] = await desk.of(NAMES[4]);
    expect(
      (await desk.admin.call('POST', desk.url(`/${unknown?.id}/reveal`), { reason: '입금자 확인' })).body,
    ).toMatchObject({ depositorName: NAMES[4] });

    const payment = await paying.begun(await paying.held({ guestName: first, guestPhone: PHONES[0] }));
    const message = JSON.stringify({
      eventType: 'PAYMENT_STATUS_CHANGED',
      createdAt: new Date().toISOString(),
      data: { orderId: payment.id, paymentKey: 'none', customerName: first, customerMobilePhone: PHONES[0] },
    });
    await paying.send('TOSS', { body: message, headers: { 'content-type': 'application/json' } });
    await until(
      'the message is kept',
      async () =>
        (await server.withActor(SYSTEM, (tx) => tx.selectFrom('provider_webhooks').select('id').execute())).length > 0,
    );

    const everything = await dump(server);
    // A value that is stored in plain text is found, which proves that the search works.
    expect(everything).toContain(String(booked['code']));
    expect(everything).toContain('황*라');
    // Four digits are not searched alone, because they also occur in ids.
    const digits = PHONES.flatMap((phone) => [phone, phone.replaceAll('-', '').slice(2)]);
    for (const secret of [...NAMES, ...digits, EMAIL])
      expect(everything.split('\n').filter((line) => line.includes(secret))).toEqual([]);
    await Promise.all([paying.toss.close(), paying.portone.close()]);
  });
});

const [OLD, NEW] = ['the-key-before-of-these-tests-00000000000', 'the-newest-key-of-these-tests-00000000000'] as const;

describe('rotation of personal data keys', () => {
  const open: TestServer[] = [];
  let server: TestServer;
  let desk: DepositDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock, config: { personalDataKeys: [OLD] } });
    desk = await openDepositDesk(server);
  });
  afterAll(async () => {
    for (const it of open.reverse()) await it.close();
    await server.close();
  });
  async function beside(
    keys: readonly string[],
    by: Caller = desk.admin,
  ): Promise<{ server: TestServer; call: Caller['call'] }> {
    const it = await startTestServer({ beside: server, config: { personalDataKeys: keys } });
    open.push(it);
    return { server: it, call: it.caller(by.token) };
  }
  const found = async (call: Caller['call'], q: string) =>
    itemsOf((await call('GET', `/${desk.shop.slug}/reservation3?q=${encodeURIComponent(q)}`)).body).map(
      (row) => row['code'],
    );
  const revealed = async (call: Caller['call'], id: unknown) =>
    (await call('POST', `/${desk.shop.slug}/reservation/${String(id)}/reveal`, { reason: '본인 확인' })).body;

  it('keeps everything readable and searchable before, during and after a rotation', async () => {
    const reservation = await desk.createReservation({ guestName: '독고탁', guestPhone: '010-8234-9917' });
    await desk.relay(desk.text({ name: '선우용', amount: 7777 }));
    const both = await beside([NEW, OLD]);
    const later = await both.call(
      'POST',
      `/${desk.shop.slug}/reservation`,
      desk.wish({ roomId: desk.roomIds[1], guestName: '독고진', guestPhone: '010-8234-9917' }),
    );
    expect(later.status).toBe(200);
    for (const q of ['9917', '010-8234-9917', '독고'])
      expect((await found(both.call, q)).sort()).toEqual([reservation['code'], later.body['code']].sort());
    expect(await revealed(both.call, reservation['id'])).toMatchObject({
      guestName: '독고탁',
      guestPhone: '010-8234-9917',
    });

    const { rows, retired } = await rotateKeys(
      { db: both.server.app.db, clock: server.clock, tables: SEALED_TABLES },
      () => undefined,
    );
    expect(retired).toBe(1);
    // At least the reservation, the deposit with its text, and the stored replies.
    expect(rows).toBeGreaterThanOrEqual(3);
    expect(await resealTables(both.server.app.db, SEALED_TABLES)).toBe(0);

    const after = await beside([NEW]);
    for (const q of ['9917', '010-8234-9917', '독고'])
      expect((await found(after.call, q)).sort()).toEqual([reservation['code'], later.body['code']].sort());
    expect(await found(after.call, '독고탁')).toEqual([reservation['code']]);
    expect(await revealed(after.call, reservation['id'])).toMatchObject({
      guestName: '독고탁',
      guestPhone: '010-8234-9917',
    });
    const deposits = itemsOf((await after.call('GET', desk.url())).body);
    expect(deposits).toMatchObject([{ depositorName: '선*용' }]);
  });

  it('prevents the start of a server that lacks a key, with an explanation', async () => {
    const startWith = async (key: string) =>
      void open.push(await startTestServer({ beside: server, config: { personalDataKeys: [key] } }));
    await expect(startWith('quite-another-key-of-these-tests-000000000')).rejects.toThrow(
      /PERSONAL_DATA_KEYS: .* sealed with another key \([0-9a-f]{8}, since/,
    );
    // This server would write with a key that the other processes do not have.
    await expect(startWith(OLD)).rejects.toThrow('sealed with another key');
  });

  it('resumes an interrupted re-encryption and loses no concurrent change', async () => {
    const it = await openDepositDesk(server);
    const third = 'the-key-after-these-of-the-tests-000000000';
    const reservations = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        it.createReservation({ roomId: it.roomIds[index], guestName: `손님${index}`, guestPhone: '010-8234-9917' }),
      ),
    );
    const db = openDatabase(server.databaseUrl, {
      poolSize: 3,
      personal: personalKeys([third, NEW, OLD]),
      onError: () => undefined,
    });
    let calls = 0;
    // Fails after three transactions.
    const dying = {
      ...db,
      withActor: ((actor, work) =>
        (calls += 1) > 3 ? Promise.reject(new Error('killed')) : db.withActor(actor, work)) as typeof db.withActor,
    };
    await expect(resealTables(dying, SEALED_TABLES)).rejects.toThrow('killed');
    const { call } = await beside([third, NEW, OLD], it.admin);
    const changing = Promise.all(
      reservations.map((row, index) =>
        call('PATCH', `/${it.shop.slug}/reservation/${row['id']}`, {
          version: row['version'],
          guestName: `바뀜${index}`,
          guestPhone: '010-9999-1234',
        }),
      ),
    );
    await Promise.all([rotateKeys({ db, clock: server.clock, tables: SEALED_TABLES }, () => undefined), changing]);
    expect((await changing).map(({ status }) => status)).toEqual(reservations.map(() => 200));
    expect(await resealTables(db, SEALED_TABLES)).toBe(0);
    const rows = await db.withActor(it.admin.actor, (tx) =>
      tx.selectFrom('reservations').select(['guest_name', 'guest_phone']).orderBy('id').execute(),
    );
    expect(rows.map((row) => `${row.guest_name} ${row.guest_phone}`).sort()).toEqual(
      reservations.map((_row, index) => `바뀜${index} 010-9999-1234`).sort(),
    );
    await db.close();
  });
});

describe('a restored database without its keys', () => {
  let server: TestServer;
  afterAll(() => server.close());

  it('can be served with a new key, without names and phones', async () => {
    server = await startTestServer({ clock, config: { personalDataKeys: [OLD] } });
    const desk = await openDepositDesk(server);
    const reservation = await desk.createReservation({ guestName: '독고탁', guestPhone: '010-8234-9917' });
    await desk.relay(desk.text({ name: '독고탁' }));
    const start = async () => startTestServer({ beside: server, config: { personalDataKeys: [NEW] } });
    await asOwner(server, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select quote_ident(relname) as name from pg_class where relforcerowsecurity',
      );
      for (const { name } of rows) await client.query(`alter table ${name} no force row level security`);
      // With the right key all values are readable.
      await client.query(forgetUnreadable([OLD], SEALED_TABLES));
      expect((await desk.read(reservation))['guestName']).toBe('독*탁');
      await client.query(forgetUnreadable([NEW], SEALED_TABLES));
      for (const { name } of rows) await client.query(`alter table ${name} force row level security`);
    });
    const after = await start();
    const { body } = await after.caller(desk.admin.token)(
      'GET',
      `/${desk.shop.slug}/reservation/${String(reservation['id'])}`,
    );
    expect(body).toMatchObject({ guestName: '', guestPhone: '', code: reservation['code'] });
    expect(itemsOf((await after.caller(desk.admin.token)('GET', desk.url())).body)).toMatchObject([
      { depositorName: null, amount: 20_000 },
    ]);
    await after.close();
  });
});

describe('plain data of an earlier version', () => {
  const serverUrl = inject('databaseServerUrl');
  const name = `munjigi_earlier_${process.pid}`;
  const url = withDatabase(serverUrl, name);
  afterAll(() => queryDatabase(serverUrl, `drop database if exists ${name} with (force)`));

  it('is encrypted once, before the server starts, and can be searched afterwards', async () => {
    await queryDatabase(serverUrl, `create database ${name}`);
    const [product, store, room, reservation, deposit, message] = Array.from({ length: 6 }, () => uuidv7());
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await migrateOn(client, migrationsFolder(), '0049-backup');
    const { rows: forced } = await client.query<{ name: string }>(
      'select quote_ident(relname) as name from pg_class where relforcerowsecurity',
    );
    for (const table of forced) await client.query(`alter table ${table.name} no force row level security`);
    await client.query(`
      insert into products (id, slug, name, created_at) values ('${product}', 'earlier', 'Earlier', now());
      insert into stores (product_id, id, name, time_zone, mqtt_prefix, created_at) values ('${product}', '${store}', '강남점', 'Asia/Seoul', 'earlier', now());
      insert into rooms (product_id, store_id, id, name, capacity, sort_order, created_at) values ('${product}', '${store}', '${room}', 'A', 4, 1, now());
      insert into reservations (product_id, store_id, id, room_id, code, kind, state, starts_at, ends_at, buffer_ends_at, business_date, guest_name, guest_phone, guest_phone_digits, head_count,
        channel, memo, price_amount, price_lines, created_at)
      values ('${product}', '${store}', '${reservation}', '${room}', 'AAAA-2222', 'GUEST', 'CONFIRMED', '2020-01-01T00:00Z', '2020-01-01T01:00Z', '2020-01-01T01:00Z', '2020-01-01', '독고탁', '010-8234-9917',
        '01082349917', 2, 'STAFF', '', 0, '[]', now());
      insert into deposits (product_id, store_id, id, state, kind, amount, is_amount_clear, depositor_name, at, is_time_known, text, sources, received_at)
      values ('${product}', '${store}', '${deposit}', 'UNMATCHED', 'DEPOSIT', 1000, true, '독고탁', now(), true, '독고탁 입금 1,000원', '{SMS}', now());
      insert into deposit_messages (product_id, store_id, id, source, raw, reading, outcome, deposit_id, received_at, worked_at)
      values ('${product}', '${store}', '${message}', 'CSV', convert_to('독고탁 1,000', 'UTF8'), '{"kind": "DEPOSIT"}', 'NEW', '${deposit}', now(), now())`);
    for (const table of forced) await client.query(`alter table ${table.name} force row level security`);
    await migrateOn(client, migrationsFolder(), null);
    await client.end();

    const db = openDatabase(url, { poolSize: 2, personal: personalKeys([NEW]), onError: () => undefined });
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const prepare = () => preparePersonalKeys({ db, clock, tables: SEALED_TABLES, log });
    await prepare();
    expect(lines.map((line) => (JSON.parse(line) as { rows?: number }).rows)).toEqual([undefined, 1, 1, 1, 3]);
    await prepare();
    expect(lines).toHaveLength(5);
    const read = await db.withActor(storeActor(product ?? '', store ?? ''), async (tx) => ({
      reservation: await tx.selectFrom('reservations').select(['guest_name', 'guest_phone']).executeTakeFirst(),
      deposit: await tx.selectFrom('deposits').select(['depositor_name', 'bank_text']).executeTakeFirst(),
      message: await tx.selectFrom('deposit_messages').select(['raw', 'reading']).executeTakeFirstOrThrow(),
      found: await searchByCursor(tx, { q: '9917', limit: 10 }),
    }));
    expect(read.reservation).toEqual({ guest_name: '독고탁', guest_phone: '010-8234-9917' });
    expect(read.deposit).toEqual({ depositor_name: '독고탁', bank_text: '독고탁 입금 1,000원' });
    expect([
      db.personal.open(read.message.raw),
      JSON.parse(db.personal.open(read.message.reading ?? Buffer.alloc(0))),
    ]).toEqual(['독고탁 1,000', { kind: 'DEPOSIT' }]);
    expect(read.found.items).toMatchObject([{ id: reservation, guestName: '독*탁' }]);
    await db.close();
  });
});
