/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { backUp, openDatabase, restoreTables, SYSTEM, type Database } from '../db/index.ts';
import { BEGIN_NEW_EPOCH } from '../events/index.ts';
import { migrationsFolder } from '../launch.ts';
import { verifyChain } from '../modules/audit/index.ts';
import { dropDatabase, queryDatabase, withDatabase } from '../testing/database.ts';
import {
  headOffice,
  HOUR_MS,
  makeVirtualDoor,
  openBookingDesk,
  startTestServer,
  TestServer,
  until,
  type BookingDesk,
  type VirtualDoor,
} from '../testing/index.ts';
import { ledgerFaults } from '../testing/faults/ledger-faults.ts';
import { salesFaults } from '../testing/faults/sales-faults.ts';

const ROOMS = 24;
const WRITERS = 6;

/** A stay of two hours that starts so many full hours from now. */
function slots(fromHours: number): { startsAt: string; endsAt: string } {
  const from = (Math.ceil(Date.now() / HOUR_MS) + fromHours) * HOUR_MS;
  return { startsAt: new Date(from).toISOString(), endsAt: new Date(from + 2 * HOUR_MS).toISOString() };
}

/** The changes that the server has acknowledged. */
interface Acknowledged {
  readonly reservations: string[];
  readonly payments: string[];
  readonly commands: string[];
}

