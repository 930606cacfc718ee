import type { AddOn } from '@munjigi/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { addOnLive } from './add-ons.live.ts';
import { AddOnsSection } from './add-ons-section.tsx';

const LIST = 'GET /api/v2/{product}/add-on';
const CREATE = 'POST /api/v2/{product}/add-on';
const EDIT = 'PATCH /api/v2/{product}/add-on/{addOnId}';
const REMOVE = 'DELETE /api/v2/{product}/add-on/{addOnId}';
const ROOMS = [
  { id: sampleId(10), name: '1번 룸' },
  { id: sampleId(11), name: '2번 룸' },
];

function sampleAddOn(over: Partial<AddOn> = {}): AddOn {
  return {
    id: sampleId(70),
    storeId: STORES[0].id,
    name: '간식 세트',
    description: '과자와 음료',
    unit: 'STAY',
    amount: 3000,
    maxQuantity: 5,
    roomIds: [],
    isOffered: true,
    sortOrder: 0,
    version: 2,
    ...over,
  };
}
const SNACKS = sampleAddOn();
const MICROPHONE = sampleAddOn({
  id: sampleId(71),
  name: '마이크',
  description: '',
  unit: 'HOUR',
  amount: 1000,
  maxQuantity: 2,
  roomIds: [sampleId(11)],
  isOffered: false,
  sortOrder: 1,
  version: 4,
});

function answers(items: AddOn[], role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN') {
  return {
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: () => ({ total: items.length, items }),
    [EDIT]: ({ body }: SentRequest) => sampleAddOn({ ...(body as Partial<AddOn>), version: 9 }),
    [CREATE]: ({ body }: SentRequest) => sampleAddOn({ ...(body as Partial<AddOn>), id: sampleId(72) }),
    [REMOVE]: () => SNACKS,
  } as const;
}
const open = () => renderScreen(<AddOnsSection store={sampleStore()} rooms={ROOMS} />, `/?store=${STORES[0].id}`);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

it('the add-ons section lists add-ons with price, rooms and whether guests can add them (BK-13)', async () => {
  answerCalls(answers([SNACKS, MICROPHONE]));
  await open();
  const rows = (await screen.findAllByTestId('add-on')).map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/간식 세트₩3,000과자와 음료최대 5개 · 모든 룸판매 중/);
  expect(rows[1]).toMatch(/마이크시간당 ₩1,000최대 2개 · 2번 룸판매 안 함/);
});

it('the add-ons section creates an add-on after the last one, and shows faults at their fields', async () => {
  const calls = answerCalls(answers([SNACKS, MICROPHONE]));
  await open();
  await screen.findAllByTestId('add-on');
  press('추가 상품 등록');
  const form = await dialog();
  fireEvent.click(form.getByText('저장'));
  expect(await form.findByText('꼭 입력해 주세요.')).toBeTruthy();
  fireEvent.change(form.getByLabelText('이름'), { target: { value: ' 담요 ' } });
  fireEvent.change(form.getByLabelText('가격'), { target: { value: '500' } });
  fireEvent.change(form.getByLabelText('계산 방식'), { target: { value: 'HOUR' } });
  fireEvent.click(form.getByLabelText('모든 룸'));
  fireEvent.click(form.getByText('저장'));
  expect(await form.findByText('룸을 하나 이상 골라 주세요.')).toBeTruthy();
  expect(calls.has(CREATE)).toBe(false);
  fireEvent.click(form.getByLabelText('2번 룸'));
  fireEvent.click(form.getByText('저장'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.get(CREATE)?.[0]?.body).toEqual({
    storeId: STORES[0].id,
    name: '담요',
    description: '',
    unit: 'HOUR',
    amount: 500,
    maxQuantity: 1,
    roomIds: [sampleId(11)],
    isOffered: true,
    sortOrder: 2,
  });
});

it('the add-ons section sends only what changed, and shows both versions after a STALE refusal (AP-4)', async () => {
  const theirs = { ...SNACKS, amount: 4000, version: 7 };
  const calls = answerCalls({
    ...answers([SNACKS]),
    [EDIT]: ({ body }: SentRequest) =>
      body?.['version'] === 7 ? { ...theirs, version: 8 } : refuse('STALE', 409, { current: theirs }),
  });
  await open();
  await screen.findByTestId('add-on');
  press('간식 세트 수정');
  const form = await dialog();
  fireEvent.change(form.getByLabelText('가격'), { target: { value: '3500' } });
  fireEvent.click(form.getByText('저장'));
  expect((await form.findByTestId('stale-notice')).textContent).toMatch(/₩4,000₩3,500/);
  fireEvent.click(form.getByText('내 값으로 저장'));
  await waitFor(() => expect(calls.get(EDIT)?.[1]?.body).toEqual({ amount: 3500, version: 7 }));
});

it('the add-ons section moves an add-on up, and sends the places that changed', async () => {
  const calls = answerCalls(answers([SNACKS, MICROPHONE]));
  await open();
  await screen.findAllByTestId('add-on');
  expect(screen.getByRole('button', { name: '간식 세트 위로' })).toHaveProperty('disabled', true);
  press('마이크 위로');
  await waitFor(() => expect(calls.get(LIST)).toHaveLength(2));
  expect(calls.get(EDIT)?.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    [MICROPHONE.id, { sortOrder: 0, version: 4 }],
    [SNACKS.id, { sortOrder: 1, version: 2 }],
  ]);
});

it('the add-ons section deletes an add-on after a confirmation, in the version that was seen', async () => {
  const calls = answerCalls(answers([SNACKS]));
  await open();
  await screen.findByTestId('add-on');
  press('간식 세트 삭제');
  fireEvent.click((await dialog()).getByText('삭제'));
  await waitFor(() => expect(calls.get(REMOVE)?.[0]?.query).toEqual({ version: '2' }));
});

it('the add-ons section reads again after an event of its store', async () => {
  const calls = answerCalls(answers([SNACKS]));
  const { client } = await open();
  await screen.findByTestId('add-on');
  act(() => addOnLive['prices.changed']?.({ storeId: STORES[1].id }, { client, product: 'playroom' }));
  act(() => addOnLive['prices.changed']?.({ storeId: STORES[0].id }, { client, product: 'playroom' }));
  await waitFor(() => expect(calls.get(LIST)).toHaveLength(2));
});

it('the add-ons section hides its buttons from people who cannot change add-ons, and says why a list is empty', async () => {
  answerCalls(answers([], 'SUB_ADMIN'));
  await open();
  expect(await screen.findByText('추가 상품은 매장이 등록할 수 있어요.')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: '추가 상품' })).queryByRole('button')).toBeNull();
});

it('the add-ons section offers another try when the list cannot be read', async () => {
  let isDown = true;
  answerCalls({
    ...answers([SNACKS]),
    [LIST]: () => (isDown ? refuse('NOT_READY', 503) : { total: 1, items: [SNACKS] }),
  });
  await open();
  const retry = within(await screen.findByTestId('error-state')).getByRole('button');
  isDown = false;
  fireEvent.click(retry);
  expect(await screen.findByTestId('add-on')).toBeTruthy();
});
