import type { StoreSetup } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { forgetGuide, guideStep, rememberGuide } from './setup-return.ts';
import { SetupReturnBar } from './setup-return-bar.tsx';

const STORE = STORES[0].id;
type Steps = StoreSetup['steps'];
const steps = (rooms: Steps[number]['state'], others: Steps[number]['state'] = 'OPEN'): Steps => [
  { step: 'STORE', state: 'DONE' },
  { step: 'ROOMS', state: rooms },
  { step: 'DOORS', state: others },
  { step: 'ON_CALL', state: others },
];

async function show(read: () => StoreSetup[], storeId: string | null = STORE) {
  answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/overview/setup': () => ({ stores: read() }),
  });
  rememberGuide({ step: 'ROOMS', storeId });
  return renderScreen(<SetupReturnBar />);
}
const setup = (of: Steps): StoreSetup => ({ storeId: STORE, storeName: '강남점', steps: of });
const bar = () => screen.findByTestId('setup-return');

afterEach(forgetGuide);

it('leads to the next step of the same store once the step is done, also by a colleague (OV-11)', async () => {
  let openSetup = setup(steps('OPEN'));
  const { client } = await show(() => [openSetup]);
  expect((await bar()).textContent).toContain('‘룸 추가’를 눌러 주세요.');
  expect((await bar()).querySelectorAll('a')).toHaveLength(1);
  // A colleague creates the room; the stream reads the steps again.
  openSetup = setup(steps('DONE'));
  await act(() => client.invalidateQueries({ queryKey: ['overview-setup'] }));
  const next = await screen.findByRole('link', { name: '다음: 출입문 연결' });
  expect(next.getAttribute('href')).toBe(`/dashboard/door?store=${STORE}`);
  expect(screen.getByRole('link', { name: '시작 안내로' }).getAttribute('href')).toBe(`/dashboard?store=${STORE}`);
  fireEvent.click(next);
  expect(guideStep()).toEqual({ step: 'DOORS', storeId: STORE });
  // Two steps can be on one screen: the bar follows the step.
  expect((await bar()).textContent).toContain('도어록을 등록한 뒤');
});

it('ends by itself after the last step (OV-11)', async () => {
  await show(() => []);
  await waitFor(async () => expect((await bar()).textContent).toContain('준비가 모두 끝났어요'));
  expect(guideStep()).toBeNull();
});

it('follows the first store of a chain, which had none when the guide began (OV-11)', async () => {
  let setups: StoreSetup[] = [];
  const { client } = await show(() => setups, null);
  expect((await bar()).textContent).toContain('‘룸 추가’를 눌러 주세요.');
  setups = [setup(steps('DONE'))];
  await act(() => client.invalidateQueries({ queryKey: ['overview-setup'] }));
  expect((await screen.findByRole('link', { name: '다음: 출입문 연결' })).getAttribute('href')).toContain(STORE);
});
