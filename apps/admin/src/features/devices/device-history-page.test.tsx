// @sweep 1/8 (decision 086)
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Command } from '@munjigi/contract';
import { useChosenZone } from '../../session/store-choice.ts';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleCommand, sampleDoor, sampleId } from '../../testing/samples.ts';
import { ZoneContext } from '../../ui/time/zone.ts';
import { DeviceHistoryPage } from './device-history-page.tsx';
import { deviceLive } from './devices.live.ts';

const HISTORY = 'GET /api/v2/{product}/device-control/history';
const STEPS = 'GET /api/v2/{product}/device-control/history/{commandId}';
const answers = (items: Command[], total = items.length, nextCursor: string | null = null) =>
  ({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/door': () => ({ total: 1, items: [sampleDoor()] }),
    'GET /api/v2/{product}/room/device': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/room': () => ({ total: 0, items: [] }),
    [HISTORY]: () => ({ total, isTotalExact: total < 1000, items, nextCursor }),
    [STEPS]: () => ({
      command: items[0] ?? sampleCommand(),
      steps: [
        { id: sampleId(60), at: '2026-11-20T10:00:00.000Z', step: 'QUEUED' as const, note: null },
        { id: sampleId(61), at: '2026-11-20T10:00:00.312Z', step: 'EXECUTED' as const, note: 'UNLOCKED' },
        {
          id: sampleId(62),
          at: '2026-11-20T10:00:09.000Z',
          step: 'LATE_ANSWER' as const,
          note: '{"isOn":true,"brightness":40}',
        },
      ],
    }),
  }) as const;

it('the device history page lists commands with person, result and duration', async () => {
  answerCalls(
    answers([
      sampleCommand(),
      sampleCommand({ id: sampleId(41), status: 'FAILED', latencyMs: 900, error: { code: 'JAMMED', message: '' } }),
    ]),
  );
  await renderScreen(<DeviceHistoryPage />);
  const rows = await screen.findAllByTestId('history-row');
  for (const words of ['앞문', '열기', '완료', '김지은', '원격', '312 ms'])
    expect(rows[0]?.textContent).toContain(words);
  expect(rows[1]?.textContent).toContain('도어록이 걸려 움직이지 못했어요.');
});

