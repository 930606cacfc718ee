import type { Command, Mode, ModeRun } from '@munjigi/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleCommand, sampleId, sampleRoom } from '../../testing/samples.ts';
import { putRun, putRunCommand } from './modes.cache.ts';
import { RoomModes } from './room-modes.tsx';

const ROOM = sampleRoom();
const MODE: Mode = { id: sampleId(70), storeId: null, name: '이용 중', states: [{ kind: 'LIGHT', state: { isOn: true } }], purpose: null, version: 1 };
const order = (n: number, name: string, over: Partial<Command> = {}): Command =>
  sampleCommand({
    id: sampleId(n), roomId: ROOM.id, target: { kind: 'DEVICE', id: sampleId(n + 100), name }, action: 'SET', state: { isOn: true }, status: 'SENT', error: null, acknowledgedAt: null, latencyMs: null, ...over,
  });
const LIGHT = order(81, '조명');
const FAN = order(82, '환풍기');
const RUN: ModeRun = { id: sampleId(71), storeId: ROOM.storeId, roomId: ROOM.id, modeId: MODE.id, modeName: MODE.name, startedAt: LIGHT.requestedAt, startedBy: '박점주', commands: [LIGHT, FAN] };
const read = (run: ModeRun | null, who: 'ADMIN' | 'CUSTOMER_MANAGER' = 'ADMIN') => ({
  'GET /api/v2/auth/me': () => person(who),
  'GET /api/v2/{product}/mode': () => ({ total: 1, items: [MODE] }),
  'GET /api/v2/{product}/mode/run': () => ({ total: run ? 1 : 0, items: run ? [run] : [] }),
});

it('shows each device pending and then what became of it, and sends again only what failed', async () => {
  const asked = answerCalls({
    ...read(null),
    'POST /api/v2/{product}/mode/apply': () => RUN,
    'POST /api/v2/{product}/mode/run/{runId}/retry': () => ({ ...RUN, commands: [LIGHT, order(83, '환풍기', { target: FAN.target })] }),
  });
  const { client } = await renderScreen(<RoomModes room={ROOM} />, '/');
  fireEvent.click(await screen.findByRole('button', { name: '이용 중' }));
  expect(await screen.findAllByText('응답을 기다리는 중…')).toHaveLength(2);
  act(() => {
    putRunCommand(client, 'playroom', { ...LIGHT, status: 'EXECUTED' });
    putRunCommand(client, 'playroom', { ...FAN, status: 'REJECTED_OFFLINE', error: { code: 'DEVICE_OFFLINE', message: '' } });
    // The answer to the request may come after what the stream told.
    putRun(client, 'playroom', RUN);
  });
  expect((await screen.findByRole('status')).textContent).toContain('2대 중 1대 완료');
  fireEvent.click(screen.getByRole('button', { name: '실패한 기기만 다시' }));
  expect(await screen.findByText('응답을 기다리는 중…')).toBeTruthy();
  expect(screen.getByText('완료')).toBeTruthy();
  expect(asked.get('POST /api/v2/{product}/mode/apply')?.map((it) => it.body)).toEqual([{ roomId: ROOM.id, modeId: MODE.id }]);
});

it('lets those who may only look see the results', async () => {
  answerCalls(read({ ...RUN, commands: [order(84, '조명', { status: 'TIMED_OUT', error: { code: 'NO_ANSWER', message: '' } })] }, 'CUSTOMER_MANAGER'));
  await renderScreen(<RoomModes room={ROOM} />, '/');
  expect(await screen.findByTestId('mode-result')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
