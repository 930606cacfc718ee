// @sweep 1/8 (decision 086)
import { BANK_CODES, type OwedRefund, type Payment, type Waterfall } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { sampleChangeMessage } from '../../testing/message-samples.ts';
import { listedPayment, samplePayment, sampleRefund, sampleWaterfall } from '../../testing/payment-samples.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId, sampleRules } from '../../testing/samples.ts';
import { ReservationPayments } from './reservation-payments.tsx';

const PREVIEW = 'GET /api/v2/{product}/reservation/{reservationId}/message/change';
const RECORD = 'POST /api/v2/{product}/payment';
const REFUND = 'POST /api/v2/{product}/payment/{paymentId}/refund';
const REVERSE = 'POST /api/v2/{product}/payment/{paymentId}/reverse';
const UNPAID: Partial<Waterfall> = {
  dueAmount: 24_000,
  lines: [
    { step: 'PRICE', amount: 24_000 },
    { step: 'UNPAID', amount: -24_000 },
    { step: 'LEFT', amount: 0 },
  ],
  accounts: [],
};

interface Shown {
  readonly items?: Payment[];
  readonly waterfall?: Partial<Waterfall>;
  readonly role?: 'FRANCHISEE' | 'CUSTOMER_MANAGER';
}
function answers({ items = [], waterfall = {}, role = 'FRANCHISEE' }: Shown) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [PREVIEW]: () => sampleChangeMessage(),
    'GET /api/v2/{product}/payment': () => ({ items: items.map((it) => listedPayment(it)), nextCursor: null }),
    'GET /api/v2/{product}/payment/waterfall': () => sampleWaterfall(waterfall),
    'GET /api/v2/{product}/payment/refund-owed': () => ({ total: 0, items: [] as OwedRefund[] }),
    'GET /api/v2/{product}/approval/rules': () => sampleRules(),
  } as const;
}
async function open(state: 'CONFIRMED' | 'CANCELLED' = 'CONFIRMED') {
  const onChanged = vi.fn();
  await renderScreen(<ReservationPayments reservation={{ id: sampleId(50), state }} onChanged={onChanged} />);
  await screen.findByTestId('owed');
  return { onChanged, press: (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name })) };
}

it('the payments section of a reservation records the whole amount due in cash with two presses (PY-1)', async () => {
  const requests = answerCalls({ ...answers({ waterfall: UNPAID }), [RECORD]: () => samplePayment() });
  const { onChanged, press } = await open();
  expect(screen.getByTestId('owed').textContent).toBe('받을 금액₩24,000');
  press('결제 기록');
  press('현금 ₩24,000 받음');
  await waitFor(() =>
    expect(requests.get(RECORD)?.[0]?.body).toEqual({ reservationId: sampleId(50), method: 'CASH', amount: 24_000 }),
  );
  await waitFor(() => expect(screen.getByTestId('payment').textContent).toContain('결제 완료'));
  expect(onChanged).toHaveBeenCalled();
  expect(screen.queryByRole('form')).toBeNull();
});

