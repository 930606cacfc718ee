// @sweep 1/8 (decision 086)
import type { Incident } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { sampleIncident, sampleNotice } from '../../testing/on-call-samples.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { onCallLive } from './on-call.live.ts';
import { OnCallPage } from './on-call-page.tsx';

const LIST = 'GET /api/v2/{product}/incident';
const ACKNOWLEDGE = 'POST /api/v2/{product}/incident/{incidentId}/acknowledge';

// The shown ages depend on the current time, so it is fixed: 02:05 of the store.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:05:00Z') }));
afterEach(() => void vi.useRealTimers());

const acknowledgedIncident = (over: Partial<Incident> = {}) =>
  sampleIncident({
    state: 'ACKNOWLEDGED',
    acknowledgedAt: '2026-11-20T17:05:00.000Z',
    acknowledgedBy: '김지은',
    nextStepAt: null,
    ...over,
  });

const answers = (items: Incident[], { total = items.length }: { total?: number } = {}) =>
  ({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    [LIST]: () => ({ total, isTotalExact: true, items }),
    [ACKNOWLEDGE]: () => {
      items[0] = acknowledgedIncident();
      return items[0];
    },
  }) as const;

it('an incident shows what happened, since when, who was notified how, and the next escalation (OC-2, OC-3)', async () => {
  answerCalls(
    answers([
      sampleIncident({
        details: ['CODE_NOT_ACKNOWLEDGED', 'a new code'],
        notices: [
          sampleNotice(),
          sampleNotice({ channel: 'SMS', state: 'FAILED', error: 'NO_PHONE', sentAt: null }),
          sampleNotice({
            step: 2,
            userName: '최예비',
            channel: 'EMAIL',
            state: 'FAILED',
            error: 'ETIMEDOUT',
            sentAt: null,
          }),
        ],
      }),
    ]),
  );
  await renderScreen(<OnCallPage />);
  const card = await screen.findByTestId('incident');
  for (const words of [
    '손님이 들어가지 못할 수 있어요',
    '맡은 사람 없음',
    '강남점 · 1번 룸 · K7QX-29M4',
    '도어록이 출입 코드를 아직 확인하지 않았어요',
    'a new code',
    '오늘 02:02 시작 · 3분 전',
    '아무도 맡지 않으면 오늘 02:12에 2단계 사람에게 알려요.',
  ])
    expect(card.textContent).toContain(words);
  const [sent, failed, late] = within(card).getAllByTestId('incident-notice');
  expect(sent?.textContent).toMatch(/1단계 · 박당직 · 푸시 알림.*보냄.*오늘 02:02/);
  expect(failed?.textContent).toMatch(/1단계 · 박당직 · 문자.*실패.*휴대폰 번호가 없어요/);
  expect(late?.textContent).toMatch(/2단계 · 최예비 · 이메일.*실패.*제때 응답하지 않았어요/);
});

it.each([
  [{}, '예약 열기', `/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(50)}`],
  [
    { reservationId: null, doorId: sampleId(20), doorName: '정문 & 후문' },
    '출입문으로 가기',
    `/dashboard/door?store=${STORES[0].id}&q=${encodeURIComponent('정문 & 후문')}`,
  ],
  [
    { doorId: sampleId(20), doorName: '정문' },
    '예약 열기',
    `/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(50)}`,
  ],
  [{ reservationId: null }, '룸 보기', `/dashboard/room/${sampleId(10)}`],
] as const)('the link beside the button leads to where a person acts: %#', async (over, name, path) => {
  answerCalls(answers([sampleIncident(over)]));
  await renderScreen(<OnCallPage />);
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(path);
  // A thumb that has taken the incident finds the next step right after it.
  expect(screen.getByRole('button', { name: /제가 맡을게요/ }).nextElementSibling).toBe(link);
});

it('a person takes an incident once, and sees who has it (OC-5)', async () => {
  const given = answers([sampleIncident()]);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const requests = answerCalls({ ...given, [ACKNOWLEDGE]: () => isReleased.then(given[ACKNOWLEDGE]) });
  await renderScreen(<OnCallPage />);
  const button = await screen.findByRole('button', { name: '손님이 들어가지 못할 수 있어요: 제가 맡을게요' });
  fireEvent.click(button);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  fireEvent.click(button);
  release();
  await screen.findByText('김지은 님이 오늘 02:05에 맡았어요.');
  expect(screen.queryByRole('button', { name: /제가 맡을게요/ })).toBeNull();
  expect(screen.queryByText(/단계 사람에게 알려요/)).toBeNull();
  expect(requests.get(ACKNOWLEDGE)).toHaveLength(1);
  expect(requests.get(ACKNOWLEDGE)?.[0]?.path).toContain(sampleId(70));
});