describe('a backup while the server works', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'munjigi-backup-'));
  const serverUrl = inject('databaseServerUrl');
  const name = `munjigi_restored_${process.pid}`;
  const url = withDatabase(serverUrl, name);
  const done: Acknowledged = { reservations: [], payments: [], commands: [] };
  let server: TestServer;
  let desk: BookingDesk;
  let door: VirtualDoor;
  /** The changes that were acknowledged before the backup began, and by its end. */
  let before: Acknowledged;
  let after: Acknowledged;
  let restored: Database;
  let transactionIds: (string | null)[];

  const copyOf = (it: Acknowledged): Acknowledged => ({
    reservations: [...it.reservations],
    payments: [...it.payments],
    commands: [...it.commands],
  });

  /** Books, records cash for every second reservation and opens the door for every fifth, without a pause. */
  async function write(writer: number, isOver: () => boolean): Promise<void> {
    for (let turn = 0; !isOver(); turn += 1) {
      const from = 1 + 2 * Math.floor(turn / (ROOMS / WRITERS));
      const roomId = desk.roomIds[writer * (ROOMS / WRITERS) + (turn % (ROOMS / WRITERS))];
      const reservation = await desk.createReservation({ roomId, ...slots(from), state: 'PENDING' });
      done.reservations.push(String(reservation['id']));
      if (turn % 2 === 0) {
        const paid = await desk.admin.call('POST', `/${desk.shop.slug}/payment`, {
          reservationId: reservation['id'],
          method: 'CASH',
          amount: 20_000,
        });
        expect(paid.status, JSON.stringify(paid.body)).toBe(200);
        done.payments.push(String(paid.body['id']));
      }
      if (turn % 5 === 0) done.commands.push(String((await door.operate('open'))['id']));
    }
  }

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBookingDesk(server, { rooms: ROOMS });
    await desk.set({ horizon_days: 365 });
    door = await makeVirtualDoor(server, desk.shop, desk.admin, { name: 'front' });

    let isOver = false;
    const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer, () => isOver));
    await Promise.race([until('there is something to lose', () => done.payments.length > 30), ...writing]);

    const watcher = new pg.Client({ connectionString: server.databaseUrl });
    await watcher.connect();
    transactionIds = [];
    let isWatching = true;
    const watching = (async () => {
      while (isWatching) {
        const { rows } = await watcher.query<{ xid: string | null }>(
          "select backend_xid::text as xid from pg_stat_activity where application_name = 'munjigi backup' and datname = current_database()",
        );
        transactionIds.push(...rows.map((row) => row.xid));
      }
    })();
    const file = path.join(folder, 'loaded.backup');
    // A backup is fast, so it is repeated until a write is acknowledged while one runs.
    for (let time = 1; time === 1 || after.reservations.length === before.reservations.length; time += 1) {
      rmSync(file, { force: true });
      before = copyOf(done);
      await backUp({ url: server.databaseUrl, file, secretMark: '0'.repeat(32) });
      after = copyOf(done);
    }
    isWatching = false;
    await watching;
    await watcher.end();
    isOver = true;
    await Promise.all(writing);

    await queryDatabase(serverUrl, `create database ${name}`);
    await restoreTables({
      file,
      url: async () => url,
      migrations: migrationsFolder(),
      onHeader: () => undefined,
      afterwards: [BEGIN_NEW_EPOCH],
    });
    restored = openDatabase(url, { poolSize: 2, onError: () => undefined });
  });
  afterAll(async () => {
    await restored.close();
    await server.close();
    await dropDatabase(serverUrl, name);
    rmSync(folder, { recursive: true });
  });

  it('holds every change that was acknowledged before the backup began (RN-4)', async () => {
    // The backup ran under load: further reservations were acknowledged meanwhile.
    expect(after.reservations.length).toBeGreaterThan(before.reservations.length);
    // All rows: the tests of this file only read the restored database.
    const found = await restored.withActor(headOffice(desk.shop.productId), async (tx) => ({
      reservations: await tx.selectFrom('reservations').select('id').execute(),
      payments: await tx.selectFrom('payments').select('id').execute(),
      commands: await tx.selectFrom('device_history').select(['id', 'status']).execute(),
    }));
    for (const kind of ['reservations', 'payments', 'commands'] as const) {
      const ids = new Set(found[kind].map((row) => row.id));
      expect(before[kind].length, kind).toBeGreaterThan(0);
      expect(
        before[kind].filter((id) => !ids.has(id)),
        kind,
      ).toEqual([]);
    }
    expect(found.commands.filter((row) => before.commands.includes(row.id) && row.status !== 'EXECUTED')).toEqual([]);
  });

  it('is a consistent snapshot: money, its sums, room holds and the audit log agree', async () => {
    const { productId } = desk.shop;
    const faults = await restored.withActor(headOffice(productId), async (tx) => [
      ...(await ledgerFaults(tx)),
      ...(await salesFaults(tx)),
    ]);
    expect(faults).toEqual([]);
    expect(await verifyChain(restored, productId)).toMatchObject({ fault: null, isAtEnd: true });
    const { kept, expected } = await restored.withActor(headOffice(productId), async (tx) => ({
      kept: await tx.selectFrom('reservation_holds').select('reservation_id').execute(),
      expected: await tx
        .selectFrom('reservations')
        .select('id')
        .where('state', 'in', ['PENDING', 'CONFIRMED', 'IN_USE'])
        .execute(),
    }));
    expect(kept.map((row) => row.reservation_id).sort()).toEqual(expected.map((row) => row.id).sort());
  });

  it('keeps no event waiting: the backup is a transaction without a transaction id', () => {
    expect(transactionIds.length).toBeGreaterThan(0);
    expect(transactionIds.filter((it) => it !== null)).toEqual([]);
  });

  it('runs as a new server after a restore: sessions have ended, and a command under way times out and is not sent', async () => {
    // A command without an answer from its device is in the backup as SENT.
    await door.operate('lock');
    door.lock.silent(true);
    const opening = desk.admin.call('POST', `/${desk.shop.slug}/door/open`, { doorId: door.doorId });
    const sent = await until('it is on its way', () =>
      server.withActor(headOffice(desk.shop.productId), (tx) =>
        tx.selectFrom('device_history').select('id').where('status', '=', 'SENT').executeTakeFirst(),
      ),
    );
    const file = path.join(folder, 'under-way.backup');
    await backUp({ url: server.databaseUrl, file, secretMark: '0'.repeat(32) });
    await opening;
    await server.app.close();
    const database = `${name}_2`;
    await queryDatabase(serverUrl, `create database ${database}`);
    const place = withDatabase(serverUrl, database);
    await restoreTables({
      file,
      url: async () => place,
      migrations: migrationsFolder(),
      onHeader: () => undefined,
      afterwards: [BEGIN_NEW_EPOCH],
    });

    door.lock.silent(false);
    const received = door.lock.received.length;
    const old = new TestServer({
      app: server.app,
      databaseUrl: place,
      mqttUrl: server.mqttUrl,
      config: server.config,
      clock: server.clock,
      release: async () => undefined,
    });
    const next = await startTestServer({ beside: old });
    try {
      expect((await next.caller(desk.admin.token)('GET', `/${desk.shop.slug}/door?limit=10`)).status).toBe(401);
      const admin = await next.signIn(desk.shop, ['ADMIN']);
      const history = async () =>
        next.withActor(headOffice(desk.shop.productId), (tx) =>
          tx.selectFrom('device_history').select('status').where('id', '=', sent.id).executeTakeFirstOrThrow(),
        );
      await until('it is over', async () => (await history()).status !== 'SENT', 60_000);
      expect((await history()).status).toBe('TIMED_OUT');
      expect(door.lock.received.slice(received)).toEqual([]);
      // New work succeeds: a command, a reservation and a payment.
      await until(
        'the lock is heard',
        async () =>
          (await admin.call('GET', `/${desk.shop.slug}/door?limit=10`)).body['items']?.find(
            (it) => it['id'] === door.doorId,
          )?.['online'] === 'ONLINE',
      );
      const opened = await admin.call('POST', `/${desk.shop.slug}/door/open`, { doorId: door.doorId });
      expect(opened.status, JSON.stringify(opened.body)).toBe(200);
      expect(door.lock.received.slice(received)).toHaveLength(1);
      const body = {
        roomId: desk.roomIds[0],
        ...slots(300 * 24),
        headCount: 2,
        guestName: '홍길동',
        guestPhone: '010-1234-5678',
        state: 'PENDING',
      };
      const booked = await admin.call('POST', `/${desk.shop.slug}/reservation`, body);
      expect(booked.status, JSON.stringify(booked.body)).toBe(200);
      expect(
        (
          await admin.call('POST', `/${desk.shop.slug}/payment`, {
            reservationId: booked.body['id'],
            method: 'CASH',
            amount: 20_000,
          })
        ).status,
      ).toBe(200);
      expect(await next.withActor(SYSTEM, (tx) => tx.selectFrom('events').select('id').execute())).not.toEqual([]);
    } finally {
      await next.app.close();
      await dropDatabase(serverUrl, database);
    }
  });
});