it('the payments section of a reservation records a part by another method, and more than the amount due only after a confirmation', async () => {
  const requests = answerCalls({ ...answers({ waterfall: UNPAID }), [RECORD]: () => samplePayment() });
  const { press } = await open();
  press('결제 기록');
  press('계좌이체');
  fireEvent.change(screen.getByLabelText('현금영수증 승인번호 (선택)'), { target: { value: ' A12 ' } });
  const amount = screen.getByLabelText('받은 금액');
  fireEvent.change(amount, { target: { value: '' } });
  expect(screen.getByRole('button', { name: /받음$/ }).hasAttribute('disabled')).toBe(true);
  fireEvent.change(amount, { target: { value: '25,000' } });
  expect(screen.getByRole('button', { name: '계좌이체 ₩25,000 받음' }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByLabelText('받을 금액보다 ₩1,000 더 받았어요'));
  press('계좌이체 ₩25,000 받음');
  await waitFor(() =>
    expect(requests.get(RECORD)?.[0]?.body).toEqual({
      reservationId: sampleId(50),
      method: 'TRANSFER',
      amount: 25_000,
      cashReceiptNumber: 'A12',
      mayExceedDue: true,
    }),
  );
});

it('the payments section of a reservation shows a MORE_THAN_DUE refusal and the payment that another person recorded first', async () => {
  const items: Payment[] = [];
  answerCalls({
    ...answers({ items, waterfall: UNPAID }),
    [RECORD]: () => {
      items.push(samplePayment({ createdBy: '이부장' }));
      return refuse('MORE_THAN_DUE', 409, { current: {} });
    },
  });
  const { press } = await open();
  press('결제 기록');
  press('현금 ₩24,000 받음');
  expect((await screen.findByRole('alert')).textContent).toContain('받을 금액보다 많아요');
  await waitFor(() => expect(screen.getByTestId('payment').textContent).toContain('이부장'));
});

it('the payments section of a reservation refunds the open amount of a cancellation, with a reason (PY-4)', async () => {
  const after = samplePayment({
    state: 'PARTIAL_CANCELED',
    refundedAmount: 12_000,
    version: 2,
    refunds: [
      {
        id: sampleId(91),
        amount: 12_000,
        supplyAmount: 10_909,
        vatAmount: 1091,
        taxFreeAmount: 0,
        reason: '손님 사정',
        state: 'DONE',
        at: '2026-11-21T03:00:00.000Z',
        by: '김지은',
        failure: null,
        sentBy: null,
        reference: null,
      },
    ],
  });
  const requests = answerCalls({
    ...answers({ items: [samplePayment()], waterfall: { toRefundAmount: 12_000 } }),
    [REFUND]: () => after,
  });
  const { press } = await open('CANCELLED');
  expect(screen.getByTestId('owed').textContent).toBe('환불할 금액₩12,000');
  expect(screen.queryByRole('button', { name: '결제 기록' })).toBeNull();
  press('환불');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('환불 금액').getAttribute('value')).toBe('12000');
  fireEvent.click(dialog.getByRole('button', { name: '₩12,000 환불 기록' }));
  expect(dialog.getByText('사유를 입력해 주세요.')).toBeTruthy();
  expect(requests.has(REFUND)).toBe(false);
  fireEvent.change(dialog.getByLabelText('사유'), { target: { value: '손님 사정' } });
  fireEvent.change(dialog.getByLabelText('환불 금액'), { target: { value: '24001' } });
  expect(dialog.getByRole('button', { name: /환불 기록$/ }).hasAttribute('disabled')).toBe(true);
  fireEvent.change(dialog.getByLabelText('환불 금액'), { target: { value: '12000' } });
  fireEvent.click(dialog.getByRole('button', { name: '₩12,000 환불 기록' }));
  await waitFor(() =>
    expect(requests.get(REFUND)?.[0]?.body).toEqual({ version: 1, reason: '손님 사정', amount: 12_000 }),
  );
  await waitFor(() => expect(screen.getByTestId('refund').textContent).toContain('손님 사정'));
  expect(screen.getByTestId('payment').dataset['state']).toBe('PARTIAL_CANCELED');
});

it('the payments section of a reservation shows the state of each part of a cancellation’s refund, and claims nothing unconfirmed', async () => {
  const items = [samplePayment({ refundedAmount: 12_000, version: 2, refunds: [sampleRefund({ state: 'OWED' })] })];
  const parts: OwedRefund['parts'] = [
    { state: 'OWED', amount: 12_000 },
    { state: 'WAITING', amount: 3000 },
  ];
  const owed: OwedRefund = {
    storeId: STORES[0].id,
    reservationId: sampleId(50),
    code: 'K7QX-29MD',
    guestName: '홍*동',
    since: '2026-11-21T03:00:00.000Z',
    amount: 15_000,
    parts,
  };
  answerCalls({
    ...answers({ items, waterfall: { toRefundAmount: 3000 } }),
    'GET /api/v2/{product}/payment/refund-owed': () => ({ total: 1, items: [owed] }),
    'POST /api/v2/{product}/payment/refund/{refundId}/account': () => ({ account: null }),
  });
  const { press } = await open('CANCELLED');
  expect((await screen.findByTestId('refund-parts')).textContent).toBe(
    '직접 보내야 해요 ₩12,000승인을 기다려요 ₩3,000',
  );
  expect(screen.getByTestId('owed').textContent).toBe('아직 보내지 않은 환불₩15,000');
  expect(screen.queryByRole('button', { name: '환불' })).toBeNull();
  expect(screen.getByTestId('payment').textContent).not.toMatch(/환불 완료|일부 환불|−₩/);
  press('₩12,000 직접 보내기');
  expect((await screen.findByTestId('refund-account')).textContent).toContain('받은 계좌 정보가 없어요.');
});

