// @sweep 1/8 (decision 086)
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Alarm, Door, DoorSpares, Emergency, LockdownPreview } from '@munjigi/contract';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import {
  sampleAlarm,
  sampleCommand,
  sampleDoor,
  sampleEmergency,
  sampleId,
  sampleLock,
  sampleRoom,
  sampleRules,
} from '../../testing/samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { deviceLive } from '../devices/devices.live.ts';
import { putDoor } from './door-cache.ts';
import { doorLive } from './doors.live.ts';
import { DoorsPage } from './doors-page.tsx';
import { emergencyLive } from './emergency/emergency.live.ts';

const OPEN = 'POST /api/v2/{product}/door/open';
const listOf = <T,>(...items: T[]) => ({ total: items.length, isTotalExact: true, items });

function answers(doors: readonly Door[], role: 'ADMIN' | 'SUB_ADMIN' | 'CUSTOMER_MANAGER' = 'SUB_ADMIN') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/door': () => listOf(...doors),
    'GET /api/v2/{product}/room': () => listOf(sampleRoom()),
    'GET /api/v2/{product}/door/discovered': () => listOf(sampleLock()),
    'GET /api/v2/{product}/door/emergency': () => listOf<Emergency>(),
    'GET /api/v2/{product}/alarm': () => listOf<Alarm>(),
    'GET /api/v2/{product}/door/spare': () => listOf<DoorSpares>(),
    'GET /api/v2/{product}/approval/rules': () => sampleRules(),
  } as const;
}
const card = () => screen.findByTestId('door-card');

it('the doors page shows the state of a door in words, and whether it is only inferred (DR-3)', async () => {
  answerCalls(
    answers([sampleDoor({ lockStateSource: 'INFERRED', online: 'DEVICE_OFFLINE', battery: 12, leafState: 'AJAR' })]),
  );
  await renderScreen(<DoorsPage />);
  const text = (await card()).textContent;
  for (const words of ['1번 룸', '앞문', '잠김', '추정', '기기 오프라인', '배터리 12%', '문 덜 닫힘'])
    expect(text).toContain(words);
});

it('the doors page distinguishes a lost broker from a lost device (DR-3)', async () => {
  answerCalls(answers([sampleDoor({ online: 'BROKER_LOST' })]));
  await renderScreen(<DoorsPage />);
  expect((await card()).textContent).toContain('서버 연결 끊김');
});

