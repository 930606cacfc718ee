import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Alarm, Door, DoorSpares, Emergency } from '@munjigi/contract';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleCommand, sampleDoor, sampleId, sampleLock, sampleRoom } from '../../testing/samples.ts';
import { DoorsPage } from './doors-page.tsx';

const OPEN = 'POST /api/v2/{product}/door/open';
const listOf = <T,>(...items: T[]) => ({ total: items.length, isTotalExact: true, items });
const DOORS = [
  sampleDoor({ id: sampleId(901), name: '앞문', battery: 80 }),
  sampleDoor({ id: sampleId(902), name: '뒷문', battery: null, roomId: null }),
  sampleDoor({ id: sampleId(903), name: '옆문', battery: 12, online: 'DEVICE_OFFLINE' }),
];

function answers(role: 'ADMIN' | 'SUB_ADMIN' | 'CUSTOMER_MANAGER', doors: readonly Door[] = DOORS) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/door': () => listOf(...doors),
    'GET /api/v2/{product}/room': () => listOf(sampleRoom()),
    'GET /api/v2/{product}/door/discovered': () => listOf(sampleLock()),
    'GET /api/v2/{product}/door/emergency': () => listOf<Emergency>(),
    'GET /api/v2/{product}/alarm': () => listOf<Alarm>(),
    'GET /api/v2/{product}/door/spare': () => listOf<DoorSpares>(),
  } as const;
}
const names = async () =>
  (await screen.findAllByTestId('door-row')).map(
    (row) => row.querySelector('[data-column=name] :is(button, strong)')?.textContent,
  );

it('the table of doors shows each door in a row, the entrances of the store first', async () => {
  answerCalls(answers('SUB_ADMIN'));
  await renderScreen(<DoorsPage />, '/dashboard/door?view=table');
  expect(await names()).toEqual(['뒷문', '앞문', '옆문']);
  const [entrance, front, side] = screen.getAllByTestId('door-row');
  expect(entrance?.textContent).toContain('매장 출입문');
  expect(front?.textContent).toContain('1번 룸');
  expect(front?.textContent).toContain('80%');
  expect(side?.textContent).toContain('기기 오프라인');
  expect(screen.queryByTestId('door-card')).toBeNull();
});

it('the table of doors sorts by a column and keeps the order in the address (SH-6)', async () => {
  answerCalls(answers('SUB_ADMIN'));
  const { search } = await renderScreen(<DoorsPage />, '/dashboard/door');
  fireEvent.click(await screen.findByRole('button', { name: '표' }));
  await screen.findByTestId('door-table');
  fireEvent.click(screen.getByRole('button', { name: '배터리' }));
  expect(await names()).toEqual(['옆문', '앞문', '뒷문']);
  fireEvent.click(screen.getByRole('button', { name: /^배터리/ }));
  expect(await names()).toEqual(['뒷문', '앞문', '옆문']);
  expect(new URLSearchParams(search()).toString()).toBe('view=table&sort=battery&dir=desc');
  fireEvent.click(screen.getByRole('button', { name: '카드' }));
  expect(await screen.findAllByTestId('door-card')).toHaveLength(3);
});

it('the table of doors opens a door from its row and shows the steps (DR-2)', async () => {
  const requests = answerCalls({
    ...answers('SUB_ADMIN'),
    [OPEN]: () => sampleCommand({ target: { kind: 'DOOR', id: sampleId(901), name: '앞문' } }),
  });
  await renderScreen(<DoorsPage />, '/dashboard/door?view=table');
  const [, front] = await screen.findAllByTestId('door-row');
  if (!front) throw new Error('The door has no row');
  fireEvent.click(within(front).getByRole('button', { name: '앞문 열기' }));
  expect(await within(front).findByTestId('door-outcome')).toBeTruthy();
  expect(requests.get(OPEN)).toHaveLength(1);
});

it('a row opens the settings of its door only for people with the right to change them', async () => {
  answerCalls(answers('ADMIN'));
  await renderScreen(<DoorsPage />, '/dashboard/door?view=table');
  fireEvent.click(await screen.findByRole('button', { name: '앞문 설정' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it.each(['SUB_ADMIN', 'CUSTOMER_MANAGER'] as const)(
  'the table of doors has no settings for %s (AC-1)',
  async (role) => {
    answerCalls(answers(role));
    await renderScreen(<DoorsPage />, '/dashboard/door?view=table');
    expect(await names()).toEqual(['뒷문', '앞문', '옆문']);
    expect(screen.queryByRole('button', { name: '앞문 설정' })).toBeNull();
  },
);