it('the payments section of a reservation requests approval for a refund above the daily limit of one person (decision 039)', async () => {
  const ASK = 'POST /api/v2/{product}/approval';
  const earlier = {
    id: sampleId(91),
    amount: 6000,
    supplyAmount: 5455,
    vatAmount: 545,
    taxFreeAmount: 0,
    reason: '손님 사정',
    state: 'DONE',
    at: new Date().toISOString(),
    by: '김지은',
    failure: null,
    sentBy: null,
    reference: null,
  } as const;
  const items = [samplePayment({ state: 'PARTIAL_CANCELED', refundedAmount: 6000, version: 2, refunds: [earlier] })];
  const requests = answerCalls({
    ...answers({ items }),
    'GET /api/v2/{product}/approval/rules': () => sampleRules({ refundLimit: 10_000 }),
    [ASK]: () => refuse('APPROVAL_WAITING', 409),
  });
  const { press } = await open();
  press(/환불$/);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('환불 금액'), { target: { value: '4000' } });
  expect(dialog.getByRole('button', { name: '₩4,000 환불 기록' })).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('환불 금액'), { target: { value: '4001' } });
  expect((await dialog.findByRole('note')).textContent).toContain('₩10,000을 넘는 환불은 두 사람이 필요해요');
  fireEvent.change(dialog.getByLabelText('사유'), { target: { value: '손님 사정' } });
  fireEvent.click(dialog.getByRole('button', { name: '승인 요청' }));
  await waitFor(() =>
    expect(requests.get(ASK)?.[0]?.body).toEqual({
      kind: 'REFUND',
      paymentId: sampleId(90),
      version: 2,
      reason: '손님 사정',
      amount: 4001,
    }),
  );
  expect((await dialog.findByRole('alert')).textContent).toContain('이미 승인을 기다리고 있어요');
  expect(requests.has(REFUND)).toBe(false);
});

it('the payments section of a reservation reverses a payment that was recorded by mistake', async () => {
  const after = samplePayment({
    state: 'CANCELED',
    version: 2,
    reversal: { at: '2026-11-21T03:00:00.000Z', by: '김지은', reason: '다른 예약' },
  });
  const requests = answerCalls({ ...answers({ items: [samplePayment()] }), [REVERSE]: () => after });
  const { press } = await open();
  expect(screen.getByTestId('owed').textContent).toBe('더 받거나 환불할 금액이 없어요');
  press('현금 ₩24,000 환불');
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: '기록 취소' }));
  expect(dialog.queryByLabelText('환불 금액')).toBeNull();
  fireEvent.change(dialog.getByLabelText('사유'), { target: { value: '다른 예약' } });
  fireEvent.click(dialog.getByRole('button', { name: '결제 기록 취소' }));
  await waitFor(() => expect(requests.get(REVERSE)?.[0]?.body).toEqual({ version: 1, reason: '다른 예약' }));
  await waitFor(() => expect(screen.getByTestId('payment').textContent).toContain('기록 취소'));
  expect(screen.queryByRole('button', { name: '현금 ₩24,000 환불' })).toBeNull();
});

it('the payments section of a reservation shows the distribution of the price, and that the ledger sums to zero (NX-5)', async () => {
  answerCalls(answers({ items: [samplePayment()] }));
  await open();
  const tables = within(screen.getByTestId('waterfall')).getAllByRole('table', { hidden: true });
  expect(
    tables.map((table) =>
      within(table)
        .getAllByRole('row', { hidden: true })
        .map((row) => [...row.children].map((cell) => cell.textContent)),
    ),
  ).toEqual([
    [
      ['예약 요금', '₩24,000'],
      ['부가세', '−₩2,182'],
      ['남는 금액', '₩21,818'],
    ],
    [
      ['장부', '차변', '대변'],
      ['매장 직접 수납', '₩24,000', ''],
      ['매출 공급가액', '', '₩21,818'],
      ['매출 부가세', '', '₩2,182'],
      ['합계', '₩24,000', '₩24,000'],
    ],
  ]);
});

