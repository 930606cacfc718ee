// @sweep 1/8 (decision 086)
import type { ListedPayment, OwedRefund } from '@munjigi/contract';
import { addDays } from '@munjigi/rules';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { listedPayment, sampleRefund } from '../../testing/payment-samples.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleSales, sampleTotals, sampleWeeks } from '../../testing/sales-samples.ts';
import { sampleId, sampleRoom } from '../../testing/samples.ts';
import { PaymentsPage, StatisticsPage } from './sales-page.tsx';

const SALES = 'GET /api/v2/{product}/sales';
const WEEKS = 'GET /api/v2/{product}/sales/weekly-stats';
const OCCUPANCY = 'GET /api/v2/{product}/sales/occupancy';
const PAYMENTS = 'GET /api/v2/{product}/payment';
const OWED = 'GET /api/v2/{product}/payment/refund-owed';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** A room that is open from 10 to 24, and booked half of 20:00 to 21:00. */
const occupancy = [
  {
    id: sampleId(10),
    name: '1번 룸',
    storeId: STORES[0].id,
    hours: Array.from({ length: 24 }, (_, hour) => ({
      openMinutes: hour < 10 ? 0 : 60,
      bookedMinutes: hour === 20 ? 30 : 0,
    })),
  },
];

function answers(sales = sampleSales(), payments: ListedPayment[] = [listedPayment()]) {
  return {
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/room': () => ({ total: 1, items: [sampleRoom()] }),
    [SALES]: () => sales,
    [WEEKS]: () => sampleWeeks(),
    [OCCUPANCY]: () => ({ rows: occupancy }),
    [PAYMENTS]: () => ({ items: payments, nextCursor: null }),
    [OWED]: () => ({ total: 0, items: [] as OwedRefund[] }),
  } as const;
}
const figure = (name: string) => screen.getByTestId('sales-totals').querySelector(`[data-figure=${name}]`)?.textContent;
const lines = () =>
  within(screen.getByTestId('sales-table'))
    .getAllByRole('row')
    .map((row) => row.textContent);

it('the sales page shows the totals, each beside the period before, in words and signs (SL-1)', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<StatisticsPage />);
  await screen.findByTestId('sales-totals');
  expect(requests.get(SALES)?.[0]?.query).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  expect(figure('netAmount')).toBe('순매출₩99,000▲ 12.5% 늘었어요이전 ₩88,000');
  expect(figure('grossAmount')).toBe('결제₩110,000▲ 25% 늘었어요이전 ₩88,000');
  expect(figure('refundAmount')).toBe('환불₩11,000–비교할 이전 금액이 없어요');
  expect(figure('supplyAmount')).toContain('₩90,000');
  expect(figure('vatAmount')).toContain('₩9,000');
  expect(figure('paymentCount')).toBe('결제 건수3건= 변화가 없어요이전 3건');
});

it.each([
  { clock: '2026-11-21T05:00:00Z', shown: ['오늘', '어제'] },
  { clock: '2026-11-20T18:00:00Z', shown: ['11월 20일 (금)', '11월 19일 (목)'] },
])(
  'the sales page names the choices of one day by their business date between midnight and the cut-off ($clock)',
  async ({ clock, shown }) => {
    vi.setSystemTime(new Date(clock));
    answerCalls(answers());
    await renderScreen(<StatisticsPage />);
    const choice = await screen.findByLabelText('기간');
    expect([...choice.querySelectorAll('option')].slice(0, 2).map(({ textContent }) => textContent)).toEqual(shown);
  },
);

it('the sales page is the same screen on both routes, with different titles', async () => {
  const texts: string[] = [];
  for (const Page of [StatisticsPage, PaymentsPage]) {
    answerCalls(answers());
    await renderScreen(<Page />);
    await screen.findAllByTestId('payment-row');
    texts.push((await screen.findByTestId('sales-figures')).textContent);
    cleanup();
  }
  expect(texts[0]).toContain('₩99,000');
  expect(texts[1]).toBe(texts[0]);
});

it('the sales page shows every day as a bar that the keyboard can read out', async () => {
  answerCalls(answers());
  await renderScreen(<StatisticsPage />);
  const bars = within(await screen.findByTestId('day-chart')).getAllByRole('img');
  expect(bars.map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('tabindex')])).toEqual([
    ['11월 20일 (금) · 순매출 ₩66,000 · 환불 ₩0 · 2건', '-1'],
    ['11월 21일 (토) · 순매출 ₩33,000 · 환불 ₩11,000 · 1건', '0'],
  ]);
  fireEvent.keyDown(bars[1] as Element, { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(bars[0]);
  expect(screen.getByTestId('chart-reading').textContent).toBe('11월 20일 (금) · 순매출 ₩66,000 · 환불 ₩0 · 2건');
});

