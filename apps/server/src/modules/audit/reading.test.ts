/** @module-tag engines */
// @sweep 1/12 (decision 086)
import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { headOffice, startTestServer, type Caller, type Shop, type TestServer } from '../../testing/index.ts';
import { writeLongAuditLog } from '../../testing/long-audit-log.ts';
import { recordAudit, type AuditRecord } from './index.ts';

let server: TestServer;
let shop: Shop;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await server.makeShop({ stores: 2 });
  admin = await server.signIn(shop, ['ADMIN']);
});

const START = Date.UTC(2026, 0, 1);
const [KIM, LEE] = [uuidv7(), uuidv7()];

/** An entry that was written so many minutes after the start of the year. */
function entry(minute: number, over: Partial<AuditRecord> = {}): AuditRecord {
  return {
    productId: shop.productId,
    storeId: null,
    at: new Date(START + minute * 60_000),
    actor: { kind: 'PERSON', id: KIM, label: '김하나', address: '10.1.2.3' },
    action: 'session.started',
    subject: { kind: 'session', id: null },
    detail: { minute },
    ...over,
  };
}
const write = (...entries: AuditRecord[]) =>
  server.withActor(headOffice(shop.productId), async (tx) => {
    for (const it of entries) await recordAudit(tx, it);
  });
const ask = (query: Readonly<Record<string, string>> = {}, by = admin) =>
  by.call('GET', `/${shop.slug}/audit?${new URLSearchParams(query).toString()}`);
const minutes = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.body['items']?.map((item) => Number(item['detail']?.['minute']));