it('the payments section of a reservation shows what head office pays for a coupon (CP-5)', async () => {
  const lines: Waterfall['lines'] = [
    { step: 'PRICE', amount: 24_000 },
    { step: 'COUPON', amount: 5500 },
    { step: 'VAT', amount: -2682 },
    { step: 'LEFT', amount: -26_818 },
  ];
  const accounts: Waterfall['accounts'] = [
    { account: 'DUE_FROM_HEAD_OFFICE', amount: 5500 },
    { account: 'COUPON_SUPPLY', amount: -5000 },
    { account: 'COUPON_VAT', amount: -500 },
  ];
  answerCalls(answers({ items: [samplePayment()], waterfall: { lines, accounts } }));
  await open();
  const { textContent } = screen.getByTestId('waterfall');
  for (const words of [
    '본사 쿠폰 보전₩5,500',
    '본사 정산 예정₩5,500',
    '쿠폰 보전 공급가액₩5,000',
    '쿠폰 보전 부가세₩500',
  ])
    expect(textContent).toContain(words);
});

it('the payments section of a reservation lets the help desk read, but neither record nor refund', async () => {
  answerCalls(answers({ items: [samplePayment()], waterfall: { toRefundAmount: 1000 }, role: 'CUSTOMER_MANAGER' }));
  await open();
  expect(screen.getByTestId('payment').textContent).toContain('현금');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

const ONLINE = { paymentKey: 'pk_1', isConfirming: false, isDisputed: false, fault: null, lookedAt: null };

it('the payments section of a reservation asks for the guest’s bank account for a provider’s virtual account, and sends its digits (PY-4)', async () => {
  const paid = samplePayment({ method: 'VIRTUAL_ACCOUNT', provider: 'TOSS', createdBy: 'toss', online: ONLINE });
  const requests = answerCalls({ ...answers({ items: [paid] }), [REFUND]: () => ({ ...paid, version: 2 }) });
  const { press } = await open();
  press('가상계좌 ₩24,000 환불');
  const dialog = within(await screen.findByRole('dialog'));
  const bank = dialog.getByLabelText('은행');
  expect([...bank.querySelectorAll('option')].map((option) => option.getAttribute('value'))).toEqual([
    '',
    ...BANK_CODES,
  ]);
  fireEvent.change(dialog.getByLabelText('사유'), { target: { value: '손님 사정' } });
  const ask = () => fireEvent.click(dialog.getByRole('button', { name: '₩24,000 환불 요청' }));
  ask();
  for (const text of ['은행을 골라 주세요.', '계좌번호를 숫자 8~20자리로 입력해 주세요.', '예금주를 입력해 주세요.'])
    expect(dialog.getByText(text)).toBeTruthy();
  fireEvent.change(bank, { target: { value: '090' } });
  fireEvent.change(dialog.getByLabelText('계좌번호'), { target: { value: '3333-01-abc' } });
  fireEvent.change(dialog.getByLabelText('예금주'), { target: { value: ' 홍길동 ' } });
  ask();
  expect(requests.has(REFUND)).toBe(false);
  fireEvent.change(dialog.getByLabelText('계좌번호'), { target: { value: '3333-01-1234567' } });
  ask();
  const refundAccount = { bank: '090', accountNumber: '3333011234567', holderName: '홍길동' };
  await waitFor(() =>
    expect(requests.get(REFUND)?.[0]?.body).toEqual({ version: 1, reason: '손님 사정', amount: 24_000, refundAccount }),
  );
});

it('the payments section of a reservation asks for no account for a card payment or a manually recorded transfer', async () => {
  answerCalls(
    answers({
      items: [
        samplePayment({ id: sampleId(94), method: 'CARD', provider: 'TOSS', online: ONLINE }),
        samplePayment({ method: 'TRANSFER' }),
      ],
    }),
  );
  const { press } = await open();
  for (const name of ['카드 ₩24,000 환불', '계좌이체 ₩24,000 환불']) {
    press(name);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText('은행')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: '닫기' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

it('the form of a payment and the dialog of a refund say before which message the guest gets (MS-25)', async () => {
  const requests = answerCalls({
    ...answers({ items: [samplePayment()], waterfall: UNPAID }),
    [RECORD]: () => samplePayment(),
  });
  await renderScreen(
    <ReservationPayments reservation={{ id: sampleId(50), state: 'CONFIRMED' }} onChanged={() => undefined} />,
  );
  fireEvent.click(await screen.findByRole('button', { name: '결제 기록' }));
  await screen.findByText(/손님\(010-\*\*\*\*-5678\)에게 ‘결제 확인’ 메시지가 나가요/);
  expect(requests.get(PREVIEW)?.at(-1)?.query).toMatchObject({ act: 'PAYMENT' });
});
