// @sweep 1/12 (decision 086)
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  makeReservation,
  openBookingDesk,
  startTestServer,
  until,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { recordExport } from './index.ts';

const NOW = new Date('2026-11-21T06:00:00Z');

describe('exports in the audit log (PD-2)', () => {
  const clock = fakeClock(NOW);
  let server: TestServer;
  let desk: BookingDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openBookingDesk(server);
  });
  afterAll(() => server.close());

  const ask = (path: string, caller: Caller, slug = desk.shop.slug) =>
    fetch(`${server.url}/api/v2/${slug}/${path}`, { headers: { authorization: `Bearer ${caller.token}` } });
  const exportsOf = async (caller: Caller, of = desk) =>
    ((await of.admin.call('GET', `/${of.shop.slug}/audit?actorId=${caller.userId}&limit=100`)).body['items'] ?? [])
      .map(({ action, storeId, subject, detail }) => ({ action, storeId, subject, detail }))
      .reverse();

  it.each([
    { path: 'reservation3/export?format=csv', action: 'reservation.exported', detail: { format: 'csv', rows: 1 } },
    {
      path: 'reservation3/export?format=xlsx&q=5678&state=CANCELLED',
      action: 'reservation.exported',
      detail: { format: 'xlsx', state: ['CANCELLED'], isSearched: true, rows: 0 },
    },
    {
      path: 'sales/export?from=2026-11-01&to=2026-11-30&format=csv',
      action: 'sales.exported',
      detail: { format: 'csv', from: '2026-11-01', to: '2026-11-30', rows: 0 },
    },
    {
      path: 'device-control/history/export?format=csv&q=%EA%B9%80',
      action: 'device-history.exported',
      detail: { format: 'csv', isSearched: true, rows: 0 },
    },
    {
      path: 'settlement/tax-invoices?from=2026-11-01&to=2026-11-30&format=xlsx',
      action: 'settlement.invoices-exported',
      detail: { format: 'xlsx', from: '2026-11-01', to: '2026-11-30', rows: 0 },
    },
    {
      path: 'provider-payout/line/export?from=2026-11-01&state=FEE_DIFFERS&format=csv',
      action: 'payment.payouts-exported',
      detail: { format: 'csv', from: '2026-11-01', state: 'FEE_DIFFERS', rows: 0 },
    },
    {
      path: 'audit/export?format=csv&action=api-key',
      action: 'audit.exported',
      detail: { format: 'csv', action: 'api-key', rows: 0 },
    },
  ])('records person, filter and number of rows before the first byte: $path', async ({ path, action, detail }) => {
    const fresh = await openBookingDesk(server);
    await fresh.createReservation();
    const taker = await server.signIn(fresh.shop, ['SUB_ADMIN']);
    const reply = await ask(path, taker, fresh.shop.slug);
    expect(reply.status).toBe(200);
    // The body of the export has not been read yet.
    expect(await exportsOf(taker, fresh)).toEqual([
      { action, storeId: null, subject: { kind: 'export', id: expect.any(String), name: null }, detail },
    ]);
    await reply.arrayBuffer();
    expect(await exportsOf(taker, fresh)).toHaveLength(1);
  });

  it('records the store of an export by a franchisee, and nothing for a rejected export', async () => {
    const owner = await server.signIn(desk.shop, ['FRANCHISEE'], desk.shop.stores);
    await (await ask(`reservation3/export?format=csv&storeId=${desk.storeId}`, owner)).arrayBuffer();
    expect(await exportsOf(owner)).toMatchObject([
      { action: 'reservation.exported', storeId: desk.storeId, detail: { format: 'csv', storeId: desk.storeId } },
    ]);
    const care = await server.signIn(desk.shop, ['CUSTOMER_MANAGER']);
    expect([
      (await ask('sales/export?from=2026-11-01&to=2026-11-30&format=csv', care)).status,
      (await ask('reservation3/export?format=pdf', owner)).status,
    ]).toEqual([403, 400]);
    expect([await exportsOf(care), (await exportsOf(owner)).length]).toEqual([[], 1]);
  });

  it('records the number of rows at the end of a long file', { timeout: 60_000 }, async () => {
    const many = await openBookingDesk(server, { rooms: 1 });
    const [roomId = ''] = many.roomIds;
    for (let hour = 0; hour < 2100; hour += 100) {
      await Promise.all(
        Array.from({ length: 100 }, (_, number) => {
          const startsAt = new Date(NOW.getTime() + (hour + number) * 3600_000);
          return makeReservation(server, many.shop, many.storeId, {
            roomId,
            startsAt,
            endsAt: new Date(startsAt.getTime() + 3600_000),
            state: 'CANCELLED',
          });
        }),
      );
    }
    const taker = await server.signIn(many.shop, ['SUB_ADMIN']);
    const path = `/${many.shop.slug}/reservation3/export?format=csv`;
    const lines = (
      await (await fetch(`${server.url}/api/v2${path}`, { headers: { authorization: `Bearer ${taker.token}` } })).text()
    )
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2101);
    const [begun, over] = await until('both entries', async () => {
      const rows = await exportsOf(taker, many);
      return rows.length === 2 && rows;
    });
    expect([begun?.action, begun?.detail, over?.action, over?.detail]).toEqual([
      'reservation.exported',
      { format: 'csv' },
      'export.ended',
      { what: 'reservation.exported', rows: 2100, isWhole: true },
    ]);
    expect(over?.subject).toEqual(begun?.subject);
  });

  it('records the number of rows of a long file that was aborted', async () => {
    const taker = await server.signIn(desk.shop, ['SUB_ADMIN']);
    let isClosed = false;
    async function* source() {
      try {
        for (let row = 1; row <= 1500; row += 1) yield [row];
      } finally {
        isClosed = true;
      }
    }
    const exported = { action: 'sales.exported', filter: { format: 'csv' } } as const;
    let seen = 0;
    for await (const [row] of await recordExport(
      { db: server.app.db, clock, actor: taker.actor },
      exported,
      source(),
    )) {
      seen += 1;
      expect(row).toBe(seen);
      if (seen === 1200) break;
    }
    expect(isClosed).toBe(true);
    expect((await exportsOf(taker)).map(({ action, detail }) => [action, detail])).toEqual([
      ['sales.exported', { format: 'csv' }],
      ['export.ended', { what: 'sales.exported', rows: 1200, isWhole: false }],
    ]);
  });
});
