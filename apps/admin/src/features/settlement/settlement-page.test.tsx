// @sweep 1/8 (decision 086)
import type { AppliedTerms, DatedTerms, Settlement } from '@munjigi/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { sampleLine, sampleSettlement, summaryOf, totalsOf } from '../../testing/settlement-samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { SettlementPage } from './settlement-page.tsx';

const LIST = 'GET /api/v2/{product}/settlement';
const TERMS = 'GET /api/v2/{product}/settlement/terms';
const ONE = 'GET /api/v2/{product}/settlement/{settlementId}';
const ENTRIES = 'GET /api/v2/{product}/settlement/{settlementId}/entries';
const CLOSE = 'POST /api/v2/{product}/settlement/{settlementId}/close';
const APPLIED = 'GET /api/v2/{product}/settlement/applied-terms';
const PAYOUTS = 'GET /api/v2/{product}/settlement/payouts';
const TAX_CHECK = 'GET /api/v2/{product}/settlement/tax-invoices/check';
const PROVIDERS = 'GET /api/v2/{product}/payment-provider';
const FEES = 'POST /api/v2/{product}/payment-provider/fees';
const SUPPLIER = 'GET /api/v2/{product}/settlement/supplier';
const SET_SUPPLIER = 'POST /api/v2/{product}/settlement/supplier';
const COMMENT = 'POST /api/v2/{product}/settlement/{settlementId}/comment';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const terms = (storeId: string) => ({
  storeId,
  validFrom: '2026-08-01',
  royaltyRate: 500,
  royaltyBase: 'NET_OF_REFUND' as const,
  royaltyVat: 'EXCLUSIVE' as const,
  cycle: 'MONTHLY' as const,
  payAfterBankDays: 5,
  payee: 'BUSINESS' as const,
  createdAt: '2026-08-01T00:00:00.000Z',
  createdBy: '김지은',
});
const applied: AppliedTerms = {
  storeId: STORES[0].id,
  on: '2026-11-21',
  terms: terms(STORES[0].id),
  laterTerms: [{ ...terms(STORES[0].id), validFrom: '2027-01-01', royaltyRate: 700 }],
  fees: [{ provider: 'TOSS', method: 'CARD', validFrom: '2026-02-14', rate: 2530, vat: 'EXCLUSIVE' }],
  laterFees: [],
  period: { startsOn: '2026-11-01', endsOn: '2026-11-30', payOn: '2026-12-07' },
};
/** More specific paths come first, because the path of one period would match them as well. */
function answers(it: Settlement = sampleSettlement(), role: 'ADMIN' | 'SUB_ADMIN' | 'FRANCHISEE' = 'ADMIN') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [TERMS]: () => ({ items: STORES.map(({ id }) => terms(id)) }),
    [LIST]: () => ({ total: 1, items: [{ ...summaryOf(it), figures: it.figures }], totals: totalsOf([it]) }),
    [APPLIED]: () => applied,
    [PAYOUTS]: () => ({ months: [] }),
    [TAX_CHECK]: () => ({ count: 1, missing: [] }),
    'GET /api/v2/{product}/store-merchant': () => ({ total: 0, items: [] }),
    [ONE]: () => it,
    'GET /api/v2/{product}/store/{storeId}': () => sampleStore(),
  } as const;
}
const line = (key: string) => document.querySelector(`[data-line="${key}"]`)?.textContent;
const open = `/?id=${sampleId(700)}`;

it('the settlement page lists the periods with their state, and opens one in the address (SL-4)', async () => {
  const requests = answerCalls(answers());
  const { search } = await renderScreen(<SettlementPage />);
  const row = await screen.findByTestId('settlement-row');
  expect(row.textContent).toMatch(
    /^2026년 10월 1일 – 10월 31일강남점마감 대기₩110,000₩0₩2,783₩6,050₩101,1672026년 11월 5일$/,
  );
  expect(requests.get(LIST)?.[0]?.query).toEqual({ figures: 'ALL', page: '0', limit: '20' });
  expect(screen.getByTestId('settlement-totals').textContent).toBe(
    '결제₩110,000환불₩0결제 수수료₩2,783로열티₩6,050지급액₩101,167',
  );
  fireEvent.click(within(row).getByRole('button'));
  await screen.findByTestId('settlement-lines');
  expect(search()).toBe(open.slice(1));
});

it('the settlement page shows each line to the won, and their sum', async () => {
  answerCalls(answers());
  await renderScreen(<SettlementPage />, open);
  await screen.findByTestId('settlement-lines');
  expect(line('GROSS')).toBe('결제₩100,000₩10,000₩0₩110,000');
  expect(line('FEE.CARD')).toBe('결제 수수료 · 카드−₩2,530−₩253₩0−₩2,783');
  expect(line('ROYALTY.2026-08-01')).toBe('로열티 5% (2026년 8월 1일부터의 조건)−₩5,500−₩550₩0−₩6,050');
  expect(line('SUM')).toBe('지급액₩101,167');
});