it('the device history page opens a row with its steps, the device’s answers, its reason and its ids', async () => {
  answerCalls(answers([sampleCommand({ reason: '손님 요청' })]));
  await renderScreen(<DeviceHistoryPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열기 상세 보기' }));
  const drawer = await screen.findByRole('dialog');
  for (const words of ['손님 요청', '강남점', '300 ms', '19:00:00.300', sampleId(40)])
    expect(drawer.textContent).toContain(words);
  await waitFor(() =>
    expect(within(drawer).getByTestId('command-timeline').textContent).toBe(
      '요청됨0 ms완료 · 풀림312 ms종료 뒤 도착한 응답 · 켜짐, 밝기 40%9,000 ms',
    ),
  );
  expect(within(drawer).getByTestId('command-why').textContent).toBe('김지은 님이 요청했어요 (원격).');
  fireEvent.click(within(drawer).getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the device history page adds a new command while the first page is on screen', async () => {
  answerCalls(answers([sampleCommand()]));
  const { client } = await renderScreen(<DeviceHistoryPage />);
  await screen.findAllByTestId('history-row');
  act(() =>
    deviceLive['command.changed']?.(sampleCommand({ id: sampleId(50), status: 'SENT', latencyMs: null }), {
      client,
      product: 'playroom',
    }),
  );
  await waitFor(() => expect(screen.getAllByTestId('history-row')).toHaveLength(2));
  expect(screen.getAllByTestId('history-row')[0]?.textContent).toContain('보냄');
});

it('the device history page keeps filters and page in the address and starts a new filter on its first page (SH-6)', async () => {
  const requests = answerCalls(
    answers(
      Array.from({ length: 20 }, (_, n) => sampleCommand({ id: sampleId(100 + n) })),
      57,
      'W10',
    ),
  );
  const { search } = await renderScreen(<DeviceHistoryPage />, '/dashboard/admin/device-history?page=1');
  expect((await screen.findByTestId('history-range')).textContent).toBe('21–40 / 57건');
  fireEvent.click(screen.getByRole('button', { name: '다음 페이지' }));
  await waitFor(() => expect(search()).toBe('?after=W10&seen=40'));
  await waitFor(() => expect(requests.get(HISTORY)?.at(-1)?.query).toEqual({ cursor: 'W10', limit: '20' }));
  await waitFor(() => expect(screen.getByTestId('history-range').textContent).toBe('41–60 / 57건'));
  fireEvent.click(screen.getByRole('button', { name: '이전 페이지' }));
  await waitFor(() => expect(search()).toBe('?page=1'));
  fireEvent.change(screen.getByRole('combobox', { name: '결과' }), { target: { value: 'FAILED' } });
  await waitFor(() => expect(search()).toBe('?status=FAILED'));
  await waitFor(() =>
    expect(requests.get(HISTORY)?.at(-1)?.query).toEqual({ page: '0', limit: '20', status: 'FAILED' }),
  );
});

it('the device history page searches further when few match, and continues from where it stopped', async () => {
  const requests = answerCalls({
    ...answers([]),
    [HISTORY]: () => ({ total: 0, isTotalExact: false, items: [], nextCursor: 'W10' }),
  });
  const { search } = await renderScreen(<DeviceHistoryPage />, '/dashboard/admin/device-history?q=Kim');
  const further = await screen.findByRole('button', { name: '더 찾기' });
  expect(requests.get(HISTORY)).toHaveLength(10);
  fireEvent.click(further);
  await waitFor(() => expect(search()).toBe('?q=Kim&after=W10&seen=0'));
});

it('the device history page shows all commands of one person', async () => {
  const requests = answerCalls(
    answers([sampleCommand({ cause: { kind: 'PERSON', id: sampleId(7), label: '김지은' } })]),
  );
  const { search } = await renderScreen(<DeviceHistoryPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열기 상세 보기' }));
  fireEvent.click(await screen.findByRole('button', { name: '김지은의 기록만 보기' }));
  await waitFor(() => expect(search()).toBe(`?by=${sampleId(7)}`));
  await waitFor(() => expect(requests.get(HISTORY)?.at(-1)?.query).toMatchObject({ causeId: sampleId(7) }));
  fireEvent.click(await screen.findByRole('button', { name: '김지은만 보는 중' }));
  await waitFor(() => expect(search()).toBe(''));
});

it('the device history page shows an inexact total as a minimum', async () => {
  answerCalls(
    answers(
      Array.from({ length: 20 }, (_, n) => sampleCommand({ id: sampleId(100 + n) })),
      1000,
      'W10',
    ),
  );
  await renderScreen(<DeviceHistoryPage />);
  expect((await screen.findByTestId('history-range')).textContent).toContain('/ 1,000건 이상');
});

it('the device history page says that a filter finds nothing, and clears it', async () => {
  answerCalls(answers([]));
  const { search } = await renderScreen(<DeviceHistoryPage />, '/dashboard/admin/device-history?status=FAILED');
  const nothing = within(await screen.findByTestId('empty-state'));
  fireEvent.click(nothing.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe(''));
});

const BERLIN = { ...STORES[1], timeZone: 'Europe/Berlin' };
function InShell() {
  return (
    <ZoneContext value={useChosenZone()}>
      <DeviceHistoryPage />
    </ZoneContext>
  );
}

it.each([
  {
    of: 'the only zone of all stores',
    stores: [{ ...STORES[0], timeZone: 'Europe/Berlin' }, BERLIN],
    chosen: '',
    from: '2026-11-19T23:00:00.000Z',
    hint: null,
  },
  {
    of: 'the head office where zones differ',
    stores: [BERLIN, STORES[0]],
    chosen: '',
    from: '2026-11-19T15:00:00.000Z',
    hint: 'Asia/Seoul 시간 기준',
  },
  {
    of: 'the chosen store where zones differ',
    stores: [BERLIN, STORES[0]],
    chosen: `&store=${BERLIN.id}`,
    from: '2026-11-19T23:00:00.000Z',
    hint: 'Europe/Berlin 시간 기준',
  },
])(
  'the device history page starts the days of its filter in the zone of $of, and names the zone where zones differ',
  async ({ stores, chosen, from, hint }) => {
    const requests = answerCalls({
      ...answers([sampleCommand()]),
      'GET /api/v2/auth/me': () => person('ADMIN', stores),
    });
    await renderScreen(<InShell />, `/dashboard/admin/device-history?from=2026-11-20${chosen}`);
    await screen.findAllByTestId('history-row');
    expect(requests.get(HISTORY)?.map(({ query }) => query?.['from'])).toEqual([from]);
    expect(screen.queryByText(/시간 기준$/)?.textContent ?? null).toBe(hint);
  },
);

it('the device history page shows seconds, and leads from a report to the command that caused it (DH-20, DH-21)', async () => {
  const opening = sampleCommand();
  const report = sampleCommand({ id: sampleId(44), action: 'UNLOCKED', status: 'REPORTED', commandId: opening.id });
  const calls = answerCalls({ ...answers([report]), [STEPS]: () => ({ command: opening, steps: [] }) });
  await renderScreen(<DeviceHistoryPage />);
  const row = await screen.findByTestId('history-row');
  expect(row.querySelector('time')?.textContent).toMatch(/\d{2}:\d{2}:\d{2}$/);
  fireEvent.click(within(row).getByRole('button'));
  fireEvent.click(await screen.findByRole('button', { name: /이 알림의 원인이 된 제어: 열기/ }));
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(opening.id));
  expect(calls.get(STEPS)?.[0]?.path).toContain(opening.id);
});