it('the sales page says the strongest hour of the week in words, and any other by keyboard', async () => {
  answerCalls(answers());
  await renderScreen(<StatisticsPage />);
  expect((await screen.findByTestId('heat-strongest')).textContent).toBe(
    '매출이 가장 많은 시간: 금요일 20:00 · ₩66,000 · 2건',
  );
  const map = screen.getByTestId('heat-map');
  expect(
    within(map)
      .getAllByRole('rowheader')
      .map((it) => it.textContent),
  ).toEqual(['월', '화', '수', '목', '금', '토', '일']);
  const cells = map.querySelectorAll('td');
  expect(cells).toHaveLength(7 * 24);
  fireEvent.focus(cells[0] as Element);
  fireEvent.keyDown(cells[0] as Element, { key: 'End' });
  expect(screen.getByTestId('heat-reading').textContent).toBe('월요일 23:00 · ₩0 · 0건');
  expect(document.activeElement).toBe(cells[23]);
});

it('the sales page splits the totals by day, room, store, method and channel, and sorts (SL-3, SH-6)', async () => {
  answerCalls(answers());
  const { search } = await renderScreen(<StatisticsPage />, '/?sort=netAmount');
  await screen.findByTestId('sales-table');
  const sum = '합계₩110,000₩11,000₩99,000₩90,000₩9,0003100%';
  expect(lines().slice(1)).toEqual([
    '11월 21일 (토)₩44,000₩11,000₩33,000₩30,000₩3,000133.3%',
    '11월 20일 (금)₩66,000₩0₩66,000₩60,000₩6,000266.7%',
    sum,
  ]);
  for (const [tab, first, by] of [
    ['룸별', '강남점 1번 룸', 'room'],
    ['매장별', '강남점', 'store'],
    ['결제 수단별', '카드', 'method'],
    ['예약 경로별', '현장', 'channel'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: tab }));
    await waitFor(() => expect(search()).toBe(`?by=${by}`));
    await waitFor(() => expect(lines()[1]).toContain(first));
    expect(lines().at(-1)).toBe(sum);
  }
  fireEvent.click(screen.getByRole('button', { name: '룸별' }));
  await waitFor(() => expect(lines()[2]).toContain('홍대점 룸 없음'));
  fireEvent.click(within(screen.getByTestId('sales-table')).getByRole('button', { name: '환불' }));
  await waitFor(() => expect(search()).toBe('?by=room&sort=-refundAmount'));
  await waitFor(() => expect(lines()[1]).toContain('홍대점 룸 없음'));
  expect(
    within(screen.getByTestId('sales-table')).getByRole('columnheader', { name: '환불' }).getAttribute('aria-sort'),
  ).toBe('descending');
});

it('the sales page shortens a long table until all of it is requested, with the sum of all rows', async () => {
  const days = Array.from({ length: 40 }, (_, index) => ({
    date: addDays('2026-10-01', index),
    ...sampleTotals(2750, 275, 1),
  }));
  answerCalls(answers(sampleSales({ days })));
  await renderScreen(<StatisticsPage />);
  await screen.findByTestId('sales-table');
  expect(lines()).toHaveLength(1 + 31 + 1);
  fireEvent.click(screen.getByRole('button', { name: '40줄 모두 보기' }));
  expect(lines()).toHaveLength(1 + 40 + 1);
  expect(lines().at(-1)).toContain('₩99,000');
});

it('the sales page reads what the filter says, keeps it in the address, and clears it (SH-6)', async () => {
  const requests = answerCalls(answers());
  const { search } = await renderScreen(<StatisticsPage />, `/?store=${STORES[0].id}`);
  await screen.findByTestId('sales-totals');
  fireEvent.change(screen.getByRole('combobox', { name: '기간' }), { target: { value: 'lastMonth' } });
  fireEvent.change(screen.getByRole('combobox', { name: '결제 수단' }), { target: { value: 'CASH' } });
  await screen.findByRole('option', { name: '1번 룸' });
  fireEvent.change(screen.getByRole('combobox', { name: '룸' }), { target: { value: sampleId(10) } });
  await waitFor(() =>
    expect(search()).toBe(`?store=${STORES[0].id}&period=lastMonth&method=CASH&room=${sampleId(10)}`),
  );
  const dates = { from: '2026-10-01', to: '2026-10-31', storeId: STORES[0].id, method: 'CASH' };
  const queries = () => requests.get(SALES)?.map(({ query }) => query);
  await waitFor(() => expect(queries()).toContainEqual({ ...dates, roomId: sampleId(10) }));
  expect(requests.get(PAYMENTS)?.at(-1)?.query).toEqual({ ...dates, roomId: sampleId(10), limit: '20' });
  fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe(`?store=${STORES[0].id}&period=lastMonth`));
});

