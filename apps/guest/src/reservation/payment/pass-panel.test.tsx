import type { PassesOfStay } from '@munjigi/contract';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import kr from '../../locales/kr.json';
import { createTranslate } from '../../shared/texts.ts';
import { SAMPLE_TOKEN, samplePage } from '../../testing/sample-page.ts';
import { soon } from '../../testing/soon.ts';
import { GuestApp } from '../guest-app.tsx';
import { createLivePage, type LivePage } from '../live-page.ts';

const HOURS: PassesOfStay['passes'][number] = {
  id: 'p1',
  name: '10시간권',
  unit: 'MINUTES',
  units: 600,
  leftUnits: 570,
  endsAt: '2026-12-31T14:59:00.000Z',
  payment: { units: 120, amount: 18_000, coveredAmount: 20_000 },
  refusal: null,
};
const CREDIT: PassesOfStay['passes'][number] = {
  ...HOURS,
  id: 'p2',
  name: '충전권',
  unit: 'WON',
  leftUnits: 5000,
  payment: null,
  refusal: 'OTHER_ROOM',
};
const STAY: PassesOfStay = { reservationId: '1', storeId: '1', dueAmount: 20_000, passes: [HOURS, CREDIT] };

let live: LivePage;
let refusal: { readonly code: string; readonly status: number; readonly detail: string } | null;
let passes: PassesOfStay;
const requests: [path: string, body: unknown][] = [];

beforeEach(() => {
  vi.useFakeTimers();
  requests.length = 0;
  refusal = null;
  passes = STAY;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const json = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));
    if (path === '/api/v2/guest/page') {
      const page = samplePage();
      const { reservation } = page;
      return json({
        ...page,
        offersPasses: true,
        dueAmount: 20_000,
        reservation: {
          ...reservation,
          priceAmount: 20_000,
          paidAmount: 0,
          may: { ...reservation.may, pay: { ...reservation.may.pay, isAllowed: true } },
        },
      });
    }
    if (init.method === 'GET') return json(passes);
    requests.push([path.replace('/api/v2/playroom/guest/', ''), JSON.parse(init.body as string)]);
    return refusal === null ? json(passes) : json(refusal, refusal.status);
  });
  sessionStorage.clear();
});
afterEach(() => {
  live.stop();
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

async function openPanel() {
  live = createLivePage({ token: SAMPLE_TOKEN, language: 'kr' });
  render(
    <GuestApp
      token={SAMPLE_TOKEN}
      live={live}
      language="kr"
      text={createTranslate(kr)}
      onSwitchLanguage={() => undefined}
    />,
  );
  await settle();
  await soon(() => screen.getByTestId('pass-panel'));
  return within(screen.getByTestId('pass-panel'));
}

it('shows what is left and what each pass pays, and why another does not (PS-4)', async () => {
  const panel = await openPanel();
  expect(panel.getAllByTestId('pass-line').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^10시간권 9시간 30분 남음.*이용권 2시간 사용하기$/),
    expect.stringMatching(/^충전권 5,000원 남음.*이 룸에는 쓸 수 없어요\.$/),
  ]);
});

it('pays with the amounts that the guest saw', async () => {
  const panel = await openPanel();
  fireEvent.click(panel.getByRole('button', { name: '이용권 2시간 사용하기' }));
  await settle();
  expect(requests).toEqual([['pass', { passId: 'p1', expectedUnits: 120, expectedCoveredAmount: 20_000 }]]);
  expect(panel.queryByRole('alert')).toBeNull();
});

it('says that the pass has changed, and reads it again', async () => {
  const panel = await openPanel();
  refusal = { code: 'PASS_REFUSED', status: 422, detail: 'CHANGED' };
  passes = { ...STAY, passes: [{ ...HOURS, leftUnits: 0, payment: null, refusal: 'TOO_LITTLE_LEFT' }] };
  fireEvent.click(panel.getByRole('button', { name: '이용권 2시간 사용하기' }));
  await settle();
  await settle();
  expect(panel.getByRole('alert').textContent).toBe('이용권이나 요금이 바뀌었어요. 다시 확인해 주세요.');
  expect(panel.getByText('남은 시간이나 금액이 모자라요.')).toBeTruthy();
});

it('takes the code of a gift, and keeps a refused one to be corrected (PS-7)', async () => {
  passes = { ...STAY, passes: [] };
  const panel = await openPanel();
  fireEvent.click(panel.getByRole('button', { name: '선물 코드 등록' }));
  fireEvent.change(panel.getByLabelText('선물 코드'), { target: { value: 'ABCD-EFGH' } });
  refusal = { code: 'PASS_REFUSED', status: 422, detail: 'NO_GIFT' };
  fireEvent.click(panel.getByRole('button', { name: '등록' }));
  await settle();
  await settle();
  expect(panel.getByRole('alert').textContent).toContain('쓸 수 없는 선물 코드');
  expect(panel.getByLabelText<HTMLInputElement>('선물 코드').value).toBe('ABCD-EFGH');
  refusal = null;
  passes = STAY;
  fireEvent.click(panel.getByRole('button', { name: '등록' }));
  await settle();
  await settle();
  expect(requests.at(-1)).toEqual(['pass/gift', { code: 'ABCD-EFGH' }]);
  expect(panel.getAllByTestId('pass-line')).toHaveLength(2);
  expect(panel.queryByLabelText('선물 코드')).toBeNull();
});
