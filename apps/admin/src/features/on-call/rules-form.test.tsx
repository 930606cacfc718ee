// @sweep 1/8 (decision 086)
import type { OnCallPerson, OnCallRules } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { sampleOnCallRules, samplePerson } from '../../testing/on-call-samples.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { onCallLive } from './on-call.live.ts';
import { OnCallPage } from './on-call-page.tsx';

const RULES = 'GET /api/v2/{product}/store/{storeId}/on-call';
const SET = 'POST /api/v2/{product}/store/{storeId}/on-call';
const PEOPLE = 'GET /api/v2/{product}/store/{storeId}/on-call/person';
const TEST = 'POST /api/v2/{product}/store/{storeId}/on-call/test';
const LIST = 'GET /api/v2/{product}/incident';
const PAGE = `/?part=rules&store=${STORES[0].id}`;

const PEOPLE_OF_STORE: OnCallPerson[] = [
  samplePerson(),
  samplePerson({ userId: sampleId(81), name: '최예비', roles: ['ADMIN'], channels: [] }),
];

function answers(rules: OnCallRules, role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN') {
  let stored = rules;
  return {
    'GET /api/v2/auth/me': () => person(role),
    [RULES]: () => stored,
    [PEOPLE]: () => ({ items: PEOPLE_OF_STORE }),
    [SET]: ({ body }: { body: unknown }) => {
      stored = { ...stored, ...(body as Partial<OnCallRules>), version: (stored.version ?? 0) + 1 };
      return stored;
    },
    [TEST]: () => ({ incidentId: sampleId(70) }),
    [LIST]: () => ({ total: 0, isTotalExact: true, items: [] }),
  } as const;
}
const NONE = sampleOnCallRules({ isEnabled: false, steps: [], changedAt: null, changedBy: null, version: null });
const save = () => fireEvent.click(screen.getByRole('button', { name: '저장' }));
const form = async () => within(await screen.findByTestId('on-call-rules'));

it('the rules of a store without any are set from the defaults: people, channels, minutes and quiet hours (OC-1, OC-3, OC-4)', async () => {
  const requests = answerCalls(answers(NONE));
  await renderScreen(<OnCallPage />, PAGE);
  const rules = await form();
  expect(rules.getByText('지금은 꺼져 있어서 아무에게도 알리지 않아요.')).toBeTruthy();
  fireEvent.click(rules.getByRole('switch', { name: '당직 알림 사용' }));
  save();
  expect(await rules.findByText('당직 알림을 켜려면 알릴 사람을 정해 주세요.')).toBeTruthy();
  fireEvent.click(rules.getByRole('button', { name: '알릴 사람 정하기' }));
  expect(rules.getByText('알릴 사람을 한 명 이상 골라 주세요.')).toBeTruthy();
  expect(requests.has(SET)).toBe(false);

  fireEvent.click(rules.getByRole('checkbox', { name: /박당직/ }));
  fireEvent.click(rules.getByRole('checkbox', { name: '환불이 실패했어요: 알리기' }));
  fireEvent.click(rules.getByRole('checkbox', { name: '환불이 실패했어요: 야간에도 알리기' }));
  fireEvent.change(rules.getByRole('textbox', { name: '시작' }), { target: { value: '22:00' } });
  save();
  expect(rules.getByText('시작과 종료를 모두 입력하거나 모두 비워 주세요.')).toBeTruthy();
  fireEvent.change(rules.getByRole('textbox', { name: '종료' }), { target: { value: '07:00' } });
  save();
  await waitFor(() => expect(requests.get(SET)).toHaveLength(1));
  expect(requests.get(SET)?.[0]?.path).toContain(STORES[0].id);
  expect(requests.get(SET)?.[0]?.body).toEqual({
    version: null,
    isEnabled: true,
    conditions: NONE.conditions.map((rule) =>
      rule.condition === 'REFUND_FAILED' ? { ...rule, isEnabled: true, isUrgent: true } : rule,
    ),
    steps: [{ userIds: [sampleId(80)], channels: ['PUSH'], afterMinutes: 0 }],
    quietFrom: '22:00',
    quietUntil: '07:00',
  });
  await waitFor(() => expect(screen.queryByTestId('save-bar')).toBeNull());
});

it('a person whom a chosen channel does not reach now has a warning (OC-3)', async () => {
  answerCalls(answers(sampleOnCallRules()));
  await renderScreen(<OnCallPage />, PAGE);
  const rules = await form();
  expect(rules.getByText('지금 받을 수 있는 방법: 푸시 알림, 이메일')).toBeTruthy();
  expect(rules.queryByTestId('on-call-warning')).toBeNull();
  fireEvent.click(rules.getByRole('checkbox', { name: '문자' }));
  expect(rules.getByTestId('on-call-warning').textContent).toBe('지금 이 방법으로는 받을 수 없어요: 문자');
  fireEvent.click(rules.getByRole('checkbox', { name: /최예비/ }));
  expect(rules.getAllByTestId('on-call-warning')[1]?.textContent).toBe(
    '고른 방법으로는 지금 알릴 수 없어요: 푸시 알림, 문자',
  );
});