it('the doors page opens a door once for two taps and shows each step as it happens (DR-2)', async () => {
  let finish: (command: ReturnType<typeof sampleCommand>) => void = () => undefined;
  const requests = answerCalls({
    ...answers([sampleDoor()]),
    [OPEN]: () => new Promise((resolve) => (finish = resolve)),
  });
  const { client } = await renderScreen(<DoorsPage />);
  const open = await screen.findByRole('button', { name: '앞문 열기' });
  fireEvent.click(open);
  fireEvent.click(open);
  expect(
    (await screen.findByTestId('command-steps')).querySelector('[data-step=requested]')?.getAttribute('data-state'),
  ).toBe('active');
  const sent = sampleCommand({ status: 'SENT', acknowledgedAt: null, latencyMs: null });
  act(() => deviceLive['command.changed']?.(sent, { client, product: 'playroom' }));
  await waitFor(() =>
    expect(screen.getByTestId('command-steps').querySelector('[data-step=sent]')?.getAttribute('data-state')).toBe(
      'done',
    ),
  );
  await act(async () => finish(sampleCommand()));
  await waitFor(() => expect(screen.getByTestId('door-outcome').textContent).toContain('문이 열렸어요. 312 ms'));
  expect(requests.get(OPEN)).toHaveLength(1);
  expect(requests.get(OPEN)?.[0]?.body).toEqual({ doorId: sampleId(20) });
  expect(requests.get(OPEN)?.[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

it('the doors page shows another person’s command and the door’s new state by the stream', async () => {
  answerCalls(answers([sampleDoor()]));
  const { client } = await renderScreen(<DoorsPage />);
  await card();
  act(() => {
    deviceLive['command.changed']?.(sampleCommand({ cause: { kind: 'PERSON', id: null, label: '박서준' } }), {
      client,
      product: 'playroom',
    });
    putDoor(client, 'playroom', sampleDoor({ lockState: 'UNLATCHED' }));
  });
  await waitFor(() => expect(screen.getByTestId('door-outcome').textContent).toContain('문이 열렸어요.'));
  expect(screen.getByTestId('door-card').textContent).toContain('박서준');
  expect(screen.getByTestId('lock-state').textContent).toBe('열림');
});

it('the doors page shows a change that arrives while the first list of doors is in flight, and reads the list once more', async () => {
  const LIST = 'GET /api/v2/{product}/door';
  const replies: ((list: { total: number; items: Door[] }) => void)[] = [];
  const requests = answerCalls({ ...answers([]), [LIST]: () => new Promise((resolve) => void replies.push(resolve)) });
  const { client } = await renderScreen(<DoorsPage />);
  await waitFor(() => expect(replies).toHaveLength(1));
  act(() => {
    for (const lockState of ['UNLOCKED', 'UNLATCHED'] as const)
      doorLive['door.changed']?.(sampleDoor({ lockState }), { client, product: 'playroom' });
  });
  // The server wrote this reply before the door changed.
  replies[0]?.(listOf(sampleDoor()));
  await card();
  expect(screen.getByTestId('lock-state').textContent).toBe('열림');
  await waitFor(() => expect(replies).toHaveLength(2));
  replies[1]?.(listOf(sampleDoor({ lockState: 'UNLATCHED', battery: 12 })));
  await waitFor(() => expect(screen.getByTestId('door-card').textContent).toContain('배터리 12%'));
  expect(requests.get(LIST)).toHaveLength(2);
});

it('the doors page says why a door did not open and what to do next', async () => {
  const failed = sampleCommand({
    status: 'REJECTED_OFFLINE',
    sentAt: null,
    acknowledgedAt: null,
    error: { code: 'DEVICE_OFFLINE', message: '' },
  });
  answerCalls({ ...answers([sampleDoor()]), [OPEN]: () => failed });
  await renderScreen(<DoorsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열기' }));
  await waitFor(() =>
    expect(screen.getByTestId('door-outcome').textContent).toMatch(/오프라인이라 보내지 않았어요.*비상 열쇠/),
  );
});

it('the doors page asks a CUSTOMER_MANAGER for a reason before anything is sent', async () => {
  const requests = answerCalls({ ...answers([sampleDoor()], 'CUSTOMER_MANAGER'), [OPEN]: () => sampleCommand() });
  await renderScreen(<DoorsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열기' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: '열기' }));
  expect(await dialog.findByText('사유를 입력해 주세요.')).toBeTruthy();
  expect(requests.has(OPEN)).toBe(false);
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: ' 손님이 문 앞에 있음 ' } });
  fireEvent.click(dialog.getByRole('button', { name: '열기' }));
  await waitFor(() =>
    expect(requests.get(OPEN)?.[0]?.body).toEqual({ doorId: sampleId(20), reason: '손님이 문 앞에 있음' }),
  );
});

it('the doors page offers settings and discovered locks only with doors:configure', async () => {
  const requests = answerCalls(answers([sampleDoor()], 'SUB_ADMIN'));
  await renderScreen(<DoorsPage />);
  await card();
  expect(screen.queryByRole('button', { name: '앞문 설정' })).toBeNull();
  expect(requests.has('GET /api/v2/{product}/door/discovered')).toBe(false);
});

it('the doors page shows both versions after a STALE refusal, and saves the chosen one (AP-4)', async () => {
  const theirs = sampleDoor({ name: '정문', version: 4 });
  const edit = 'PATCH /api/v2/{product}/door/{doorId}';
  const requests = answerCalls({
    ...answers([sampleDoor()], 'ADMIN'),
    [edit]: ({ body }) =>
      body?.['version'] === 4 ? sampleDoor({ name: '옆문', version: 5 }) : refuse('STALE', 409, { current: theirs }),
  });
  await renderScreen(<DoorsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 설정' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: /이름/ }), { target: { value: '옆문' } });
  fireEvent.change(dialog.getByRole('textbox', { name: /문 열림/ }), { target: { value: '' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  const stale = await dialog.findByTestId('stale-door');
  expect(stale.textContent).toMatch(/정문.*옆문.*120초.*끔/);
  fireEvent.click(dialog.getByRole('button', { name: '내 값으로 저장' }));
  await waitFor(() =>
    expect(requests.get(edit)?.[1]?.body).toEqual({
      version: 4,
      name: '옆문',
      roomId: sampleId(10),
      openSeconds: 5,
      accessBeforeMinutes: null,
      accessAfterMinutes: null,
      spareCodes: 2,
      alarms: { leftOpenSeconds: null, offlineSeconds: 120, batteryPercent: 20, forced: true, jammed: true },
    }),
  );
});

it('the doors page makes a discovered lock the door of a room, except a lock with an obstacle (DR-4)', async () => {
  const approve = 'POST /api/v2/{product}/door';
  const doors = [sampleDoor()];
  const requests = answerCalls({
    ...answers(doors, 'ADMIN'),
    'GET /api/v2/{product}/door/discovered': () =>
      listOf(sampleLock(), sampleLock({ id: sampleId(31), name: 'strange', obstacle: 'command_template' })),
    [approve]: () => {
      const createdDoor = sampleDoor({ id: sampleId(21), name: 'esp-lock' });
      doors.push(createdDoor);
      return createdDoor;
    },
  });
  await renderScreen(<DoorsPage />);
  const section = within(await screen.findByTestId('discovered-locks'));
  expect(section.getByText('등록할 수 없어요: command_template')).toBeTruthy();
  expect(section.queryByRole('button', { name: 'strange 등록' })).toBeNull();
  fireEvent.click(section.getByRole('button', { name: 'esp-lock 등록' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByRole('combobox'), { target: { value: sampleId(10) } });
  fireEvent.click(dialog.getByRole('button', { name: '등록' }));
  await waitFor(() =>
    expect(requests.get(approve)?.[0]?.body).toEqual({
      discoveredLockId: sampleId(30),
      name: 'esp-lock',
      roomId: sampleId(10),
    }),
  );
  await waitFor(() => expect(screen.getAllByTestId('door-card')).toHaveLength(2));
  // The new door can be tested at once.
  const added = within(await screen.findByRole('dialog', { name: 'esp-lock 추가됨' }));
  expect(added.getByRole('button', { name: '열기 테스트' })).toBeTruthy();
  fireEvent.click(added.getByRole('button', { name: '완료' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the doors page makes a manually set up relay a door, and offers to try it (DR-4)', async () => {
  const approve = 'POST /api/v2/{product}/door';
  const requests = answerCalls({
    ...answers([sampleDoor()], 'ADMIN'),
    'GET /api/v2/{product}/store/{storeId}': () => sampleStore(),
    [approve]: ({ body }) =>
      JSON.stringify(body).includes('hongdae')
        ? refuse('INVALID_INPUT', 400, {
            errors: [{ path: 'manualBinding.binding.topicPrefix', code: 'foreign_topic', message: '' }],
          })
        : sampleDoor({ id: sampleId(21), name: '뒷문', driver: 'shelly' }),
  });
  await renderScreen(<DoorsPage />, `/dashboard/door?store=${STORES[0].id}`);
  await screen.findByTestId('door-card');
  fireEvent.click(screen.getByRole('button', { name: '출입문 추가' }));
  const dialog = within(await screen.findByRole('dialog', { name: '출입문 추가' }));
  fireEvent.change(await dialog.findByRole('textbox', { name: /출입문 이름/ }), { target: { value: '뒷문' } });
  // The lock that announced itself comes first in the list; a person may choose another kind instead.
  const kind = dialog.getByRole<HTMLSelectElement>('combobox', { name: '도어록 종류' });
  expect([...kind.options].map((it) => it.text)).toEqual([
    '새로 발견됨: esp-lock',
    '디지털 도어록 (Zigbee 허브에 연결)',
    '전기정 (Shelly 릴레이)',
    '전기정 (Tasmota 릴레이)',
  ]);
  expect(dialog.queryByTestId('lock-advanced')).toBeNull();
  fireEvent.change(kind, { target: { value: 'zigbee2mqtt' } });
  expect(dialog.getByTestId<HTMLDetailsElement>('lock-advanced').open).toBe(false);
  // A lock behind a bridge keeps codes, a relay does not.
  expect(dialog.getByRole('textbox', { name: /코드의 첫 번호/ })).toBeTruthy();
  fireEvent.change(kind, { target: { value: 'shelly' } });
  expect(dialog.queryByRole('textbox', { name: /코드의 첫 번호/ })).toBeNull();
  const topic = dialog.getByRole('textbox', { name: /MQTT prefix/ });
  fireEvent.change(topic, { target: { value: 'playroom/hongdae/strike' } });
  fireEvent.click(dialog.getByRole('button', { name: '추가' }));
  expect(await dialog.findByText('이 매장의 MQTT prefix 아래 토픽이 아니에요.')).toBeTruthy();
  expect(dialog.getByTestId<HTMLDetailsElement>('lock-advanced').open).toBe(true);
  fireEvent.change(topic, { target: { value: 'playroom/gangnam/' } });
  fireEvent.change(dialog.getByRole('textbox', { name: /기기 이름/ }), { target: { value: 'strike' } });
  expect(topic).toHaveProperty('value', 'playroom/gangnam/strike');
  fireEvent.click(dialog.getByRole('button', { name: '추가' }));
  expect(
    within(await screen.findByRole('dialog', { name: '뒷문 추가됨' })).getByRole('button', { name: '열기 테스트' }),
  ).toBeTruthy();
  expect(requests.get(approve)?.at(-1)?.body).toEqual({
    manualBinding: {
      storeId: STORES[0].id,
      binding: { driver: 'shelly', topicPrefix: 'playroom/gangnam/strike', component: 'switch', channel: 0 },
    },
    name: '뒷문',
    roomId: null,
  });
});

it('the doors page counts a door with an alarm as needing attention', async () => {
  answerCalls({
    ...answers([sampleDoor(), sampleDoor({ id: sampleId(22), name: '뒷문' })]),
    'GET /api/v2/{product}/alarm': () => listOf(sampleAlarm()),
  });
  await renderScreen(<DoorsPage />, '/dashboard/door?show=attention');
  await waitFor(() => expect(screen.getAllByTestId('door-card')).toHaveLength(1));
  expect((await card()).textContent).toContain('앞문');
  expect(screen.getByText(/확인 필요 1개/)).toBeTruthy();
});

it('the doors page keeps the search in the address, and reads only the chosen store (SH-4, SH-6)', async () => {
  const requests = answerCalls(answers([sampleDoor(), sampleDoor({ id: sampleId(22), name: '뒷문' })]));
  const { search } = await renderScreen(<DoorsPage />, `/dashboard/door?store=${STORES[0].id}`);
  await screen.findAllByTestId('door-card');
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '뒷' } });
  await waitFor(() => expect(screen.getAllByTestId('door-card')).toHaveLength(1));
  expect(new URLSearchParams(search()).get('q')).toBe('뒷');
  expect(requests.get('GET /api/v2/{product}/door')?.[0]?.query['storeId']).toBe(STORES[0].id);
});

it('the doors page says that there are no doors, and offers a retry when they cannot be read', async () => {
  let isBroken = true;
  answerCalls({ ...answers([]), 'GET /api/v2/{product}/door': () => (isBroken ? refuse('INTERNAL', 500) : listOf()) });
  await renderScreen(<DoorsPage />);
  const error = await screen.findByTestId('error-state');
  isBroken = false;
  fireEvent.click(within(error).getByRole('button'));
  expect(await screen.findByText('등록된 출입문이 없어요')).toBeTruthy();
});

it('the doors page holds a door open until a time, and says when it will be locked', async () => {
  const holdOpen = 'POST /api/v2/{product}/door/hold-open';
  const requests = answerCalls({
    ...answers([sampleDoor({ roomId: null })], 'ADMIN'),
    [holdOpen]: () => sampleCommand(),
  });
  const { client } = await renderScreen(<DoorsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 열어 두기' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('radio', { name: '15분' }));
  fireEvent.click(dialog.getByRole('button', { name: '열어 두기' }));
  await waitFor(() => expect(requests.get(holdOpen)?.[0]?.body).toMatchObject({ doorId: sampleId(20) }));
  const until = Date.parse(String(requests.get(holdOpen)?.[0]?.body?.['until']));
  expect(Math.abs(until - Date.now() - 15 * 60_000)).toBeLessThan(60_000);
  act(() =>
    putDoor(
      client,
      'playroom',
      sampleDoor({ roomId: null, doorMode: 'HELD_OPEN', heldOpenUntil: '2026-11-21T13:30:00Z', lockState: 'UNLOCKED' }),
    ),
  );
  await waitFor(() => expect(screen.getByTestId('door-card').textContent).toContain('22:30까지 열어 둠'));
  expect(screen.queryByRole('button', { name: '앞문 열어 두기' })).toBeNull();
});

it('the doors page tries a door and shows the measured round trip (DR-1)', async () => {
  const test = 'POST /api/v2/{product}/door/{doorId}/test';
  const tested = sampleDoor({ testedAt: '2026-11-20T10:00:01Z', roundTripMs: 290 });
  answerCalls({ ...answers([sampleDoor()], 'ADMIN'), [test]: () => ({ command: sampleCommand(), door: tested }) });
  await renderScreen(<DoorsPage />);
  fireEvent.click(await screen.findByRole('button', { name: '앞문 설정' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '열기 테스트' }));
  await waitFor(() =>
    expect(screen.getByTestId('test-result').textContent).toBe('기기가 290 ms 만에 응답했고, 312 ms 만에 열렸어요.'),
  );
});

it('the doors page locks a store down in two steps, follows it door by door, and lists unreachable doors (DR-8)', async () => {
  const start = 'POST /api/v2/{product}/door/emergency';
  const requests = answerCalls({
    ...answers([sampleDoor(), sampleDoor({ id: sampleId(22), name: '뒷문', online: 'DEVICE_OFFLINE' })], 'ADMIN'),
    'GET /api/v2/{product}/door/emergency/preview': () =>
      listOf<LockdownPreview['items'][number]>(
        {
          doorId: sampleId(20),
          storeId: sampleId(1),
          name: '앞문',
          roomId: null,
          keypad: { codes: 3, openCodes: 3, obstacle: null },
        },
        {
          doorId: sampleId(22),
          storeId: sampleId(1),
          name: '뒷문',
          roomId: null,
          keypad: { codes: 2, openCodes: 2, obstacle: 'DEVICE_OFFLINE' },
        },
      ),
    [start]: () => sampleEmergency(),
  });
  const { client } = await renderScreen(<DoorsPage />, `/dashboard/door?store=${STORES[0].id}`);
  await screen.findAllByTestId('door-card');
  fireEvent.click(screen.getByRole('button', { name: '비상' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: /^출입 통제/ }));
  fireEvent.click(dialog.getByRole('button', { name: '다음' }));
  expect(await dialog.findByText('사유를 입력해 주세요.')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '훈련' } });
  fireEvent.click(dialog.getByRole('button', { name: '다음' }));
  expect(await dialog.findByText('문 2개를 모두 잠그고, 앱과 코드로 여는 것을 막아요.')).toBeTruthy();
  expect((await dialog.findByRole('alert')).textContent).toContain(
    '연결될 때까지 키패드로 열릴 수 있어요: 뒷문 (도어록 오프라인)',
  );
  expect(dialog.getByText(/지금 연결되지 않는 문: 뒷문/)).toBeTruthy();
  expect(requests.has(start)).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: '출입 통제' }));
  await waitFor(() =>
    expect(requests.get(start)?.[0]?.body).toEqual({ storeId: STORES[0].id, kind: 'LOCKDOWN', reason: '훈련' }),
  );
  expect((await screen.findByTestId('emergency-progress')).textContent).toContain('2개 중 0개 완료');
  act(() => emergencyLive['emergency.changed']?.(sampleEmergency('DONE', 'OFFLINE'), { client, product: 'playroom' }));
  await waitFor(() =>
    expect(screen.getByTestId('emergency-progress').textContent).toMatch(/2개 중 1개 완료.*현장 확인 필요: 뒷문/),
  );
  act(() =>
    emergencyLive['emergency.changed']?.(
      { ...sampleEmergency('DONE', 'DONE'), endedAt: '2026-11-20T11:00:00Z', endedBy: '김지은' },
      { client, product: 'playroom' },
    ),
  );
  await waitFor(() => expect(screen.queryByTestId('emergency')).toBeNull());
});

it('the doors page requests a second person for a lockdown that needs two, and starts nothing (decision 039)', async () => {
  const ask = 'POST /api/v2/{product}/approval';
  const requests = answerCalls({
    ...answers([sampleDoor()], 'ADMIN'),
    'GET /api/v2/{product}/approval/rules': () => sampleRules({ needsTwoForLockdown: true }),
    [ask]: () => refuse('APPROVAL_WAITING', 409),
  });
  await renderScreen(<DoorsPage />, `/dashboard/door?store=${STORES[0].id}`);
  await screen.findAllByTestId('door-card');
  fireEvent.click(screen.getByRole('button', { name: '비상' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: /^출입 통제/ }));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '훈련' } });
  fireEvent.click(dialog.getByRole('button', { name: '다음' }));
  expect((await dialog.findByRole('note')).textContent).toContain('두 사람이 필요해요');
  fireEvent.click(dialog.getByRole('button', { name: '승인 요청' }));
  await waitFor(() =>
    expect(requests.get(ask)?.[0]?.body).toEqual({ storeId: STORES[0].id, kind: 'LOCKDOWN', reason: '훈련' }),
  );
  expect(requests.has('POST /api/v2/{product}/door/emergency')).toBe(false);
});

it('the doors page shows a door’s alarm on its card, and who acknowledged it (DR-7)', async () => {
  const acknowledge = 'POST /api/v2/{product}/alarm/{alarmId}/acknowledge';
  const requests = answerCalls({
    ...answers([sampleDoor()]),
    'GET /api/v2/{product}/alarm': () => listOf(sampleAlarm()),
    [acknowledge]: () =>
      sampleAlarm({ acknowledgedAt: '2026-11-20T10:05:00Z', acknowledgedBy: { id: sampleId(9), name: '김지은' } }),
  });
  await renderScreen(<DoorsPage />);
  const alarm = within(await screen.findByTestId('alarm'));
  expect(alarm.getByText('문이 열려 있어요')).toBeTruthy();
  fireEvent.click(alarm.getByRole('button', { name: '앞문: 문이 열려 있어요 확인' }));
  expect(await screen.findByText('김지은 확인 · 19:05')).toBeTruthy();
  expect(requests.get(acknowledge)).toHaveLength(1);
});

it('the doors page offers the fire release first and starts it with one confirmation and no typed text (DR-8)', async () => {
  const start = 'POST /api/v2/{product}/door/emergency';
  const requests = answerCalls({
    ...answers([sampleDoor()], 'ADMIN'),
    [start]: () => ({ ...sampleEmergency(), kind: 'FIRE_RELEASE' }),
  });
  await renderScreen(<DoorsPage />, `/dashboard/door?store=${STORES[0].id}`);
  await screen.findAllByTestId('door-card');
  fireEvent.click(screen.getByRole('button', { name: '비상' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getAllByRole('button').map((button) => button.textContent.slice(0, 5).trim())).toEqual([
    '화재 개방',
    '출입 통제',
    '취소',
  ]);
  fireEvent.click(dialog.getByRole('button', { name: /^화재 개방/ }));
  expect(await dialog.findByText('정말 모든 문을 열까요?')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: '화재 개방' }));
  await waitFor(() =>
    expect(requests.get(start)?.[0]?.body).toEqual({
      storeId: STORES[0].id,
      kind: 'FIRE_RELEASE',
      reason: '화재 대피',
    }),
  );
});

it('the doors page has no Open button for a door that is locked down or held open for a fire, and says why (DR-8)', async () => {
  const lockedDown = sampleDoor({ doorMode: 'LOCKED_DOWN', emergencyId: sampleId(60) });
  answerCalls(answers([lockedDown], 'ADMIN'));
  const { client } = await renderScreen(<DoorsPage />);
  expect((await screen.findByTestId('cannot-open')).textContent).toBe('출입 통제 중이라 열 수 없어요');
  expect(screen.queryByRole('button', { name: '앞문 열기' })).toBeNull();
  expect(screen.getByRole('button', { name: '앞문 잠그기' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '앞문 설정' }));
  expect(within(await screen.findByRole('dialog')).queryByRole('button', { name: '열기 테스트' })).toBeNull();
  act(() => putDoor(client, 'playroom', { ...lockedDown, doorMode: 'HELD_OPEN', lockState: 'UNLOCKED' }));
  await waitFor(() =>
    expect(within(screen.getByTestId('door-card')).getByTestId('cannot-open').textContent).toBe(
      '화재 개방 중이라 열려 있어요',
    ),
  );
  expect(screen.queryByRole('button', { name: '앞문 잠그기' })).toBeNull();
  act(() => putDoor(client, 'playroom', sampleDoor()));
  await waitFor(() => expect(within(screen.getByTestId('door-card')).queryByTestId('cannot-open')).toBeNull());
});
