import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Door } from '@munjigi/contract';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleCommand, sampleDoor, sampleId, sampleLock, sampleRoom } from '../../testing/samples.ts';
import { deviceLive } from '../devices/devices.live.ts';
import { putDoor } from './door-cache.ts';
import { DoorsPage } from './doors-page.tsx';

const OPEN = 'POST /api/v2/{product}/door/open';
const listOf = <T,>(...items: T[]) => ({ total: items.length, items });

function answers(doors: readonly Door[], role: 'ADMIN' | 'SUB_ADMIN' | 'CUSTOMER_MANAGER' = 'SUB_ADMIN') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/door': () => listOf(...doors),
    'GET /api/v2/{product}/room': () => listOf(sampleRoom()),
    'GET /api/v2/{product}/door/discovered': () => listOf(sampleLock()),
  } as const;
}
const card = () => screen.findByTestId('door-card');

it('says in words how a door is, and what is only inferred (DR-3)', async () => {
  answerCalls(answers([sampleDoor({ lockStateSource: 'INFERRED', online: 'DEVICE_OFFLINE', battery: 12, leafState: 'AJAR' })]));
  await renderScreen(<DoorsPage />);
  const text = (await card()).textContent;
  for (const words of ['1번 룸', '앞문', '잠김', '추정', '기기 오프라인', '배터리 12%', '문 덜 닫힘']) expect(text).toContain(words);
});

it('tells a lost broker from a lost device (DR-3)', async () => {
  answerCalls(answers([sampleDoor({ online: 'BROKER_LOST' })]));
  await renderScreen(<DoorsPage />);
  expect((await card()).textContent).toContain('서버 연결 끊김');
});