it('steps are added and removed, and wrong minutes, channels or people are said at their step', async () => {
  const requests = answerCalls(answers(sampleOnCallRules()));
  await renderScreen(<OnCallPage />, PAGE);
  const rules = await form();
  fireEvent.click(rules.getByRole('button', { name: '다음 단계 추가' }));
  const second = within(rules.getByRole('group', { name: '2단계' }));
  fireEvent.change(second.getByRole('textbox', { name: '1단계 뒤' }), { target: { value: '241' } });
  fireEvent.click(second.getByRole('checkbox', { name: '푸시 알림' }));
  save();
  for (const words of [
    '0에서 240 사이의 숫자를 입력해 주세요.',
    '알리는 방법을 하나 이상 골라 주세요.',
    '알릴 사람을 한 명 이상 골라 주세요.',
  ])
    expect(await second.findByText(words)).toBeTruthy();
  expect(requests.has(SET)).toBe(false);
  fireEvent.click(rules.getByRole('button', { name: '2단계 삭제' }));
  expect(rules.getAllByTestId('on-call-step')).toHaveLength(1);
  for (let step = 2; step <= 5; step += 1) fireEvent.click(rules.getByRole('button', { name: '다음 단계 추가' }));
  expect(rules.queryByRole('button', { name: '다음 단계 추가' })).toBeNull();
});

it('a person who lost their access is shown as such and can be removed', async () => {
  const gone = { userIds: [sampleId(80), sampleId(99)], channels: ['PUSH' as const], afterMinutes: 0 };
  const requests = answerCalls(answers(sampleOnCallRules({ steps: [gone] })));
  await renderScreen(<OnCallPage />, PAGE);
  const rules = await form();
  fireEvent.click(rules.getByRole('checkbox', { name: '이 매장을 더는 볼 수 없는 사람' }));
  save();
  await waitFor(() => expect(requests.get(SET)?.[0]?.body?.['steps']).toEqual([{ ...gone, userIds: [sampleId(80)] }]));
});

it('both versions are shown when another person saved the rules first (AP-4)', async () => {
  const theirs = sampleOnCallRules({ quietFrom: '23:00', quietUntil: '06:00', version: 4 });
  let isFirst = true;
  const given = answers(sampleOnCallRules());
  const requests = answerCalls({
    ...given,
    [SET]: (call) => {
      if (!isFirst) return given[SET](call);
      isFirst = false;
      return refuse('STALE', 409, { current: theirs });
    },
  });
  await renderScreen(<OnCallPage />, PAGE);
  const rules = await form();
  fireEvent.click(rules.getByRole('checkbox', { name: '출입문 알람이 울려요: 알리기' }));
  save();
  const notice = await screen.findByTestId('stale-notice');
  expect(notice.textContent).toMatch(/출입문 알람이 울려요알림, 야간에도알리지 않음/);
  expect(notice.textContent).toMatch(/야간 시간23:00–06:00없음/);
  fireEvent.click(screen.getByRole('button', { name: '내 값으로 저장' }));
  await waitFor(() => expect(requests.get(SET)?.map(({ body }) => body?.['version'])).toEqual([3, 4]));
  await waitFor(() => expect(screen.queryByTestId('stale-notice')).toBeNull());
});

it('a test needs saved rules that are on, is begun once, and leads to its incident (OC-6)', async () => {
  const requests = answerCalls(answers(sampleOnCallRules()));
  const { search } = await renderScreen(<OnCallPage />, PAGE);
  const rules = await form();
  const begin = () => screen.getByRole<HTMLButtonElement>('button', { name: '지금 테스트하기' });
  fireEvent.click(rules.getByRole('checkbox', { name: '문자' }));
  expect(begin().disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '되돌리기' }));
  fireEvent.click(begin());
  await waitFor(() => expect(search()).toBe(`?store=${STORES[0].id}&incident=${sampleId(70)}`));
  expect(requests.get(TEST)).toHaveLength(1);
});

it('a test is refused while another one is open, and is not offered while the rules are off', async () => {
  answerCalls({ ...answers(sampleOnCallRules()), [TEST]: () => refuse('STATE_NOT_ALLOWED', 409) });
  await renderScreen(<OnCallPage />, PAGE);
  fireEvent.click(await screen.findByRole('button', { name: '지금 테스트하기' }));
  await screen.findByText(/테스트가 아직 진행 중이거나/);
});

it('a person without the right to change the rules reads them without names, and cannot test them', async () => {
  const requests = answerCalls(answers(sampleOnCallRules(), 'SUB_ADMIN'));
  await renderScreen(<OnCallPage />, PAGE);
  const rules = await form();
  expect(rules.getByText('1명')).toBeTruthy();
  expect(rules.getByRole<HTMLInputElement>('switch').disabled).toBe(true);
  expect(rules.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('button', { name: '지금 테스트하기' })).toBeNull();
  expect(requests.has(PEOPLE)).toBe(false);
});

it('untouched rules follow the event stream', async () => {
  let stored = sampleOnCallRules();
  answerCalls({ ...answers(stored), [RULES]: () => stored });
  const { client } = await renderScreen(<OnCallPage />, PAGE);
  const rules = await form();
  stored = sampleOnCallRules({ isEnabled: false, version: 4 });
  act(() => onCallLive['on-call.changed']?.({ storeId: STORES[0].id }, { client, product: 'playroom' }));
  await rules.findByText('지금은 꺼져 있어서 아무에게도 알리지 않아요.');
});

it('the rules of a store without any are turned on as suggested in one act (OC-7)', async () => {
  const requests = answerCalls(answers(NONE));
  await renderScreen(<OnCallPage />, PAGE);
  const proposal = within(await screen.findByTestId('on-call-proposal'));
  expect(proposal.getByText('23:00–08:00')).toBeTruthy();
  fireEvent.click(proposal.getByRole('button', { name: '이대로 켜기' }));
  await waitFor(() => expect(screen.queryByTestId('on-call-proposal')).toBeNull());
  expect(requests.get(SET)?.[0]?.body).toMatchObject({ isEnabled: true, version: null, quietFrom: '23:00' });
  // The form below shows what was turned on.
  expect((await form()).getByRole<HTMLInputElement>('switch', { name: '당직 알림 사용' }).checked).toBe(true);
});