it('the sales page compares the last seven days of the filter with the seven before (SL-2)', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<StatisticsPage />, `/?store=${STORES[0].id}&period=lastMonth&method=CASH`);
  const rows = within(await screen.findByTestId('weekly-table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['항목', '마지막 7일11월 15일 – 11월 21일', '그 전 7일11월 8일 – 11월 14일', '변화'],
    ['결제', '₩77,000', '₩56,000', '▲ 37.5% 늘었어요'],
    ['환불', '₩7,000', '₩0', '–비교할 이전 금액이 없어요'],
    ['순매출', '₩70,000', '₩56,000', '▲ 25% 늘었어요'],
    ['결제 건수', '14', '14', '= 변화가 없어요'],
  ]);
  expect(requests.get(WEEKS)?.map(({ query }) => query)).toEqual([
    { storeId: STORES[0].id, method: 'CASH', date: '2026-10-31' },
  ]);
});

it('the sales page shows occupancy by room and hour as a table of figures (SL-36)', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<StatisticsPage />, `/?store=${STORES[0].id}&period=lastMonth`);
  const rows = within(await screen.findByTestId('occupancy'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
  // Hours in which nothing is open are left out.
  expect(rows[0]).toEqual(['이름', ...Array.from({ length: 14 }, (_, index) => String(index + 10)), '전체']);
  expect(rows[1]).toEqual(['1번 룸', ...Array<string>(10).fill('0'), '50', '0', '0', '0', '3.6%']);
  expect(requests.get(OCCUPANCY)?.[0]?.query).toEqual({
    from: '2026-10-01',
    to: '2026-10-31',
    storeId: STORES[0].id,
  });
});

it('the sales page compares this month with the last one in words, lines and a table', async () => {
  const requests = answerCalls(answers());
  await renderScreen(<StatisticsPage />, `/?store=${STORES[0].id}&period=today`);
  expect((await screen.findByTestId('months-summary')).textContent).toMatch(
    /^\d+일까지 이번 달 ₩[\d,]+, 지난달 ₩[\d,]+/,
  );
  expect(screen.getByText('일별 누적 순매출 표')).toBeTruthy();
  expect(requests.get(SALES)?.map(({ query }) => query)).toContainEqual({
    from: '2026-10-01',
    to: '2026-11-21',
    storeId: STORES[0].id,
  });
});

it('the sales page says that two weeks have no sales, and offers a retry when they cannot be read', async () => {
  const nothing = sampleTotals(0, 0, 0);
  let fails = true;
  answerCalls({ ...answers(), [WEEKS]: () => (fails ? refuse('INTERNAL', 500) : sampleWeeks(nothing, nothing)) });
  await renderScreen(<PaymentsPage />);
  const failed = await screen.findByTestId('error-state');
  fails = false;
  fireEvent.click(within(failed).getByRole('button'));
  expect((await screen.findByTestId('weekly-none')).textContent).toBe('이 조건으로는 두 주 동안 매출이 없어요.');
  expect(screen.queryByTestId('weekly-table')).toBeNull();
});

it('the sales page accepts two custom dates, and reads nothing while they are invalid', async () => {
  const requests = answerCalls(answers());
  const { search } = await renderScreen(<StatisticsPage />);
  await screen.findByTestId('sales-totals');
  fireEvent.change(screen.getByRole('combobox', { name: '기간' }), { target: { value: 'custom' } });
  fireEvent.change(await screen.findByLabelText('종료일'), { target: { value: '2026-11-01' } });
  await waitFor(() => expect(search()).toBe('?from=2026-11-15&to=2026-11-01'));
  expect((await screen.findByTestId('empty-state')).textContent).toContain('종료일이 시작일보다 빨라요.');
  expect(screen.queryByRole('button', { name: '내보내기' })).toBeNull();
  fireEvent.change(screen.getByLabelText('시작일'), { target: { value: '2026-10-30' } });
  await waitFor(() =>
    expect(requests.get(SALES)?.map(({ query }) => query)).toContainEqual({ from: '2026-10-30', to: '2026-11-01' }),
  );
  expect(requests.get(SALES)?.some(({ query }) => (query['to'] ?? '') < (query['from'] ?? ''))).toBe(false);
});

