// @sweep 1/8 (decision 086)
import type { HelpDeskPage } from '@munjigi/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleDetail } from '../../testing/reservation-samples.ts';
import { sampleCommand, sampleDoor, sampleId } from '../../testing/samples.ts';
import { putCommand } from '../devices/command-cache.ts';
import { HelpDeskScreen } from './help-desk-screen.tsx';
import { RaisedBar } from './raised-bar.tsx';

const CASE = 'POST /api/v2/{product}/help-desk/reservation/{reservationId}/case';
const READ = 'GET /api/v2/{product}/help-desk/reservation/{reservationId}';
const OPEN = 'POST /api/v2/{product}/help-desk/reservation/{reservationId}/open';
const NOW = '2026-11-21T12:30:00.000Z';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A reservation page: the guest is within the reserved time, has paid, and needs one door. */
function samplePage(over: Partial<HelpDeskPage> = {}): HelpDeskPage {
  const reservation = sampleDetail({
    state: 'IN_USE',
    startsAt: '2026-11-21T12:00:00.000Z',
    endsAt: '2026-11-21T14:00:00.000Z',
    priceAmount: 20_000,
    paidAmount: 20_000,
  });
  return {
    reservation,
    storeName: '강남점',
    roomName: '1번 룸',
    storePhone: '',
    dueAmount: 0,
    payments: [],
    room: { state: 'FREE', blockReason: null, presence: null },
    roomNow: null,
    obstacles: null,
    extension: { choices: [], reason: 'SLOT_TAKEN' },
    access: {
      reservationId: reservation.id,
      storeId: reservation.storeId,
      codeId: null,
      madeAt: null,
      doors: [
        { doorId: sampleId(20), doorName: '앞문', code: null, keepsCodes: false, spare: null, lacksSpare: false },
      ],
    },
    doors: [
      { door: sampleDoor(), opensAt: '2026-11-21T11:50:00.000Z', closesAt: '2026-11-21T14:10:00.000Z', lines: [] },
    ],
    people: [],
    guestAskedAt: null,
    guestHelp: null,
    mine: { openedAt: NOW, resolvedAt: null, outcome: null },
    ...over,
  };
}

async function show(page: HelpDeskPage, role: 'ADMIN' | 'CUSTOMER_MANAGER' = 'ADMIN', open = () => sampleCommand()) {
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person(role),
    [CASE]: () => page,
    [READ]: () => page,
    [OPEN]: open,
  });
  const { client } = await renderScreen(<HelpDeskScreen />, `/?reservation=${page.reservation.id}`);
  await screen.findByTestId('guest-time');
  return Object.assign(requests, { client });
}
const press = (name: string) => fireEvent.click(within(screen.getByTestId('action-bar')).getByRole('button', { name }));

it('the help desk opens with one tap when no reason is needed and no check warns', async () => {
  const requests = await show(samplePage());
  press('지금 열기');
  await waitFor(() => expect(screen.getByTestId('open-outcome').textContent).toContain('문이 열렸어요.'));
  expect(requests.get(OPEN)?.map(({ body }) => body)).toEqual([{ doorId: sampleId(20) }]);
  expect(requests.get(CASE)).toHaveLength(1);
});

it('the help desk keeps the result of the opening when the door locks itself again', async () => {
  const { client } = await show(samplePage());
  press('지금 열기');
  await waitFor(() => expect(screen.getByTestId('open-outcome').textContent).toContain('문이 열렸어요.'));
  const { requestedAt } = sampleCommand();
  const relock = sampleCommand({
    id: sampleId(77),
    action: 'LOCK',
    status: 'SENT',
    requestedAt: new Date(Date.parse(requestedAt) + 5000).toISOString(),
  });
  putCommand(client, 'playroom', relock);
  // The query cache notifies its observers asynchronously.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(screen.getByTestId('open-outcome').textContent).toContain('문이 열렸어요.');
});

