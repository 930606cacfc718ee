import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { CollectorsSection } from './collectors-section.tsx';

const COLLECTORS = 'GET /api/v2/{product}/store/{storeId}/collectors';

it('the settings of a store show its franchisee who collects online payments (MC-9)', async () => {
  answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    [COLLECTORS]: () => ({
      storeId: STORES[0].id,
      items: [
        { provider: 'TOSS', collector: 'STORE', merchantId: 'mid_store' },
        { provider: 'PORTONE', collector: 'CHAIN', merchantId: null },
      ],
    }),
  });
  await renderScreen(<CollectorsSection storeId={STORES[0].id} />);
  const section = await screen.findByRole('region', { name: '온라인 결제' });
  expect(section.textContent).toContain('토스페이먼츠매장 가맹점 mid_store');
  expect(section.textContent).toContain('포트원본사 가맹점');
});

it('the settings of a store say that no provider is connected', async () => {
  answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    [COLLECTORS]: () => ({ storeId: STORES[0].id, items: [] }),
  });
  await renderScreen(<CollectorsSection storeId={STORES[0].id} />);
  expect(await screen.findByText('연결한 결제사가 없어 온라인 결제를 받을 수 없어요.')).toBeTruthy();
});
