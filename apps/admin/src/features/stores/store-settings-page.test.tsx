// @sweep 1/8 (decision 086)
import type { Closure, GuestInformation, Store } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { sampleStore, STRANDED } from '../../testing/store-samples.ts';
import { storeLive } from './stores.live.ts';
import { StoreSettingsPage } from './store-settings-page.tsx';

const EDIT = 'PATCH /api/v2/{product}/store/{storeId}';
const CLOSE = 'POST /api/v2/{product}/store/{storeId}/closure';
const HOLIDAYS = 'GET /api/v2/{product}/store/{storeId}/holiday';
const EDIT_HOLIDAY = 'POST /api/v2/{product}/store/{storeId}/holiday';
const ROOMS = [
  { id: sampleId(10), name: '1번 룸' },
  { id: sampleId(11), name: '2번 룸' },
];
const listOf = <T,>(...items: T[]) => ({ total: items.length, items });
const saved = ({ body }: SentRequest): Store => sampleStore({ ...(body as Partial<Store>), version: 9 });

function answers(role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN', store = sampleStore()) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/store/{storeId}': () => store,
    'GET /api/v2/{product}/store/{storeId}/closure': () => listOf<Closure>(),
    [HOLIDAYS]: ({ query }: SentRequest) => ({
      year: Number(query['year']),
      isGazetteKnown: query['year'] === '2026',
      items: [
        { date: '2026-09-25', name: '추석', source: 'GAZETTE' as const, isHoliday: true },
        { date: '2026-10-03', name: '개천절', source: 'STORE' as const, isHoliday: false },
      ],
    }),
  } as const;
}
async function open(tab: string, search = '') {
  const rendered = await renderScreen(
    <StoreSettingsPage
      rooms={ROOMS}
      Prices={() => <p>요금표</p>}
      Modes={() => null}
      Feeds={() => null}
      Adults={() => null}
      Ratings={() => null}
      Stranded={() => null}
    />,
    `/dashboard/store?store=${STORES[0].id}&tab=${tab}${search}`,
  );
  await screen.findByText('기본 정보');
  return rendered;
}
const type = (label: RegExp | string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = async () => fireEvent.click(await screen.findByText(/^(저장|내 값으로 저장)$/));

it('the store settings page asks for a store when the person has several', async () => {
  answerCalls(answers());
  const { search } = await renderScreen(
    <StoreSettingsPage
      rooms={[]}
      Prices={() => null}
      Modes={() => null}
      Feeds={() => null}
      Adults={() => null}
      Ratings={() => null}
      Stranded={() => null}
    />,
    '/dashboard/store',
  );
  fireEvent.click(await screen.findByRole('button', { name: '홍대점' }));
  await waitFor(() => expect(search()).toBe(`?store=${STORES[1].id}`));
});

it('the store settings page saves the changed fields, with the version that was seen (AP-4)', async () => {
  const requests = answerCalls({ ...answers(), [EDIT]: saved });
  await open('basics');
  expect(screen.queryByTestId('save-bar')).toBeNull();
  type(/사업자등록번호/, '1234567891');
  await save();
  await waitFor(() => expect(requests.get(EDIT)?.[0]?.body).toEqual({ businessNumber: '123-45-67891', version: 3 }));
  await waitFor(() => expect(screen.queryByTestId('save-bar')).toBeNull());
});

it('the store settings page shows a problem at its field and sends nothing', async () => {
  const requests = answerCalls(answers());
  await open('booking');
  type('최소 이용 시간', '45');
  type('최대 이용 시간', '30');
  type('청소 시간', '말');
  await save();
  expect(await screen.findByText('30분으로 나누어떨어져야 해요.')).toBeTruthy();
  expect(screen.getByText('최소 이용 시간보다 짧을 수 없어요.')).toBeTruthy();
  const buffer = screen.getByLabelText('청소 시간');
  expect(document.getElementById(buffer.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    '0에서 240 사이의 숫자를 입력해 주세요.',
  );
  expect(requests.has(EDIT)).toBe(false);
});

it('the store settings page shows a refusal of the server at its field', async () => {
  answerCalls({
    ...answers(),
    [EDIT]: () =>
      refuse('INVALID_INPUT', 400, { errors: [{ path: 'slotMinutes', code: 'not_whole_slots', message: 'x' }] }),
  });
  await open('booking');
  fireEvent.change(screen.getByLabelText('예약 단위'), { target: { value: '60' } });
  await save();
  expect(await screen.findByText('매장의 예약 단위로 나누어떨어져야 해요.')).toBeTruthy();
});

it('the store settings page shows hours past midnight, and lists the reservations that other hours would strand (ST-2)', async () => {
  const requests = answerCalls({
    ...answers(),
    [EDIT]: (call) => (call.body?.['acceptStranded'] === true ? saved(call) : refuse('WOULD_STRAND', 409, STRANDED)),
  });
  await open('hours');
  expect(within(screen.getByTestId('hours-day-6')).getByText('다음 날 02:00')).toBeTruthy();
  expect(screen.getByLabelText('토요일 닫는 시각, 다음 날')).toBeTruthy();
  for (const day of ['월', '화', '수', '목', '금', '토', '일'])
    expect(screen.getByLabelText(`${day}요일 여는 시각`)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('월요일 닫는 시각'), { target: { value: '20:00' } });
  await save();
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('영향을 받는 예약 2건')).toBeTruthy();
  expect(dialog.getByTestId('stranded-list').textContent).toContain('P2WD-83KF');
  fireEvent.click(dialog.getByRole('button', { name: '그래도 저장' }));
  await waitFor(() => expect(requests.get(EDIT)).toHaveLength(2));
  expect(requests.get(EDIT)?.[1]?.body).toMatchObject({ acceptStranded: true, version: 3 });
  expect(requests.get(EDIT)?.[1]?.body?.['hours']).toContainEqual({ weekday: 1, opensAt: '10:00', closesAt: '20:00' });
});

it('the store settings page copies one weekday to all, and closes one', async () => {
  const requests = answerCalls({ ...answers(), [EDIT]: saved });
  await open('hours');
  fireEvent.click(screen.getByLabelText('모두 같게: 모든 요일을 토요일과 같이'));
  fireEvent.change(screen.getByLabelText('일요일 영업 여부'), { target: { value: 'CLOSED' } });
  await save();
  await waitFor(() =>
    expect(requests.get(EDIT)?.[0]?.body?.['hours']).toEqual(
      [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opensAt: '10:00', closesAt: '02:00' })),
    ),
  );
});

