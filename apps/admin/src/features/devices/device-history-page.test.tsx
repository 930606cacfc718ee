import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Command } from '@munjigi/contract';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleCommand, sampleDoor, sampleId } from '../../testing/samples.ts';
import { DeviceHistoryPage } from './device-history-page.tsx';
import { deviceLive } from './devices.live.ts';

const HISTORY = 'GET /api/v2/{product}/device-control/history';
const answers = (items: Command[], total = items.length) =>
  ({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/door': () => ({ total: 1, items: [sampleDoor()] }),
    [HISTORY]: () => ({ total, items }),
  }) as const;

it('lists what was asked, by whom, how it ended and how long it took', async () => {
  answerCalls(answers([sampleCommand(), sampleCommand({ id: sampleId(41), status: 'FAILED', latencyMs: 900, error: { code: 'JAMMED', message: '' } })]));
  await renderScreen(<DeviceHistoryPage />);
  const rows = await screen.findAllByTestId('history-row');
  for (const words of ['앞문', '열기', '완료', '김지은', '원격', '312 ms']) expect(rows[0]?.textContent).toContain(words);
  expect(rows[1]?.textContent).toContain('잠금장치가 걸려 움직이지 못했어요.');
});

it('opens a row with its steps, its reason and its ids', async () => {
  answerCalls(answers([sampleCommand({ reason: '손님 요청' })]));
  await renderScreen(<DeviceHistoryPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열기 상세 보기' }));
  const drawer = await screen.findByRole('dialog');
  for (const words of ['손님 요청', '강남점', '300 ms', '19:00:00.300', sampleId(40)]) expect(drawer.textContent).toContain(words);
  fireEvent.click(within(drawer).getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('takes in a new command while the first page is on screen', async () => {
  answerCalls(answers([sampleCommand()]));
  const { client } = await renderScreen(<DeviceHistoryPage />);
  await screen.findAllByTestId('history-row');
  act(() => deviceLive['command.changed']?.(sampleCommand({ id: sampleId(50), status: 'SENT', latencyMs: null }), { client, product: 'playroom' }));
  await waitFor(() => expect(screen.getAllByTestId('history-row')).toHaveLength(2));
  expect(screen.getAllByTestId('history-row')[0]?.textContent).toContain('보냄');
});

it('keeps filters and page in the address and starts a new filter on its first page (SH-6)', async () => {
  const asked = answerCalls(answers([sampleCommand()], 57));
  const { search } = await renderScreen(<DeviceHistoryPage />, '/dashboard/admin/device-history?page=1');
  expect((await screen.findByTestId('history-range')).textContent).toBe('21–40 / 57건');
  fireEvent.change(screen.getByRole('combobox', { name: '결과' }), { target: { value: 'FAILED' } });
  await waitFor(() => expect(search()).toBe('?status=FAILED'));
  await waitFor(() => expect(asked.get(HISTORY)?.at(-1)?.query).toEqual({ page: '0', limit: '20', status: 'FAILED' }));
});

it('says so when a filter finds nothing, and clears it', async () => {
  answerCalls(answers([]));
  const { search } = await renderScreen(<DeviceHistoryPage />, '/dashboard/admin/device-history?status=FAILED');
  const nothing = within(await screen.findByTestId('empty-state'));
  fireEvent.click(nothing.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe(''));
});