it('a refused acknowledgement stays on screen with its reason', async () => {
  answerCalls({ ...answers([sampleIncident()]), [ACKNOWLEDGE]: () => refuse('CAPABILITY_MISSING', 403) });
  await renderScreen(<OnCallPage />);
  fireEvent.click(await screen.findByRole('button', { name: /제가 맡을게요/ }));
  await screen.findByRole('alert');
  expect(screen.getByRole('button', { name: /제가 맡을게요/ })).toBeTruthy();
});

it('the list follows the event stream when a colleague takes an incident', async () => {
  const items = [sampleIncident()];
  answerCalls(answers(items));
  const { client } = await renderScreen(<OnCallPage />);
  await screen.findByText('맡은 사람 없음');
  items[0] = acknowledgedIncident({ acknowledgedBy: '이상담' });
  act(() => onCallLive['incident.changed']?.(acknowledgedIncident(), { client, product: 'playroom' }));
  await screen.findByText('이상담 님이 오늘 02:05에 맡았어요.');
});

it('the list filters by store, kind and state in the address, turns pages, and marks the incident of a link', async () => {
  const requests = answerCalls(answers([sampleIncident()], { total: 45 }));
  const { search } = await renderScreen(<OnCallPage />, `/?store=${STORES[1].id}&kind=READINESS&show=ALL`);
  await screen.findByTestId('incident');
  expect(requests.get(LIST)?.at(-1)?.query).toEqual({
    storeId: STORES[1].id,
    kind: 'READINESS',
    show: 'ALL',
    page: '0',
    limit: '20',
    sort: '-openedAt',
  });
  fireEvent.click(screen.getByRole('button', { name: '다음' }));
  await waitFor(() => expect(requests.get(LIST)?.at(-1)?.query['page']).toBe('1'));
  fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe(`?store=${STORES[1].id}`));
  await waitFor(() => expect(requests.get(LIST)?.at(-1)?.query['show']).toBe('PENDING'));
});

it('says when nothing needs a person, and reads again after a failure', async () => {
  let fails = true;
  answerCalls({
    ...answers([]),
    [LIST]: () => (fails ? refuse('INTERNAL', 500) : { total: 0, isTotalExact: true, items: [] }),
  });
  await renderScreen(<OnCallPage />);
  const retry = await screen.findByRole('button', { name: '다시 시도' });
  fails = false;
  fireEvent.click(retry);
  await screen.findByText('처리할 일이 없어요');
});

it('a test, an ended incident and one without people say so', async () => {
  answerCalls(
    answers([
      sampleIncident({
        kind: 'TEST',
        reservationId: null,
        reservationCode: null,
        roomId: null,
        roomName: null,
        details: [],
      }),
      sampleIncident({ id: sampleId(71), state: 'RESOLVED', resolvedAt: '2026-11-20T17:04:00.000Z', nextStepAt: null }),
      sampleIncident({ id: sampleId(72), step: 0, nextStepAt: null, notices: [] }),
      sampleIncident({ id: sampleId(73), kind: 'MESSAGE_UNDELIVERABLE', details: ['NO_CHANNEL'], nextStepAt: null }),
    ]),
  );
  await renderScreen(<OnCallPage />);
  const [test, ended, unnoticed, undelivered] = await screen.findAllByTestId('incident');
  expect(test?.textContent).toContain('당직 테스트');
  expect(within(test ?? document.body).queryByRole('link')).toBeNull();
  expect(ended?.textContent).toContain('오늘 02:04에 끝났어요.');
  expect(within(ended ?? document.body).queryByRole('button')).toBeNull();
  expect(unnoticed?.textContent).toContain('알릴 사람이 정해져 있지 않아요.');
  expect(undelivered?.textContent).toContain('더 알릴 사람이 없어요.');
  expect(undelivered?.textContent).not.toContain('NO_CHANNEL');
});
