import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { sampleSettlement, summaryOf, totalsOf } from '../../testing/settlement-samples.ts';
import { SettlementPage } from './settlement-page.tsx';

const LIST = 'GET /api/v2/{product}/settlement';
const BULK = 'POST /api/v2/{product}/settlement/bulk';
const PAYEES = 'GET /api/v2/{product}/settlement/payee';
const SET_PAYEE = 'POST /api/v2/{product}/settlement/payee';
const TAX_CHECK = 'GET /api/v2/{product}/settlement/tax-invoices/check';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const due = sampleSettlement();
const paid = sampleSettlement({ id: sampleId(710), storeName: '홍대점', storeId: STORES[1].id, state: 'PAID' });
const changed = sampleSettlement({ id: sampleId(711), storeName: '신촌점' });

function answers(items = [due, paid, changed]) {
  return {
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/settlement/terms': () => ({ items: [] }),
    'GET /api/v2/{product}/settlement/payouts': () => ({ months: [] }),
    'GET /api/v2/{product}/payment-provider': () => ({ items: [] }),
    'GET /api/v2/{product}/store-merchant': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/settlement/applied-terms': () => ({
      storeId: STORES[0].id,
      on: '2026-11-21',
      terms: null,
      laterTerms: [],
      fees: [],
      laterFees: [],
      period: null,
    }),
    'GET /api/v2/{product}/store/{storeId}': () => new Promise<never>(() => undefined),
    'GET /api/v2/{product}/settlement/supplier': () => ({ supplier: null }),
    [LIST]: () => ({
      total: items.length,
      items: items.map((item) => ({ ...summaryOf(item), figures: item.figures })),
      totals: totalsOf(items),
    }),
  } as const;
}
const results = () => screen.getAllByTestId('bulk-item').map((item) => item.textContent);

it('closes several periods with the payouts that are shown, and says why one was not closed (SL-30)', async () => {
  const requests = answerCalls({
    ...answers(),
    [BULK]: () => ({
      results: [
        { settlementId: due.id, isDone: true, problem: null },
        { settlementId: changed.id, isDone: false, problem: { code: 'STALE' as const, detail: null } },
      ],
    }),
  });
  await renderScreen(<SettlementPage />);
  fireEvent.click(await screen.findByLabelText('이 페이지의 기간 모두 선택'));
  expect(screen.getByText('3개 선택')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '마감 2' }));
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('지급액 합계 ₩202,334');
  fireEvent.click(within(dialog).getByRole('button', { name: '마감하기' }));
  expect((await screen.findByRole('status')).textContent).toBe(
    '2개 가운데 1개를 처리했어요. 나머지는 이유를 확인해 주세요.',
  );
  expect(results()[0]).toContain('완료');
  expect(results()[1]).toContain('그사이 지급액이 바뀌었어요');
  expect(requests.get(BULK)?.[0]?.body).toEqual({
    act: 'CLOSE',
    items: [due, changed].map(({ id }) => ({ settlementId: id, payoutAmount: 101_167 })),
  });
  // Only what is not done stays chosen.
  expect(screen.getByText('1개 선택')).toBeTruthy();
});

it('pays several closed periods with one date and reference (SL-30)', async () => {
  const closed = sampleSettlement({ state: 'CLOSED' });
  const requests = answerCalls({
    ...answers([closed]),
    [BULK]: () => ({ results: [{ settlementId: closed.id, isDone: true, problem: null }] }),
  });
  await renderScreen(<SettlementPage />);
  fireEvent.click(await screen.findByLabelText(/^강남점 2026년 10월 1일.* 선택$/));
  expect(screen.getByRole('button', { name: '마감 0' })).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('button', { name: '지급 1' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByRole('button', { name: '지급 완료' })).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByLabelText('이체 기록'), { target: { value: '일괄 이체' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '지급 완료' }));
  await screen.findByText('1개를 모두 처리했어요');
  expect(requests.get(BULK)?.[0]?.body).toEqual({
    act: 'PAY',
    items: [{ settlementId: closed.id, payoutAmount: 101_167 }],
    paidOn: '2026-11-21',
    reference: '일괄 이체',
  });
});

it('filters by state and month in the address (SL-30, SH-6)', async () => {
  const requests = answerCalls(answers());
  const { search } = await renderScreen(<SettlementPage />, '/?state=DUE');
  await screen.findByTestId('settlement-totals');
  fireEvent.change(screen.getByLabelText('종료일이 속한 달'), { target: { value: '2026-10' } });
  await waitFor(() =>
    expect(requests.get(LIST)?.at(-1)?.query).toMatchObject({ from: '2026-10-01', to: '2026-10-31' }),
  );
  expect(requests.get(LIST)?.at(-1)?.query).toMatchObject({ state: 'OPEN', period: 'ENDED' });
  expect(search()).toBe('?state=DUE&month=2026-10');
});

it('offers no tax file while data is missing, and leads to the account of the store (SL-32, SL-33)', async () => {
  const requests = answerCalls({
    ...answers(),
    [TAX_CHECK]: () => ({
      count: 2,
      missing: [
        { party: 'SUPPLIER' as const, storeId: null, storeName: null, fields: ['businessNumber' as const] },
        {
          party: 'RECIPIENT' as const,
          storeId: STORES[1].id,
          storeName: '홍대점',
          fields: ['representative' as const, 'address' as const],
        },
      ],
    }),
    [PAYEES]: () => ({ items: [] }),
    [SET_PAYEE]: ({ body }) => ({
      ...(body as {
        storeId: string;
        representative: string;
        bank: string;
        accountNumber: string;
        accountHolder: string;
      }),
      changedAt: '2026-11-21T05:00:00.000Z',
      changedBy: '김지은',
      version: 1,
    }),
  });
  await renderScreen(<SettlementPage />);
  fireEvent.click((await screen.findAllByRole('button', { name: '정산 조건' }))[0] as HTMLElement);
  fireEvent.click(await screen.findByRole('tab', { name: '세금계산서' }));
  const missing = await screen.findByTestId('tax-missing');
  expect(missing.textContent).toContain('본사: 사업자등록번호');
  expect(missing.textContent).toContain('홍대점: 대표자, 사업장 주소');
  expect(within(missing).getByRole('link', { name: '매장 설정에서 채우기' }).getAttribute('href')).toBe(
    `/dashboard/store?store=${STORES[1].id}&tab=basics`,
  );
  expect(screen.queryByRole('button', { name: '세금계산서 자료 내보내기' })).toBeNull();
  fireEvent.click(within(missing).getByRole('button', { name: '지급 계좌에서 대표자 입력하기' }));
  fireEvent.change(await screen.findByLabelText('대표자'), { target: { value: '이점주' } });
  fireEvent.change(screen.getByLabelText('은행'), { target: { value: '국민은행' } });
  fireEvent.click(screen.getByRole('button', { name: '계좌 저장' }));
  expect(screen.getAllByText('은행, 계좌번호, 예금주를 함께 입력해 주세요')).toHaveLength(2);
  fireEvent.change(screen.getByLabelText('계좌번호'), { target: { value: '123456-01-234567' } });
  fireEvent.change(screen.getByLabelText('예금주'), { target: { value: '이점주' } });
  fireEvent.click(screen.getByRole('button', { name: '계좌 저장' }));
  await waitFor(() =>
    expect(requests.get(SET_PAYEE)?.[0]?.body).toEqual({
      storeId: STORES[1].id,
      representative: '이점주',
      bank: '국민은행',
      accountNumber: '123456-01-234567',
      accountHolder: '이점주',
    }),
  );
});
