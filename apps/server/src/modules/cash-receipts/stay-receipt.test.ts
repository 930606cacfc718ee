import { stayReceipt, type StayReceipt, type Waterfall } from '@munjigi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  fakeClock,
  headOffice,
  insertSeller,
  SELLER_BUSINESS_NUMBER,
  SELLER_IDENTITY,
  startTestServer,
  type Answer,
  type TestServer,
} from '../../testing/index.ts';
import { openReceiptDesk, type ReceiptDesk } from '../../testing/desks/receipt-desk.ts';
import { composeLines } from './stay-receipt.ts';

const problem = ({ status, body }: Answer) => [status, body['code']];
const bodyOf = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

describe('the receipt of a stay (CR-13)', () => {
  const clock = fakeClock(new Date('2028-02-29T06:00:00Z'));
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

  type Call = Awaited<ReturnType<ReceiptDesk['stay']>>['call'];
  const read = async (call: Call): Promise<StayReceipt> =>
    stayReceipt.strict().parse(bodyOf(await call('GET', '/guest/receipt')));
  /** What the ledger has of the stay: sales are credits. */
  async function readLedger(reservationId: string) {
    const answer = await desk.admin.call('GET', desk.url(`/waterfall?reservationId=${reservationId}`));
    const { accounts } = bodyOf(answer) as unknown as Waterfall;
    const of = (account: string) => 0 - (accounts.find((one) => one.account === account)?.amount ?? 0);
    const [supplyAmount, vatAmount, taxFreeAmount] = [of('SALES_SUPPLY'), of('SALES_VAT'), of('SALES_TAX_FREE')];
    return { amount: supplyAmount + vatAmount + taxFreeAmount, supplyAmount, vatAmount, taxFreeAmount };
  }

  it('is of the whole stay before anything is paid, without a seller that the store has not named', async () => {
    const { id, reservation, call } = await desk.stay();
    const receipt = await read(call);
    expect(receipt).toMatchObject({
      reservationId: id,
      seller: null,
      stay: { code: reservation['code'], startsAt: reservation['startsAt'], endsAt: reservation['endsAt'] },
      lines: [{ kind: 'ROOM', label: '', quantity: 1, amount: 20_000 }],
      payments: [],
      total: { amount: 0, supplyAmount: 0, vatAmount: 0, taxFreeAmount: 0 },
      readAt: clock.now().toISOString(),
    });
  });

  it('names the seller, and sums what was paid and refunded exactly as the ledger does', async () => {
    const { productId } = desk.shop;
    const { storeId } = desk;
    await server.withActor(headOffice(productId), (tx) => insertSeller(tx, { productId, storeId }, clock.now()));
    const stay = await desk.stay();
    bodyOf(await desk.enterNumber(stay.call, '123-45-67891', 'EXPENSE'));
    const cash = await desk.receive(stay.id, { amount: 12_345, taxFreeAmount: 1000 });
    const card = await desk.receive(stay.id, { method: 'CARD', amount: 7654 });
    const issued = await desk.hasState(cash, 'ISSUED');
    const paid = await read(stay.call);
    expect(paid.seller).toMatchObject({
      legalName: SELLER_IDENTITY.legalName,
      representative: SELLER_IDENTITY.representative,
      businessNumber: SELLER_BUSINESS_NUMBER,
      address: SELLER_IDENTITY.address,
    });
    expect(paid.payments).toMatchObject([
      { id: cash.id, method: 'CASH', amount: 12_345, supplyAmount: cash.supplyAmount, vatAmount: cash.vatAmount },
      { id: card.id, method: 'CARD', amount: 7654, cashReceipt: null, refunds: [] },
    ]);
    expect(paid.payments[0]?.cashReceipt).toEqual({
      approvalNumber: issued.approvalNumber,
      amount: 12_345,
      issuedAt: issued.issuedAt,
    });
    expect(paid.payments[0]?.number).toBe(cash.id.slice(-12).toUpperCase());
    expect(paid.total).toEqual(await readLedger(stay.id));
    expect(paid.total.amount).toBe(19_999);

    bodyOf(await desk.refund(await desk.read1(card), { amount: 333 }));
    bodyOf(await desk.refund(await desk.read1(cash), { amount: 4567 }));
    const after = await read(stay.call);
    expect(after.total).toEqual(await readLedger(stay.id));
    expect(after.total.amount).toBe(19_999 - 333 - 4567);
    expect(after.payments[1]?.refunds).toMatchObject([{ amount: 333 }]);
  });

  it('leaves a refund that is not sent in the sums, and says so', async () => {
    const stay = await desk.stay({ state: 'PENDING' });
    const begun = await desk.begun(stay.reservation);
    const { paymentKey } = desk.toss.book.agree({ orderId: begun.id, amount: begun.amount, isAccount: false });
    bodyOf(await desk.confirm(begun, paymentKey));
    desk.toss.faults.isSilent = true;
    try {
      bodyOf(await desk.refund(await desk.read1(begun), { amount: 5000 }));
      const receipt = await read(stay.call);
      expect(receipt.payments).toMatchObject([{ amount: 20_000, refunds: [], openRefundAmount: 5000 }]);
      expect(receipt.total).toEqual(await readLedger(stay.id));
    } finally {
      desk.toss.faults.isSilent = false;
    }
  });

  it('leaves out a payment that was recorded by mistake, and keeps a receipt of the terminal', async () => {
    const stay = await desk.stay();
    const mistake = await desk.receive(stay.id, { method: 'ON_SITE', amount: 5000 });
    bodyOf(
      await desk.admin.call('POST', desk.url(`/${mistake.id}/reverse`), { version: mistake.version, reason: 'x' }),
    );
    const cash = await desk.receive(stay.id, { amount: 15_000, cashReceiptNumber: 'G-123456789' });
    const { payments, total } = await read(stay.call);
    expect(payments).toMatchObject([{ id: cash.id, cashReceipt: { approvalNumber: 'G-123456789', amount: 15_000 } }]);
    expect(total).toEqual(await readLedger(stay.id));
  });

  it('is refused to a companion, to another token and without one', async () => {
    const stay = await desk.stay();
    const link = bodyOf(await stay.call('POST', `/${desk.shop.slug}/guest/companion`, {}));
    const companion = server.caller(String(link['path']).split('/').at(-1) ?? '');
    expect(problem(await companion('GET', '/guest/receipt'))).toEqual([403, 'NOT_FOR_COMPANIONS']);
    expect(problem(await server.caller('mjg_wrong')('GET', '/guest/receipt'))).toEqual([401, 'GUEST_TOKEN_INVALID']);
    expect(problem(await server.caller(null)('GET', '/guest/receipt'))).toEqual([401, 'GUEST_TOKEN_INVALID']);
  });
});