it('the store settings page shows both versions after a STALE refusal, and saves the chosen one (AP-4)', async () => {
  const theirs = sampleStore({ phone: '02-999-9999', version: 4 });
  const requests = answerCalls({
    ...answers(),
    [EDIT]: (call) => (call.body?.['version'] === 4 ? saved(call) : refuse('STALE', 409, { current: theirs })),
  });
  await open('basics');
  type(/전화번호/, '02-111-1111');
  await save();
  const notice = await screen.findByTestId('stale-notice');
  expect(notice.textContent).toMatch(/02-999-9999.*02-111-1111/);
  expect(notice.textContent).not.toContain('주소');
  await save();
  await waitFor(() => expect(requests.get(EDIT)?.[1]?.body).toEqual({ phone: '02-111-1111', version: 4 }));
});

it('the store settings page keeps typed values when the stream brings another change, and saves with the newer version', async () => {
  const requests = answerCalls({ ...answers(), [EDIT]: saved });
  const { client } = await open('basics');
  type(/전화번호/, '02-111-1111');
  storeLive['store.changed']?.(sampleStore({ slotMinutes: 60, version: 5 }), { client, product: 'playroom' });
  await save();
  await waitFor(() => expect(requests.get(EDIT)?.[0]?.body).toEqual({ phone: '02-111-1111', version: 5 }));
});

it('the store settings page asks before unsaved changes are lost', async () => {
  answerCalls(answers());
  const { search } = await open('basics');
  type(/매장 이름/, '새 이름');
  fireEvent.click(screen.getByText('영업시간'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: '계속 편집' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(search()).toContain('tab=basics');
  fireEvent.click(screen.getByText('영업시간'));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '나가기' }));
  await waitFor(() => expect(search()).toContain('tab=hours'));
});

it('the store settings page is read-only for people who cannot change stores', async () => {
  answerCalls(answers('SUB_ADMIN'));
  await open('basics');
  expect(screen.getByText(/볼 수만 있어요/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/매장 이름/).readOnly).toBe(true);
  expect(screen.queryByText('캘린더 구독')).toBeNull();
});

it('the store settings page shows the tiers as a sorted sentence, and finds duplicates', async () => {
  const requests = answerCalls({ ...answers(), [EDIT]: saved });
  await open('cancellation');
  expect(screen.getByTestId('cancellation-sentence').textContent).toBe(
    '시작 24시간 전까지 100% 환불, 시작 2시간 전까지 50% 환불, 그 뒤에는 환불 없음.',
  );
  fireEvent.click(screen.getByText('구간 추가'));
  const tiers = () => screen.getAllByTestId('cancellation-tier');
  const last = within(tiers()[2] ?? document.body);
  fireEvent.change(last.getByLabelText('시작 전'), { target: { value: '2' } });
  await save();
  expect(await screen.findByText('같은 시간이 두 번 있어요.')).toBeTruthy();
  fireEvent.change(within(tiers()[2] ?? document.body).getByLabelText('시작 전'), { target: { value: '72' } });
  await save();
  await waitFor(() =>
    expect(requests.get(EDIT)?.[0]?.body).toMatchObject({
      cancellationTiers: [{ hoursBefore: 72 }, { hoursBefore: 24 }, { hoursBefore: 2 }],
    }),
  );
});

