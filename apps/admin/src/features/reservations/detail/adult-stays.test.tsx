import type { AgeCheckForStaff, ExtensionOffer, Message, ReadinessCheck, ReservationDetail } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../../testing/answers.ts';
import { boardDay, boardReservation } from '../../../testing/board-samples.ts';
import { noPayments } from '../../../testing/payment-samples.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { reservableStore, sampleDetail, sampleEntry, samplePriceLine } from '../../../testing/reservation-samples.ts';
import { sampleDoor, sampleId, sampleRoom } from '../../../testing/samples.ts';
import { ReservationDrawer } from './reservation-drawer.tsx';

const AT = '/api/v2/{product}/reservation/{reservationId}' as const;
const PREVIEW = 'POST /api/v2/{product}/age-check/preview';
const rooms = [sampleRoom(), sampleRoom({ id: sampleId(11), name: '2번 룸' })];

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T05:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const NO_RULE: AgeCheckForStaff = {
  reservationId: sampleId(50),
  storeId: sampleDetail().storeId,
  basis: null,
  metAt: null,
  way: null,
  document: null,
  confirmedBy: null,
  askedAt: null,
};

function answers(detail: ReservationDetail) {
  return {
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/reservation/readiness': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/reservation/extension-offer': () => ({ total: 0, items: [] as ExtensionOffer[] }),
    'GET /api/v2/{product}/reservation/overrun': () => ({ total: 0, items: [] }),
    [`GET ${AT}`]: () => detail,
    [`GET ${AT}/readiness`]: () => ({ total: 0, items: [] as ReadinessCheck[] }),
    [`GET ${AT}/entry`]: () => sampleEntry(detail),
    [`GET ${AT}/age-check`]: () => NO_RULE,
    'GET /api/v2/{product}/message': () => ({ total: 0, isTotalExact: true, items: [] as Message[] }),
    ...noPayments(detail),
    'GET /api/v2/{product}/store/{storeId}': () => reservableStore(),
    'GET /api/v2/{product}/room': () => ({ total: 2, items: rooms }),
    'GET /api/v2/{product}/door': () => ({ total: 1, items: [sampleDoor()] }),
    'GET /api/v2/{product}/reservations/daily': () => boardDay([boardReservation()], []),
    'POST /api/v2/{product}/price-policy/quote': ({ body }: SentRequest) => {
      const line = samplePriceLine(String(body?.['startsAt']), String(body?.['endsAt']));
      return { totalAmount: line.amount, lines: [line] };
    },
  } as const;
}
async function open() {
  await renderScreen(<ReservationDrawer />, `/?reservation=${sampleId(50)}`);
  await screen.findByRole('group', { name: '할 수 있는 일' });
  return within(screen.getByRole('dialog'));
}
const press = (part: ReturnType<typeof within>, name: string) => fireEvent.click(part.getByRole('button', { name }));

it('warns before a move and an extension that the guest gets no code there (AG-13)', async () => {
  const requests = answerCalls({
    ...answers(sampleDetail()),
    [PREVIEW]: ({ body }: SentRequest) => {
      const isNeeded = body?.['roomId'] === sampleId(11) || body?.['endsAt'] !== sampleDetail().endsAt;
      return { basis: isNeeded ? 'YOUTH_ACT' : null, isCheckNeeded: isNeeded };
    },
  });
  const drawer = await open();
  press(drawer, '옮기기');
  expect(drawer.queryByTestId('age-notice')).toBeNull();
  expect(requests.has(PREVIEW)).toBe(false);
  fireEvent.change(drawer.getByRole('combobox', { name: '룸' }), { target: { value: sampleId(11) } });
  expect((await drawer.findByTestId('age-notice')).textContent).toContain('신분증을 확인할 수 있어요');
  expect(requests.get(PREVIEW)?.[0]?.body).toEqual({
    roomId: sampleId(11),
    startsAt: sampleDetail().startsAt,
    endsAt: sampleDetail().endsAt,
    reservationId: sampleId(50),
  });
  press(drawer, '연장');
  expect((await drawer.findByTestId('age-notice')).textContent).toContain('성인 전용');
});

it('asks at the check-in of an unchecked guest for the document, or for a reason (AG-12)', async () => {
  const detail = sampleDetail();
  const requests = answerCalls({
    ...answers(detail),
    [`POST ${AT}/check-in`]: ({ body }: SentRequest) =>
      body?.['adult'] === undefined
        ? refuse('AGE_CHECK_NEEDED', 409, { current: { basis: 'YOUTH_ACT' } })
        : sampleDetail({ state: 'IN_USE', version: 2 }),
  });
  const drawer = await open();
  press(drawer, '체크인');
  const dialog = within(await screen.findByRole('dialog', { name: '성인 확인 전 체크인' }));
  fireEvent.change(dialog.getByLabelText('확인한 신분증'), { target: { value: 'NONE' } });
  press(dialog, '체크인');
  expect(await dialog.findByText('이유를 입력해 주세요.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('보지 않는 이유'), { target: { value: '점주가 아는 손님' } });
  press(dialog, '체크인');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '성인 확인 전 체크인' })).toBeNull());
  expect(requests.get(`POST ${AT}/check-in`)?.map(({ body }) => body)).toEqual([
    { version: 1 },
    { version: 1, adult: { document: null, reason: '점주가 아는 손님' } },
  ]);
});

it('shows why the new number of an edit is blocked, and saves when the person accepts it (RG-8)', async () => {
  const block = {
    id: sampleId(70),
    storeId: null,
    maskedPhone: '010-****-2222',
    state: 'ACTIVE',
    reason: '컨트롤러 파손',
    blockedAt: '2026-11-20T05:00:00.000Z',
    blockedBy: '김본부',
    endsAt: '2027-02-01T03:00:00.000Z',
    liftedAt: null,
    liftedBy: null,
  };
  const requests = answerCalls({
    ...answers(sampleDetail()),
    [`PATCH ${AT}`]: ({ body }: SentRequest) =>
      body?.['acceptsBlockedGuest'] === true
        ? sampleDetail({ version: 2 })
        : refuse('GUEST_BLOCKED', 409, { current: block }),
  });
  const drawer = await open();
  press(drawer, '수정');
  const change = (phone: string) =>
    fireEvent.change(drawer.getByRole('textbox', { name: '연락처' }), { target: { value: phone } });
  change('010-1111-2222');
  press(drawer, '저장');
  expect((await drawer.findByTestId('blocked-guest')).textContent).toContain('컨트롤러 파손');
  fireEvent.click(drawer.getByRole('checkbox', { name: /그래도 저장/ }));
  // Another number is another decision.
  change('010-1111-3333');
  expect(drawer.queryByTestId('blocked-guest')).toBeNull();
  press(drawer, '저장');
  fireEvent.click(await drawer.findByRole('checkbox', { name: /그래도 저장/ }));
  press(drawer, '저장');
  await waitFor(() => expect(requests.get(`PATCH ${AT}`)).toHaveLength(3));
  expect(requests.get(`PATCH ${AT}`)?.map(({ body }) => body?.['acceptsBlockedGuest'])).toEqual([
    undefined,
    undefined,
    true,
  ]);
});
