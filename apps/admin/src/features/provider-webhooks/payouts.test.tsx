import type { Payout, PayoutLine } from '@munjigi/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { PayoutsSection } from './payouts-section.tsx';

const PAYOUTS = 'GET /api/v2/{product}/provider-payout';
const LINES = 'GET /api/v2/{product}/provider-payout/line';

const payout = (over: Partial<Payout> = {}): Payout => ({
  provider: 'TOSS',
  merchantId: 'mid_store',
  merchantStoreId: STORES[0].id,
  paidOutOn: '2026-11-20',
  count: 4,
  amount: 60_000,
  feeAmount: 396,
  payoutAmount: 59_604,
  differences: 0,
  bank: 'ARRIVED',
  ...over,
});
const line: PayoutLine = {
  provider: 'TOSS',
  merchantId: 'mid_store',
  merchantStoreId: STORES[0].id,
  id: sampleId(1),
  state: 'FEE_DIFFERS',
  kind: 'REFUND',
  paymentId: sampleId(2),
  storeId: STORES[0].id,
  amount: -7777,
  feeAmount: -49,
  payoutAmount: -7728,
  expectedAmount: -7777,
  expectedFeeAmount: -50,
  soldOn: '2026-11-18',
  paidOutOn: '2026-11-20',
  readAt: '2026-11-21T00:00:00.000Z',
};

it('the payouts of providers show merchant, amounts, differences and the bank, by day and month (MC-15)', async () => {
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [PAYOUTS]: () => ({
      total: 2,
      isTotalExact: true,
      items: [payout(), payout({ merchantStoreId: null, merchantId: 'chain', differences: 2, bank: 'NOT_READ' })],
    }),
    [LINES]: () => ({ total: 1, isTotalExact: true, items: [line] }),
  });
  await renderScreen(<PayoutsSection />);
  const [own, chain] = await screen.findAllByTestId('payout');
  expect(own?.textContent).toContain('토스페이먼츠 · 강남점 · 4건');
  expect(own?.textContent).toContain('₩59,604');
  expect(own?.textContent).toContain('모두 일치 · 입금 확인');
  expect(chain?.textContent).toContain('토스페이먼츠 · 본사 가맹점');
  expect(chain?.textContent).toContain('다른 항목 2건 · 통장 미연결');
  const shown = (await screen.findByTestId('payout-line')).textContent;
  expect(shown).toContain('환불');
  expect(shown).toContain('수수료 다름');
  fireEvent.change(screen.getByLabelText('묶음'), { target: { value: 'MONTH' } });
  await waitFor(() => expect(requests.get(PAYOUTS)?.at(-1)?.query).toMatchObject({ by: 'MONTH', page: '0' }));
  fireEvent.change(screen.getByLabelText('항목 상태'), { target: { value: 'MISSING' } });
  await waitFor(() => expect(requests.get(LINES)?.at(-1)?.query).toMatchObject({ state: 'MISSING' }));
});