it('the store settings page sends settlement terms as numbers', async () => {
  const requests = answerCalls({ ...answers(), [EDIT]: saved });
  await open('settlement');
  type('로열티', '5.555');
  await save();
  expect(await screen.findByText(/소수점 둘째 자리까지/)).toBeTruthy();
  type('로열티', '5.5');
  await save();
  await waitFor(() =>
    expect(requests.get(EDIT)?.[0]?.body).toEqual({
      settlementTerms: { royaltyPercent: 5.5, cycle: 'MONTHLY', payoutLagDays: 5 },
      version: 3,
    }),
  );
});

it('the store settings page closes rooms for whole business days, after listing the affected reservations (ST-2)', async () => {
  const requests = answerCalls({
    ...answers(),
    [CLOSE]: (call) =>
      call.body?.['acceptStranded'] === true
        ? ({ id: sampleId(80), storeId: STORES[0].id, ...call.body } as unknown as Closure)
        : refuse('WOULD_STRAND', 409, STRANDED),
  });
  await open('closures');
  fireEvent.click(await screen.findByRole('button', { name: '휴무 추가' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByLabelText('매장 전체'));
  fireEvent.click(dialog.getByRole('button', { name: '휴무로 정하기' }));
  expect(await dialog.findByText('룸을 하나 이상 골라 주세요.')).toBeTruthy();
  fireEvent.click(dialog.getByLabelText('2번 룸'));
  fireEvent.change(dialog.getByLabelText('첫날'), { target: { value: '2027-01-04' } });
  fireEvent.change(dialog.getByLabelText('마지막 날'), { target: { value: '2027-01-05' } });
  fireEvent.change(dialog.getByLabelText(/사유/), { target: { value: '공사' } });
  fireEvent.click(dialog.getByRole('button', { name: '휴무로 정하기' }));
  fireEvent.click(await screen.findByRole('button', { name: '그래도 저장' }));
  await waitFor(() =>
    expect(requests.get(CLOSE)?.[1]?.body).toEqual({
      roomIds: [sampleId(11)],
      startsAt: '2027-01-03T21:00:00.000Z',
      endsAt: '2027-01-05T21:00:00.000Z',
      reason: '공사',
      acceptStranded: true,
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the store settings page deletes a closure after a confirmation', async () => {
  const closure: Closure = {
    id: sampleId(80),
    storeId: STORES[0].id,
    roomIds: [],
    startsAt: '2027-01-03T21:00:00.000Z',
    endsAt: '2027-01-05T21:00:00.000Z',
    reason: '공사',
  };
  const withdraw = 'DELETE /api/v2/{product}/store/{storeId}/closure/{closureId}';
  const requests = answerCalls({
    ...answers(),
    'GET /api/v2/{product}/store/{storeId}/closure': () => listOf(closure),
    [withdraw]: () => closure,
  });
  await open('closures');
  expect((await screen.findByTestId('closure')).textContent).toContain('매장 전체');
  fireEvent.click(screen.getByRole('button', { name: '공사 휴무 취소' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '휴무 취소' }));
  await waitFor(() => expect(requests.get(withdraw)?.[0]?.path).toContain(closure.id));
});

it('the store settings page keeps a gazetted holiday as an ordinary day, undoes that, and warns of an unknown year', async () => {
  const requests = answerCalls({
    ...answers(),
    [EDIT_HOLIDAY]: ({ body }) => ({ date: String(body?.['date']), holiday: null }),
  });
  const { search } = await open('closures', '&year=2026');
  fireEvent.click(await screen.findByRole('button', { name: /추석 평일로/ }));
  fireEvent.click(screen.getByRole('button', { name: /개천절 되돌리기/ }));
  await waitFor(() =>
    expect(requests.get(EDIT_HOLIDAY)?.map(({ body }) => body)).toEqual([
      { date: '2026-09-25', name: '추석', isHoliday: false },
      { date: '2026-10-03', name: '개천절', isHoliday: null },
    ]),
  );
  expect(screen.queryByText(/고시되지 않았/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '다음 해' }));
  expect(await screen.findByText(/2027년 공휴일은 아직 고시되지 않았/)).toBeTruthy();
  expect(search()).toContain('year=2027');
});

it('the store settings page offers a retry when the store cannot be read', async () => {
  let isBroken = true;
  answerCalls({
    ...answers(),
    'GET /api/v2/{product}/store/{storeId}': () => (isBroken ? refuse('INTERNAL', 500) : sampleStore()),
  });
  await renderScreen(
    <StoreSettingsPage
      rooms={[]}
      Prices={() => null}
      Modes={() => null}
      Feeds={() => null}
      Adults={() => null}
      Ratings={() => null}
      Stranded={() => null}
    />,
    `/dashboard/store?store=${STORES[0].id}`,
  );
  const error = await screen.findByTestId('error-state');
  isBroken = false;
  fireEvent.click(within(error).getByRole('button'));
  expect(await screen.findByLabelText(/매장 이름/)).toBeTruthy();
});

const INFORMATION = 'GET /api/v2/{product}/store/{storeId}/guest-information';
const SETUP = 'GET /api/v2/{product}/store/{storeId}/booking-setup';
const BOOKING_URL = `https://guests.example/b/playroom/${STORES[0].id}`;
const PREVIEW_PATH = `/b/playroom/${STORES[0].id}#preview=1.x`;
const ready = {
  storeId: STORES[0].id,
  isOpen: false,
  url: BOOKING_URL,
  previewPath: PREVIEW_PATH,
  missing: [],
  rooms: [],
};
const information: GuestInformation = {
  storeId: STORES[0].id,
  addressEn: '',
  directions: '지하 1층',
  directionsEn: '',
  mapUrl: '',
  houseRules: '',
  houseRulesEn: '',
  wifiName: 'munjigi',
  wifiPassword: 'secret',
  location: null,
  bookingIsOpen: false,
  bookingTerms: '',
  bookingTermsEn: '',
  pageMonths: 6,
  version: 3,
};

it('the information for guests is checked and saved (GP-2)', async () => {
  const CHANGE = 'PATCH /api/v2/{product}/store/{storeId}/guest-information';
  const requests = answerCalls({
    ...answers(),
    [INFORMATION]: () => information,
    [SETUP]: () => ready,
    [CHANGE]: ({ body }) => ({ ...information, ...body, version: 4 }),
  });
  await open('guests');
  await screen.findByLabelText('지도 주소');
  type('지도 주소', 'http://map.example');
  await save();
  expect(await screen.findByText('https://로 시작하는 주소를 입력해 주세요.')).toBeTruthy();
  expect(requests.get(CHANGE)).toBeUndefined();
  type('지도 주소', 'https://map.example');
  await save();
  await waitFor(() => expect(requests.get(CHANGE)?.[0]?.body).toEqual({ mapUrl: 'https://map.example', version: 3 }));
});

it('the information for guests has no field for the Wi-Fi password without the right to change it (GP-2)', async () => {
  answerCalls({
    ...answers('SUB_ADMIN'),
    [INFORMATION]: () => ({ ...information, wifiPassword: null }),
    [SETUP]: () => ready,
  });
  await open('guests');
  expect(await screen.findByLabelText('Wi-Fi 이름')).toBeTruthy();
  expect(screen.queryByLabelText('Wi-Fi 비밀번호')).toBeNull();
});

it('online booking is switched on, with its address and QR code (BK-8)', async () => {
  const CHANGE = 'PATCH /api/v2/{product}/store/{storeId}/guest-information';
  const requests = answerCalls({
    ...answers(),
    [INFORMATION]: () => information,
    [SETUP]: () => ready,
    [CHANGE]: ({ body }) => ({ ...information, ...body, version: 4 }),
  });
  await open('guests');
  expect(await screen.findByRole('img', { name: '예약 주소 QR 코드' })).toBeTruthy();
  expect((await screen.findByLabelText<HTMLInputElement>('예약 주소')).value).toBe(BOOKING_URL);
  expect(screen.getByRole('link', { name: '예약 페이지 미리 보기' }).getAttribute('href')).toBe(PREVIEW_PATH);
  expect(screen.queryByRole('button', { name: '포스터 저장 (PDF)' })).toBeNull();
  fireEvent.click(screen.getByLabelText('온라인 예약 받기'));
  await save();
  await waitFor(() => expect(requests.get(CHANGE)?.[0]?.body).toEqual({ bookingIsOpen: true, version: 3 }));
});

it('what is missing before guests can book is listed (BK-8)', async () => {
  answerCalls({
    ...answers(),
    [INFORMATION]: () => information,
    [SETUP]: () => ({ ...ready, url: null, missing: ['PUBLIC_URL', 'PRICE'] }),
  });
  await open('guests');
  const list = await screen.findByRole('region', { name: '온라인 예약 페이지' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['서버의 공개 주소 (PUBLIC_URL)', '요금']);
  expect(screen.queryByLabelText('예약 주소')).toBeNull();
});
