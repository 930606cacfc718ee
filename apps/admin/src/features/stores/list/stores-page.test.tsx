// @sweep 1/8 (decision 086)
import type { Store, StoreSummary } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { sampleSales } from '../../../testing/sales-samples.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { sampleStore, STRANDED } from '../../../testing/store-samples.ts';
import { StoresPage } from './stores-page.tsx';
import { hoursToday } from './store-words.ts';

const LIST = 'GET /api/v2/{product}/store/summary';
const MAKE = 'POST /api/v2/{product}/store';
const CLOSE = 'POST /api/v2/{product}/store/{storeId}/close';

function summary(over: Partial<StoreSummary> = {}): StoreSummary {
  const { id, name, mqttPrefix, address, phone, timeZone, dayCutoff, hours, version } = sampleStore();
  return {
    id,
    name,
    mqttPrefix,
    address,
    phone,
    timeZone,
    dayCutoff,
    hours,
    version,
    state: 'OPEN',
    lacks: [],
    closedAt: null,
    closedReason: null,
    pausedUntil: null,
    roomCount: 6,
    closedRoomCount: 1,
    doorCount: 7,
    offlineDoorCount: 1,
    deviceCount: 12,
    offlineDeviceCount: 0,
    owners: [{ id: STORES[1].id, name: '박점주' }],
    terms: { royaltyRate: 550, cycle: 'MONTHLY' },
    createdAt: '2026-11-01T00:00:00.000Z',
    ...over,
  };
}
function answers(role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN', items = [summary()]) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: () => ({ total: items.length, items }),
    'GET /api/v2/{product}/sales': () => sampleSales(),
  } as const;
}

it('the stores page shows sales, closures, offline doors, owner and terms of each store, with links', async () => {
  answerCalls(answers());
  await renderScreen(<StoresPage />);
  const row = within(await screen.findByTestId('store-row'));
  expect(row.getByRole('link', { name: '강남점' }).getAttribute('href')).toBe(
    `/dashboard/store?store=${STORES[0].id}&tab=basics`,
  );
  expect(screen.getByRole('columnheader', { name: '이번 달 매출' })).toBeTruthy();
  const month = await row.findByRole('link', { name: '₩66,000' });
  expect(month.getAttribute('href')).toBe(`/dashboard/statistics?store=${STORES[0].id}&period=thisMonth`);
  expect(row.getByText('1개 휴무')).toBeTruthy();
  expect(row.getByRole('link', { name: '출입문 1개 연결 끊김' })).toBeTruthy();
  expect(row.getByRole('link', { name: '박점주' }).getAttribute('href')).toContain(`user=${STORES[1].id}`);
  expect(row.getByRole('link', { name: '5.5% · 월' })).toBeTruthy();
});

it('the stores page shows the missing settings of a store that cannot be booked, with links', async () => {
  answerCalls(
    answers('ADMIN', [summary({ state: 'PREPARING', lacks: ['HOURS', 'PRICES'], hours: [], owners: [], terms: null })]),
  );
  await renderScreen(<StoresPage />);
  const row = within(await screen.findByTestId('store-row'));
  expect(row.getByRole('link', { name: '영업시간' }).getAttribute('href')).toContain('tab=hours');
  expect(row.getByRole('link', { name: '요금' }).getAttribute('href')).toContain('tab=prices');
  expect(row.getByRole('link', { name: '지정하기' })).toBeTruthy();
});

it('the stores page hides creating and closing a store from people who cannot change stores', async () => {
  answerCalls(answers('SUB_ADMIN'));
  await renderScreen(<StoresPage />);
  fireEvent.click(await screen.findByRole('button', { name: '강남점 메뉴' }));
  expect(await screen.findByRole('menuitem', { name: '룸' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: '영업 종료' })).toBeNull();
  expect(screen.queryByRole('button', { name: '매장 추가' })).toBeNull();
});