it('opens a door once for two taps and shows each step as it happens (DR-2)', async () => {
  let finish: (command: ReturnType<typeof sampleCommand>) => void = () => undefined;
  const asked = answerCalls({ ...answers([sampleDoor()]), [OPEN]: () => new Promise((resolve) => (finish = resolve)) });
  const { client } = await renderScreen(<DoorsPage />);
  const open = await screen.findByRole('button', { name: '앞문 열기' });
  fireEvent.click(open);
  fireEvent.click(open);
  expect((await screen.findByTestId('command-steps')).querySelector('[data-step=requested]')?.getAttribute('data-state')).toBe('active');
  const sent = sampleCommand({ status: 'SENT', acknowledgedAt: null, latencyMs: null });
  act(() => deviceLive['command.changed']?.(sent, { client, product: 'playroom' }));
  await waitFor(() => expect(screen.getByTestId('command-steps').querySelector('[data-step=sent]')?.getAttribute('data-state')).toBe('done'));
  await act(async () => finish(sampleCommand()));
  await waitFor(() => expect(screen.getByTestId('door-outcome').textContent).toContain('문이 열렸어요. 312 ms'));
  expect(asked.get(OPEN)).toHaveLength(1);
  expect(asked.get(OPEN)?.[0]?.body).toEqual({ doorId: sampleId(20) });
  expect(asked.get(OPEN)?.[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

it('shows another person’s order and the door’s new state by the stream', async () => {
  answerCalls(answers([sampleDoor()]));
  const { client } = await renderScreen(<DoorsPage />);
  await card();
  act(() => {
    deviceLive['command.changed']?.(sampleCommand({ cause: { kind: 'PERSON', id: null, label: '박서준' } }), { client, product: 'playroom' });
    putDoor(client, 'playroom', sampleDoor({ lockState: 'UNLATCHED' }));
  });
  await waitFor(() => expect(screen.getByTestId('door-outcome').textContent).toContain('문이 열렸어요.'));
  expect(screen.getByTestId('door-card').textContent).toContain('박서준');
  expect(screen.getByTestId('lock-state').textContent).toBe('열림');
});

it('says why a door did not open and what to do next', async () => {
  const failed = sampleCommand({ status: 'REJECTED_OFFLINE', sentAt: null, acknowledgedAt: null, error: { code: 'DEVICE_OFFLINE', message: '' } });
  answerCalls({ ...answers([sampleDoor()]), [OPEN]: () => failed });
  await renderScreen(<DoorsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열기' }));
  await waitFor(() => expect(screen.getByTestId('door-outcome').textContent).toMatch(/오프라인이라 보내지 않았어요.*비상 열쇠/));
});

it('asks a CUSTOMER_MANAGER for a reason before anything is sent', async () => {
  const asked = answerCalls({ ...answers([sampleDoor()], 'CUSTOMER_MANAGER'), [OPEN]: () => sampleCommand() });
  await renderScreen(<DoorsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열기' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: '열기' }));
  expect(await dialog.findByText('사유를 적어 주세요.')).toBeTruthy();
  expect(asked.has(OPEN)).toBe(false);
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 손님이 문 앞에 있음 ' } });
  fireEvent.click(dialog.getByRole('button', { name: '열기' }));
  await waitFor(() => expect(asked.get(OPEN)?.[0]?.body).toEqual({ doorId: sampleId(20), reason: '손님이 문 앞에 있음' }));
});

it('offers settings and discovered locks only to those who may configure doors', async () => {
  const asked = answerCalls(answers([sampleDoor()], 'SUB_ADMIN'));
  await renderScreen(<DoorsPage />);
  await card();
  expect(screen.queryByRole('button', { name: '앞문 설정' })).toBeNull();
  expect(asked.has('GET /api/v2/{product}/door/discovered')).toBe(false);
});

it('shows both versions when somebody was faster, and saves the chosen one (AP-4)', async () => {
  const theirs = sampleDoor({ name: '정문', version: 4 });
  const edit = 'PATCH /api/v2/{product}/door/{doorId}';
  const asked = answerCalls({
    ...answers([sampleDoor()], 'ADMIN'),
    [edit]: ({ body }) => (body?.['version'] === 4 ? sampleDoor({ name: '옆문', version: 5 }) : refuse('STALE', 409, { current: theirs })),
  });
  await renderScreen(<DoorsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 설정' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: /이름/ }), { target: { value: '옆문' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  const stale = await dialog.findByTestId('stale-door');
  expect(stale.textContent).toMatch(/정문.*옆문/);
  fireEvent.click(dialog.getByRole('button', { name: '내 값으로 저장' }));
  await waitFor(() => expect(asked.get(edit)?.[1]?.body).toEqual({ version: 4, name: '옆문', openSeconds: 5 }));
});

it('makes a discovered lock a door of a room, and not one with an obstacle (DR-4)', async () => {
  const approve = 'POST /api/v2/{product}/door';
  const asked = answerCalls({
    ...answers([sampleDoor()], 'ADMIN'),
    'GET /api/v2/{product}/door/discovered': () => listOf(sampleLock(), sampleLock({ id: sampleId(31), name: 'strange', obstacle: 'command_template' })),
    [approve]: () => sampleDoor({ id: sampleId(21), name: 'esp-lock' }),
  });
  await renderScreen(<DoorsPage />);
  const section = within(await screen.findByTestId('discovered-locks'));
  expect(section.getByText('등록할 수 없어요: command_template')).toBeTruthy();
  expect(section.queryByRole('button', { name: 'strange 등록' })).toBeNull();
  fireEvent.click(section.getByRole('button', { name: 'esp-lock 등록' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByRole('combobox'), { target: { value: sampleId(10) } });
  fireEvent.click(dialog.getByRole('button', { name: '등록' }));
  await waitFor(() => expect(asked.get(approve)?.[0]?.body).toEqual({ discoveredLockId: sampleId(30), name: 'esp-lock', roomId: sampleId(10) }));
  await waitFor(() => expect(screen.getAllByTestId('door-card')).toHaveLength(2));
});

it('keeps the search in the address, and asks only for the chosen store (SH-4, SH-6)', async () => {
  const asked = answerCalls(answers([sampleDoor(), sampleDoor({ id: sampleId(22), name: '뒷문' })]));
  const { search } = await renderScreen(<DoorsPage />, `/dashboard/door?store=${STORES[0].id}`);
  await screen.findAllByTestId('door-card');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '뒷' } });
  await waitFor(() => expect(screen.getAllByTestId('door-card')).toHaveLength(1));
  expect(new URLSearchParams(search()).get('q')).toBe('뒷');
  expect(asked.get('GET /api/v2/{product}/door')?.[0]?.query['storeId']).toBe(STORES[0].id);
});

it('says so when there are no doors, and offers another try when they cannot be read', async () => {
  let isBroken = true;
  answerCalls({ ...answers([]), 'GET /api/v2/{product}/door': () => (isBroken ? refuse('INTERNAL', 500) : listOf()) });
  await renderScreen(<DoorsPage />);
  const error = await screen.findByTestId('error-state');
  isBroken = false;
  fireEvent.click(within(error).getByRole('button'));
  expect(await screen.findByText('등록된 출입문이 없어요')).toBeTruthy();
});
