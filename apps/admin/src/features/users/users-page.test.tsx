// @sweep 1/8 (decision 086)
import type { CurrentUser, RightChange, User, UserDetail } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { UsersScreen } from '../../app/screens/users-screen.tsx';

const LIST = 'GET /api/v2/{product}/user';
const ONE = 'GET /api/v2/{product}/user/{userId}';
const EDIT = 'PATCH /api/v2/{product}/user/{userId}';
const APPROVE = 'POST /api/v2/{product}/user/{userId}/approve';
const DISABLE = 'POST /api/v2/{product}/user/{userId}/disable';

const user = (over: Partial<User> = {}): User => ({
  id: sampleId(1),
  name: '박서준',
  email: 'park@test.example',
  state: 'PENDING',
  roles: [],
  stores: [],
  requestedStore: '강남 점',
  createdAt: '2026-11-20T05:00:00.000Z',
  decidedAt: null,
  decision: '',
  lastSignInAt: null,
  version: 3,
  ...over,
});
const change = (over: Partial<RightChange>): RightChange => ({
  id: 1,
  at: '2026-11-20T05:00:00.000Z',
  by: '김지은',
  change: 'STATE',
  state: null,
  role: null,
  until: null,
  storeName: null,
  ...over,
});
function answers(role: 'ADMIN' | 'SUB_ADMIN', one: User, more: Partial<UserDetail> = {}) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: () => ({ total: 1, isTotalExact: true, items: [one] }),
    [ONE]: () => ({ ...one, phoneMasked: '010-****-6789', hasSecondFactor: false, sessions: [], ...more }),
    'GET /api/v2/{product}/sign-in-rules': () => ({ secondFactorRoles: [], idleMinutes: {}, version: 0 }),
    'GET /api/v2/{product}/user/{userId}/right-change': () => ({
      total: 3,
      isTotalExact: true,
      items: [
        change({ id: 3, change: 'ROLE_GIVEN', role: 'SUB_ADMIN', until: '2020-01-01T00:00:00.000Z' }),
        change({ id: 2, change: 'STORE_GIVEN', storeName: '강남점' }),
        change({ state: 'PENDING', by: null }),
      ],
    }),
  } as const;
}
function chooseEnd(group: HTMLElement, day: string, time: string): void {
  fireEvent.change(within(group).getByLabelText('날짜'), { target: { value: day } });
  fireEvent.change(within(group).getByLabelText('시각'), { target: { value: time } });
}
const franchisee = user({
  state: 'ACTIVE',
  roles: [
    { role: 'FRANCHISEE', until: null },
    { role: 'SUB_ADMIN', until: '2020-01-01T00:00:00.000Z' },
  ],
  stores: [STORES[0]],
});

it('the users page suggests role and store of a request, and approves it until a chosen time (AU-4)', async () => {
  const requests = answerCalls({ ...answers('ADMIN', user()), [APPROVE]: () => franchisee });
  await renderScreen(<UsersScreen />);
  fireEvent.click(within(await screen.findByTestId('user')).getByRole('button'));
  const drawer = within(await screen.findByTestId('user-drawer'));
  expect((await drawer.findAllByTestId('right-change')).map((it) => it.textContent)).toEqual([
    expect.stringContaining('부관리자 역할 받음 (2020년 1월 1일 09:00까지)'),
    expect.stringContaining('강남점 담당 시작'),
    expect.stringContaining('본인 또는 서버'),
  ]);
  fireEvent.click(drawer.getByRole('button', { name: '승인' }));
  const dialog = within(await screen.findByRole('dialog', { name: '박서준 님 가입 승인' }));
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: '강남점' }).checked).toBe(true);
  chooseEnd(dialog.getByRole('group', { name: '가맹점주 종료 시각' }), '2099-12-31', '18:30');
  fireEvent.click(dialog.getByRole('button', { name: '승인하기' }));
  await waitFor(() =>
    expect(requests.get(APPROVE)?.[0]?.body).toEqual({
      version: 3,
      roles: [{ role: 'FRANCHISEE', until: '2099-12-31T09:30:00.000Z' }],
      storeIds: [STORES[0].id],
    }),
  );
});