it('the help desk requires a reason from a help-desk person, and opens with one tap on a reason', async () => {
  const requests = await show(samplePage(), 'CUSTOMER_MANAGER');
  press('지금 열기');
  const sheet = await screen.findByRole('dialog');
  fireEvent.click(within(sheet).getByRole('button', { name: '지금 열기' }));
  expect(await within(sheet).findByText('사유를 고르거나 입력해 주세요.')).toBeDefined();
  expect(requests.get(OPEN)).toBeUndefined();
  fireEvent.click(within(sheet).getByRole('button', { name: '일찍 도착' }));
  await screen.findByTestId('open-outcome');
  expect(requests.get(OPEN)?.[0]?.body).toEqual({ doorId: sampleId(20), reason: '일찍 도착' });
});

it('the help desk shows the warnings before it opens: another guest in the room, too early, money due', async () => {
  const page = samplePage({ dueAmount: 5000, roomNow: { code: 'K7QX-29MD', endsAt: '2026-11-21T13:00:00.000Z' } });
  const early = {
    ...page,
    reservation: { ...page.reservation, state: 'CONFIRMED' as const, startsAt: '2026-11-21T13:00:00.000Z' },
    doors: page.doors.map((it) => ({ ...it, opensAt: '2026-11-21T12:48:00.000Z' })),
  };
  const requests = await show(early);
  expect(screen.getByTestId('guest-time').textContent).toContain('18분 일러요.');
  press('지금 열기');
  expect((await screen.findByTestId('doubts')).textContent).toBe(
    '룸에 다른 손님(K7QX-29MD)이 22:00까지 있어요.아직 들어올 시간이 아니에요.받을 금액 ₩5,000이 남았어요.',
  );
  expect(requests.get(OPEN)).toBeUndefined();
});

it('the help desk shows a refusal in words', async () => {
  await show(samplePage(), 'ADMIN', () => refuse('STATE_NOT_ALLOWED', 409) as never);
  press('지금 열기');
  await waitFor(() => expect(screen.getByTestId('open-outcome').textContent).toMatch(/^문을 열지 못했어요\. ./));
});

it.each([
  ['extends again by the present version when only the state changed in between', '2026-11-21T14:00:00.000Z', 2],
  ['shows both when the end of the stay changed in between', '2026-11-21T14:30:00.000Z', 1],
])('the help desk’s extension %s', async (_name, endsAt, requestCount) => {
  const EXTEND = 'POST /api/v2/{product}/help-desk/reservation/{reservationId}/extend';
  const choice = { minutes: 30, endsAt: '2026-11-21T14:30:00.000Z', totalAmount: 25_000, addedAmount: 5000 };
  const page = samplePage({ extension: { choices: [choice], reason: null } });
  const changed = { ...page.reservation, endsAt, version: page.reservation.version + 1 };
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [CASE]: () => page,
    [READ]: () => page,
    [EXTEND]: ({ body }) =>
      body?.['version'] === changed.version ? changed : refuse('STALE', 409, { current: changed }),
  });
  await renderScreen(<HelpDeskScreen />, `/?reservation=${page.reservation.id}`);
  await screen.findByTestId('guest-time');
  press('연장');
  fireEvent.click(await screen.findByTestId('extend-choice'));
  if (requestCount === 2) await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  else expect((await screen.findByRole('alert')).textContent).toContain('다른 사람이 먼저 변경했어요');
  expect(requests.get(EXTEND)).toHaveLength(requestCount);
});

it('the help desk says why no extension and no new code is possible, instead of a dead button', async () => {
  await show(samplePage());
  press('연장');
  expect((await screen.findByRole('dialog')).textContent).toContain('지금은 연장할 수 없어요. 이미 예약된 시간이에요.');
  fireEvent.click(screen.getByRole('button', { name: '닫기' }));
  press('새 코드');
  expect(await screen.findByText('코드를 쓰는 문이 없는 예약이에요. ‘지금 열기’로 열어 주세요.')).toBeDefined();
});

