import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { sampleCommand, sampleDevice, sampleId, sampleRoom } from '../../../testing/samples.ts';
import { putDevice } from './room-devices.cache.ts';
import { RoomDevices } from './room-devices.tsx';

const LIGHT = sampleDevice();
const CLIMATE = sampleDevice({
  id: sampleId(26),
  name: '에어컨',
  kind: 'CLIMATE',
  traits: { modes: ['OFF', 'COOL'], minTemperature: 18, maxTemperature: 24, temperatureStep: 0.5 },
  state: { mode: 'COOL', targetTemperature: 24, currentTemperature: 26.5 },
});
const SENSOR = sampleDevice({
  id: sampleId(27),
  name: '재실',
  kind: 'BINARY_SENSOR',
  traits: { sensorClass: 'occupancy' },
  state: { isActive: true },
  online: 'DEVICE_OFFLINE',
  battery: 12,
});
const devices = () => ({ total: 3, items: [LIGHT, CLIMATE, SENSOR] });
const row = async (name: string) => {
  const rows = await screen.findAllByTestId('room-device');
  return within(rows.find((it) => it.textContent?.includes(name)) ?? document.body);
};

it('the device card of a room shows the state of each device, and that one is unreachable (RM-4)', async () => {
  answerCalls({ 'GET /api/v2/auth/me': () => person('ADMIN'), 'GET /api/v2/{product}/room/device': devices });
  await renderScreen(<RoomDevices room={sampleRoom()} />, '/');
  expect((await row('조명')).getByText('꺼짐')).toBeTruthy();
  expect((await row('에어컨')).getByText('냉방 · 설정 24 °C · 현재 26.5 °C')).toBeTruthy();
  const sensor = await row('재실');
  expect(sensor.getByText('사람 있음')).toBeTruthy();
  expect(sensor.getByText(/기기 오프라인/)).toBeTruthy();
  expect(sensor.queryByRole('switch')).toBeNull();
});

it('the device card of a room sends one command per press, shows it as pending and then the reported state', async () => {
  let answer: (() => void) | null = null;
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/room/device': devices,
    'POST /api/v2/{product}/room/device/control': () =>
      new Promise((resolve) => {
        answer = () =>
          resolve(
            sampleCommand({
              target: { kind: 'DEVICE', id: LIGHT.id, name: LIGHT.name },
              action: 'SET',
              state: { isOn: true },
            }),
          );
      }),
  });
  const { client } = await renderScreen(<RoomDevices room={sampleRoom()} />, '/');
  const light = await row('조명');
  const button = light.getByRole('switch', { name: '조명' });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(await light.findByText(/응답을 기다리는 중/)).toBeTruthy();
  // The shown state stays until the device reports another one.
  expect(light.getByText('꺼짐')).toBeTruthy();
  await act(async () => answer?.());
  act(() => putDevice(client, 'playroom', { ...LIGHT, state: { isOn: true, brightness: 80 } }));
  expect(await light.findByText('켜짐 · 80 %')).toBeTruthy();
  expect(requests.get('POST /api/v2/{product}/room/device/control')?.map((it) => it.body)).toEqual([
    { deviceId: LIGHT.id, state: { isOn: true } },
  ]);
});

it('the device card of a room shows a failure in words, and stays within the device’s range', async () => {
  answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/room/device': devices,
    'POST /api/v2/{product}/room/device/control': () => refuse('TOO_MANY_REQUESTS', 429),
  });
  await renderScreen(<RoomDevices room={sampleRoom()} />, '/');
  const climate = await row('에어컨');
  expect(climate.getByRole<HTMLButtonElement>('button', { name: '온도 올리기' }).disabled).toBe(true);
  fireEvent.click(climate.getByRole('button', { name: '온도 내리기' }));
  expect((await climate.findByRole('status')).textContent).not.toBe('');
});

it('the device card of a room shows no switch to a person who cannot control devices', async () => {
  answerCalls({
    'GET /api/v2/auth/me': () => person('CUSTOMER_MANAGER'),
    'GET /api/v2/{product}/room/device': devices,
  });
  await renderScreen(<RoomDevices room={sampleRoom()} />, '/');
  await row('조명');
  expect(screen.queryByRole('switch')).toBeNull();
});
