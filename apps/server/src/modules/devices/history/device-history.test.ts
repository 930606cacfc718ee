// @sweep 1/8 (decision 086)
import type { CommandStatus, HistoryAction, Command, CommandErrorCode } from '@munjigi/contract';
import { readXlsx } from 'hucre/xlsx';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../../db/index.ts';
import {
  itemsOf,
  makeVirtualDoor,
  startTestServer,
  until,
  type Caller,
  type JsonBody,
  type Shop,
  type TestServer,
} from '../../../testing/index.ts';

const NOON = Date.parse('2026-11-20T03:00:00Z');

interface HistoryEntry {
  readonly store?: number;
  readonly minute?: number;
  readonly action?: HistoryAction;
  readonly status?: CommandStatus | 'REPORTED';
  readonly targetId?: string;
  readonly roomId?: string;
  readonly cause?: { kind: Command['cause']['kind']; id?: string; label?: string };
  readonly source?: Command['source'];
  readonly reason?: string;
  readonly error?: CommandErrorCode;
  readonly state?: object;
}

describe('device history (DH-1, NX-10)', () => {
  let server: TestServer;
  let shop: Shop;
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer();
  });
  beforeEach(async () => {
    shop = await server.makeShop({ stores: 2 });
    admin = await server.signIn(shop, ['ADMIN']);
  });
  afterAll(() => server.close());

  /** Writes rows in their final state. Resolves with their ids, in the order of the arguments. */
  async function addEntries(...entries: HistoryEntry[]): Promise<string[]> {
    const ids: string[] = [];
    for (const [number, it] of entries.entries()) {
      const store = shop.stores[it.store ?? 0];
      if (!store) throw new Error('no such store');
      const at = new Date(NOON + (it.minute ?? number) * 60_000);
      const id = uuidv7({ msecs: at.getTime(), seq: number });
      const status = it.status ?? 'EXECUTED';
      await server.withActor(storeActor(shop.productId, store.id), (tx) =>
        tx
          .insertInto('device_history')
          .values({
            product_id: shop.productId,
            store_id: store.id,
            id,
            link_id: uuidv7(),
            target_kind: 'DOOR',
            target_id: it.targetId ?? uuidv7(),
            room_id: it.roomId ?? null,
            action: it.action ?? 'OPEN',
            state: it.state === undefined ? null : JSON.stringify(it.state),
            status,
            cause_kind: it.cause?.kind ?? 'PERSON',
            cause_id: it.cause?.id ?? null,
            cause_label: it.cause?.label ?? 'Kim',
            source: it.source ?? 'REMOTE',
            reason: it.reason ?? null,
            request_key: null,
            requested_at: at,
            state_when_sent: null,
            latency_ms: status === 'EXECUTED' ? 312 : null,
            error_code: it.error ?? null,
            error_message: null,
          })
          .execute(),
      );
      ids.push(id);
    }
    return ids;
  }
  const list = async (query: Readonly<Record<string, string | number>> = {}, by: Caller = admin) => {
    const { status, body } = await by.call(
      'GET',
      `/${shop.slug}/device-control/history?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
    );
    expect([status, body['code'] ?? null]).toEqual([200, null]);
    return body;
  };
  const found = async (query?: Readonly<Record<string, string | number>>, by?: Caller) =>
    itemsOf(await list(query, by)).map((item) => String(item['id']));
  /** Links a target to the store, so that the history can be filtered by this target. */
  const bind = (storeId: string, targetId: string) =>
    server.withActor(storeActor(shop.productId, storeId), (tx) =>
      tx
        .insertInto('device_links')
        .values({
          product_id: shop.productId,
          store_id: storeId,
          id: uuidv7(),
          driver: 'ha-mqtt',
          device_key: targetId,
          settings: '{}',
          target_kind: 'DOOR',
          target_id: targetId,
          battery: null,
          last_command_id: null,
        })
        .execute(),
    );
  const storeOf = (number: number) => shop.stores[number]?.id ?? '';

  it('filters by store, room, door, action, result, cause, source, label and time, newest first', async () => {
    const [roomId = '', targetId, person, booking] = [shop.stores[0]?.rooms[0]?.id, uuidv7(), uuidv7(), uuidv7()];
    await bind(storeOf(0), targetId);
    const [a = '', b = '', c = '', d = '', e = ''] = await addEntries(
      { roomId, targetId },
      {
        targetId,
        action: 'LOCK',
        status: 'TIMED_OUT',
        cause: { kind: 'PERSON', id: person, label: 'Park Jumin' },
        error: 'NO_ANSWER',
      },
      { action: 'UNLOCKED', status: 'REPORTED', cause: { kind: 'UNKNOWN', label: '' }, source: 'KEYPAD' },
      { store: 1, cause: { kind: 'RESERVATION', id: booking, label: 'K7QX-29MD' }, source: 'SCHEDULE' },
      {
        store: 1,
        action: 'LOCK',
        status: 'REJECTED_OFFLINE',
        cause: { kind: 'AUTOMATION', label: '50%_off' },
        source: 'AUTO',
        error: 'DEVICE_OFFLINE',
      },
    );
    expect(await found()).toEqual([e, d, c, b, a]);
    expect(await found({ storeId: storeOf(1) })).toEqual([e, d]);
    expect(await found({ roomId })).toEqual([a]);
    expect(await found({ targetId })).toEqual([b, a]);
    expect(await found({ targetId, storeId: storeOf(1) })).toEqual([]);
    expect(await found({ action: 'LOCK' })).toEqual([e, b]);
    expect(await found({ action: 'LOCK,UNLOCKED', storeId: storeOf(0) })).toEqual([c, b]);
    expect(await found({ status: 'TIMED_OUT' })).toEqual([b]);
    expect(await found({ status: 'FAILED,TIMED_OUT,EXPIRED,REJECTED_OFFLINE' })).toEqual([e, b]);
    expect(await found({ status: 'REJECTED_OFFLINE', storeId: storeOf(0) })).toEqual([]);
    expect(await found({ causeKind: 'RESERVATION' })).toEqual([d]);
    expect(await found({ causeId: booking })).toEqual([d]);
    expect(await found({ causeId: person, status: 'TIMED_OUT', storeId: storeOf(0) })).toEqual([b]);
    expect(await found({ causeId: person, targetId })).toEqual([b]);
    expect(await found({ source: 'KEYPAD' })).toEqual([c]);
    for (const q of ['park', 'JUMIN', 'k J']) expect(await found({ q }), q).toEqual([b]);
    expect(await found({ q: 'k7qx' })).toEqual([d]);
    for (const q of ['%_', '0%_o']) expect(await found({ q }), q).toEqual([e]);
    for (const q of ["' or 1=1 --", '\\', 'Parkk']) expect(await found({ q }), q).toEqual([]);
    // The period is half-open: an entry at its end does not match.
    expect(
      await found({ from: new Date(NOON + 60_000).toISOString(), to: new Date(NOON + 3 * 60_000).toISOString() }),
    ).toEqual([c, b]);
    expect(await found({ from: new Date(NOON + 3_600_000).toISOString() })).toEqual([]);
    expect(itemsOf(await list({ targetId, action: 'LOCK' }))[0]).toMatchObject({
      id: b,
      action: 'LOCK',
      status: 'TIMED_OUT',
      cause: { kind: 'PERSON', id: person, label: 'Park Jumin' },
      source: 'REMOTE',
      error: { code: 'NO_ANSWER' },
      latencyMs: null,
    });
  });

  it('finds unfinished commands', async () => {
    const [, sent = ''] = await addEntries({}, { status: 'SENT' }, { store: 1, status: 'EXECUTED' });
    expect(await found({ status: 'QUEUED,SENT,ACCEPTED' })).toEqual([sent]);
    expect(await found({ status: 'SENT', storeId: storeOf(0), causeKind: 'PERSON' })).toEqual([sent]);
    expect(await found({ status: 'SENT', storeId: storeOf(1) })).toEqual([]);
  });

  it('rejects unknown and invalid query parameters with INVALID_INPUT', async () => {
    const refused = [
      'status=',
      'status=LOST',
      'action=OPEN,SHUT',
      'causeKind=GHOST',
      'causeId=1',
      'source=MAGIC',
      'q=',
      'cursor=nonsense',
      'cursor=W10',
      'limit=0',
      'limit=201',
      'from=2026-02-30T00:00:00Z',
      'unknown=1',
      'page=51&limit=200',
      `page=1&cursor=${Buffer.from(JSON.stringify([uuidv7(), 1, true])).toString('base64url')}`,
    ];
    for (const query of refused)
      expect((await admin.call('GET', `/${shop.slug}/device-control/history?${query}`)).body['code'], query).toBe(
        'INVALID_INPUT',
      );
    expect((await admin.call('GET', `/${shop.slug}/device-control/history?page=50&limit=200`)).status).toBe(200);
  });

  it('pages by number and by cursor over several stores, without skipping or repeating rows while others are written', async () => {
    const ids = (
      await addEntries(...Array.from({ length: 23 }, (_, number) => ({ store: number % 2, minute: number })))
    ).reverse();
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores);
    for (const by of [admin, owner]) {
      expect(await list({ limit: 5, to: new Date(NOON + 23 * 60_000).toISOString() }, by)).toMatchObject({
        total: 23,
        isTotalExact: true,
      });
      expect(await found({ limit: 5, page: 2, to: new Date(NOON + 23 * 60_000).toISOString() }, by)).toEqual(
        ids.slice(10, 15),
      );
      const seen: string[] = [];
      for (let cursor = '', pages = 0; pages < 20; pages += 1) {
        const page = await list({ limit: 5, ...(cursor === '' ? {} : { cursor }) }, by);
        seen.push(...itemsOf(page).map((item) => String(item['id'])));
        await addEntries({ minute: 1000 + pages, store: pages % 2 });
        if (page['nextCursor'] === null) break;
        cursor = String(page['nextCursor']);
      }
      expect(seen.filter((id) => ids.includes(id))).toEqual(ids);
      expect(new Set(seen).size).toBe(seen.length);
    }
    const { total } = await list();
    const last = Math.floor((Number(total) - 1) / 5);
    expect(await list({ limit: 5, page: last })).toMatchObject({ total, nextCursor: null });
    expect(await list({ limit: 5, page: last + 1 })).toMatchObject({ total, items: [], nextCursor: null });
  });

  it('counts up to 500 rows, marks a larger total as inexact, and exports all rows', async () => {
    await server.withActor(storeActor(shop.productId, storeOf(0)), (tx) =>
      tx
        .insertInto('device_history')
        .values(
          Array.from({ length: 1200 }, (_, number) => ({
            product_id: shop.productId,
            store_id: storeOf(0),
            id: uuidv7({ msecs: NOON + number, seq: 0 }),
            link_id: uuidv7(),
            target_kind: 'DOOR',
            target_id: uuidv7(),
            room_id: null,
            action: number < 30 ? 'LOCKED' : 'UNLOCKED',
            state: null,
            status: 'REPORTED',
            cause_kind: 'UNKNOWN',
            cause_id: null,
            cause_label: '',
            source: 'MANUAL',
            reason: null,
            request_key: null,
            requested_at: new Date(NOON + number),
            state_when_sent: null,
            latency_ms: null,
            error_code: null,
            error_message: null,
          })),
        )
        .execute(),
    );
    const first = await list();
    expect([first['total'], first['isTotalExact']]).toEqual([500, false]);
    expect(await list({ cursor: String(first['nextCursor']) })).toMatchObject({ total: 500, isTotalExact: false });
    expect(await list({ action: 'LOCKED' })).toMatchObject({ total: 30, isTotalExact: true });
    const lines = (await exported({ format: 'csv' })).text.trimEnd().split('\r\n').slice(1);
    expect([lines.length, new Set(lines.map((line) => line.split(',').at(-1))).size]).toEqual([1200, 1200]);
    expect((await exported({ format: 'csv', action: 'LOCKED' })).text.trimEnd().split('\r\n')).toHaveLength(31);
  });

  it('shows a franchisee no row of another store, by filter, by id or in an export (AC-2)', async () => {
    const [targetId, person] = [uuidv7(), uuidv7()];
    await bind(storeOf(0), targetId);
    const [theirs = '', mine = ''] = await addEntries(
      { store: 0, targetId, cause: { kind: 'PERSON', id: person, label: 'Kim' } },
      { store: 1, cause: { kind: 'PERSON', id: person, label: 'Kim' } },
    );
    const owner = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(1));
    for (const query of [{ storeId: storeOf(0) }, { targetId }, { roomId: shop.stores[0]?.rooms[0]?.id ?? '' }])
      expect(await found(query, owner)).toEqual([]);
    for (const query of [{}, { causeId: person }, { q: 'kim' }, { storeId: storeOf(1) }])
      expect(await found(query, owner)).toEqual([mine]);
    expect((await owner.call('GET', `/${shop.slug}/device-control/history/${theirs}`)).body['code']).toBe('NOT_FOUND');
    expect((await exported({ format: 'csv' }, owner)).text.trimEnd().split('\r\n')).toHaveLength(2);
  });

  it('returns the steps of a command, with the report of the device', async () => {
    const door = await makeVirtualDoor(server, shop, admin, { name: 'Front' });
    const command = await door.operate('open');
    await until('the report is written', async () => (await door.history()).length === 2);
    const { status, body } = await admin.call('GET', `/${shop.slug}/device-control/history/${command['id']}`);
    expect([status, body['command']?.['status'], body['command']?.['target']?.['name']]).toEqual([
      200,
      'EXECUTED',
      'Front',
    ]);
    const steps = (body['steps'] ?? []) as unknown as JsonBody[];
    expect(steps.map((step) => step['step']).filter((step) => step !== 'ACCEPTED')).toEqual([
      'QUEUED',
      'SENT',
      'EXECUTED',
    ]);
    expect(steps.at(-1)?.['note']).toBe('UNLOCKED');
    const times = steps.map((step) => String(step['at']));
    expect(times).toEqual([...times].sort());
    const report = (await door.history()).find((item) => item['status'] === 'REPORTED');
    expect((await admin.call('GET', `/${shop.slug}/device-control/history/${report?.['id']}`)).body).toMatchObject({
      command: { action: 'UNLOCKED', cause: { kind: 'PERSON' } },
      steps: [],
    });
    expect((await admin.call('GET', `/${shop.slug}/device-control/history/${uuidv7()}`)).body['code']).toBe(
      'NOT_FOUND',
    );
    await door.lock.stop();
  });

  async function exported(
    query: Readonly<Record<string, string>>,
    by: Caller = admin,
  ): Promise<{ response: Response; bytes: Uint8Array; text: string }> {
    const response = await fetch(
      `${server.url}/api/v2/${shop.slug}/device-control/history/export?${new URLSearchParams(query).toString()}`,
      { headers: { authorization: `Bearer ${by.token}` } },
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { response, bytes, text: new TextDecoder().decode(bytes) };
  }

  it('exports CSV and a workbook in both languages, without cells that a spreadsheet evaluates as formulas', async () => {
    await addEntries(
      { cause: { kind: 'PERSON', label: '=1+2' }, reason: '@SUM(A1)' },
      {
        action: 'LOCK',
        status: 'FAILED',
        error: 'JAMMED',
        cause: { kind: 'UNKNOWN', label: '' },
        reason: 'two\nlines, "quoted"',
      },
    );
    const { response, bytes, text } = await exported({ format: 'csv' });
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]).toEqual([200, 'text/csv; charset=utf-8', 'attachment; filename="device-history.csv"']);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(text).toContain('요청 시각,매장,룸,대상,동작');
    expect(text).toContain("2026-11-20 12:00:00.000,Store 1,,,열기,,완료,'=1+2,직원,원격,'@SUM(A1),,,312,,");
    expect(text).toContain(
      '2026-11-20 12:01:00.000,Store 1,,,잠그기,,실패,알 수 없음,알 수 없음,원격,"two\nlines, ""quoted""",,,,걸림,',
    );
    expect((await exported({ format: 'csv', lng: 'en', status: 'FAILED' })).text).toMatch(
      /^\u{feff}?Requested,Store,Room,Target,Action.*\r\n2026-11-20 12:01:00.000,Store 1,,,Lock,,Failed/u,
    );
    const workbook = await readXlsx((await exported({ format: 'xlsx', lng: 'en' })).bytes);
    const rows = workbook.sheets[0]?.rows ?? [];
    expect([rows.length, rows[0]?.[0], rows[1]?.[4], rows[2]?.[7], rows[2]?.[13]]).toEqual([
      3,
      'Requested',
      'Lock',
      '=1+2',
      312,
    ]);
  });

  it('exports rules, modes and button events as texts instead of internal names', async () => {
    await addEntries(
      { action: 'LOCK', cause: { kind: 'AUTOMATION', label: 'relock' } },
      { action: 'SET', state: { mode: 'COOL', targetTemperature: 22.5 } },
      { action: 'PRESSED', status: 'REPORTED', state: { lastEvent: 'double' } },
      { action: 'CHANGED', status: 'REPORTED', state: { isOn: true, brightness: 40 } },
      // The label of a person may equal the name of a rule, and a device may report an event without a text.
      {
        action: 'PRESSED',
        status: 'REPORTED',
        cause: { kind: 'PERSON', label: 'relock' },
        state: { lastEvent: 'constructor' },
      },
    );
    const columns = async (lng: 'kr' | 'en') => {
      const workbook = await readXlsx((await exported({ format: 'xlsx', lng })).bytes);
      return (workbook.sheets[0]?.rows ?? [])
        .slice(1)
        .map((row) => [row[5] ?? '', row[7]])
        .reverse();
    };
    expect(await columns('kr')).toEqual([
      ['', '자동 잠금'],
      ['냉방, 설정 22.5°C', 'Kim'],
      ['두 번 누름', 'Kim'],
      ['켜짐, 밝기 40%', 'Kim'],
      ['constructor', 'relock'],
    ]);
    expect(await columns('en')).toEqual([
      ['', 'automatic relocking'],
      ['cooling, set to 22.5°C', 'Kim'],
      ['pressed twice', 'Kim'],
      ['on, brightness 40%', 'Kim'],
      ['constructor', 'relock'],
    ]);
  });
});
