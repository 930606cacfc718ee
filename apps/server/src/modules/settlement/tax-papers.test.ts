// @sweep 1/8 (decision 086)
import { settlement as settlementShape, type Settlement } from '@munjigi/contract';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { payAtProvider } from '../../testing/provider-payments.ts';

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

describe('withholding and tax invoices of settlements (SL-4, docs/domain.md 5)', () => {
  const clock = fakeClock();
  let server: TestServer;
  let desk: BookingDesk;
  let reservation: Answer['body'];
  beforeAll(async () => {
    server = await startTestServer({ clock });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    clock.set(new Date('2026-11-10T03:00:00Z'));
    desk = await openBookingDesk(server);
    await desk.set({ business_number: '123-45-67891', address: '서울 강남구' });
    reservation = await desk.createReservation();
  });

  const post = (path: string, body: unknown, by: Caller = desk.admin) =>
    by.call('POST', `/${desk.shop.slug}${path}`, body);
  const get = (path: string, by: Caller = desk.admin) => by.call('GET', `/${desk.shop.slug}${path}`);
  const card = (amount: number) =>
    payAtProvider(server, desk, { reservationId: String(reservation['id']), amount, feeRate: 0 });
  const openId = async () =>
    String((await get(`/settlement?storeId=${desk.storeId}&state=OPEN`)).body['items']?.[0]?.['id']);
  const read = async (id: string): Promise<Settlement> => settlementShape.parse((await get(`/settlement/${id}`)).body);
  const close = async (id: string): Promise<Settlement> => {
    const { figures, endsOn } = await read(id);
    clock.set(new Date(`${endsOn}T23:00:00Z`));
    const { status, body } = await post(`/settlement/${id}/close`, { payoutAmount: figures.payoutAmount });
    expect(status, JSON.stringify(body)).toBe(200);
    return settlementShape.parse(body);
  };
  const file = (query: string, by: Caller = desk.admin) =>
    fetch(`${server.url}/api/v2/${desk.shop.slug}/settlement/tax-invoices?${query}`, {
      headers: { authorization: `Bearer ${by.token}` },
    });

  it('withholds 3.3 % from a person, each tax rounded down to 10 won, and posts it; withholds nothing from a business', async () => {
    await post('/settlement/terms', { storeId: desk.storeId, ...TERMS, royaltyRate: 0 });
    await card(1_234_567);
    const id = await openId();
    expect((await read(id)).figures).toMatchObject({ withheldAmount: 0, payoutAmount: 1_234_567 });
    const person = await post('/settlement/terms', {
      storeId: desk.storeId,
      ...TERMS,
      royaltyRate: 0,
      payee: 'PERSON',
    });
    expect(person.body['payee']).toBe('PERSON');
    const closed = await close(id);
    expect(closed.figures).toMatchObject({ withheldAmount: 40_730, payoutAmount: 1_193_837, carriedForwardAmount: 0 });
    expect(
      closed.lines
        .slice(-2)
        .map(({ key, amount, rate, baseAmount, taxFreeAmount }) => [key, amount, rate, baseAmount, taxFreeAmount]),
    ).toEqual([
      ['INCOME_TAX', -37_030, 300, 1_234_567, -37_030],
      ['LOCAL_INCOME_TAX', -3700, 30, 1_234_567, -3700],
    ]);
    expect((await get(`/settlement/${id}/entries?line=INCOME_TAX`)).body).toEqual({ items: [], hasMore: false });
    const inStore = storeActor(desk.shop.productId, desk.storeId);
    const { rows } = await server.withActor(inStore, (tx) =>
      sql<{ account: string; amount: number }>`
      select e.account, sum(e.amount)::bigint as amount from ledger_entries e where store_id = ${desk.storeId}
        and account not like 'SALES_%' group by 1 having sum(e.amount) <> 0 order by 1`.execute(tx),
    );
    expect(rows).toEqual([
      { account: 'PAYOUT', amount: 1_193_837 },
      { account: 'WITHHOLDING', amount: 40_730 },
    ]);
    expect(await server.withActor(inStore, ledgerFaults)).toEqual([]);
    const text = await (
      await fetch(`${server.url}/api/v2/${desk.shop.slug}/settlement/${id}/statement?format=csv`, {
        headers: { authorization: `Bearer ${desk.admin.token}` },
      })
    ).text();
    expect(text).toContain('소득세 원천징수,0,0,-37030,-37030,0,"1,234,567 × 3%"');
    expect(
      (await post('/settlement/terms', { storeId: desk.storeId, ...TERMS, validFrom: '2026-12-01', payee: 'NOBODY' }))
        .body,
    ).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'payee' }] });
  });

  it('withholds nothing when the balance of a person is negative', async () => {
    await post('/settlement/terms', { storeId: desk.storeId, ...TERMS, payee: 'PERSON' });
    const id = await openId();
    await post(`/settlement/${id}/adjustment`, { datedOn: '2026-11-09', amount: -5000, reason: '간판' });
    expect((await read(id)).figures).toMatchObject({ withheldAmount: 0, payoutAmount: 0, carriedForwardAmount: -5000 });
  });

  it('returns the supplier, the recipient, the amounts, the date and the last issue day of the invoice of the royalty', async () => {
    await post('/settlement/terms', { storeId: desk.storeId, ...TERMS });
    const id = await openId();
    expect((await read(id)).taxInvoice).toBeNull();
    // 5 % of 6,000,000 won is 300,000, with VAT 330,000 (docs/domain.md 5).
    await card(6_000_000);
    const recipient = { businessNumber: '123-45-67891', representative: '', address: '서울 강남구' };
    expect((await read(id)).taxInvoice).toMatchObject({
      supplier: null,
      recipient,
      supplyAmount: 300_000,
      vatAmount: 30_000,
      amount: 330_000,
      writtenOn: '2026-11-30',
      issueBy: '2026-12-10',
    });
    expect((await post('/settlement/supplier', SUPPLIER)).body).toMatchObject({ ...SUPPLIER, version: 1 });
    expect((await read(id)).taxInvoice?.supplier).toEqual(SUPPLIER);
    const owner = await server.signIn(desk.shop, ['FRANCHISEE'], [{ id: desk.storeId }]);
    expect((await get(`/settlement/${id}`, owner)).body['taxInvoice']).toMatchObject({
      supplier: SUPPLIER,
      amount: 330_000,
    });
    expect((await get('/settlement/supplier', owner)).body['supplier']).toMatchObject(SUPPLIER);
  });

  it('stores the supplier with a version in one product, and rejects roles that cannot close a settlement with 403', async () => {
    for (const [over, path] of [
      [{ businessNumber: '1208147520' }, 'businessNumber'],
      [{ name: ' ' }, 'name'],
      [{ representative: '' }, 'representative'],
    ] as const) {
      expect((await post('/settlement/supplier', { ...SUPPLIER, ...over })).body).toMatchObject({
        code: 'INVALID_INPUT',
        errors: [{ path }],
      });
    }
    const [first, second] = await Promise.all([
      post('/settlement/supplier', SUPPLIER),
      post('/settlement/supplier', { ...SUPPLIER, name: '다른 본사' }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    expect((await post('/settlement/supplier', { ...SUPPLIER, version: 1, name: '새 본사' })).body).toMatchObject({
      name: '새 본사',
      version: 2,
    });
    expect((await post('/settlement/supplier', { ...SUPPLIER, version: 1 })).body).toMatchObject({
      code: 'STALE',
      current: { name: '새 본사', version: 2 },
    });
    for (const role of ['SUB_ADMIN', 'FRANCHISEE', 'CUSTOMER_MANAGER'] as const) {
      expect(
        (
          await post(
            '/settlement/supplier',
            { ...SUPPLIER, version: 2 },
            await server.signIn(desk.shop, [role], [{ id: desk.storeId }]),
          )
        ).status,
      ).toBe(403);
    }
    const other = await openBookingDesk(server);
    expect((await other.admin.call('GET', `/${other.shop.slug}/settlement/supplier`)).body).toEqual({ supplier: null });
  });

  it('refuses the file while a party lacks data, and names the party and its fields (SL-33)', async () => {
    await desk.set({ business_number: '', address: '' });
    await post('/settlement/terms', { storeId: desk.storeId, ...TERMS });
    await card(6_000_000);
    const november = 'from=2026-11-01&to=2026-11-30';
    const check = async () => (await get(`/settlement/tax-invoices/check?${november}`)).body;
    expect(await check()).toEqual({ count: 0, missing: [] });
    const { storeName } = await close(await openId());
    const ofStore = { party: 'RECIPIENT', storeId: desk.storeId, storeName };
    const missing = [
      {
        party: 'SUPPLIER',
        storeId: null,
        storeName: null,
        fields: ['businessNumber', 'name', 'representative', 'address'],
      },
      { ...ofStore, fields: ['businessNumber', 'representative', 'address'] },
    ];
    expect(await check()).toEqual({ count: 1, missing });
    const refused = await file(`${november}&format=xlsx`);
    expect([refused.status, await refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'TAX_INVOICES_INCOMPLETE', current: { missing } }),
    ]);
    await post('/settlement/supplier', SUPPLIER);
    await desk.set({ business_number: '123-45-67891', address: '서울 강남구' });
    expect(await check()).toEqual({ count: 1, missing: [{ ...ofStore, fields: ['representative'] }] });
    await post('/settlement/payee', { storeId: desk.storeId, ...PAYEE });
    expect(await check()).toEqual({ count: 1, missing: [] });
    expect((await file(`${november}&format=csv`)).status).toBe(200);
  });

  it('exports the invoices of closed periods in the dates, only of stores that the person sees', async () => {
    await post('/settlement/supplier', SUPPLIER);
    await post('/settlement/payee', { storeId: desk.storeId, ...PAYEE });
    await post('/settlement/terms', { storeId: desk.storeId, ...TERMS });
    await card(6_000_000);
    const id = await openId();
    const november = 'from=2026-11-01&to=2026-11-30';
    expect((await (await file(`${november}&format=csv`)).text()).trim().split('\n')).toHaveLength(1);
    const { storeName } = await close(id);
    const [sheet] = (await readXlsx(new Uint8Array(await (await file(`${november}&format=xlsx`)).arrayBuffer())))
      .sheets;
    expect(sheet?.rows[0]?.slice(0, 4)).toEqual(['작성일자', '발급 기한', '공급자 등록번호', '공급자 상호']);
    expect(sheet?.rows.slice(1)).toEqual([
      [
        '2026-11-30',
        '2026-12-10',
        '1208147521',
        '문지기 본사',
        '김대표',
        '서울 중구',
        '1234567891',
        storeName,
        '이점주',
        '서울 강남구',
        '로열티 2026-11-01 – 2026-11-30',
        300_000,
        30_000,
        330_000,
        '영수',
        '',
      ],
    ]);
    expect(
      (await (await file('from=2026-12-01&to=2026-12-31&format=csv&lng=en')).text()).trim().split('\n'),
    ).toHaveLength(1);
    expect((await file('from=2026-12-01&to=2026-11-30&format=csv')).status).toBe(400);
    const stranger = await server.signIn(desk.shop, ['FRANCHISEE'], []);
    expect((await (await file(`${november}&format=csv`, stranger)).text()).trim().split('\n')).toHaveLength(1);
    expect((await file(`${november}&format=csv`, await server.signIn(desk.shop, ['CUSTOMER_MANAGER']))).status).toBe(
      403,
    );
  });
});