it('the stores page creates a store with daily hours, and shows a refusal at its field', async () => {
  let isTaken = true;
  const requests = answerCalls({
    ...answers(),
    [MAKE]: (): Store | ReturnType<typeof refuse> => (isTaken ? refuse('STORE_CODE_TAKEN', 409) : sampleStore()),
  });
  await renderScreen(<StoresPage />);
  fireEvent.click(await screen.findByRole('button', { name: '매장 추가' }));
  const dialog = within(await screen.findByRole('dialog', { name: '매장 추가' }));
  const send = () => fireEvent.click(dialog.getByRole('button', { name: '추가' }));
  fireEvent.change(dialog.getByLabelText(/매장 이름/), { target: { value: ' 성수점 ' } });
  fireEvent.change(dialog.getByLabelText(/매장 코드/), { target: { value: '성수' } });
  send();
  expect(dialog.getByText(/영문 소문자, 숫자/)).toBeTruthy();
  expect(requests.get(MAKE)).toBeUndefined();
  fireEvent.change(dialog.getByLabelText(/매장 코드/), { target: { value: 'Seong Su' } });
  fireEvent.change(dialog.getByLabelText(/닫는 시각/), { target: { value: '02:00' } });
  send();
  expect(await dialog.findByText('다른 매장이 쓰는 코드예요.')).toBeTruthy();
  expect(requests.get(MAKE)?.[0]?.body).toEqual({
    name: '성수점',
    code: 'seong-su',
    address: '',
    phone: '',
    businessNumber: '',
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '02:00' })),
  });
  isTaken = false;
  send();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the stores page closes a store with a reason, and lists the reservations that prevent it', async () => {
  const requests = answerCalls({ ...answers(), [CLOSE]: () => refuse('WOULD_STRAND', 409, STRANDED) });
  await renderScreen(<StoresPage />);
  fireEvent.click(await screen.findByRole('button', { name: '강남점 메뉴' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '영업 종료' }));
  const dialog = within(await screen.findByRole('dialog', { name: '강남점 영업 종료' }));
  fireEvent.change(dialog.getByLabelText('사유'), { target: { value: '계약 만료' } });
  fireEvent.click(dialog.getByRole('button', { name: '영업 종료' }));
  const list = within(await screen.findByTestId('stranded-list'));
  expect(list.getAllByRole('listitem')).toHaveLength(2);
  expect(list.getByRole('link', { name: 'K7QX-29MD' }).getAttribute('href')).toContain(`store=${STORES[0].id}&`);
  expect(requests.get(CLOSE)?.[0]?.body).toEqual({ version: 3, reason: '계약 만료' });
});

it('the stores page reads the session again when the list has a store that it does not contain', async () => {
  const requests = answerCalls(
    answers('ADMIN', [summary(), summary({ id: '0190aaaa-0000-7000-8000-000000000003', name: '성수점' })]),
  );
  await renderScreen(<StoresPage />);
  await waitFor(() => expect(requests.get('GET /api/v2/auth/me')).toHaveLength(2));
  expect(await screen.findAllByTestId('store-row')).toHaveLength(2);
});

it('the stores page shows today’s hours by the business date, past midnight too', () => {
  const t = ((key: string, values?: object) => `${key} ${JSON.stringify(values ?? {})}`) as unknown as Parameters<
    typeof hoursToday
  >[0];
  const of = (hours: StoreSummary['hours'], at: string) =>
    hoursToday(t, { hours, timeZone: 'Asia/Seoul', dayCutoff: '06:00' }, new Date(at));
  const friday = [{ weekday: 5, opensAt: '18:00', closesAt: '04:00' }];
  // Saturday, 03:00 in Seoul, still belongs to Friday's business date.
  expect(of(friday, '2026-11-20T18:00:00Z')).toBe('hours.overnight {"opensAt":"18:00","closesAt":"04:00"}');
  expect(of(friday, '2026-11-20T22:00:00Z')).toBe('hours.closed {}');
  expect(of([{ weekday: 6, opensAt: '00:00', closesAt: '00:00' }], '2026-11-21T03:00:00Z')).toBe('hours.allDay {}');
  expect(of([], '2026-11-21T03:00:00Z')).toBe('hours.unknown {}');
});