it('the settlement page shows the coupons that head office bears, with their entries (CP-5)', async () => {
  const coupons = sampleLine('COUPON', 5500, { supplyAmount: 5000, vatAmount: 500 });
  answerCalls({
    ...answers(sampleSettlement({ lines: [coupons] })),
    [ENTRIES]: () => ({
      items: [
        {
          transactionId: sampleId(70),
          storeId: STORES[0].id,
          kind: 'COUPON' as const,
          occurredAt: '2026-11-10T03:00:00.000Z',
          businessDate: '2026-11-10',
          reservationCode: 'K7QX-29MD',
          paymentId: null,
          method: null,
          entries: [
            { account: 'COUPON_SUPPLY' as const, amount: -5000 },
            { account: 'COUPON_VAT' as const, amount: -500 },
          ],
        },
      ],
      hasMore: false,
    }),
  });
  await renderScreen(<SettlementPage />, open);
  await screen.findByTestId('settlement-lines');
  expect(line('COUPON')).toBe('본사 쿠폰 보전₩5,000₩500₩0₩5,500');
  fireEvent.click(screen.getByRole('button', { name: '본사 쿠폰 보전' }));
  expect((await screen.findByTestId('entry')).textContent).toMatch(/쿠폰 보전 · K7QX-29MD₩5,500/);
});

it('the settlement page opens a line with its entries, and adds a comment (NX-7)', async () => {
  const entry = {
    transactionId: sampleId(701),
    storeId: STORES[0].id,
    kind: 'PAYMENT' as const,
    occurredAt: '2026-10-02T15:24:00.000Z',
    businessDate: '2026-10-02',
    reservationCode: 'K7QX-29MD',
    paymentId: sampleId(702),
    method: 'CARD' as const,
    entries: [
      { account: 'SALES_SUPPLY' as const, amount: -100_000 },
      { account: 'SALES_VAT' as const, amount: -10_000 },
    ],
  };
  const commented = sampleSettlement({
    comments: [
      {
        id: sampleId(703),
        line: 'GROSS',
        text: '맞나요?',
        at: '2026-11-20T05:00:00.000Z',
        by: '이점주',
        isHeadOffice: false,
      },
    ],
  });
  const requests = answerCalls({
    ...answers(sampleSettlement(), 'FRANCHISEE'),
    [ENTRIES]: () => ({ items: [entry], hasMore: false }),
    [COMMENT]: () => commented,
  });
  await renderScreen(<SettlementPage />, open);
  fireEvent.click(await screen.findByRole('button', { name: '결제' }));
  expect((await screen.findByTestId('entry')).textContent).toBe(
    // 00:24 in Seoul belongs to the business date before, because the store closes at 06:00.
    '2026년 10월 3일 00:24 · 결제 · K7QX-29MD · 영업일 2026년 10월 2일₩110,000',
  );
  expect(requests.get(ENTRIES)?.[0]?.query).toEqual({ line: 'GROSS', limit: '20' });
  fireEvent.change(screen.getByLabelText('이 항목에 대한 의견'), { target: { value: ' 맞나요? ' } });
  fireEvent.click(screen.getByRole('button', { name: '남기기' }));
  expect((await screen.findByTestId('comment')).textContent).toContain('이점주 · 매장 · ');
  expect(requests.get(COMMENT)?.[0]?.body).toEqual({ line: 'GROSS', text: '맞나요?' });
  for (const name of ['마감', '조정 추가', '초안 공유']) expect(screen.queryByRole('button', { name })).toBeNull();
});

it('the settlement page closes with the shown payout, and shows the current one after a STALE refusal', async () => {
  let now = sampleSettlement();
  const closed = {
    ...sampleSettlement(),
    state: 'CLOSED' as const,
    closedAt: '2026-11-21T05:00:00.000Z',
    closedBy: '김지은',
  };
  const changed = sampleSettlement({ figures: { ...sampleSettlement().figures, payoutAmount: 90_000 } });
  const requests = answerCalls({
    ...answers(),
    [ONE]: () => now,
    [CLOSE]: ({ body }) => {
      if (body?.['payoutAmount'] === 90_000) return closed;
      now = changed;
      return refuse('STALE', 409, { current: changed });
    },
  });
  await renderScreen(<SettlementPage />, open);
  fireEvent.click(await screen.findByRole('button', { name: '마감' }));
  expect(screen.getByRole('dialog').textContent).toContain('지급액 ₩101,167으로 마감해요');
  fireEvent.click(screen.getByRole('button', { name: '마감하기' }));
  await screen.findByRole('alert');
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('지급액 ₩90,000으로 마감해요'));
  fireEvent.click(screen.getByRole('button', { name: '마감하기' }));
  await waitFor(() => expect(document.querySelector('[data-state]')?.getAttribute('data-state')).toBe('CLOSED'));
  expect(requests.get(CLOSE)?.map((it) => it.body)).toEqual([{ payoutAmount: 101_167 }, { payoutAmount: 90_000 }]);
});

