import { actOnSettlements, listSettlements, settlement as settlementShape, type Settlement } from '@munjigi/contract';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { readSheet } from 'read-excel-file/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  openBookingDesk,
  startTestServer,
  type BookingDesk,
  type Caller,
  type Shop,
  type TestServer,
} from '../../testing/index.ts';
import { payAtProvider } from '../../testing/provider-payments.ts';
import { readPdf } from '../../testing/read-pdf.ts';

const TERMS = {
  validFrom: '2026-11-01',
  royaltyRate: 500,
  royaltyBase: 'NET_OF_REFUND',
  royaltyVat: 'EXCLUSIVE',
  cycle: 'MONTHLY',
  payAfterBankDays: 3,
};
const SUPPLIER = {
  businessNumber: '120-81-47521',
  name: '문지기 본사',
  representative: '김대표',
  address: '서울 중구',
};
const PAYEE = {
  representative: '이점주',
  bank: '국민은행',
  accountNumber: '123456-01-234567',
  accountHolder: '이점주',
};
const NAMES = ['강남점', '홍대 1호점', 'A/B: "신촌"점'];

describe('the month end of three stores (SL-30 to SL-33)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let shop: Shop;
  let desks: BookingDesk[];
  let admin: Caller;
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());

  beforeEach(async () => {
    clock.set(new Date('2026-11-10T03:00:00Z'));
    shop = await server.makeShop({ stores: 3 });
    desks = [];
    for (const [index, store] of shop.stores.entries()) {
      const desk = await openBookingDesk(server, { shop: { ...shop, stores: [store] } });
      desks.push(desk);
      admin = desk.admin;
      await desk.set({ name: NAMES[index] ?? '', business_number: '123-45-67891', address: `서울 ${index + 1}번지` });
      await post('/settlement/terms', { storeId: store.id, ...TERMS });
      const reservation = await desk.createReservation();
      const paid = { reservationId: String(reservation['id']), feeRate: 2530 };
      await payAtProvider(server, desk, { ...paid, amount: 1_234_567 * (index + 1) });
      const cash = await post('/payment', {
        reservationId: reservation['id'],
        method: 'CASH',
        amount: 45_678,
        mayExceedDue: true,
      });
      await post(`/payment/${cash.body['id']}/refund`, {
        version: cash.body['version'],
        amount: 12_345,
        reason: 'test',
      });
    }
  });

  const post = (path: string, body: unknown, by: Caller = admin) => by.call('POST', `/${shop.slug}${path}`, body);
  const get = (path: string, by: Caller = admin) => by.call('GET', `/${shop.slug}${path}`);
  const list = async (query: string, by: Caller = admin) =>
    listSettlements.reply.parse((await get(`/settlement${query}`, by)).body);
  const read = async (id: string): Promise<Settlement> => settlementShape.parse((await get(`/settlement/${id}`)).body);
  const bulk = async (act: string, items: readonly object[], over: object = {}, by: Caller = admin) =>
    post('/settlement/bulk', { act, items, ...over }, by);
  const afterNovember = () => clock.set(new Date('2026-12-01T00:00:00Z'));
  const due = async () =>
    (await list('?state=OPEN&period=ENDED&figures=ALL')).items.map(({ id, figures }) => ({
      settlementId: id,
      payoutAmount: figures?.payoutAmount ?? 0,
    }));
  const statement = (id: string, query: string) =>
    fetch(`${server.url}/api/v2/${shop.slug}/settlement/${id}/statement?${query}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });

  /** The figures of a store, from the entries of the ledger alone and by the arithmetic of its contract. */
  async function figuresFromLedger(storeId: string) {
    const { rows } = await server.withActor(storeActor(shop.productId, storeId), (tx) =>
      sql<{ gross: number; refund: number; fee: number; cash: number }>`
        select -sum(e.amount) filter (where e.account like 'SALES_%' and t.kind <> 'REFUND')::bigint as gross,
          sum(e.amount) filter (where e.account like 'SALES_%' and t.kind = 'REFUND')::bigint as refund,
          sum(e.amount) filter (where e.account like 'PROVIDER_FEE%')::bigint as fee,
          sum(e.amount) filter (where e.account = 'MONEY_AT_STORE')::bigint as cash
        from ledger_transactions t join ledger_entries e on e.store_id = t.store_id and e.transaction_id = t.id
        where t.store_id = ${storeId} and t.business_date between '2026-11-01' and '2026-11-30'
          and t.kind not in ('SETTLEMENT', 'PAYOUT')`.execute(tx),
    );
    const { gross = 0, refund = 0, fee = 0, cash = 0 } = rows[0] ?? {};
    const supply = Math.floor(((gross - refund) * 5) / 100);
    const royalty = supply + Math.floor(supply / 10);
    return { gross, refund, fee, royalty, payout: gross - refund - fee - royalty - cash };
  }

  it('sums the figures of all stores as the ledger has them, before and after closing, by state and month (SL-30)', async () => {
    const own = await Promise.all(shop.stores.map(({ id }) => figuresFromLedger(id)));
    const sum = (name: keyof (typeof own)[number]) => own.reduce((total, figures) => total + figures[name], 0);
    const expected = {
      grossAmount: sum('gross'),
      refundAmount: sum('refund'),
      netAmount: sum('gross') - sum('refund'),
      feeAmount: sum('fee'),
      royaltyAmount: sum('royalty'),
      withheldAmount: 0,
      payoutAmount: sum('payout'),
      carriedForwardAmount: 0,
      count: 3,
      withoutFigures: 0,
    };
    expect((await list('?figures=ALL&limit=1')).totals).toEqual(expected);
    expect((await list('')).totals).toMatchObject({ grossAmount: 0, count: 0, withoutFigures: 3 });
    expect((await list('?period=ENDED')).total).toBe(0);
    clock.set(new Date('2026-11-30T20:59:59Z'));
    expect((await list('?period=RUNNING')).total).toBe(3);
    // The default cut-off is 06:00 in Seoul.
    clock.set(new Date('2026-11-30T21:00:00Z'));
    expect((await list('?period=ENDED')).total).toBe(3);
    const items = await due();
    expect(items.map(({ payoutAmount }) => payoutAmount).sort()).toEqual(own.map(({ payout }) => payout).sort());
    expect((await bulk('CLOSE', items)).status).toBe(200);
    expect((await list('?state=CLOSED&from=2026-11-01&to=2026-11-30')).totals).toEqual(expected);
    expect((await list('?from=2026-12-01&to=2026-12-31')).items.map(({ state }) => state)).toEqual([
      'OPEN',
      'OPEN',
      'OPEN',
    ]);
    expect((await list(`?storeId=${shop.stores[1]?.id}&state=CLOSED`)).totals).toMatchObject({
      payoutAmount: own[1]?.payout,
      count: 1,
    });
    const months = (await get('/settlement/payouts?months=2')).body['months'];
    expect(months).toEqual([
      {
        month: '2026-11-01',
        count: 3,
        netAmount: expected.netAmount,
        feeAmount: expected.feeAmount,
        royaltyAmount: expected.royaltyAmount,
        payoutAmount: expected.payoutAmount,
        paidAmount: 0,
      },
      {
        month: '2026-12-01',
        count: 0,
        netAmount: 0,
        feeAmount: 0,
        royaltyAmount: 0,
        payoutAmount: 0,
        paidAmount: 0,
      },
    ]);
  });

  it('acts on each period on its own, names the reason of a refusal, and repeats without a second effect (SL-30)', async () => {
    const running = (await list('?figures=ALL')).items;
    const early = running.map(({ id, figures }) => ({ settlementId: id, payoutAmount: figures?.payoutAmount ?? 0 }));
    expect((await bulk('CLOSE', early)).body['results']).toEqual(
      early.map(({ settlementId }) => ({
        settlementId,
        isDone: false,
        problem: { code: 'STATE_NOT_ALLOWED', detail: 'It ends on 2026-11-30' },
      })),
    );
    expect((await bulk('SHARE', early)).body['results']).toMatchObject(early.map(() => ({ isDone: true })));
    await bulk('SHARE', early);
    expect((await read(early[0]?.settlementId ?? '')).versions).toHaveLength(1);
    afterNovember();
    const [first, second, third] = await due();
    if (!first || !second || !third) throw new Error('A store has no period');
    const foreign = { settlementId: randomUUID(), payoutAmount: 0 };
    const mixed = [first, { ...second, payoutAmount: second.payoutAmount + 1 }, foreign, third];
    const answered = actOnSettlements.reply.parse((await bulk('CLOSE', mixed)).body).results;
    expect(answered.map(({ problem, isDone }) => problem?.code ?? isDone)).toEqual([true, 'STALE', 'NOT_FOUND', true]);
    // Two people at once, and the same again.
    const both = await Promise.all([bulk('CLOSE', [second, first]), bulk('CLOSE', [first, second])]);
    for (const { body } of both) expect(body['results']).toMatchObject([{ isDone: true }, { isDone: true }]);
    expect((await list('?state=CLOSED')).total).toBe(3);
    const paid = { paidOn: '2026-12-01', reference: '12월 1일 일괄 이체' };
    expect((await bulk('PAY', [first, foreign], { ...paid, paidOn: '2026-11-30' })).body['results']).toMatchObject([
      { isDone: false, problem: { code: 'INVALID_INPUT' } },
      { isDone: false, problem: { code: 'NOT_FOUND' } },
    ]);
    await Promise.all([bulk('PAY', [first, second, third], paid), bulk('PAY', [third, second, first], paid)]);
    expect((await list('?state=PAID')).items.map(({ paidReference }) => paidReference)).toEqual(
      Array(3).fill(paid.reference),
    );
    for (const { id } of shop.stores) {
      const { rows } = await server.withActor(storeActor(shop.productId, id), (tx) =>
        sql<{
          count: number;
        }>`select count(*)::integer as count from ledger_transactions where store_id = ${id}
          and kind = 'PAYOUT'`.execute(tx),
      );
      expect(rows[0]?.count).toBe(1);
    }
    expect((await bulk('SHARE', [first])).body['results']).toMatchObject([
      { isDone: false, problem: { code: 'STATE_NOT_ALLOWED' } },
    ]);
  });

  it.each([
    ['without a period', 'CLOSE', [], {}],
    [
      'with a payout date but no PAY',
      'CLOSE',
      [{ settlementId: randomUUID(), payoutAmount: 0 }],
      { paidOn: '2026-12-01' },
    ],
    ['of a payout without its date', 'PAY', [{ settlementId: randomUUID(), payoutAmount: 0 }], { reference: 'x' }],
    ['of an unknown act', 'DELETE', [{ settlementId: randomUUID(), payoutAmount: 0 }], {}],
    [
      'with a period twice',
      'SHARE',
      [0, 1].map(() => ({ settlementId: '0197a0c0-0000-7000-8000-000000000001', payoutAmount: 0 })),
      {},
    ],
  ])('rejects a request %s with 400', async (_name, act, items, over) => {
    expect((await bulk(act, items, over)).status).toBe(400);
  });

  it('lets only head office act, and no franchisee sees another store in the sums (AC-1)', async () => {
    const [store] = shop.stores;
    // The session lasts until December.
    const owner = await server.signIn(shop, ['FRANCHISEE'], [{ id: store?.id ?? '' }], 1000);
    expect((await list('?figures=ALL', owner)).totals).toMatchObject({
      count: 1,
      payoutAmount: (await figuresFromLedger(store?.id ?? '')).payout,
    });
    afterNovember();
    expect((await bulk('CLOSE', await due(), {}, owner)).status).toBe(403);
    expect((await post('/settlement/payee', { storeId: store?.id, ...PAYEE }, owner)).status).toBe(403);
    expect((await get(`/settlement/applied-terms?storeId=${shop.stores[1]?.id}`, owner)).status).toBe(404);
  });

  it('writes a statement that other readers read: parties, account, number, period, unit and pages (SL-31)', async () => {
    await post('/settlement/supplier', SUPPLIER);
    for (const { id } of shop.stores)
      expect((await post('/settlement/payee', { storeId: id, ...PAYEE })).status).toBe(200);
    afterNovember();
    await bulk('CLOSE', await due());
    for (const { id, storeId, storeName, statementNumber, figures } of (await list('?state=CLOSED')).items) {
      const own = await figuresFromLedger(storeId);
      expect(figures).toMatchObject({ grossAmount: own.gross, payoutAmount: own.payout });
      const paper = await statement(id, 'format=pdf');
      expect(fileNameOf(paper)).toBe(`정산서 ${storeName.replaceAll(/[/:"\s]+/g, ' ').trim()} 2026-11.pdf`);
      const { text, pages, emptyBoxes } = await readPdf(new Uint8Array(await paper.arrayBuffer()));
      expect(emptyBoxes).toBe(0);
      expect(pages.map((page) => page.at(-1))).toEqual(pages.map((_, index) => `${index + 1}/${pages.length}`));
      for (const part of [
        statementNumber,
        '문지기 본사 · 120-81-47521 · 대표 김대표 · 서울 중구',
        `${storeName} · 123-45-67891 · 대표 이점주`,
        '2026년 11월 1일 – 11월 30일',
        '국민은행 123456-01-234567 이점주',
        '원',
        own.gross.toLocaleString('en-US'),
        own.payout.toLocaleString('en-US'),
      ])
        expect(text.replaceAll(/\s/g, '')).toContain(part.replaceAll(/\s/g, ''));
      const rows = await readSheet(Buffer.from(await (await statement(id, 'format=xlsx')).arrayBuffer()));
      const cell = (label: string, column: number) => rows.find((row) => row[0] === label)?.[column];
      expect(cell('문서 번호', 1)).toBe(statementNumber);
      expect(cell('단위', 1)).toBe('원');
      expect([cell('결제', 4), cell('환불', 4), cell('지급액', 4)]).toEqual([own.gross, -own.refund, own.payout]);
    }
    const numbers = (await list('?state=CLOSED')).items.map((item) => item.statementNumber);
    expect(new Set(numbers).size).toBe(3);
  });

  it('numbers the pages of a long statement, and keeps the account of the day of the payout (SL-31, SL-32)', async () => {
    afterNovember();
    const [item] = await due();
    if (!item) throw new Error('A store has no period');
    for (let number = 1; number <= 70; number += 1)
      await post(`/settlement/${item.settlementId}/adjustment`, {
        datedOn: '2026-11-09',
        amount: number,
        reason: `${number}번째 조정`,
      });
    const { storeId, figures } = await read(item.settlementId);
    await post('/settlement/payee', { storeId, ...PAYEE });
    await bulk('CLOSE', [{ ...item, payoutAmount: figures.payoutAmount }]);
    await bulk('PAY', [item], { paidOn: '2026-12-01', reference: '이체 1' });
    const changed = await post('/settlement/payee', { storeId, version: 1, ...PAYEE, bank: '기업은행' });
    expect(changed.body).toMatchObject({ bank: '기업은행', version: 2 });
    expect((await post('/settlement/payee', { storeId, version: 1, ...PAYEE })).body).toMatchObject({
      code: 'STALE',
      current: { bank: '기업은행' },
    });
    expect((await post('/settlement/payee', { storeId, version: 2, ...PAYEE, bank: '' })).status).toBe(400);
    expect(await read(item.settlementId)).toMatchObject({ paidTo: '국민은행 123456-01-234567 이점주' });
    const { text, pages } = await readPdf(
      new Uint8Array(await (await statement(item.settlementId, 'format=pdf')).arrayBuffer()),
    );
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.map((page) => page.at(-1))).toEqual(pages.map((_, index) => `${index + 1}/${pages.length}`));
    expect(text).toContain('국민은행');
    expect(text).not.toContain('기업은행');
  });

  it('writes a tax file whose amounts are those of the ledger, one row a store (SL-33)', async () => {
    await post('/settlement/supplier', SUPPLIER);
    for (const { id } of shop.stores) await post('/settlement/payee', { storeId: id, ...PAYEE });
    afterNovember();
    await bulk('CLOSE', await due());
    const file = await fetch(
      `${server.url}/api/v2/${shop.slug}/settlement/tax-invoices?from=2026-11-01&to=2026-11-30&format=xlsx`,
      { headers: { authorization: `Bearer ${admin.token}` } },
    );
    expect(fileNameOf(file)).toBe('세금계산서 자료 2026-11.xlsx');
    const [headings, ...rows] = await readSheet(Buffer.from(await file.arrayBuffer()));
    const total = headings?.indexOf('합계금액') ?? -1;
    const own = await Promise.all(shop.stores.map(({ id }) => figuresFromLedger(id)));
    expect(rows.map((row) => row[total]).sort()).toEqual(own.map(({ royalty }) => royalty).sort());
    expect(rows.every((row) => row.slice(0, total + 2).every((value) => value !== null && value !== ''))).toBe(true);
  });

  it('shows the terms that hold today, their fees and what follows (SL-34)', async () => {
    const [store] = shop.stores;
    await post('/settlement/terms', { storeId: store?.id, ...TERMS, validFrom: '2026-12-01', royaltyRate: 700 });
    const shown = (await get(`/settlement/applied-terms?storeId=${store?.id}`)).body;
    expect(shown).toMatchObject({
      on: '2026-11-10',
      terms: { royaltyRate: 500, validFrom: '2026-11-01' },
      laterTerms: [{ royaltyRate: 700, validFrom: '2026-12-01' }],
      fees: [],
      period: { startsOn: '2026-11-01', endsOn: '2026-11-30', payOn: '2026-12-03' },
    });
    afterNovember();
    expect((await get(`/settlement/applied-terms?storeId=${store?.id}`)).body).toMatchObject({
      on: '2026-12-01',
      terms: { royaltyRate: 700 },
      laterTerms: [],
    });
  });
});

/** The name that a browser saves a file under: `filename*` of RFC 6266. */
function fileNameOf(reply: Response): string {
  const header = reply.headers.get('content-disposition') ?? '';
  return decodeURIComponent(header.split("filename*=UTF-8''")[1] ?? '');
}
