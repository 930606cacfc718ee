// @sweep 1/8 (decision 086)
import type { Device, DiscoveredDevice } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Rows } from '../../session/live-collection.ts';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleDevice, sampleId, sampleRoom } from '../../testing/samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { devicesKey, putDevice } from './devices/room-devices.cache.ts';
import { RoomDevices } from './devices/room-devices.tsx';

const ADD = 'POST /api/v2/{product}/room/device';
const EDIT = 'PATCH /api/v2/{product}/room/device/{deviceId}';
const REMOVE = 'DELETE /api/v2/{product}/room/device/{deviceId}';
const FOUND: DiscoveredDevice = {
  id: sampleId(90),
  storeId: STORES[0].id,
  name: '5번 룸 조명',
  kind: 'LIGHT',
  driver: 'ha-mqtt',
  traits: {},
  manufacturer: 'ESPHome',
  model: null,
  topics: ['playroom/gangnam/c5/light/set'],
  firstSeenAt: '2026-11-20T10:00:00Z',
  obstacle: null,
};
const STRIP = sampleDevice({
  name: '콘솔 전원',
  kind: 'SWITCH',
  traits: {},
  driver: 'shelly',
  state: { isOn: true },
  driverSettings: { kind: 'SWITCH', topicPrefix: 'playroom/gangnam/strip', component: 'switch', channel: 2 },
});
const listOf = <T,>(...items: T[]) => ({ total: items.length, items });

function answers(role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN', found: readonly DiscoveredDevice[] = []) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/room/device': () => listOf(STRIP),
    'GET /api/v2/{product}/room/device/discovered': () => listOf(...found),
    'GET /api/v2/{product}/store/{storeId}': () => sampleStore(),
    'GET /api/v2/{product}/room': () => listOf(sampleRoom(), sampleRoom({ id: sampleId(11), name: '2번 룸' })),
  } as const;
}
async function open(button: string) {
  fireEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
}

it('the device editor of a room adds a discovered device with one tap, except a device with an obstacle (DR-4)', async () => {
  const requests = answerCalls({
    ...answers('ADMIN', [FOUND, { ...FOUND, id: sampleId(91), name: 'strange', obstacle: 'command_template' }]),
    [ADD]: () => sampleDevice({ id: sampleId(28), name: FOUND.name }),
  });
  await renderScreen(<RoomDevices room={sampleRoom()} />);
  const dialog = await open('기기 추가');
  expect(await dialog.findByText('추가할 수 없어요: command_template')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'strange 추가' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: '5번 룸 조명 추가' }));
  await waitFor(() =>
    expect(requests.get(ADD)?.map((it) => it.body)).toEqual([
      { roomId: sampleId(10), name: '5번 룸 조명', source: { discoveredDeviceId: FOUND.id } },
    ]),
  );
  await waitFor(() => expect(screen.getAllByTestId('room-device')).toHaveLength(2));
  expect(requests.get('GET /api/v2/{product}/room/device/discovered')?.length).toBeGreaterThan(1);
});

it('the device editor of a room keeps the stream’s state of a new device that arrives before the answer', async () => {
  const added = sampleDevice({
    id: sampleId(28),
    name: FOUND.name,
    online: 'UNKNOWN',
    state: {},
    driverSettings: { topicPrefix: 'x' },
  });
  const onChange = vi.fn<() => void>();
  answerCalls({
    ...answers('ADMIN', [FOUND]),
    [ADD]: () => {
      onChange();
      return added;
    },
  });
  const { client } = await renderScreen(<RoomDevices room={sampleRoom()} />);
  onChange.mockImplementation(() =>
    putDevice(client, 'playroom', { ...added, online: 'ONLINE', state: { isOn: true }, driverSettings: null }),
  );
  const dialog = await open('기기 추가');
  fireEvent.click(await dialog.findByRole('button', { name: '5번 룸 조명 추가' }));
  await waitFor(() => expect(screen.getAllByTestId('room-device')).toHaveLength(2));
  const cachedDevice = () =>
    client.getQueryData<Rows<Device>>(devicesKey('playroom', sampleRoom().id))?.items.find((it) => it.id === added.id);
  await waitFor(() =>
    expect(cachedDevice()).toMatchObject({
      online: 'ONLINE',
      state: { isOn: true },
      driverSettings: { topicPrefix: 'x' },
    }),
  );
});

it('the device editor of a room keeps the form when a device announces itself meanwhile', async () => {
  let found: readonly DiscoveredDevice[] = [];
  answerCalls({ ...answers(), 'GET /api/v2/{product}/room/device/discovered': () => listOf(...found) });
  const { client } = await renderScreen(<RoomDevices room={sampleRoom()} />);
  const dialog = await open('기기 추가');
  fireEvent.change(await dialog.findByRole('textbox', { name: /이름/ }), { target: { value: '환풍기' } });
  found = [FOUND];
  await client.invalidateQueries();
  expect(await dialog.findByRole('tab', { name: '발견된 기기 1' })).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /이름/ }).value).toBe('환풍기');
});