it('the help desk shows the last minutes of a door in plain words', async () => {
  const line = { at: '2026-11-21T12:20:00.000Z', until: null, count: 1, minutes: null, by: null, error: null };
  const lines: HelpDeskPage['doors'][number]['lines'] = [
    { ...line, kind: 'OFFLINE', until: '2026-11-21T12:22:00.000Z' },
    { ...line, kind: 'OPEN_FAILED', by: '김지은', error: 'DEVICE_OFFLINE' },
    { ...line, kind: 'WRONG_CODE', count: 3 },
    { ...line, kind: 'TRIED_EARLY', minutes: 18 },
    { ...line, at: '2026-11-21T12:19:00.000Z', kind: 'TRIED_EARLY', minutes: 125, count: 2 },
    { ...line, at: '2026-11-21T12:18:00.000Z', kind: 'CODE_REFUSED', count: 4 },
    { ...line, kind: 'OPENED_BY_HAND' },
  ];
  const page = samplePage();
  await show({ ...page, doors: page.doors.map((it) => ({ ...it, lines })) });
  expect(screen.getAllByTestId('door-line').map((it) => it.textContent)).toEqual([
    '21:2021:22까지 문이 오프라인이었어요',
    '21:20김지은 님이 열지 못했어요. 기기가 오프라인이라 보내지 않았어요.',
    '21:20잘못된 코드를 3번 입력했어요',
    '21:20손님 코드를 18분 일찍 입력해 열리지 않았어요',
    '21:19손님 코드를 2시간 5분 일찍 입력해 열리지 않았어요 (2번)',
    '21:18코드를 4번 거절했어요. 어떤 코드인지는 도어록이 알려 주지 않아요',
    '21:20안쪽 손잡이나 열쇠로 열렸어요',
  ]);
});

it('the help desk names no button that is off in its advice, and says why it is off (NX-60)', async () => {
  const page = samplePage();
  const [guestDoor] = page.doors;
  const door = sampleDoor({ doorMode: 'LOCKED_DOWN', emergencyId: sampleId(60) });
  const of = { severity: 'BLOCKING', since: null, amount: null } as const;
  const at = { id: door.id, name: door.name };
  await show({
    ...page,
    reservation: { ...page.reservation, state: 'CONFIRMED' },
    doors: guestDoor === undefined ? [] : [{ ...guestDoor, door }],
    obstacles: [
      { ...of, kind: 'ROOM_OCCUPIED', door: null },
      { ...of, kind: 'DOOR_LOCKED_DOWN', door: at },
      { ...of, kind: 'CODE_NOT_ACKNOWLEDGED', door: at },
    ],
  });
  const facts = screen.getByTestId('guest-facts').textContent;
  expect(facts).not.toMatch(/열어 주세요|지금 열기/);
  expect(facts).toContain('가맹점주나 본사가 출입 통제를 해제해야 열 수 있어요.');
  const open = within(screen.getByTestId('action-bar')).getByRole('button', { name: '지금 열기' });
  expect(open.getAttribute('aria-disabled')).toBe('true');
  const why = document.getElementById(open.getAttribute('aria-describedby') ?? '');
  expect(why?.textContent).toBe('출입 통제 중이라 열 수 없어요');
  press('새 코드');
  const sheet = await screen.findByText(/쓰는 문이 없는|코드가 없어요/);
  expect(sheet.textContent).not.toContain('지금 열기');
});

it('the help desk says nothing else is in the way beside an unpaid amount, and leads with Open in the window only', async () => {
  const page = samplePage();
  await show({ ...page, dueAmount: 20_000, obstacles: [] });
  const facts = () => screen.getByTestId('guest-facts').textContent ?? '';
  expect(facts()).toContain('받을 금액 ₩20,000');
  expect(facts()).toContain('결제 말고는 입장을 막는 문제가 없어요');
  const open = () => within(screen.getByTestId('action-bar')).getByRole('button', { name: '지금 열기' });
  expect(open().className).toContain('MuiButton-contained');
  vi.setSystemTime(new Date('2026-11-21T11:40:00.000Z'));
  cleanup();
  await show({ ...page, obstacles: [] });
  expect(facts()).toContain('입장을 막는 문제가 없어요');
  expect(open().className).not.toContain('MuiButton-contained');
});

