// @sweep 1/8 (decision 086)
import type { PriceFinding, PricePolicy } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse, type SentRequest } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { samplePolicy, sampleStore } from '../../testing/store-samples.ts';
import { PricesSection } from './prices-section.tsx';

const EDIT = 'PATCH /api/v2/{product}/price-policy/{policyId}';
const CREATE = 'POST /api/v2/{product}/price-policy';
const QUOTE = 'POST /api/v2/{product}/price-policy/quote';
const DAY = samplePolicy();
const NIGHT = samplePolicy({
  id: sampleId(61),
  name: '주말 밤',
  weekdays: [5, 6],
  holidays: true,
  fromTime: '20:00',
  toTime: '02:00',
  amount: 8000,
  priority: 20,
});
const GAP: PriceFinding = {
  kind: 'GAP',
  policyIds: [],
  roomIds: [sampleId(10)],
  weekdays: [1, 2],
  fromTime: '10:00',
  toTime: '12:00',
};
const NEVER: PriceFinding = {
  kind: 'NEVER_APPLIES',
  policyIds: [NIGHT.id],
  roomIds: [],
  weekdays: [],
  fromTime: '20:00',
  toTime: '02:00',
};

function answers(role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN', findings: PriceFinding[] = []) {
  return {
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/price-policy': () => ({ total: 2, items: [NIGHT, DAY] }),
    'GET /api/v2/{product}/price-policy/lint': () => ({ items: findings }),
  } as const;
}
async function open(search = '') {
  const rooms = [
    { id: sampleId(10), name: '1번 룸' },
    { id: sampleId(11), name: '2번 룸' },
  ];
  const rendered = await renderScreen(
    <PricesSection store={sampleStore()} rooms={rooms} />,
    `/dashboard/store?store=${STORES[0].id}&tab=prices${search}`,
  );
  await screen.findByTestId('price-week');
  return rendered;
}
/** Finds a cell by its label, because a search by role among so many cells takes seconds. */
function cell(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-place][aria-label^="${name}"]`);
  if (found === null) throw new Error(`There is no cell ${name}`);
  return found;
}

it('the prices section lists the policies, the one that wins first, and shows the prices of a week', async () => {
  answerCalls(answers());
  await open();
  const [first, second] = screen.getAllByTestId('price-policy');
  expect(first?.textContent).toMatch(/주말 밤.*금·토 \+ 공휴일.*20:00–다음 날 02:00.*₩8,000 \/ 30분.*우선순위 20/);
  expect(second?.textContent).toMatch(/평일 낮.*매일 \+ 공휴일.*하루 종일/);
  expect(cell('금요일 12:00').textContent).toBe('10');
  expect(cell('금요일 20:00').textContent).toBe('16');
  expect(cell('금요일 09:00').getAttribute('data-kind')).toBe('CLOSED');
  expect(await screen.findByText('빈 시간이나 겹치는 정책이 없어요.')).toBeTruthy();
});

it('the prices section shows line by line which policy priced a cell, by mouse and by arrow keys (PR-1)', async () => {
  answerCalls(answers());
  await open();
  fireEvent.click(cell('금요일 19:00'));
  expect(screen.getByTestId('price-cell').textContent).toMatch(/금요일 19:00.*평일 낮.*₩5,000 × 2.*₩10,000/);
  fireEvent.keyDown(cell('금요일 19:00'), { key: 'ArrowDown' });
  await waitFor(() => expect(screen.getByTestId('price-cell').textContent).toMatch(/금요일 20:00.*주말 밤.*₩16,000/));
  expect(document.activeElement).toBe(cell('금요일 20:00'));
});

it('the prices section previews the prices of a change before it is saved, then sends only the change', async () => {
  const requests = answerCalls({
    ...answers(),
    [EDIT]: ({ body }) => ({ ...NIGHT, ...(body as Partial<PricePolicy>), version: 3 }),
  });
  const { search } = await open();
  fireEvent.click(screen.getByText('주말 밤'));
  const editor = within(await screen.findByTestId('policy-editor'));
  fireEvent.change(editor.getByLabelText('금액'), { target: { value: '12000' } });
  await waitFor(() => expect(cell('금요일 20:00').textContent).toBe('24'));
  fireEvent.click(editor.getByTitle('일요일'));
  await waitFor(() => expect(cell('일요일 21:00').textContent).toBe('24'));
  fireEvent.click(editor.getByText('저장'));
  await waitFor(() =>
    expect(requests.get(EDIT)?.[0]?.body).toEqual({ amount: 12_000, weekdays: [5, 6, 7], version: 2 }),
  );
  await waitFor(() => expect(search()).not.toContain('policy='));
});

it('the prices section creates a package, and shows each refusal at its field', async () => {
  const requests = answerCalls({
    ...answers(),
    [CREATE]: () =>
      refuse('PRICE_POLICY_INVALID', 422, {
        errors: [
          { path: 'packageMinutes', code: 'longer_than_band', message: 'x' },
          { path: 'priority', code: 'too_big', message: 'x' },
        ],
      }),
  });
  await open('&policy=new');
  const editor = within(await screen.findByTestId('policy-editor'));
  fireEvent.click(editor.getByText('저장'));
  expect(await editor.findByText('꼭 입력해 주세요.')).toBeTruthy();
  fireEvent.change(editor.getByLabelText(/^이름/), { target: { value: '3시간 팩' } });
  fireEvent.change(editor.getByLabelText('요금 방식'), { target: { value: 'PACKAGE' } });
  fireEvent.change(editor.getByLabelText('패키지 시간'), { target: { value: '100' } });
  fireEvent.click(editor.getByText('저장'));
  expect(await editor.findByText('30분으로 나누어떨어져야 해요.')).toBeTruthy();
  expect(requests.has(CREATE)).toBe(false);
  fireEvent.change(editor.getByLabelText('패키지 시간'), { target: { value: '180' } });
  fireEvent.click(editor.getByText('저장'));
  expect(await editor.findByText('시간대보다 길어요.')).toBeTruthy();
  expect(editor.getByText('값이 너무 크거나 길어요.')).toBeTruthy();
  expect(requests.get(CREATE)?.[0]?.body).toMatchObject({
    storeId: STORES[0].id,
    name: '3시간 팩',
    unit: 'PACKAGE',
    packageMinutes: 180,
    roomIds: [],
  });
});

it('the prices section shows findings in words, and links to the policy (NX-8)', async () => {
  answerCalls(answers('ADMIN', [GAP, NEVER]));
  const { search } = await open();
  const findings = within(await screen.findByTestId('price-findings'));
  expect(findings.getByText('월·화 10:00–12:00: 영업하지만 요금이 없어요 (1번 룸).')).toBeTruthy();
  fireEvent.click(findings.getByText('주말 밤 보기'));
  expect(await screen.findByTestId('policy-editor')).toBeTruthy();
  expect(search()).toContain(`policy=${NIGHT.id}`);
});

it('the prices section quotes a time over midnight line by line, and says why another has no price', async () => {
  const line = {
    policyId: NIGHT.id,
    label: '주말 밤',
    startsAt: '2026-11-20T14:00:00Z',
    endsAt: '2026-11-20T16:00:00Z',
    unit: 'SLOT' as const,
    count: 4,
    unitAmount: 8000,
    extraPersons: 1,
    extraPersonAmount: 500,
    amount: 34_000,
  };
  let isPriced = true;
  const requests = answerCalls({
    ...answers(),
    [QUOTE]: () =>
      isPriced
        ? { totalAmount: 34_000, lines: [line] }
        : refuse('NO_PRICE', 422, { errors: [{ path: 'endsAt', code: 'no_price', message: 'x' }] }),
  });
  await open();
  const tester = within(screen.getByText('요금 계산해 보기').closest('section') ?? document.body);
  fireEvent.change(tester.getByLabelText('날짜'), { target: { value: '2026-11-20' } });
  fireEvent.change(tester.getByLabelText('시작'), { target: { value: '23:00' } });
  fireEvent.change(tester.getByLabelText('종료'), { target: { value: '01:00' } });
  fireEvent.change(tester.getByLabelText('인원'), { target: { value: '3' } });
  fireEvent.click(tester.getByText('계산'));
  expect((await tester.findByTestId('price-lines')).textContent).toMatch(
    /주말 밤.*₩8,000 × 4 \+ 추가 1명 × ₩500.*합계₩34,000/,
  );
  expect(requests.get(QUOTE)?.[0]?.body).toEqual({
    roomId: sampleId(10),
    headCount: 3,
    startsAt: '2026-11-20T14:00:00.000Z',
    endsAt: '2026-11-20T16:00:00.000Z',
  });
  isPriced = false;
  fireEvent.click(tester.getByText('계산'));
  expect((await tester.findAllByText('요금이 정해지지 않은 시간이 있어요.')).length).toBeGreaterThan(0);
});

it('the prices section deletes a policy after a confirmation', async () => {
  const remove = 'DELETE /api/v2/{product}/price-policy/{policyId}';
  const requests = answerCalls({
    ...answers(),
    [remove]: ({ path }: SentRequest) => samplePolicy({ id: path.split('/').at(-1) ?? '' }),
  });
  const { search } = await open(`&policy=${NIGHT.id}`);
  fireEvent.click(within(await screen.findByTestId('policy-editor')).getByText('삭제'));
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('삭제'));
  await waitFor(() => expect(requests.get(remove)?.[0]?.path).toContain(NIGHT.id));
  await waitFor(() => expect(search()).not.toContain('policy='));
});

it('the prices section shows both versions of a policy after a STALE refusal (AP-4)', async () => {
  const theirs = { ...NIGHT, amount: 9000, version: 7 };
  const requests = answerCalls({
    ...answers(),
    [EDIT]: ({ body }) =>
      body?.['version'] === 7 ? { ...theirs, version: 8 } : refuse('STALE', 409, { current: theirs }),
  });
  await open(`&policy=${NIGHT.id}`);
  const editor = within(await screen.findByTestId('policy-editor'));
  fireEvent.change(editor.getByLabelText('금액'), { target: { value: '7000' } });
  fireEvent.click(editor.getByText('저장'));
  expect((await editor.findByTestId('stale-notice')).textContent).toMatch(/₩9,000.*₩7,000/);
  fireEvent.click(editor.getByText('내 값으로 저장'));
  await waitFor(() => expect(requests.get(EDIT)?.[1]?.body).toEqual({ amount: 7000, version: 7 }));
});

it('the prices section hides the buttons from people who cannot change policies', async () => {
  answerCalls(answers('SUB_ADMIN', [NEVER]));
  await open('&policy=new');
  expect(screen.queryByRole('button', { name: /정책 추가|보기$/ })).toBeNull();
  expect(screen.queryByTestId('policy-editor')).toBeNull();
});
