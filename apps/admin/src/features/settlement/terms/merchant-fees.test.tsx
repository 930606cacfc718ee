import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../../testing/answers.ts';
import { sampleMerchant } from '../../../testing/merchant-samples.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { FeeTermsPanel } from './fee-terms-panel.tsx';

const SET = 'POST /api/v2/{product}/store-merchant';

it('the fees of a store with its own merchant are set by its class, without its keys (MC-7)', async () => {
  const merchant = sampleMerchant();
  const ended = sampleMerchant({ merchantId: 'mid_old', endedAt: '2026-11-20T05:00:00.000Z' });
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/payment-provider': () => ({ items: [] }),
    'GET /api/v2/{product}/store-merchant': () => ({ total: 2, items: [merchant, ended] }),
    [SET]: () => merchant,
  });
  await renderScreen(<FeeTermsPanel canChange />);
  expect(await screen.findByText('아직 정한 수수료가 없어요. 지금은 수수료 없이 기록돼요.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('적용 시작일'), { target: { value: '2026-11-01' } });
  fireEvent.change(screen.getByLabelText('카드 우대 구간'), { target: { value: '400' } });
  fireEvent.click(screen.getByRole('button', { name: '수수료 저장' }));
  await waitFor(() =>
    expect(requests.get(SET)?.[0]?.body).toEqual({
      storeId: STORES[0].id,
      provider: 'TOSS',
      version: 2,
      baseUrl: 'https://api.tosspayments.com',
      clientKey: 'live_ck_store',
      merchantId: 'mid_store',
      feeTerms: [{ method: 'CARD', validFrom: '2026-11-01', rate: 400, vat: 'EXCLUSIVE' }],
    }),
  );
});