it('the help desk says why a door in a lockdown cannot be opened (DR-8)', async () => {
  const page = samplePage();
  const requests = await show({
    ...page,
    doors: page.doors.map((it) => ({
      ...it,
      door: sampleDoor({ doorMode: 'LOCKED_DOWN', emergencyId: sampleId(60) }),
    })),
  });
  expect(within(screen.getByTestId('action-bar')).getByTestId('cannot-open').textContent).toBe(
    '출입 통제 중이라 열 수 없어요',
  );
  const open = within(screen.getByTestId('action-bar')).getByRole('button', { name: '지금 열기' });
  expect(open.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(open);
  expect([screen.queryByRole('dialog'), requests.get(OPEN)]).toEqual([null, undefined]);
});

it('the help desk shows what was sent to the guest, and sends a usual answer in one tap and typed words (GP-4)', async () => {
  const at = '2026-11-21T12:29:00.000Z';
  const guestHelp = {
    trouble: 'EQUIPMENT' as const,
    notes: [
      { text: '빔프로젝터가 안 돼요', photo: null, at, companion: null },
      { text: '', photo: { id: sampleId(71), width: 40, height: 30 }, at, companion: 2 },
    ],
    openedAt: at,
    seenAt: at,
    resolvedAt: null,
    answers: [{ text: '확인 중입니다.', at, byName: '정상담' }],
    companions: [2],
  };
  const ANSWER = 'POST /api/v2/{product}/help-desk/reservation/{reservationId}/answer';
  const PHOTO = 'GET /api/v2/{product}/help-desk/reservation/{reservationId}/photo/{photoId}';
  const page = samplePage({ guestAskedAt: at, guestHelp });
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [CASE]: () => page,
    [READ]: () => page,
    [PHOTO]: () => 'picture',
    [ANSWER]: () => ({ reservationId: page.reservation.id, storeId: page.reservation.storeId, answers: [] }),
  });
  await renderScreen(<HelpDeskScreen />, `/?reservation=${page.reservation.id}`);
  const answers = await screen.findByTestId('guest-answers');
  expect(within(answers).getByTestId('sent-answer').textContent).toContain('확인 중입니다.');
  expect(within(answers).getByTestId('guest-notes').textContent).toContain('장비나 시설빔프로젝터가 안 돼요');
  expect(await within(answers).findByRole('img', { name: '손님이 보낸 사진' })).toBeTruthy();
  expect(requests.get(PHOTO)).toHaveLength(1);
  // The photo came through the link of a companion (GT-26).
  const [own, ofCompanion] = within(answers).getAllByTestId('guest-note');
  expect([own?.textContent, ofCompanion?.textContent].map((text) => text?.includes('일행 2'))).toEqual([false, true]);
  expect(within(answers).getByTestId('companions-of-case').textContent).toContain('일행 2도');
  fireEvent.click(within(answers).getByRole('button', { name: 'English' }));
  fireEvent.click(within(answers).getByRole('button', { name: 'The door is open. Please go in.' }));
  await waitFor(() => expect(requests.get(ANSWER)?.[0]?.body).toEqual({ text: 'The door is open. Please go in.' }));
  fireEvent.change(within(answers).getByLabelText('직접 쓰기'), { target: { value: ' 곧 갈게요 ' } });
  await waitFor(() =>
    expect(within(answers).getByRole('button', { name: '보내기' }).getAttribute('aria-disabled')).toBe('false'),
  );
  fireEvent.click(within(answers).getByRole('button', { name: '보내기' }));
  await waitFor(() => expect(requests.get(ANSWER)?.[1]?.body).toEqual({ text: '곧 갈게요' }));
});

const HELP = {
  trouble: 'DOOR' as const,
  openedAt: NOW,
  seenAt: null,
  resolvedAt: null,
  notes: [],
  answers: [],
  companions: [],
};