it('the settlement page disables closing before the period is over, and hides it without the capability', async () => {
  answerCalls(answers(sampleSettlement({ isOver: false })));
  await renderScreen(<SettlementPage />, open);
  expect(await screen.findByRole<HTMLButtonElement>('button', { name: '마감' })).toHaveProperty('disabled', true);
  expect(screen.getByText('2026년 10월 31일 영업이 끝나면 마감할 수 있어요.')).toBeTruthy();
});

it('the settlement page shows the changes since the draft was shared', async () => {
  answerCalls(
    answers(
      sampleSettlement({
        versions: [{ number: 1, at: '2026-11-02T05:00:00.000Z', by: '김지은', payoutAmount: 100_000, changes: [] }],
        changesSince: [{ line: 'FEE.CARD', before: -2000, after: -2783 }],
      }),
    ),
  );
  await renderScreen(<SettlementPage />, open);
  expect((await screen.findByTestId('changes-since')).textContent).toBe(
    '마지막 공유 뒤에 바뀐 항목결제 수수료 · 카드: −₩2,000 → −₩2,783',
  );
});

it('the settlement page names the stores without terms to a person who can set them', async () => {
  answerCalls({ ...answers(), [TERMS]: () => ({ items: [terms(STORES[0].id)] }) });
  await renderScreen(<SettlementPage />);
  expect((await screen.findByText('정산 조건이 없는 매장: 홍대점')).textContent).toBeTruthy();
});

it('the settlement page shows fees by method and date, proposes card classes, and sets a fee (docs/domain.md 5)', async () => {
  const card = { method: 'CARD' as const, validFrom: '2026-02-14', rate: 1150, vat: 'EXCLUSIVE' as const };
  const coming = { ...card, validFrom: '2027-02-14', rate: 1450 };
  const provider = {
    provider: 'TOSS' as const,
    baseUrl: 'https://api.tosspayments.com',
    isAddressAllowed: true,
    clientKey: '',
    merchantId: '',
    hasWebhookSecret: false,
    feeTerms: [coming, card],
    webhookPath: '/api/v2/playroom/webhook/toss',
    changedAt: '2026-02-14T00:00:00.000Z',
    changedBy: '김지은',
    trouble: null,
    version: 3,
  };
  const requests = answerCalls({ ...answers(), [PROVIDERS]: () => ({ items: [provider] }), [FEES]: () => provider });
  await renderScreen(<SettlementPage />);
  fireEvent.click(await screen.findByRole('button', { name: '정산 조건' }));
  fireEvent.click(await screen.findByRole('tab', { name: '결제 수수료' }));
  await screen.findByTestId('fee-terms');
  const fee = (key: string) => document.querySelector(`[data-fee="${key}"]`)?.textContent;
  expect([fee('CARD.2026-02-14'), fee('CARD.2027-02-14')]).toEqual([
    '카드2026년 2월 14일부터2026년 2월 14일1.15%부가세 별도지금 적용',
    '카드2027년 2월 14일부터2027년 2월 14일1.45%부가세 별도지우기',
  ]);
  fireEvent.click(screen.getByRole('button', { name: '수수료 저장' }));
  expect(screen.getByText('0에서 30 사이로, 소수 셋째 자리까지 입력해 주세요')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('카드 우대 구간'), { target: { value: '400' } });
  expect(screen.getByLabelText('수수료율')).toHaveProperty('value', '0.4');
  fireEvent.change(screen.getByLabelText('수수료율'), { target: { value: '2.535' } });
  fireEvent.change(screen.getByLabelText('수수료 부가세'), { target: { value: 'INCLUSIVE' } });
  fireEvent.click(screen.getByRole('button', { name: '수수료 저장' }));
  await waitFor(() =>
    expect(requests.get(FEES)?.[0]?.body).toEqual({
      provider: 'TOSS',
      version: 3,
      feeTerms: [coming, card, { method: 'CARD', validFrom: '2026-11-21', rate: 2535, vat: 'INCLUSIVE' }],
    }),
  );
  await waitFor(() => expect(screen.getByRole('button', { name: '수수료 저장' })).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: '카드 2027년 2월 14일 조건 지우기' }));
  await waitFor(() =>
    expect(requests.get(FEES)?.[1]?.body).toEqual({ provider: 'TOSS', version: 3, feeTerms: [card] }),
  );
});

