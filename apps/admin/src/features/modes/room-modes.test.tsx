import type { Command, Mode, ModeRun } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleCommand, sampleId, sampleRoom } from '../../testing/samples.ts';
import { putRun, putRunCommand } from './modes.cache.ts';
import { RoomModes } from './room-modes.tsx';

const ROOM = sampleRoom();
const MODE: Mode = {
  id: sampleId(70),
  storeId: null,
  name: '이용 중',
  states: [{ kind: 'LIGHT', state: { isOn: true } }],
  purpose: null,
  version: 1,
};
const order = (n: number, name: string, over: Partial<Command> = {}): Command =>
  sampleCommand({
    id: sampleId(n),
    roomId: ROOM.id,
    target: { kind: 'DEVICE', id: sampleId(n + 100), name },
    action: 'SET',
    state: { isOn: true },
    status: 'SENT',
    error: null,
    acknowledgedAt: null,
    latencyMs: null,
    ...over,
  });
const LIGHT = order(81, '조명');
const FAN = order(82, '환풍기');
const RUN: ModeRun = {
  id: sampleId(71),
  storeId: ROOM.storeId,
  roomId: ROOM.id,
  modeId: MODE.id,
  modeName: MODE.name,
  undoesRunId: null,
  startedAt: LIGHT.requestedAt,
  startedBy: '박점주',
  commands: [LIGHT, FAN],
};
const read = (run: ModeRun | null, who: 'ADMIN' | 'CUSTOMER_MANAGER' = 'ADMIN') => ({
  'GET /api/v2/auth/me': () => person(who),
  'GET /api/v2/{product}/mode': () => ({ total: 1, items: [MODE] }),
  'GET /api/v2/{product}/mode/run': () => ({ total: run ? 1 : 0, isTotalExact: true, items: run ? [run] : [] }),
});

it('the mode panel of a room shows each device as pending and then its result, and sends only failed commands again', async () => {
  const requests = answerCalls({
    ...read(null),
    'POST /api/v2/{product}/mode/apply': () => RUN,
    'POST /api/v2/{product}/mode/run/{runId}/retry': () => ({
      ...RUN,
      commands: [LIGHT, order(83, '환풍기', { target: FAN.target })],
    }),
  });
  const { client } = await renderScreen(<RoomModes room={ROOM} />, '/');
  fireEvent.click(await screen.findByRole('button', { name: '이용 중' }));
  expect(await screen.findAllByText('응답을 기다리는 중…')).toHaveLength(2);
  act(() => {
    putRunCommand(client, 'playroom', { ...LIGHT, status: 'EXECUTED' });
    putRunCommand(client, 'playroom', {
      ...FAN,
      status: 'REJECTED_OFFLINE',
      error: { code: 'DEVICE_OFFLINE', message: '' },
    });
    // The answer to the request may arrive after the events of the stream.
    putRun(client, 'playroom', RUN);
  });
  expect((await screen.findByRole('status')).textContent).toContain('2대 중 1대 완료');
  fireEvent.click(screen.getByRole('button', { name: '실패한 기기만 다시 시도' }));
  expect(await screen.findByText('응답을 기다리는 중…')).toBeTruthy();
  expect(screen.getByText('완료')).toBeTruthy();
  expect(requests.get('POST /api/v2/{product}/mode/apply')?.map((it) => it.body)).toEqual([
    { roomId: ROOM.id, modeId: MODE.id },
  ]);
});

it('the mode panel of a room shows the results without buttons to people who cannot control devices', async () => {
  answerCalls(
    read(
      { ...RUN, commands: [order(84, '조명', { status: 'TIMED_OUT', error: { code: 'NO_ANSWER', message: '' } })] },
      'CUSTOMER_MANAGER',
    ),
  );
  await renderScreen(<RoomModes room={ROOM} />, '/');
  expect(await screen.findByTestId('mode-result')).toBeTruthy();
  expect(within(screen.getByTestId('room-modes')).queryByRole('button')).toBeNull();
});

it.each([
  {
    name: 'of a room without a mode',
    latest: null,
    text: '야간 모드를 켰어요. 되돌리면 기기가 이전 상태로 돌아가고 모드는 해제돼요.',
  },
  {
    name: 'of a room in another mode',
    latest: { ...RUN, id: sampleId(75), modeId: sampleId(76), modeName: '청소' },
    text: '야간 모드를 켰어요. 되돌리면 청소 모드로, 기기는 이전 상태로 돌아가요.',
  },
])(
  'the mode panel of a room offers to undo a mode $name, and names devices that the undo could not restore',
  async ({ latest, text }) => {
    const unknown = order(85, '환풍기', {
      target: FAN.target,
      state: {},
      status: 'FAILED',
      error: { code: 'FORMER_STATE_UNKNOWN', message: '' },
    });
    const later = new Date(Date.parse(RUN.startedAt) + 1000).toISOString();
    const undone: ModeRun = {
      ...RUN,
      id: sampleId(77),
      modeId: latest?.modeId ?? null,
      modeName: latest?.modeName ?? null,
      undoesRunId: RUN.id,
      startedAt: later,
      commands: [LIGHT, unknown],
    };
    const requests = answerCalls({
      ...read(latest),
      'GET /api/v2/{product}/mode': () => ({ total: 1, items: [{ ...MODE, name: '야간' }] }),
      'POST /api/v2/{product}/mode/apply': () => RUN,
      'POST /api/v2/{product}/mode/run/{runId}/undo': () => undone,
    });
    await renderScreen(<RoomModes room={ROOM} />, '/');
    fireEvent.click(await screen.findByRole('button', { name: '야간' }));
    // Toasts of earlier tests may still be on the page.
    const offer = (await screen.findByText(text)).closest<HTMLElement>('[data-sonner-toast]');
    fireEvent.click(within(offer ?? document.body).getByRole('button', { name: '되돌리기' }));
    await waitFor(() =>
      expect(screen.getByTestId('room-modes').textContent).toContain(`${latest?.modeName ?? '모드 없음'} · 되돌림`),
    );
    expect(requests.get('POST /api/v2/{product}/mode/run/{runId}/undo')?.map(({ path }) => path)).toEqual([
      `/api/v2/playroom/mode/run/${RUN.id}/undo`,
    ]);
    expect(await screen.findAllByText('되돌렸지만 이전 상태로 돌리지 못한 기기가 있어요: 환풍기')).not.toHaveLength(0);
    expect(screen.getByText(/전 상태를 알 수 없어 되돌리지 못했어요/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '실패한 기기만 다시 시도' })).toBeNull();
    expect(screen.getByRole('button', { name: '야간', pressed: false })).toBeTruthy();
  },
);