describe('the lines of a receipt (CR-13)', () => {
  const addOn = { addOnId: 'a', label: '음료', unit: 'ONCE', unitAmount: 3000, quantity: 2, amount: 6000 } as const;
  const coupon = { couponId: 'c', code: 'X', name: '첫 방문', kind: 'AMOUNT', percent: null, bearer: 'STORE' } as const;
  const row = (over: object) =>
    ({ price_amount: 20_000, waived_amount: 0, add_on_lines: [], discount: null, ...over }) as unknown as Parameters<
      typeof composeLines
    >[0];
  const sum = (lines: StayReceipt['lines']) => lines.reduce((total, { amount }) => total + amount, 0);

  it.each([
    [row({}), [['ROOM', 20_000]], 20_000],
    [
      row({ add_on_lines: [addOn] }),
      [
        ['ROOM', 14_000],
        ['ADD_ON', 6000],
      ],
      20_000,
    ],
    [
      row({ price_amount: 17_000, add_on_lines: [addOn], discount: { ...coupon, amount: 3000 } }),
      [
        ['ROOM', 14_000],
        ['ADD_ON', 6000],
        ['COUPON', -3000],
      ],
      17_000,
    ],
    // Staff set a price below that of the add-ons.
    [
      row({ price_amount: 1000, add_on_lines: [addOn] }),
      [
        ['ADJUSTMENT', -5000],
        ['ADD_ON', 6000],
      ],
      1000,
    ],
    [
      row({ waived_amount: 8000 }),
      [
        ['ROOM', 20_000],
        ['WAIVED', -8000],
      ],
      12_000,
    ],
    [row({ price_amount: 0 }), [], 0],
  ])('sum to what the guest pays: %#', (of, parts, total) => {
    const lines = composeLines(of);
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual(parts);
    expect(sum(lines)).toBe(total);
  });
});