describe('GET audit (PD-2)', () => {
  it('returns actor, time, address, subject, before and after, newest first', async () => {
    const [store] = shop.stores;
    const room = store?.rooms[0];
    const lee = { kind: 'CHANNEL', id: LEE, label: 'Booking', address: null } as const;
    await write(
      entry(1),
      entry(2, {
        storeId: store?.id ?? '',
        actor: lee,
        action: 'room.changed',
        subject: { kind: 'room', id: room?.id ?? '' },
        detail: { before: { capacity: 4 }, after: { capacity: 6 } },
      }),
    );
    const { status, body } = await ask();
    expect([status, body['total'], body['isTotalExact'], body['nextCursor']]).toEqual([200, 2, true, null]);
    expect(body['items']?.[0]).toEqual({
      id: expect.any(String),
      seq: 2,
      at: '2026-01-01T00:02:00.000Z',
      actor: lee,
      storeId: store?.id,
      action: 'room.changed',
      subject: { kind: 'room', id: room?.id, name: 'Room 1' },
      detail: { before: { capacity: 4 }, after: { capacity: 6 } },
      names: {},
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(body['items']?.[1]).toMatchObject({
      seq: 1,
      actor: { kind: 'PERSON', id: KIM, label: '김하나', address: '10.1.2.3' },
      storeId: null,
      subject: { kind: 'session', id: null, name: null },
    });
  });

  it('returns the current names of ids in a detail, and none of another product', async () => {
    const [store, other] = [shop.stores[0], (await server.makeShop()).stores[0]];
    const [room, second, foreign] = [store?.rooms[0]?.id ?? '', store?.rooms[1]?.id ?? '', other?.rooms[0]?.id ?? ''];
    const gone = uuidv7();
    await write(
      entry(1, {
        storeId: store?.id ?? '',
        action: 'reservation.moved',
        detail: {
          before: { roomId: room },
          after: { roomId: second },
          storeIds: [store?.id, other?.id],
          roomIds: [gone, foreign, 7, null],
        },
      }),
      entry(2, {
        storeId: store?.id ?? '',
        action: 'room.ordered',
        detail: { before: [room, second], after: [second, room] },
      }),
    );
    const items = (await ask()).body['items'];
    expect(items?.[1]?.['names']).toEqual({ [room]: 'Room 1', [second]: 'Room 2', [store?.id ?? '']: 'Store 1' });
    expect(items?.[0]?.['names']).toEqual({ [room]: 'Room 1', [second]: 'Room 2' });
  });

  it('filters by time, person, action, group, store, subject, name and address, alone and combined', async () => {
    const [a, b] = shop.stores.map((store) => store.id);
    const door = uuidv7();
    const lee = { kind: 'PERSON', id: LEE, label: 'Lee Du', address: '172.16.0.9' } as const;
    await write(
      entry(1),
      entry(2, { actor: lee }),
      entry(3, { storeId: a ?? '', action: 'door.open-requested', subject: { kind: 'door', id: door } }),
      entry(4, {
        storeId: b ?? '',
        action: 'door.lock-requested',
        subject: { kind: 'door', id: uuidv7() },
        actor: lee,
      }),
      entry(5, { storeId: a ?? '', action: 'room.changed', subject: { kind: 'room', id: uuidv7() } }),
    );
    const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
    const found: [Record<string, string>, number[]][] = [
      [{ from: at(2), to: at(4) }, [3, 2]],
      [{ actorId: LEE }, [4, 2]],
      [{ action: 'door' }, [4, 3]],
      [{ action: 'door.open-requested' }, [3]],
      [{ action: 'doo' }, []],
      [{ storeId: a ?? '' }, [5, 3]],
      [{ subjectKind: 'door' }, [4, 3]],
      [{ subjectKind: 'door', subjectId: door }, [3]],
      [{ q: 'lee d' }, [4, 2]],
      [{ q: '172.16' }, [4, 2]],
      [{ q: '하나', action: 'door', storeId: a ?? '' }, [3]],
      [{ actorId: LEE, storeId: a ?? '' }, []],
      [{ q: '%' }, []],
      [{ storeId: uuidv7() }, []],
      [{ from: at(4), to: at(2) }, []],
    ];
    for (const [query, expected] of found) {
      const answer = await ask(query);
      expect([JSON.stringify(query), answer.status, minutes(answer), answer.body['total']]).toEqual([
        JSON.stringify(query),
        200,
        expected,
        expected.length,
      ]);
    }
  });

  it('pages through rows of the same millisecond without skipping or repeating, also with concurrent appends', async () => {
    await write(...Array.from({ length: 25 }, (_, number) => entry(0, { detail: { minute: number } })));
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ask>> = await ask({ limit: '10', ...(cursor !== null && { cursor }) });
      seen.push(...(minutes(page) ?? []));
      expect(page.body['total']).toBe(25);
      cursor = page.body['nextCursor'] ?? null;
      await write(entry(1, { detail: { minute: 99 } }));
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 24 - index));
  });

  it('returns an unknown action unchanged', async () => {
    await write(
      entry(1, { action: 'cash-box.opened' as AuditRecord['action'], subject: { kind: 'cash-box', id: uuidv7() } }),
    );
    expect((await ask({ action: 'cash-box' })).body['items']?.[0]).toMatchObject({
      action: 'cash-box.opened',
      subject: { kind: 'cash-box', name: null },
    });
  });

  it('is limited to head office and to one product', async () => {
    await write(entry(1));
    const [other, sub] = [await server.makeShop(), await server.signIn(shop, ['SUB_ADMIN'])];
    expect((await ask({}, sub)).status).toBe(200);
    for (const role of ['FRANCHISEE', 'CUSTOMER_MANAGER'] as const) {
      const { status, body } = await ask({}, await server.signIn(shop, [role], shop.stores));
      expect([status, body['capability']]).toEqual([403, 'audit:read']);
    }
    const stranger = await server.signIn(other, ['ADMIN']);
    expect((await stranger.call('GET', `/${shop.slug}/audit`)).status).toBe(404);
    expect((await stranger.call('GET', `/${other.slug}/audit`)).body['total']).toBe(0);
  });

  it.each([
    'page=1',
    'limit=0',
    'limit=201',
    'cursor=x',
    'cursor=W10',
    `cursor=${Buffer.from('[1e99,1,0,true]').toString('base64url')}`,
    `cursor=${'A'.repeat(300)}`,
    'action=Door',
    'action=a.b.c',
    "action=door'--",
    'actorId=1',
    'from=yesterday',
    'from=0000-01-01T00:00:00Z',
    'q=%00',
    `q=${'a'.repeat(10_000)}`,
    'subjectKind=a%20b',
    'sort=at',
  ])('rejects «%s»', async (query) => {
    const { status, body } = await admin.call('GET', `/${shop.slug}/audit?${query}`);
    expect([status, body['code']]).toEqual([400, 'INVALID_INPUT']);
  });

  it('lists the persons of the log with their latest label, and no guests', async () => {
    await write(
      entry(1),
      entry(2, { actor: { kind: 'PERSON', id: LEE, label: 'Lee', address: null } }),
      entry(3, { actor: { kind: 'PERSON', id: LEE, label: 'Lee Du', address: null } }),
    );
    await write(entry(4, { actor: { kind: 'SYSTEM', id: null, label: 'timer', address: null } }));
    await write(entry(5, { actor: { kind: 'GUEST', id: uuidv7(), label: 'K7QX29M9', address: '10.1.2.4' } }));
    const { body } = await admin.call('GET', `/${shop.slug}/audit/actor`);
    expect(body).toEqual({
      total: 2,
      items: [
        { id: KIM, kind: 'PERSON', label: '김하나' },
        { id: LEE, kind: 'PERSON', label: 'Lee Du' },
      ],
    });
  });
});

