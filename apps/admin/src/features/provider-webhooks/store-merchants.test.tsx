// @sweep 1/8 (decision 086)
import type { StoreMerchant } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { sampleMerchant } from '../../testing/merchant-samples.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { WebhooksPage } from './webhooks-page.tsx';

const LIST = 'GET /api/v2/{product}/store-merchant';
const SET = 'POST /api/v2/{product}/store-merchant';
const END = 'POST /api/v2/{product}/store-merchant/end';

function answers(role: 'ADMIN' | 'SUB_ADMIN', items: readonly StoreMerchant[]) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/provider-payout': () => ({ total: 0, isTotalExact: true, items: [] }),
    'GET /api/v2/{product}/provider-payout/line': () => ({ total: 0, isTotalExact: true, items: [] }),
    'GET /api/v2/{product}/payment-provider': () => ({ items: [] }),
    'GET /api/v2/{product}/webhook': () => ({
      total: 0,
      isTotalExact: true,
      items: [],
      onlyCounted: { count: 0, bytes: 0 },
    }),
    [LIST]: () => ({ total: items.length, items: [...items] }),
    [SET]: () => sampleMerchant({ version: 3 }),
    [END]: () => sampleMerchant({ endedAt: '2026-11-21T05:00:00.000Z' }),
  } as const;
}
const rowsOf = async () => await screen.findAllByTestId('store-merchant');
const openStore = async (index: number) => {
  fireEvent.click(within((await rowsOf())[index] as HTMLElement).getByRole('button'));
  return within(await screen.findByRole('dialog'));
};

it('the merchants of stores show who collects at each store, what is open with an ended merchant, and its trouble (MC-1, MC-3)', async () => {
  answerCalls(
    answers('ADMIN', [
      sampleMerchant({ trouble: { error: 'UNAUTHORIZED_KEY', payments: 2, refunds: 1 } }),
      sampleMerchant({
        id: sampleId(901),
        storeId: STORES[1].id,
        merchantId: 'mid_old',
        endedAt: '2026-11-20T05:00:00.000Z',
        openCount: 3,
      }),
    ]),
  );
  await renderScreen(<WebhooksPage />);
  const [first, second] = await rowsOf();
  expect(first?.textContent).toContain('토스페이먼츠 · mid_store');
  expect(first?.textContent).toContain('포트원 · 본사 가맹점');
  expect(first?.textContent).toContain('API 시크릿이 맞지 않아요. 확인하지 못한 결제가 2건 있어요.');
  expect(second?.textContent).toContain('토스페이먼츠 · 본사 가맹점');
  expect(second?.textContent).toContain('해지한 mid_old 가맹점에 끝나지 않은 결제·환불이 3건 있어요.');
});

it('the merchants of stores are set with an id and a secret, at the address for the messages of the store (MC-2)', async () => {
  const requests = answerCalls(answers('ADMIN', []));
  await renderScreen(<WebhooksPage />);
  const dialog = await openStore(1);
  fireEvent.change(dialog.getByLabelText('결제사'), { target: { value: 'PORTONE' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  expect(dialog.getByText('상점 아이디를 입력해 주세요.')).toBeTruthy();
  expect(dialog.getByText('API 시크릿을 입력해 주세요.')).toBeTruthy();
  expect(requests.has(SET)).toBe(false);
  expect(dialog.getByLabelText('웹훅 주소')).toHaveProperty(
    'value',
    expect.stringContaining(`/api/v2/playroom/webhook/portone/${STORES[1].id}`),
  );
  fireEvent.change(dialog.getByLabelText('상점 아이디(Store ID)'), { target: { value: 'store-b ' } });
  fireEvent.change(dialog.getByLabelText('API 시크릿'), { target: { value: 'the-secret' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(requests.get(SET)?.[0]?.body).toEqual({
      storeId: STORES[1].id,
      provider: 'PORTONE',
      clientKey: '',
      merchantId: 'store-b',
      apiSecret: 'the-secret',
    }),
  );
});

it('the merchants of stores keep the secret of the same merchant, require one for another, and show a STALE refusal', async () => {
  const requests = answerCalls({
    ...answers('ADMIN', [sampleMerchant()]),
    [SET]: () => refuse('STALE', 409, { current: sampleMerchant({ version: 3 }) }),
  });
  await renderScreen(<WebhooksPage />);
  const dialog = await openStore(0);
  fireEvent.change(dialog.getByLabelText('상점 아이디(MID)'), { target: { value: 'mid_other' } });
  expect(dialog.getByText(/mid_store 가맹점으로 시작한 결제와 환불은 그대로 진행돼요/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  expect(dialog.getByText('API 시크릿을 입력해 주세요.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('상점 아이디(MID)'), { target: { value: 'mid_store' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() =>
    expect(requests.get(SET)?.[0]?.body).toEqual({
      storeId: STORES[0].id,
      provider: 'TOSS',
      version: 2,
      baseUrl: 'https://api.tosspayments.com',
      clientKey: 'live_ck_store',
      merchantId: 'mid_store',
    }),
  );
  expect(await dialog.findByRole('alert')).toBeTruthy();
});

it('the merchants of stores return to the merchant of the chain after a confirmation (MC-3)', async () => {
  const requests = answerCalls(answers('ADMIN', [sampleMerchant()]));
  await renderScreen(<WebhooksPage />);
  const dialog = await openStore(0);
  fireEvent.click(dialog.getByRole('button', { name: '본사 가맹점으로 되돌리기' }));
  const confirm = within(await screen.findByRole('dialog', { name: /가맹점을 해지할까요/ }));
  expect(requests.has(END)).toBe(false);
  fireEvent.click(confirm.getByRole('button', { name: '본사 가맹점으로 되돌리기' }));
  await waitFor(() =>
    expect(requests.get(END)?.[0]?.body).toEqual({ storeId: STORES[0].id, provider: 'TOSS', version: 2 }),
  );
});

it('the merchants of stores are not changed by people who can only read', async () => {
  answerCalls(answers('SUB_ADMIN', [sampleMerchant()]));
  await renderScreen(<WebhooksPage />);
  const [first] = await rowsOf();
  expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
});
