// @sweep 1/8 (decision 086)
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Alarm, DiscoveredLock, Door, DoorSpares, Emergency } from '@munjigi/contract';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleDoor, sampleId, sampleLock, sampleRoom } from '../../testing/samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { doorLive } from './doors.live.ts';
import { DoorsPage } from './doors-page.tsx';

const REMOVE = 'DELETE /api/v2/{product}/door/{doorId}';
const REPLACE = 'POST /api/v2/{product}/door/{doorId}/device';
const DISCOVERED = 'GET /api/v2/{product}/door/discovered';
const listOf = <T,>(...items: T[]) => ({ total: items.length, isTotalExact: true, items });

function answers(doors: readonly Door[], found: readonly DiscoveredLock[] = []) {
  return {
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/door': () => listOf(...doors),
    'GET /api/v2/{product}/room': () => listOf(sampleRoom()),
    [DISCOVERED]: () => listOf(...found),
    'GET /api/v2/{product}/door/emergency': () => listOf<Emergency>(),
    'GET /api/v2/{product}/alarm': () => listOf<Alarm>(),
    'GET /api/v2/{product}/door/spare': () => listOf<DoorSpares>(),
    'GET /api/v2/{product}/store/{storeId}': () => sampleStore(),
  } as const;
}
async function openSettings() {
  fireEvent.click(await screen.findByRole('button', { name: '앞문 설정' }));
  return within(await screen.findByRole('dialog', { name: '출입문 설정' }));
}