describe('a long log', () => {
  const COUNT = 60_000;
  beforeEach(async () => {
    const owner = new pg.Client({ connectionString: server.databaseUrl });
    await owner.connect();
    await writeLongAuditLog(owner, {
      productId: shop.productId,
      storeIds: shop.stores.map((store) => store.id),
      count: COUNT,
    });
    await owner.end();
  }, 60_000);

  it('limits the count and the scan of one page', async () => {
    const all = await ask();
    expect([all.body['total'], all.body['isTotalExact'], all.body['items']?.length]).toEqual([500, false, 20]);
    const rare = await ask({ action: 'reservation.revealed' });
    expect([rare.body['total'], rare.body['isTotalExact'], rare.body['items']?.length]).toEqual([
      COUNT / 1000,
      true,
      20,
    ]);

    // The query matches no entry: three scans of 20,000 rows each reach the end.
    const replies = [await ask({ q: 'nobody' })];
    for (let cursor = replies[0]?.body['nextCursor']; cursor != null; cursor = replies.at(-1)?.body['nextCursor'])
      replies.push(await ask({ q: 'nobody', cursor }));
    expect(replies.map((answer) => answer.body['items']?.length)).toEqual([0, 0, 0, 0]);
    expect(replies[0]?.body['isTotalExact']).toBe(false);
  }, 60_000);
});

describe('GET audit/export', () => {
  async function exported(query: Readonly<Record<string, string>>, by = admin) {
    const response = await fetch(
      `${server.url}/api/v2/${shop.slug}/audit/export?${new URLSearchParams(query).toString()}`,
      { headers: { authorization: `Bearer ${by.token}` } },
    );
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { response, bytes, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  }

  it('contains exactly the filter, in both languages, with formulas escaped', async () => {
    const [store] = shop.stores;
    await write(
      entry(1),
      entry(2, {
        storeId: store?.id ?? '',
        actor: { kind: 'PERSON', id: LEE, label: '=cmd|1', address: '+1' },
        action: 'room.changed',
        subject: { kind: 'room', id: store?.rooms[0]?.id ?? '' },
        detail: { before: { name: 'A, "B"' }, after: { name: '@sum' } },
      }),
    );
    const { response, text } = await exported({ format: 'csv', action: 'room', lng: 'en' });
    expect([
      response.status,
      response.headers.get('content-disposition'),
      response.headers.get('content-type'),
    ]).toEqual([200, 'attachment; filename="audit-log.csv"', 'text/csv; charset=utf-8']);
    const lines = text
      .replace(/^\u{feff}/u, '')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe(
      'No.,Time,Person,Type,Address,Store,Action,Action code,Type of subject,Subject,Subject ID,Before,After,Other details,Hash',
    );
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(
      /^2,2026-01-01 09:02:00,'=cmd\|1,Staff,'\+1,Store 1,Changed a room,room\.changed,Room,Room 1,[0-9a-f-]{36},"Name: A, ""B""",Name: @sum,,[0-9a-f]{64}$/,
    );

    const workbook = await readXlsx((await exported({ format: 'xlsx' })).bytes);
    // By now the log has an entry of the first export. The second export read its rows before it was logged itself.
    expect(workbook.sheets[0]?.rows.map((row) => row[6])).toEqual([
      '작업',
      '감사 로그 내보내기',
      '룸 정보 변경',
      '로그인',
    ]);
  });

  it('records itself with its filter, and rejects a caller without the capability', async () => {
    await exported({ format: 'csv', q: '김', storeId: shop.stores[0]?.id ?? '' });
    const { response } = await exported({ format: 'csv' }, await server.signIn(shop, ['FRANCHISEE'], shop.stores));
    expect(response.status).toBe(403);
    expect((await ask()).body['items']?.map((item) => [item['action'], item['actor']?.['id'], item['detail']])).toEqual(
      [['audit.exported', admin.userId, { format: 'csv', q: '김', storeId: shop.stores[0]?.id, rows: 0 }]],
    );
  });

  it('contains every row of a long log', async () => {
    await write(...Array.from({ length: 2500 }, (_, number) => entry(number % 7)));
    const lines = (await exported({ format: 'csv', action: 'session' })).text.trimEnd().split('\r\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2500);
    expect(lines).toHaveLength(2500);
  }, 30_000);
});