it('the sales page lists the payments, each with a link to its reservation', async () => {
  answerCalls(
    answers(sampleSales(), [
      listedPayment({
        refundedAmount: 9000,
        state: 'PARTIAL_CANCELED',
        refunds: [sampleRefund({ amount: 4000 }), sampleRefund({ id: sampleId(92), amount: 5000, state: 'OWED' })],
      }),
    ]),
  );
  await renderScreen(<StatisticsPage />);
  const row = await screen.findByTestId('payment-row');
  expect(row.textContent).toBe(
    '11월 21일 (토) 11:00강남점홍*동K7QX-29MD현금김지은일부 환불−₩4,000직접 보낼 환불 ₩5,000₩24,000',
  );
  expect(within(row).getByRole('link').getAttribute('href')).toBe(
    `/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(50)}`,
  );
});

it('the sales page searches payments by guest in the address, and leaves the figures unchanged', async () => {
  const requests = answerCalls(answers(sampleSales(), []));
  const { search } = await renderScreen(<StatisticsPage />);
  await screen.findByText('이 기간과 조건에 맞는 결제가 없어요.');
  fireEvent.change(screen.getByRole('searchbox', { name: '이름, 전화번호, 예약번호, 결제 키' }), {
    target: { value: ' 김 ' },
  });
  await waitFor(() =>
    expect(requests.get(PAYMENTS)?.at(-1)?.query).toEqual({
      from: '2026-11-15',
      to: '2026-11-21',
      q: '김',
      limit: '20',
    }),
  );
  expect(search()).toBe(`?q=${encodeURIComponent('김')}`);
  expect(await screen.findByText('찾는 결제가 이 기간과 조건에 없어요.')).toBeTruthy();
  expect(requests.get(SALES)?.every(({ query }) => !('q' in query))).toBe(true);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
  await waitFor(() => expect(search()).toBe(''));
});

it('the sales page says that nothing was sold, and offers a retry when it cannot be read', async () => {
  const nothing = {
    totals: sampleTotals(0, 0, 0),
    days: [],
    hours: [],
    rooms: [],
    stores: [],
    methods: [],
    channels: [],
  };
  answerCalls(answers(sampleSales(nothing), []));
  await renderScreen(<StatisticsPage />);
  await waitFor(() =>
    expect(screen.queryAllByTestId('empty-state').map((it) => it.querySelector('h2')?.textContent)).toEqual([
      '매출이 없어요',
      '결제가 없어요',
    ]),
  );
  let fails = true;
  answerCalls({ ...answers(), [SALES]: () => (fails ? refuse('INTERNAL', 500) : sampleSales()) });
  fireEvent.change(screen.getByRole('combobox', { name: '기간' }), { target: { value: 'today' } });
  const failed = await screen.findByTestId('error-state');
  fails = false;
  fireEvent.click(within(failed).getByRole('button'));
  await waitFor(() => expect(figure('netAmount')).toContain('₩99,000'));
});

it('the sales page shows only the payments to a person without the capability for sales', async () => {
  const requests = answerCalls({ ...answers(), 'GET /api/v2/auth/me': () => person('CUSTOMER_MANAGER') });
  await renderScreen(<PaymentsPage />);
  await screen.findByTestId('payment-row');
  expect(requests.get(SALES)).toBeUndefined();
  expect(requests.get(WEEKS)).toBeUndefined();
  expect(screen.queryByRole('button', { name: '내보내기' })).toBeNull();
});

it('the sales page lists the unsent refunds, oldest first, each with its state and a link to its reservation', async () => {
  const owed = {
    storeId: STORES[0].id,
    reservationId: sampleId(50),
    code: 'K7QX-29MD',
    guestName: '홍*동',
    since: '2026-11-18T05:00:00.000Z',
    amount: 20_000,
    parts: [
      { state: 'REQUESTED', amount: 5000 },
      { state: 'OWED', amount: 15_000 },
    ],
  } as const;
  answerCalls({ ...answers(), [OWED]: () => ({ total: 51, items: [{ ...owed, parts: [...owed.parts] }] }) });
  await renderScreen(<StatisticsPage />);
  const list = await screen.findByTestId('owed-refunds');
  expect(within(list).getByRole('heading').textContent).toBe('아직 보내지 않은 환불 51건');
  expect(list.textContent).toMatch(
    /홍\*동 K7QX-29MD강남점 · 3일 전결제사 응답을 기다려요 ₩5,000직접 보내야 해요 ₩15,00050건이 더 있어요/,
  );
  expect(within(list).getByRole('link').getAttribute('href')).toBe(
    `/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(50)}`,
  );
  expect(list.textContent).not.toContain('환불됨');
});
