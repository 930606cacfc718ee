/** @module-tag engines */
// @sweep 1/8 (decision 086)
import { settlement as settlementShape, type Settlement } from '@munjigi/contract';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeActor } from '../../db/index.ts';
import {
  fakeClock,
  HOUR_MS,
  openBookingDesk,
  startTestServer,
  type Answer,
  type BookingDesk,
  type Caller,
  type TestServer,
} from '../../testing/index.ts';
import { ledgerFaults } from '../../testing/faults/ledger-faults.ts';
import { payAtProvider } from '../../testing/provider-payments.ts';

/** All database roles of the product. */
const ROLES = [null, 'munjigi_app', 'munjigi_system'] as const;
const TERMS = {
  validFrom: '2026-11-01',
  royaltyRate: 500,
  royaltyBase: 'NET_OF_REFUND',
  royaltyVat: 'EXCLUSIVE',
  cycle: 'MONTHLY',
  payAfterBankDays: 3,
};

describe('settlement (SL-4, NX-7)', () => {
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
    reservation = await desk.createReservation();
  });

  const at = (date: string, time = '12:00') => clock.set(new Date(`${date}T${time}:00+09:00`));
  const post = (path: string, body: unknown, by: Caller = desk.admin) =>
    by.call('POST', `/${desk.shop.slug}${path}`, body);
  const setTerms = (over: object = {}) => post('/settlement/terms', { storeId: desk.storeId, ...TERMS, ...over });
  const cash = async (amount: number, over: object = {}): Promise<Answer['body']> => {
    const { status, body } = await post('/payment', {
      reservationId: reservation['id'],
      method: 'CASH',
      amount,
      mayExceedDue: true,
      ...over,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const card = (amount: number, feeRate = 2530) =>
    payAtProvider(server, desk, { reservationId: String(reservation['id']), amount, feeRate });
  const refund = (payment: Answer['body'], amount: number) =>
    post(`/payment/${payment['id']}/refund`, { version: payment['version'], amount, reason: 'test' });
  const list = async (query = '') =>
    (await desk.admin.call('GET', `/${desk.shop.slug}/settlement?storeId=${desk.storeId}${query}`)).body['items'] ?? [];
  const shaped = (body: unknown): Settlement => settlementShape.parse(body);
  const read = async (id: string, by: Caller = desk.admin): Promise<Settlement> =>
    shaped((await by.call('GET', `/${desk.shop.slug}/settlement/${id}`)).body);
  const openId = async () => String((await list('&state=OPEN'))[0]?.['id']);
  const closeAs = async (id: string, payoutAmount: number, by = desk.admin) =>
    post(`/settlement/${id}/close`, { payoutAmount }, by);
  const close = async (id: string): Promise<Settlement> => {
    const { status, body } = await closeAs(id, (await read(id)).figures.payoutAmount);
    expect(status, JSON.stringify(body)).toBe(200);
    return shaped(body);
  };
  const amounts = (it: Settlement) => Object.fromEntries(it.lines.map(({ key, amount }) => [key, amount]));
  const inStore = () => storeActor(desk.shop.productId, desk.storeId);
  const balances = async (): Promise<Record<string, number>> => {
    const { rows } = await server.withActor(inStore(), (tx) =>
      sql<{
        account: string;
        amount: number;
      }>`select account, sum(amount)::bigint as amount from ledger_entries where store_id = ${desk.storeId} group by 1
        having sum(amount) <> 0`.execute(tx),
    );
    return Object.fromEntries(rows.map((row) => [row.account, row.amount]));
  };

  it('computes the draft from the ledger, line by line, to the won (docs/domain.md 5)', async () => {
    expect((await setTerms()).status).toBe(200);
    // 34,000 - 860 = 33,140: what remains after a card fee of 2.53 % including VAT; 37,400 = 34,000 + 3,400.
    await card(34_000);
    const paid = await cash(37_400);
    await refund(paid, 7400);
    const draft = await read(await openId());
    expect(draft).toMatchObject({
      startsOn: '2026-11-01',
      endsOn: '2026-11-30',
      state: 'OPEN',
      isOver: false,
      payOn: '2026-12-03',
      number: 1,
    });
    expect(
      draft.lines.map(({ key, supplyAmount, vatAmount, taxFreeAmount, amount }) => [
        key,
        supplyAmount,
        vatAmount,
        taxFreeAmount,
        amount,
      ]),
    ).toEqual([
      ['GROSS', 30_909 + 34_000, 3091 + 3400, 0, 71_400],
      ['REFUND', -6727, -673, 0, -7400],
      ['FEE.CARD', -782, -78, 0, -860],
      // A royalty of 5 % of 64,000 won, and a tenth of VAT on top.
      ['ROYALTY.2026-11-01', -3200, -320, 0, -3520],
      ['RECEIVED_AT_STORE', 0, 0, -30_000, -30_000],
      ['CARRY_OVER', 0, 0, 0, 0],
    ]);
    // The money that the provider holds for head office, minus the royalty.
    expect(draft.figures).toEqual({
      grossAmount: 71_400,
      refundAmount: 7400,
      netAmount: 64_000,
      feeAmount: 860,
      royaltyAmount: 3520,
      withheldAmount: 0,
      payoutAmount: 33_140 - 3520,
      carriedForwardAmount: 0,
    });
  });

  it('closes a period once when it is closed again, or four times concurrently', async () => {
    await setTerms();
    await card(110_000, 0);
    const id = await openId();
    expect((await closeAs(id, 103_950)).body).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    await desk.set({ day_cutoff: '00:00' });
    at('2026-11-30', '23:59');
    expect((await closeAs(id, 103_950)).status).toBe(409);
    at('2026-12-01', '09:00');
    expect((await closeAs(id, 1)).body).toMatchObject({
      code: 'STALE',
      current: { figures: { payoutAmount: 103_950 } },
    });
    const answers = await Promise.all([1, 2, 3, 4].map(() => closeAs(id, 103_950)));
    expect(answers.map((it) => it.status)).toEqual([200, 200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect((await closeAs(id, 5)).body).toEqual(answers[0]?.body);
    expect(await balances()).toEqual({
      SALES_SUPPLY: -100_000,
      SALES_VAT: -10_000,
      ROYALTY: 5500,
      ROYALTY_VAT: 550,
      PAYOUT: 103_950,
    });
    expect((await list()).map((it) => [it['number'], it['startsOn'], it['endsOn'], it['state']])).toEqual([
      [2, '2026-12-01', '2026-12-31', 'OPEN'],
      [1, '2026-11-01', '2026-11-30', 'CLOSED'],
    ]);
    expect(await server.withActor(inStore(), ledgerFaults)).toEqual([]);
  });

  it('keeps a closed period unchanged and puts later refunds into the next one, with a link', async () => {
    await setTerms();
    const paid = await cash(50_000);
    await card(20_000);
    const id = await openId();
    at('2026-12-02');
    const closed = await close(id);
    expect(closed['isOverdue']).toBe(false);
    at('2026-12-04');
    expect(await read(id)).toMatchObject({ payOn: '2026-12-03', isOverdue: true });
    at('2026-12-02');
    await refund(paid, 5000);
    const wrong = await cash(1000);
    await post(`/payment/${wrong['id']}/reverse`, { version: wrong['version'], reason: 'test' });
    expect({ ...(await read(id)), isOver: true }).toEqual(closed);
    const next = await read(await openId());
    expect(amounts(next)).toMatchObject({ GROSS: 0, REFUND: -5000, RECEIVED_AT_STORE: 5000 });
    expect(next.earlier).toEqual([
      { settlementId: id, startsOn: '2026-11-01', endsOn: '2026-11-30', amount: -5000, count: 1 },
    ]);
    // The royalty of the refunded amount is returned: 5 % of it, and its VAT.
    expect(amounts(next)['ROYALTY.2026-11-01']).toBe(275);
  });

  it('puts a payment that is recorded late for a closed date into the next period', async () => {
    await setTerms();
    const id = await openId();
    at('2026-12-01');
    await close(id);
    at('2026-11-30', '10:00');
    await cash(3000);
    at('2026-12-02');
    expect(amounts(await read(id))).toMatchObject({ GROSS: 0 });
    expect(amounts(await read(await openId()))).toMatchObject({ GROSS: 3000 });
  });

  it('assigns dates by the cut-off of the store', async () => {
    await desk.set({ day_cutoff: '06:00' });
    await setTerms();
    at('2026-12-01', '05:59');
    await cash(1000);
    const id = await openId();
    expect((await read(id)).isOver).toBe(false);
    at('2026-12-01', '06:00');
    await cash(2000);
    expect(await read(id)).toMatchObject({ isOver: true, figures: { grossAmount: 1000 } });
  });

  it('applies the terms of each day, and the cycle of the first day of a period', async () => {
    await setTerms({ cycle: 'HALF_MONTHLY', payAfterBankDays: 0 });
    const id = await openId();
    expect(await read(id)).toMatchObject({ endsOn: '2026-11-15', payOn: '2026-11-16' });
    await setTerms({
      validFrom: '2026-11-13',
      royaltyRate: 333,
      royaltyBase: 'NET_OF_REFUND_EX_VAT',
      royaltyVat: 'INCLUSIVE',
      cycle: 'WEEKLY',
      payAfterBankDays: 1,
    });
    at('2026-11-12');
    await card(10_000, 0);
    at('2026-11-13');
    await card(10_000, 0);
    const { lines } = await read(id);
    expect(
      lines
        .filter((it) => it.kind === 'ROYALTY')
        .map((it) => [it.key, it.rate, it.baseAmount, it.supplyAmount, it.vatAmount]),
    ).toEqual([
      ['ROYALTY.2026-11-01', 500, 10_000, -500, -50],
      // 3.33 % of 9,091 is 302.73: 302 won, of which an eleventh is 27.45.
      ['ROYALTY.2026-11-13', 333, 9091, -275, -27],
    ]);
    at('2026-11-16');
    await close(id);
    expect(await read(await openId())).toMatchObject({
      startsOn: '2026-11-16',
      endsOn: '2026-11-22',
      payOn: '2026-11-23',
    });
    expect((await setTerms({ validFrom: '2026-11-15' })).body).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect((await setTerms({ validFrom: '2026-11-16', cycle: 'MONTHLY' })).status).toBe(200);
    expect(await read(await openId())).toMatchObject({ endsOn: '2026-11-30' });
  });

  it('carries a negative balance forward and pays out zero', async () => {
    await setTerms({ royaltyRate: 1000 });
    await cash(100_000);
    const id = await openId();
    at('2026-12-01');
    expect((await close(id)).figures).toMatchObject({ payoutAmount: 0, carriedForwardAmount: -11_000 });
    expect(await balances()).toMatchObject({ DUE_FROM_HEAD_OFFICE: -11_000 });
    await card(50_000, 0);
    const next = await openId();
    expect(amounts(await read(next))).toMatchObject({ CARRY_OVER: -11_000, 'ROYALTY.2026-11-01': -5500 });
    at('2027-01-04');
    expect((await close(next)).figures).toMatchObject({ payoutAmount: 33_500, carriedForwardAmount: 0 });
    expect((await balances())['DUE_FROM_HEAD_OFFICE']).toBeUndefined();
  });

  it('marks a closed period as paid once, with its date and reference', async () => {
    await setTerms();
    await card(10_000, 0);
    const id = await openId();
    const say = (body: object) =>
      post(`/settlement/${id}/paid`, { paidOn: '2026-12-03', reference: 'KB 20261203-1', ...body });
    expect((await say({})).body).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    at('2026-12-03');
    await close(id);
    for (const paidOn of ['2026-11-30', '2026-12-04'])
      expect((await say({ paidOn })).body).toMatchObject({ code: 'INVALID_INPUT', errors: [{ path: 'paidOn' }] });
    const answers = await Promise.all([say({}), say({})]);
    for (const { body } of answers)
      expect(body).toMatchObject({
        state: 'PAID',
        paidOn: '2026-12-03',
        paidReference: 'KB 20261203-1',
        paidBy: 'ADMIN',
      });
    expect((await say({ reference: 'another' })).body).toMatchObject({ paidReference: 'KB 20261203-1' });
    expect(await balances()).toMatchObject({ MONEY_AT_STORE: 9450 });
    expect((await balances())['PAYOUT']).toBeUndefined();
  });

  it('adds adjustments as dated lines with a reason, and rejects them in a closed period', async () => {
    await setTerms();
    const id = await openId();
    const say = (body: object) =>
      post(`/settlement/${id}/adjustment`, { datedOn: '2026-11-09', amount: 3300, reason: '간판 수리', ...body });
    expect((await say({ datedOn: '2026-12-01' })).body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: 'datedOn' }],
    });
    expect((await say({ amount: 0 })).body).toMatchObject({ code: 'INVALID_INPUT' });
    expect((await say({})).status).toBe(200);
    await say({ amount: -300, reason: '택배' });
    const draft = await read(id);
    expect(
      draft.lines.filter((it) => it.kind === 'ADJUSTMENT').map((it) => [it.datedOn, it.amount, it.reason]),
    ).toEqual([
      ['2026-11-09', 3300, '간판 수리'],
      ['2026-11-09', -300, '택배'],
    ]);
    at('2026-12-01');
    expect((await close(id)).figures.payoutAmount).toBe(3000);
    expect((await say({})).body).toMatchObject({ code: 'STATE_NOT_ALLOWED' });
    expect(await balances()).toEqual({ ADJUSTMENTS: -3000, PAYOUT: 3000 });
  });

  it('lets a store comment on a line of a shared draft, and shows the changes since then (NX-7)', async () => {
    await setTerms();
    const owner = await server.signIn(desk.shop, ['FRANCHISEE'], [{ id: desk.storeId }], 90 * 24);
    await card(10_000, 0);
    const id = await openId();
    await post(`/settlement/${id}/version`, {});
    await post(`/settlement/${id}/version`, {});
    const said = await post(`/settlement/${id}/comment`, { line: 'ROYALTY.2026-11-01', text: '5%가 맞나요?' }, owner);
    expect(shaped(said.body)).toMatchObject({
      versions: [{ number: 1, payoutAmount: 9450 }],
      comments: [{ line: 'ROYALTY.2026-11-01', text: '5%가 맞나요?', isHeadOffice: false }],
      changesSince: [],
    });
    expect((await post(`/settlement/${id}/comment`, { line: 'FEE.CASH', text: '?' }, owner)).body).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ path: 'line' }],
    });
    await setTerms({ royaltyRate: 400 });
    await post(`/settlement/${id}/comment`, { line: 'ROYALTY.2026-11-01', text: '4%로 고쳤습니다.' });
    expect(await read(id, owner)).toMatchObject({
      commentCount: 2,
      comments: [{ isHeadOffice: false }, { isHeadOffice: true, text: '4%로 고쳤습니다.' }],
      changesSince: [{ line: 'ROYALTY.2026-11-01', before: -550, after: -440 }],
    });
    expect((await closeAs(id, 9560, owner)).body).toMatchObject({
      code: 'CAPABILITY_MISSING',
      capability: 'sales:close',
    });
    at('2026-12-01');
    const closed = await close(id);
    expect(closed.versions).toMatchObject([
      { number: 1, payoutAmount: 9450, changes: [] },
      { number: 2, payoutAmount: 9560, changes: [{ line: 'ROYALTY.2026-11-01', before: -550, after: -440 }] },
    ]);
    expect((await post(`/settlement/${id}/comment`, { line: 'GROSS', text: '늦었나요?' }, owner)).body).toMatchObject({
      code: 'STATE_NOT_ALLOWED',
    });
  });

  it('lists the entries of each line page by page, and they sum to the line', async () => {
    await setTerms();
    const paid = await cash(11_000);
    await refund(paid, 1000);
    for (const amount of [5000, 6000, 7000]) await card(amount);
    const id = await openId();
    await post(`/settlement/${id}/adjustment`, { datedOn: '2026-11-09', amount: 900, reason: 'test' });
    const checkStatement = async (state: string) => {
      const statement = await read(id);
      for (const line of statement.lines) {
        let [sum, count, after] = [0, 0, ''];
        for (let hasMore = true; hasMore;) {
          const { body } = await desk.admin.call(
            'GET',
            `/${desk.shop.slug}/settlement/${id}/entries?line=${encodeURIComponent(line.key)}&limit=2${after && `&after=${after}`}`,
          );
          for (const it of body['items'] ?? []) {
            count += 1;
            for (const entry of it['entries'] ?? []) sum += Number(entry['amount']);
            after = String(it['transactionId']);
          }
          hasMore = Boolean(body['hasMore']);
        }
        const expected =
          { ROYALTY: -(line.baseAmount ?? 0), ADJUSTMENT: line.amount, CARRY_OVER: 0 }[line.kind as string] ??
          -line.amount;
        expect([state, line.key, sum], line.key).toEqual([state, line.key, expected === 0 ? 0 : expected]);
        if (line.kind !== 'ROYALTY') expect([line.key, count]).toEqual([line.key, line.count]);
      }
    };
    await checkStatement('open');
    at('2026-12-01');
    await close(id);
    await checkStatement('closed');
  });

  it('rejects every change of a closed period in the database with 42501', async () => {
    await setTerms();
    await cash(1000);
    const id = await openId();
    at('2026-12-01');
    await close(id);
    const late = await cash(2000);
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    try {
      for (const role of ROLES) {
        const refused = async (text: string, values: unknown[] = []) => {
          await client.query('begin');
          if (role !== null) await client.query(`set local role ${role}`);
          await client.query("select set_config('app.product_id', $1, true), set_config('app.store_ids', $2, true)", [
            desk.shop.productId,
            `{${desk.storeId}}`,
          ]);
          await expect(client.query(text, values), `${role}: ${text}`).rejects.toMatchObject({ code: '42501' });
          await client.query('rollback');
        };
        for (const set of [
          "lines = '[]'",
          'payout_amount = 5',
          "state = 'OPEN'",
          'ends_on = ends_on + 1',
          'closed_at = now()',
          'pay_on = pay_on + 1',
          "closed_by_name = 'x'",
        ]) {
          await refused(`update settlements set ${set} where id = $1`, [id]);
        }
        await refused('delete from settlements where id = $1', [id]);
        await refused(
          'insert into settlement_entries select product_id, store_id, id, $1 from ledger_transactions where payment_id = $2',
          [id, late['id']].map(String),
        );
        for (const table of [
          'settlement_entries',
          'settlement_adjustments',
          'settlement_comments',
          'settlement_versions',
        ]) {
          await refused(`update ${table} set store_id = store_id`);
          await refused(`delete from ${table}`);
        }
      }
    } finally {
      await client.end();
    }
  });

  it('rejects entries of a period that stays open, and a second open period', async () => {
    await setTerms();
    await cash(1000);
    const id = await openId();
    await expect(
      server.withActor(inStore(), (tx) =>
        sql`insert into settlement_entries select product_id, store_id, id, ${id} from ledger_transactions
          where store_id = ${desk.storeId}`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: '23514' });
    await expect(
      server.withActor(inStore(), (tx) =>
        tx
          .insertInto('settlements')
          .values({
            product_id: desk.shop.productId,
            store_id: desk.storeId,
            id: uuidv7(),
            number: 9,
            starts_on: '2027-05-01',
            ends_on: '2027-05-02',
          })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '23505' });
  });

  it('exports a file whose lines sum to the payout, with the tax invoice of the royalty (SL-4)', async () => {
    await setTerms();
    await card(34_000);
    const id = await openId();
    await post(`/settlement/${id}/adjustment`, { datedOn: '2026-11-09', amount: 1000, reason: '=HYPERLINK("x")' });
    const get = (query: string) =>
      fetch(`${server.url}/api/v2/${desk.shop.slug}/settlement/${id}/statement?${query}`, {
        headers: { authorization: `Bearer ${desk.admin.token}` },
      });
    expect((await (await get('format=csv&lng=en')).text()).replace('\u{feff}', '').trimEnd().split('\r\n')).toEqual([
      'Line,Supply value,VAT,Tax-free,Amount,Count,Note',
      expect.stringMatching(/^Statement no\.,,,,,,[A-Z0-9-]+-20261130-001$/),
      'Printed on,,,,,,10 Nov 2026',
      'Issued by,,,,,,Head office has not entered its details',
      'Store,,,,,,Store 1 · no business number',
      'Period,,,,,,1 Nov – 30 Nov 2026 (Draft)',
      'Pay date,,,,,,3 Dec 2026',
      'Paid to,,,,,,No account has been entered',
      'Unit,,,,,,won (KRW)',
      'Payments,30909,3091,0,34000,1,',
      'Refunds,0,0,0,0,0,',
      'Payment fee (Card),-782,-78,0,-860,1,',
      'Royalty,-1700,-170,0,-1870,0,"34,000 × 5%"',
      'Adjustment,0,0,1000,1000,1,"9 Nov 2026 =HYPERLINK(""x"")"',
      'Received at the store,0,0,0,0,0,',
      'Carried forward from the last period,0,0,0,0,0,',
      'Payout,,,,32270,,',
      'Tax invoice data: royalty (head office to store),1700,170,0,1870,,"dated 30 Nov 2026, issue by 10 Dec 2026, recipient Store 1 (no business number)"',
    ]);
    const sheet = await get('format=xlsx');
    expect(sheet.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const [first] = (await readXlsx(new Uint8Array(await sheet.arrayBuffer()))).sheets;
    expect(first?.rows[0]?.[0]).toBe('정산서');
    expect(first?.rows).toContainEqual(['항목', '공급가액', '부가세', '면세·비과세', '금액', '건수', '비고']);
    expect(first?.rows.find((row) => row[0] === '지급액')?.[4]).toBe(32_270);
    const paper = await get('format=pdf');
    expect([paper.headers.get('content-type'), paper.headers.get('content-disposition')]).toEqual([
      'application/pdf',
      expect.stringMatching(/^attachment; filename="statement-[a-z0-9-]+\.pdf"; filename\*=UTF-8''/),
    ]);
    const bytes = Buffer.from(await paper.arrayBuffer()).toString('latin1');
    // The PDF is complete. It embeds the used part of both weights of the font, and no other font.
    expect([
      bytes.startsWith('%PDF-'),
      bytes.trimEnd().endsWith('%%EOF'),
      bytes.match(/\/Type \/Page\b/g)?.length,
    ]).toEqual([true, true, 1]);
    expect(new Set([...bytes.matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map((it) => it[1]))).toEqual(
      new Set(['NotoSansKR-Bold', 'NotoSansKR-Regular']),
    );
    expect(bytes.match(/\/FontFile\d/g)?.length).toBe(2);
    for (let number = 0; number < 60; number += 1)
      await post(`/settlement/${id}/adjustment`, { datedOn: '2026-11-09', amount: 1, reason: `${number}번째 조정` });
    const long = Buffer.from(await (await get('format=pdf')).arrayBuffer()).toString('latin1');
    expect(long.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
  });

  it('closes weekly periods from midnight after their end, one after the other', async () => {
    await desk.set({ day_cutoff: '00:00' });
    await setTerms({ cycle: 'WEEKLY' });
    let id = await openId();
    expect(await read(id)).toMatchObject({ startsOn: '2026-11-01', endsOn: '2026-11-01' });
    for (const [closedOn, endsOn] of [
      ['2026-11-02', '2026-11-08'],
      ['2026-11-09', '2026-11-15'],
    ] as const) {
      at(closedOn, '00:00');
      await close(id);
      id = await openId();
      expect(await read(id)).toMatchObject({ endsOn, isOver: false });
      clock.advance(HOUR_MS);
    }
  });
});