it('the door settings dialog removes a door after a confirmation, and shows a refusal in words', async () => {
  let isHeld = true;
  const requests = answerCalls({
    ...answers([sampleDoor({ version: 3 }), sampleDoor({ id: sampleId(21), name: '뒷문' })]),
    [REMOVE]: () =>
      isHeld ? refuse('DOOR_HELD_OPEN', 409) : sampleDoor({ version: 4, removedAt: '2026-11-20T10:00:00Z' }),
  });
  await renderScreen(<DoorsPage />);
  fireEvent.click((await openSettings()).getByRole('button', { name: '출입문 빼기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '앞문 출입문을 뺄까요?' }));
  expect(dialog.getByText(/저장된 코드는 지워요/)).toBeTruthy();
  expect(requests.has(REMOVE)).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: '빼기' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('열어 둔 문이에요. 먼저 잠가 주세요.');
  isHeld = false;
  fireEvent.click(dialog.getByRole('button', { name: '빼기' }));
  await waitFor(() => expect(screen.getAllByTestId('door-card')).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests.get(REMOVE)?.map((it) => it.query)).toEqual([{ version: '3' }, { version: '3' }]);
  // The removed lock is offered among the discovered ones again.
  await waitFor(() => expect(requests.get(DISCOVERED)?.length).toBe(2));
});

it('the door settings dialog shows the values of the lock that could not be read, also those of the stream', async () => {
  const oddMembers = [{ member: 'battery', text: '200', count: 3, lastAt: '2026-11-20T10:00:00Z' }];
  answerCalls(answers([sampleDoor({ battery: null })]));
  const { client } = await renderScreen(<DoorsPage />);
  const dialog = await openSettings();
  expect(dialog.queryByRole('region', { name: '읽지 못한 값' })).toBeNull();
  act(() => doorLive['door.changed']?.(sampleDoor({ oddMembers }), { client, product: 'playroom' }));
  const section = await dialog.findByRole('region', { name: '읽지 못한 값' });
  expect(section.textContent).toContain('battery: 200');
});

it('the door settings dialog removes a door after the event of its removal, and only once', async () => {
  answerCalls(answers([sampleDoor(), sampleDoor({ id: sampleId(21), name: '뒷문' })]));
  const { client } = await renderScreen(<DoorsPage />);
  await waitFor(() => expect(screen.getAllByTestId('door-card')).toHaveLength(2));
  const removed = sampleDoor({ version: 2, removedAt: '2026-11-20T10:00:00Z' });
  act(() => doorLive['door.changed']?.(removed, { client, product: 'playroom' }));
  await waitFor(() => expect(screen.getAllByTestId('door-card')).toHaveLength(1));
  expect(screen.getByText('1개')).toBeTruthy();
  act(() => doorLive['door.changed']?.(removed, { client, product: 'playroom' }));
  expect(screen.getByText('1개')).toBeTruthy();
});

it('the door settings dialog replaces a lock with a discovered one, which can be tried then, and keeps typed settings', async () => {
  const edit = 'PATCH /api/v2/{product}/door/{doorId}';
  const requests = answerCalls({
    ...answers(
      [sampleDoor({ version: 3 })],
      [
        sampleLock({ name: 'new-lock' }),
        sampleLock({ id: sampleId(31), name: 'strange', obstacle: 'command_template' }),
      ],
    ),
    [REPLACE]: () => sampleDoor({ version: 4, online: 'UNKNOWN' }),
    [edit]: () => sampleDoor({ version: 5, name: '정문' }),
  });
  await renderScreen(<DoorsPage />);
  const settings = await openSettings();
  fireEvent.change(settings.getByRole('textbox', { name: /이름/ }), { target: { value: '정문' } });
  fireEvent.click(settings.getByRole('button', { name: '도어록 교체' }));
  const dialog = within(await screen.findByRole('dialog', { name: '앞문 도어록 교체' }));
  const lock = await dialog.findByRole<HTMLSelectElement>('combobox', { name: '새 도어록' });
  expect([...lock.options].map((it) => it.text)).toEqual(['new-lock', '직접 연결']);
  fireEvent.click(dialog.getByRole('button', { name: '교체' }));
  const done = within(await screen.findByRole('dialog', { name: '앞문 도어록 교체됨' }));
  expect(requests.get(REPLACE)?.map((it) => it.body)).toEqual([
    { version: 3, source: { discoveredLockId: sampleId(30) } },
  ]);
  expect(done.getByRole('button', { name: '열기 테스트' })).toBeTruthy();
  fireEvent.click(done.getByRole('button', { name: '완료' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '앞문 도어록 교체됨' })).toBeNull());
  fireEvent.click(settings.getByRole('button', { name: '저장' }));
  await waitFor(() => expect(requests.get(edit)?.[0]?.body).toMatchObject({ version: 4, name: '정문' }));
});

it('the door settings dialog replaces a lock with a manually set up one, and shows a server refusal at its field', async () => {
  const requests = answerCalls({
    ...answers([sampleDoor()]),
    [REPLACE]: ({ body }) =>
      JSON.stringify(body).includes('hongdae')
        ? refuse('INVALID_INPUT', 400, {
            errors: [{ path: 'source.binding.topicPrefix', code: 'foreign_topic', message: '' }],
          })
        : refuse('EMERGENCY_IN_FORCE', 409),
  });
  await renderScreen(<DoorsPage />);
  fireEvent.click((await openSettings()).getByRole('button', { name: '도어록 교체' }));
  const dialog = within(await screen.findByRole('dialog', { name: '앞문 도어록 교체' }));
  expect(await dialog.findByText('새로 발견된 도어록이 없어요. 직접 연결할 수 있어요.')).toBeTruthy();
  fireEvent.change(dialog.getByRole('combobox', { name: '도어록 종류' }), { target: { value: 'shelly' } });
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: '교체' }));
  submit();
  expect(await dialog.findByText('기기 이름을 입력해 주세요.')).toBeTruthy();
  expect(requests.has(REPLACE)).toBe(false);
  const topic = dialog.getByRole('textbox', { name: /MQTT prefix/ });
  fireEvent.change(topic, { target: { value: 'playroom/hongdae/strike' } });
  submit();
  expect(await dialog.findByText('이 매장의 MQTT prefix 아래 토픽이 아니에요.')).toBeTruthy();
  fireEvent.change(topic, { target: { value: 'playroom/gangnam/strike' } });
  submit();
  expect((await dialog.findByRole('alert')).textContent).toBe(
    '출입 통제나 화재 개방 중인 문이에요. 먼저 비상 조치를 해제해 주세요.',
  );
  expect(requests.get(REPLACE)?.at(-1)?.body).toEqual({
    version: 1,
    source: { binding: { driver: 'shelly', topicPrefix: 'playroom/gangnam/strike', component: 'switch', channel: 0 } },
  });
});