it('the settlement page makes a store’s proposal its terms with one button (ST-1)', async () => {
  const SET = 'POST /api/v2/{product}/settlement/terms';
  const proposed = { royaltyPercent: 4.5, cycle: 'WEEKLY' as const, payoutLagDays: 3 };
  let latest: DatedTerms = terms(STORES[0].id);
  const requests = answerCalls({
    ...answers(),
    [TERMS]: () => ({ items: [latest] }),
    'GET /api/v2/{product}/store/{storeId}': () => sampleStore({ settlementTerms: proposed }),
    [SET]: ({ body }) =>
      (latest = { ...(body as unknown as DatedTerms), createdAt: '2026-11-21T05:00:00.000Z', createdBy: '김지은' }),
  });
  await renderScreen(<SettlementPage />);
  fireEvent.click((await screen.findAllByRole('button', { name: '정산 조건' }))[0] as HTMLElement);
  expect((await screen.findByTestId('proposed-terms')).textContent).toContain('2026년 11월 1일부터: 로열티 4.5%');
  fireEvent.click(screen.getByRole('button', { name: '이 조건으로 정하기' }));
  await waitFor(() =>
    expect(requests.get(SET)?.[0]?.body).toEqual({
      storeId: STORES[0].id,
      validFrom: '2026-11-01',
      royaltyRate: 450,
      royaltyBase: 'NET_OF_REFUND',
      royaltyVat: 'EXCLUSIVE',
      cycle: 'WEEKLY',
      payAfterBankDays: 3,
      payee: 'BUSINESS',
    }),
  );
  await waitFor(() => expect(screen.queryByTestId('proposed-terms')).toBeNull());
});

it('the settlement page hides the fees of providers from a franchisee', async () => {
  answerCalls(answers(sampleSettlement(), 'FRANCHISEE'));
  await renderScreen(<SettlementPage />);
  fireEvent.click(await screen.findByRole('button', { name: '정산 조건' }));
  expect((await screen.findAllByTestId('terms')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('tab')).toBeNull();
});

it('the settlement page shows the tax invoice and what was withheld, and sets the issuer (docs/domain.md 5)', async () => {
  const party = { businessNumber: '123-45-67891', name: '강남점', representative: '', address: '서울 강남구' };
  const taxInvoice = {
    writtenOn: '2026-10-31',
    issueBy: '2026-11-10',
    supplier: null,
    recipient: party,
    supplyAmount: 5500,
    vatAmount: 550,
    amount: 6050,
  };
  const person = { ...sampleSettlement().figures, withheldAmount: 3330, payoutAmount: 97_837 };
  const requests = answerCalls({
    ...answers(sampleSettlement({ taxInvoice, figures: person })),
    [SUPPLIER]: () => ({ supplier: null }),
    [SET_SUPPLIER]: ({ body }) => ({
      ...(body as typeof party),
      changedAt: '2026-11-21T05:00:00.000Z',
      changedBy: '김지은',
      version: 1,
    }),
  });
  await renderScreen(<SettlementPage />, open);
  const card = (await screen.findByTestId('tax-invoice')).textContent;
  expect(card).toContain('정산 조건에서 본사 정보를 입력해 주세요');
  expect(card).toContain('강남점 · 123-45-67891 · 서울 강남구');
  expect(card).toContain('공급가액 ₩5,500 + 부가세 ₩550 = ₩6,050');
  expect(card).toContain('작성일자 2026년 10월 31일 · 2026년 11월 10일까지 발급');
  expect(document.querySelector('[data-figure=withheld]')?.textContent).toBe('원천징수₩3,330');
  cleanup();
  await renderScreen(<SettlementPage />);
  fireEvent.click(await screen.findByRole('button', { name: '정산 조건' }));
  fireEvent.click(await screen.findByRole('tab', { name: '세금계산서' }));
  fireEvent.change(await screen.findByLabelText('사업자등록번호'), { target: { value: '1208147521' } });
  fireEvent.click(screen.getByRole('button', { name: '본사 정보 저장' }));
  expect(screen.getByText('000-00-00000처럼 입력해 주세요')).toBeTruthy();
  for (const [label, value] of [
    ['사업자등록번호', '120-81-47521'],
    ['상호', '문지기'],
    ['대표자', '김대표'],
    ['사업장 주소', '서울 중구'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole('button', { name: '본사 정보 저장' }));
  await waitFor(() =>
    expect(requests.get(SET_SUPPLIER)?.[0]?.body).toEqual({
      businessNumber: '120-81-47521',
      name: '문지기',
      representative: '김대표',
      address: '서울 중구',
    }),
  );
  expect(screen.getByLabelText<HTMLSelectElement>('작성월').value).toBe('2026-10');
});