it('the users page requires a role, a store and a future end before it sends anything', async () => {
  const requests = answerCalls(answers('ADMIN', user({ requestedStore: '다른 매장' })));
  await renderScreen(<UsersScreen />, `/?user=${sampleId(1)}`);
  fireEvent.click(await screen.findByRole('button', { name: '승인' }));
  const dialog = within(await screen.findByRole('dialog', { name: '박서준 님 가입 승인' }));
  const send = () => fireEvent.click(dialog.getByRole('button', { name: '승인하기' }));
  send();
  expect(dialog.getByRole('alert').textContent).toBe('가맹점주는 담당 매장이 하나 이상 있어야 해요.');
  fireEvent.click(dialog.getByRole('checkbox', { name: /^가맹점주/ }));
  expect(dialog.getByRole('alert').textContent).toBe('역할을 하나 이상 골라 주세요.');
  fireEvent.click(dialog.getByRole('checkbox', { name: /^상담원/ }));
  chooseEnd(dialog.getByRole('group', { name: '상담원 종료 시각' }), '2020-01-01', '00:00');
  send();
  expect(dialog.getByRole('alert').textContent).toBe('종료 시각은 지금보다 늦어야 해요.');
  expect(requests.has(APPROVE)).toBe(false);
});

it('the users page changes rights without the expired ones, and shows the other edit after a STALE refusal', async () => {
  const theirs = { ...franchisee, version: 8, roles: [{ role: 'CUSTOMER_MANAGER' as const, until: null }], stores: [] };
  let tries = 0;
  const requests = answerCalls({
    ...answers('ADMIN', franchisee),
    [EDIT]: () => ((tries += 1) === 1 ? refuse('STALE', 409, { current: theirs }) : franchisee),
  });
  await renderScreen(<UsersScreen />, `/?tab=people&user=${sampleId(1)}`);
  fireEvent.click(await screen.findByRole('button', { name: '권한 변경' }));
  const dialog = within(await screen.findByRole('dialog', { name: '박서준 님 권한 변경' }));
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('상담원');
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  const rights = { name: '박서준', roles: [{ role: 'FRANCHISEE', until: null }], storeIds: [STORES[0].id] };
  await waitFor(() =>
    expect(requests.get(EDIT)?.map(({ body }) => body)).toEqual([
      { version: 3, ...rights },
      { version: 8, ...rights },
    ]),
  );
});

it('the users page disables only with a reason, and explains that the last administrator stays', async () => {
  const requests = answerCalls({ ...answers('ADMIN', franchisee), [DISABLE]: () => refuse('LAST_ADMIN', 409) });
  await renderScreen(<UsersScreen />, `/?tab=people&user=${sampleId(1)}`);
  fireEvent.click(await screen.findByRole('button', { name: '사용 중지' }));
  const dialog = within(await screen.findByRole('dialog', { name: '박서준 님 사용 중지' }));
  fireEvent.click(dialog.getByRole('button', { name: '중지하기' }));
  expect(requests.has(DISABLE)).toBe(false);
  fireEvent.change(dialog.getByLabelText('사유'), { target: { value: ' 퇴사 ' } });
  fireEvent.click(dialog.getByRole('button', { name: '중지하기' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('관리자가 한 명은');
  expect(requests.get(DISABLE)?.[0]?.body).toEqual({ version: 3, reason: '퇴사' });
});

it('the users page shows no buttons to a person who can only read users', async () => {
  const session = {
    id: sampleId(7),
    address: '192.0.2.7',
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/140 Mobile Safari/537.36',
    createdAt: '2026-11-20T05:00:00.000Z',
    expiresAt: '2099-01-01T00:00:00.000Z',
    endedAt: null,
    isLive: true,
  };
  answerCalls(answers('SUB_ADMIN', franchisee, { sessions: [session] }));
  await renderScreen(<UsersScreen />, `/?tab=people&user=${sampleId(1)}`);
  const drawer = within(await screen.findByTestId('user-drawer'));
  expect((await drawer.findByTestId('session')).textContent).toContain('Chrome · Android192.0.2.7');
  expect(drawer.queryByRole('button', { name: /변경|중지|로그아웃/ })).toBeNull();
});

it('the users page says that no request waits, and that a search finds no user', async () => {
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [LIST]: () => ({ total: 0, isTotalExact: true, items: [] }),
  });
  await renderScreen(<UsersScreen />);
  // Without a request the page opens on the people.
  await waitFor(() => expect(screen.getByRole('tab', { name: '사용자' }).getAttribute('aria-selected')).toBe('true'));
  fireEvent.click(screen.getByRole('tab', { name: '가입 신청' }));
  expect(await screen.findByText('기다리는 신청이 없어요')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: '사용자' }));
  fireEvent.change(screen.getByLabelText('이름, 이메일, 매장'), { target: { value: '없는 사람' } });
  expect(await screen.findByText('찾는 사용자가 없어요')).toBeTruthy();
  await waitFor(() => expect(requests.get(LIST)?.at(-1)?.query).toMatchObject({ q: '없는 사람', state: 'DECIDED' }));
});

it('the users page names an invited person who has no password yet', async () => {
  answerCalls(answers('ADMIN', { ...franchisee, isInvited: true }));
  await renderScreen(<UsersScreen />, '/?tab=people');
  expect((await screen.findByTestId('user')).textContent).toContain('초대됨');
});