it('the device editor of a room adds a relay by its topics, previews them, and shows a server refusal at its field', async () => {
  const requests = answerCalls({
    ...answers(),
    [ADD]: ({ body }) => {
      const requestText = JSON.stringify(body);
      if (requestText.includes('hongdae'))
        return refuse('INVALID_INPUT', 400, {
          errors: [{ path: 'source.binding.topicPrefix', code: 'foreign_topic', message: '' }],
        });
      return requestText.includes('strip')
        ? refuse('DEVICE_ALREADY_BOUND', 409)
        : sampleDevice({ id: sampleId(28), name: '환풍기', kind: 'SWITCH' });
    },
  });
  await renderScreen(<RoomDevices room={sampleRoom()} />);
  const dialog = await open('기기 추가');
  const topic = await dialog.findByRole<HTMLInputElement>('textbox', { name: /MQTT prefix/ });
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: '추가' }));
  expect(topic.value).toBe('playroom/gangnam/');
  submit();
  expect(await dialog.findByText('꼭 입력해 주세요.')).toBeTruthy();
  expect(dialog.getByText(/기기 이름까지 입력해 주세요/)).toBeTruthy();
  expect(requests.has(ADD)).toBe(false);

  fireEvent.change(dialog.getByRole('textbox', { name: /이름/ }), { target: { value: ' 환풍기 ' } });
  fireEvent.change(topic, { target: { value: 'playroom/hongdae/fan' } });
  expect(dialog.getByTestId('told-topics').textContent).toContain('playroom/hongdae/fan/rpc');
  submit();
  expect(await dialog.findByText('이 매장의 MQTT prefix 아래 토픽이 아니에요.')).toBeTruthy();
  fireEvent.change(topic, { target: { value: 'playroom/gangnam/strip' } });
  submit();
  expect((await dialog.findByRole('alert')).textContent).toContain('이미 다른 출입문이나 룸에 연결된 기기예요.');
  fireEvent.change(topic, { target: { value: 'playroom/gangnam/fan' } });
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.get(ADD)?.at(-1)?.body).toEqual({
    roomId: sampleId(10),
    name: '환풍기',
    source: {
      kind: 'SWITCH',
      binding: { driver: 'shelly', topicPrefix: 'playroom/gangnam/fan', component: 'switch', channel: 0 },
    },
  });
  expect(screen.getAllByTestId('room-device')).toHaveLength(2);
});

it('the device editor of a room shows the fields of each driver and kind', async () => {
  answerCalls(answers());
  await renderScreen(<RoomDevices room={sampleRoom()} />);
  const dialog = await open('기기 추가');
  const choose = async (name: RegExp, value: string) =>
    fireEvent.change(await dialog.findByRole('combobox', { name }), { target: { value } });
  const field = (name: RegExp) => dialog.queryByRole<HTMLInputElement>('textbox', { name });
  await choose(/연결 방식/, 'zigbee2mqtt');
  await choose(/종류/, 'SENSOR');
  expect([field(/base_topic/)?.value, field(/읽을 값/)?.value, field(/단위/)?.value]).toEqual([
    'playroom/gangnam/zigbee2mqtt',
    'temperature',
    '°C',
  ]);
  // A Tasmota relay cannot be a sensor.
  await choose(/연결 방식/, 'tasmota');
  expect((await dialog.findByRole<HTMLSelectElement>('combobox', { name: /종류/ })).value).toBe('SWITCH');
  expect(field(/FullTopic/)?.value).toBe('playroom/gangnam/%prefix%/%topic%/');
  expect([field(/base_topic/), field(/읽을 값/)]).toEqual([null, null]);
});

it('the device editor of a room sends only the changed fields of a manually set up device', async () => {
  const requests = answerCalls({ ...answers(), [EDIT]: () => ({ ...STRIP, name: '콘솔', version: 2 }) });
  await renderScreen(<RoomDevices room={sampleRoom()} />);
  const dialog = await open('콘솔 전원 설정');
  const channel = await dialog.findByRole<HTMLInputElement>('textbox', { name: /채널/ });
  expect(channel.value).toBe('2');
  fireEvent.change(dialog.getByRole('textbox', { name: /이름/ }), { target: { value: '콘솔' } });
  fireEvent.click(dialog.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(requests.get(EDIT)?.map((it) => it.body)).toEqual([{ version: 1, name: '콘솔' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the device editor of a room shows the values of the device that could not be read', async () => {
  const oddMembers = [{ member: 'output', text: 'on', count: 2, lastAt: '2026-11-20T10:00:00Z' }];
  answerCalls({ ...answers(), 'GET /api/v2/{product}/room/device': () => listOf({ ...STRIP, oddMembers }) });
  await renderScreen(<RoomDevices room={sampleRoom()} />);
  const section = await (await open('콘솔 전원 설정')).findByRole('region', { name: '읽지 못한 값' });
  expect(section.textContent).toContain('output: on');
});

it('the device editor of a room removes a device after a confirmation', async () => {
  const requests = answerCalls({
    ...answers(),
    [REMOVE]: () => ({ ...STRIP, removedAt: '2026-11-20T10:00:00Z', version: 2 }),
  });
  await renderScreen(<RoomDevices room={sampleRoom()} />);
  const dialog = await open('콘솔 전원 설정');
  fireEvent.click(dialog.getByRole('button', { name: '룸에서 빼기' }));
  expect(requests.has(REMOVE)).toBe(false);
  fireEvent.click(within(await screen.findByRole('dialog', { name: /뺄까요/ })).getByRole('button', { name: '빼기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByTestId('room-device')).toBeNull();
  expect(screen.getByText('아직 이 룸에 기기가 없어요.')).toBeTruthy();
});

it.each([
  ['SUB_ADMIN', null],
  ['ADMIN', '2026-11-20T10:00:00Z'],
] as const)(
  'the device editor of a room offers no device settings without the capability or in an archived room (%s)',
  async (role, archivedAt) => {
    answerCalls(answers(role));
    await renderScreen(<RoomDevices room={sampleRoom({ archivedAt })} />);
    await screen.findByTestId('room-device');
    expect(screen.queryByRole('button', { name: /추가|설정/ })).toBeNull();
  },
);