/** A person has the page of a guest open, and then the guest asks for help. Opening the case again marks it as seen. */
async function showRequestOnOpenPage() {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  let page = samplePage();
  const { id: reservationId, storeId } = page.reservation;
  const raised = () => ({
    items: page.guestHelp?.seenAt === null ? [{ ...RAISED_CASE, storeId, reservationId }] : [],
  });
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/help-desk/raised': raised,
    [CASE]: () => {
      if (page.guestHelp !== null) page = { ...page, guestHelp: { ...HELP, seenAt: NOW } };
      return page;
    },
    [READ]: () => page,
  });
  const screenOfPerson = (
    <>
      <RaisedBar />
      <HelpDeskScreen />
    </>
  );
  const { client } = await renderScreen(screenOfPerson, `/dashboard/support?reservation=${reservationId}`);
  await screen.findByTestId('guest-time');
  page = { ...page, guestAskedAt: NOW, guestHelp: HELP };
  // As the event stream does; the pace of its reads is not of interest here.
  const refetch = () =>
    act(async () => {
      await client.invalidateQueries({ queryKey: ['help-desk-page'] });
      await client.invalidateQueries({ queryKey: ['raised-help'] });
    });
  await refetch();
  await screen.findByTestId('raised-bar');
  await screen.findByTestId('guest-answers');
  return { requests, refetch };
}
const RAISED_CASE = {
  id: sampleId(70),
  code: 'K7QX-29MD',
  storeName: '강남점',
  roomName: '1번 룸',
  openedAt: NOW,
  trouble: 'DOOR' as const,
};

it.each([
  ['a click on the bar', () => fireEvent.click(screen.getByTestId('raised-bar'))],
  ['a click in the page', () => fireEvent.click(screen.getByTestId('guest-time'))],
  ['a key in the page', () => fireEvent.keyDown(screen.getByLabelText('직접 쓰기'), { key: 'ㄱ' })],
])('an open page records that a new request is seen after %s, and not by itself (NX-12)', async (_name, touch) => {
  const { requests, refetch } = await showRequestOnOpenPage();
  expect(requests.get(CASE)).toHaveLength(1);
  touch();
  await waitFor(() => expect(requests.get(CASE)).toHaveLength(2));
  await refetch();
  await waitFor(() => expect(screen.queryByTestId('raised-bar')).toBeNull());
  fireEvent.click(screen.getByTestId('guest-time'));
  expect(requests.get(CASE)).toHaveLength(2);
});

it('a usual answer keeps the words that the person is typing, and sent words leave the field', async () => {
  const ANSWER = 'POST /api/v2/{product}/help-desk/reservation/{reservationId}/answer';
  const page = samplePage({ guestAskedAt: NOW, guestHelp: { ...HELP, seenAt: NOW } });
  const { id: reservationId, storeId } = page.reservation;
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [CASE]: () => page,
    [READ]: () => page,
    [ANSWER]: () => ({ reservationId, storeId, answers: [] }),
  });
  await renderScreen(<HelpDeskScreen />, `/?reservation=${reservationId}`);
  const answers = await screen.findByTestId('guest-answers');
  const field = within(answers).getByLabelText<HTMLTextAreaElement>('직접 쓰기');
  const send = within(answers).getByRole('button', { name: '보내기' });
  const isReady = () => waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.change(field, { target: { value: '옆문으로 ' } });
  fireEvent.click(within(answers).getAllByTestId('quick-answer')[0] as HTMLElement);
  await waitFor(() => expect(requests.get(ANSWER)).toHaveLength(1));
  await isReady();
  expect(field.value).toBe('옆문으로 ');
  fireEvent.click(send);
  await waitFor(() => expect(field.value).toBe(''));
  expect(requests.get(ANSWER)?.[1]?.body).toEqual({ text: '옆문으로' });
});

it('names the payment as the reason why an unpaid guest has no code, with the payment link (RV-72)', async () => {
  const page = samplePage();
  const [door] = page.access.doors;
  if (!door) throw new Error('The sample has a door');
  await show({
    ...page,
    reservation: { ...page.reservation, state: 'PENDING', paidAmount: 0 },
    dueAmount: 20_000,
    access: { ...page.access, doors: [{ ...door, keepsCodes: true }] },
  });
  const code = await screen.findByTestId('code-state');
  expect(code.dataset['code']).toBe('unpaid');
  expect(code.textContent).toContain('아직 결제하지 않아 코드가 없어요');
  expect(within(screen.getByTestId('guest-facts')).getByRole('button', { name: '결제 링크' })).toBeTruthy();
});
