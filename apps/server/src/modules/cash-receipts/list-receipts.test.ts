import { listCashReceipts, type ListedCashReceipt } from '@munjigi/contract';
import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeClock, startTestServer, type Answer, type TestServer } from '../../testing/index.ts';
import { openReceiptDesk, type ReceiptDesk } from '../../testing/desks/receipt-desk.ts';

const bodyOf = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

/** Half an hour before March in Seoul, which is in February by UTC for nine hours more. */
const END_OF_FEBRUARY = new Date('2028-02-29T14:30:00Z');

describe('the list of cash receipts (CR-12, CR-14)', () => {
  const clock = fakeClock(END_OF_FEBRUARY);
  let server: TestServer;
  let desk: ReceiptDesk;
  beforeAll(async () => {
    server = await startTestServer({ clock });
    desk = await openReceiptDesk(server, clock);
    bodyOf(await desk.issueThrough('TOSS'));
  });
  afterAll(async () => {
    await server.close();
    await Promise.all([desk.toss.close(), desk.portone.close()]);
  });

  const list = async (query = '', call = desk.admin.call): Promise<ListedCashReceipt[]> => {
    const answer = await call('GET', `/${desk.shop.slug}/cash-receipt?storeId=${desk.storeId}&limit=100${query}`);
    return listCashReceipts.reply.parse(bodyOf(answer)).items;
  };
  const listed = async (paymentId: string) => (await list()).find(({ id }) => id === paymentId);
  async function paidWith(number: string, purpose = 'INCOME', record: Readonly<Record<string, unknown>> = {}) {
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, number, purpose));
    return { stay, payment: await desk.receive(stay.id, record) };
  }

  it('has the method, the masked number and the reservation of each receipt', async () => {
    const { stay, payment } = await paidWith('123-45-67891', 'EXPENSE', { method: 'TRANSFER' });
    await desk.hasState(payment, 'ISSUED');
    expect(await listed(payment.id)).toMatchObject({
      reservationId: stay.id,
      reservationCode: stay.reservation['code'],
      method: 'TRANSFER',
      keptAmount: 20_000,
      number: { purpose: 'EXPENSE', kind: 'BUSINESS', masked: '******7891', isOfReceipt: true },
    });
  });

  it('says that a receipt has an earlier number after the guest entered two more', async () => {
    const { stay, payment } = await paidWith('010-2345-1111');
    await desk.hasState(payment, 'ISSUED');
    for (const number of ['010-2345-2222', '010-2345-3333']) {
      clock.advance(1000);
      bodyOf(await desk.enterNumber(stay.call, number));
    }
    expect((await listed(payment.id))?.number).toMatchObject({ masked: '*******3333', isOfReceipt: false });
    const second = await desk.receive(stay.id, { amount: 1000, mayExceedDue: true });
    await desk.hasState(second, 'ISSUED');
    expect((await listed(second.id))?.number).toMatchObject({ masked: '*******3333', isOfReceipt: true });
    expect((await listed(payment.id))?.number).toMatchObject({ isOfReceipt: false });
  });

  it('has no number of a receipt of the terminal', async () => {
    const { payment } = await paidWith('010-2345-4444', 'INCOME', { cashReceiptNumber: 'G-987654321' });
    await desk.hasState(payment, 'ISSUED');
    expect(await listed(payment.id)).toMatchObject({ approvalNumber: 'G-987654321', number: null });
  });

  it('filters by state, and by the month of the payment by the clock of the store', async () => {
    const february = await paidWith('010-2345-5555');
    await desk.hasState(february.payment, 'ISSUED');
    const refused = await paidWith('010-2345-0000');
    await desk.hasState(refused.payment, 'REFUSED');
    clock.advance(3600_000);
    const march = await paidWith('010-2345-6666');
    await desk.hasState(march.payment, 'ISSUED');
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    const [inFebruary, inMarch] = [await ids('&month=2028-02'), await ids('&month=2028-03')];
    expect(inFebruary).toContain(february.payment.id);
    expect(inFebruary).not.toContain(march.payment.id);
    expect(inMarch).toContain(march.payment.id);
    expect(inMarch).not.toContain(february.payment.id);
    expect(await ids('&month=2027-12')).toEqual([]);
    expect(await ids('&state=REFUSED')).toEqual([refused.payment.id]);
    expect(await ids('&isDue=true')).toContain(refused.payment.id);
    for (const month of ['2028-13', '2028-2', 'x'])
      expect((await desk.admin.call('GET', `/${desk.shop.slug}/cash-receipt?month=${month}`)).status).toBe(400);
  });

  const fetchFile = async (query: string, token = desk.admin.token) => {
    const response = await fetch(`${server.url}/api/v2/${desk.shop.slug}/cash-receipt/export?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it('exports what the list has, read back by other programs, without a whole number', async () => {
    const { payment } = await paidWith('010-2345-7777');
    await desk.hasState(payment, 'ISSUED');
    bodyOf(await desk.refund(await desk.read1(payment), { amount: 5000 }));
    await desk.becomes(payment, 'of the rest', (it) => it.state === 'ISSUED' && it.issuedAmount === 15_000);
    const items = await list();
    const csv = await fetchFile(`format=csv&storeId=${desk.storeId}`);
    const rows = parse(csv.bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => row['예약번호'])).toEqual(items.map(({ reservationCode }) => reservationCode));
    expect(rows.map((row) => Number(row['결제 금액']))).toEqual(items.map(({ keptAmount }) => keptAmount));
    for (const row of rows)
      expect(Number(row['공급가액']) + Number(row['부가세']) + Number(row['면세'])).toBe(Number(row['결제 금액']));
    expect(rows.find((row) => row['발급 번호'] === '*******7777')).toMatchObject({
      상태: '발급됨',
      용도: '소득공제',
      '결제 수단': '현금',
      '결제 금액': '15000',
      '발급 금액': '15000',
    });
    expect(rows.map((row) => row['발급 번호'])).toContain('이전 번호');
    expect(csv.bytes.toString('utf8')).not.toMatch(/0102345\d{4}/);

    const { bytes } = await fetchFile(`format=xlsx&lng=en&storeId=${desk.storeId}&state=REFUSED`);
    const [headings, ...lines] = await readSheet(bytes);
    expect(headings?.slice(0, 5)).toEqual(['Paid at', 'Store', 'Reservation', 'Method', 'State']);
    expect(lines.map((line) => line[4])).toEqual(['Failed']);
    expect(lines[0]?.[7]).toBe(20_000);
  });

  it('shows a store only its own receipts, and writes the export into the audit log', async () => {
    const shop = await server.makeShop({ stores: 2 });
    const other = await server.signIn(shop, ['FRANCHISEE'], shop.stores.slice(0, 1), 1000);
    const foreign = await other.call('GET', `/${shop.slug}/cash-receipt?storeId=${desk.storeId}`);
    expect([foreign.status, foreign.body['items'] ?? []]).toEqual([200, []]);
    const file = await fetch(
      `${server.url}/api/v2/${shop.slug}/cash-receipt/export?format=csv&storeId=${desk.storeId}`,
      {
        headers: { authorization: `Bearer ${other.token}` },
      },
    );
    expect((await file.text()).trimEnd().split('\r\n')).toHaveLength(1);
    expect((await fetchFile(`format=csv&storeId=${uuidv7()}`)).status).toBe(200);
    expect((await fetchFile('format=pdf')).status).toBe(400);
    const log = await desk.admin.call('GET', `/${desk.shop.slug}/audit?action=cash-receipt.exported&limit=5`);
    expect(JSON.stringify(bodyOf(log))).toContain('cash-receipt.exported');
  });
});
