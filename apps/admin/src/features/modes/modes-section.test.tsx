import type { Mode, Store } from '@munjigi/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleDevice, sampleId } from '../../testing/samples.ts';
import { ModesSection } from './modes-section.tsx';

const LIGHT = sampleDevice();
const STORE = { id: LIGHT.storeId } as Store;
const OWN: Mode = {
  id: sampleId(70),
  storeId: STORE.id,
  name: '야간',
  states: [
    { deviceId: LIGHT.id, state: { isOn: false } },
    { kind: 'CLIMATE', state: { mode: 'OFF' } },
  ],
  purpose: 'CLEANING',
  version: 3,
};
const EVERYWHERE: Mode = {
  id: sampleId(71),
  storeId: null,
  name: '대기',
  states: [{ kind: 'LIGHT', state: { isOn: true, brightness: 20 } }],
  purpose: null,
  version: 1,
};
const read = (who: 'ADMIN' | 'FRANCHISEE' | 'CUSTOMER_MANAGER') => ({
  'GET /api/v2/auth/me': () => person(who),
  'GET /api/v2/{product}/mode': () => ({ total: 2, items: [EVERYWHERE, OWN] }),
  'GET /api/v2/{product}/room/device': () => ({ total: 1, items: [LIGHT] }),
});
const open = (address = '/') =>
  renderScreen(<ModesSection store={STORE} rooms={[{ id: LIGHT.roomId, name: '1번룸' }]} />, address);

it('the modes section creates a mode for kinds of devices, and shows problems at their fields', async () => {
  const requests = answerCalls({ ...read('ADMIN'), 'POST /api/v2/{product}/mode': () => EVERYWHERE });
  await open('/?mode=new');
  const editor = within(await screen.findByTestId('mode-editor'));
  fireEvent.change(editor.getByLabelText(/^밝기/), { target: { value: '120' } });
  fireEvent.click(editor.getByRole('button', { name: '저장' }));
  expect((await editor.findAllByText(/꼭|1.*100/)).length).toBeGreaterThanOrEqual(2);
  expect(requests.get('POST /api/v2/{product}/mode')).toBeUndefined();
  fireEvent.change(editor.getByLabelText(/^이름/), { target: { value: '이용 중' } });
  fireEvent.change(editor.getByLabelText(/^밝기/), { target: { value: '60' } });
  fireEvent.change(editor.getByLabelText('기기 추가'), { target: { value: 'CLIMATE' } });
  fireEvent.change(editor.getByLabelText(/^온도/), { target: { value: '22.5' } });
  fireEvent.click(editor.getByRole('button', { name: '저장' }));
  await screen.findAllByTestId('mode');
  expect(requests.get('POST /api/v2/{product}/mode')?.map((it) => it.body)).toEqual([
    {
      storeId: STORE.id,
      name: '이용 중',
      states: [
        { kind: 'LIGHT', state: { isOn: true, brightness: 60 } },
        { kind: 'CLIMATE', state: { mode: 'COOL', targetTemperature: 22.5 } },
      ],
      purpose: null,
    },
  ]);
});

it('the modes section sends only the changed fields, with the version that was seen (AP-4)', async () => {
  const requests = answerCalls({
    ...read('FRANCHISEE'),
    'PATCH /api/v2/{product}/mode/{modeId}': () => ({ ...OWN, version: 4 }),
  });
  await open();
  // This person has no right to change a mode that applies to every store.
  expect(await screen.findAllByTestId('mode')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /대기/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /야간/ }));
  const editor = within(await screen.findByTestId('mode-editor'));
  fireEvent.change(within(editor.getByRole('group', { name: `1번룸 ${LIGHT.name}` })).getByLabelText('전원'), {
    target: { value: 'ON' },
  });
  fireEvent.click(editor.getByRole('button', { name: '저장' }));
  await screen.findAllByTestId('mode');
  expect(requests.get('PATCH /api/v2/{product}/mode/{modeId}')?.map((it) => it.body)).toEqual([
    {
      version: 3,
      states: [
        { deviceId: LIGHT.id, state: { isOn: true } },
        { kind: 'CLIMATE', state: { mode: 'OFF' } },
      ],
    },
  ]);
});

it('the modes section hides the buttons without the capability to change modes', async () => {
  answerCalls(read('CUSTOMER_MANAGER'));
  await open('/?mode=new');
  expect(await screen.findAllByTestId('mode')).toHaveLength(2);
  expect(screen.queryByRole('button')).toBeNull();
});