const INVITE = 'POST /api/v2/{product}/user';

it('the users page invites a person with rights, and shows the link once', async () => {
  const invited = { ...franchisee, name: '이하늘', email: 'lee@test.example' };
  const requests = answerCalls({
    ...answers('ADMIN', franchisee),
    [INVITE]: () => ({
      user: invited,
      token: 'secret-of-the-link',
      expiresAt: '2026-12-01T05:00:00.000Z',
      email: { to: 'l***@t***.example', fault: null },
    }),
  });
  await renderScreen(<UsersScreen />, '/?tab=people');
  fireEvent.click(await screen.findByRole('button', { name: '사용자 초대' }));
  const dialog = within(await screen.findByRole('dialog', { name: '사용자 초대' }));
  const send = () => fireEvent.click(dialog.getByRole('button', { name: '초대 링크 만들기' }));
  send();
  expect(dialog.getByText('가맹점주는 담당 매장이 하나 이상 있어야 해요.')).toBeTruthy();
  expect(requests.has(INVITE)).toBe(false);
  fireEvent.change(dialog.getByLabelText(/^이름/), { target: { value: ' 이하늘 ' } });
  fireEvent.change(dialog.getByLabelText(/^이메일/), { target: { value: 'lee@test.example' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: '강남점' }));
  send();
  const shown = within(await screen.findByRole('dialog', { name: '이하늘 님 초대 링크' }));
  expect(shown.getByLabelText<HTMLInputElement>('초대 링크').value).toMatch(/\/invitation#secret-of-the-link$/);
  expect(shown.getByTestId('link-email').textContent).toContain('l***@t***.example 주소로도');
  expect(requests.get(INVITE)?.map(({ body }) => body)).toEqual([
    {
      name: '이하늘',
      email: 'lee@test.example',
      roles: [{ role: 'FRANCHISEE', until: null }],
      storeIds: [STORES[0].id],
    },
  ]);
});

it('the users page says which e-mail address is taken', async () => {
  answerCalls({ ...answers('ADMIN', franchisee), [INVITE]: () => refuse('EMAIL_TAKEN', 409) });
  await renderScreen(<UsersScreen />, '/?tab=people');
  fireEvent.click(await screen.findByRole('button', { name: '사용자 초대' }));
  const dialog = within(await screen.findByRole('dialog', { name: '사용자 초대' }));
  fireEvent.change(dialog.getByLabelText(/^이름/), { target: { value: '이하늘' } });
  fireEvent.change(dialog.getByLabelText(/^이메일/), { target: { value: 'park@test.example' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: '강남점' }));
  fireEvent.click(dialog.getByRole('button', { name: '초대 링크 만들기' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('이 이메일로 만든 계정이나 가입 신청이 이미 있어요.');
});

it('the users page creates the missing store that a request names, and selects it for the approval', async () => {
  const CREATE = 'POST /api/v2/{product}/store';
  const waiting = user({ requestedStore: '성수점' });
  const stores: CurrentUser['stores'] = [...STORES];
  const create = () => {
    stores.push({ id: sampleId(55), name: '성수점', timeZone: 'Asia/Seoul' });
    return { ...sampleStore(), id: sampleId(55), name: '성수점' };
  };
  const requests = answerCalls({
    ...answers('ADMIN', waiting),
    'GET /api/v2/auth/me': () => person('ADMIN', stores),
    [CREATE]: create,
    [APPROVE]: () => franchisee,
  });
  await renderScreen(<UsersScreen />, `/?user=${sampleId(1)}`);
  fireEvent.click(await screen.findByRole('button', { name: '승인' }));
  const dialog = within(await screen.findByRole('dialog', { name: '박서준 님 가입 승인' }));
  fireEvent.click(dialog.getByRole('button', { name: '‘성수점’ 매장 만들기' }));
  const form = within(await screen.findByRole('dialog', { name: '매장 추가' }));
  expect(form.getByLabelText<HTMLInputElement>(/^매장 이름/).value).toBe('성수점');
  fireEvent.change(form.getByLabelText(/^매장 코드/), { target: { value: 'seongsu' } });
  fireEvent.click(form.getByRole('button', { name: '추가' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '매장 추가' })).toBeNull());
  expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: '성수점' })).checked).toBe(true);
  expect(dialog.queryByRole('button', { name: '‘성수점’ 매장 만들기' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: '승인하기' }));
  await waitFor(() =>
    expect(requests.get(APPROVE)?.[0]?.body).toEqual({
      version: 3,
      roles: [{ role: 'FRANCHISEE', until: null }],
      storeIds: [sampleId(55)],
    }),
  );
});
