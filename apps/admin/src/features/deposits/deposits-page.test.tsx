// @sweep 1/8 (decision 086)
import type { Deposit, DepositCandidate, Reservation } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { DepositsPage } from './deposits-page.tsx';

const LIST = 'GET /api/v2/{product}/deposit';
const ONE = 'GET /api/v2/{product}/deposit/{depositId}';
const MATCH = 'POST /api/v2/{product}/deposit/{depositId}/match';
const IGNORE = 'POST /api/v2/{product}/deposit/{depositId}/ignore';
const UNDO = 'POST /api/v2/{product}/deposit/{depositId}/undo';
const REVEAL = 'POST /api/v2/{product}/deposit/{depositId}/reveal';
const FIND = 'GET /api/v2/{product}/reservation3';
const RELAYS = 'GET /api/v2/{product}/deposit-relay';
const ADD = 'POST /api/v2/{product}/deposit-relay';

// The shown times depend on the current date, so it is fixed.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T06:30:00Z') }));
afterEach(() => void vi.useRealTimers());

function sample(number: number, over: Partial<Deposit> = {}): Deposit {
  return {
    id: sampleId(number),
    storeId: STORES[0].id,
    state: 'SUGGESTED',
    kind: 'DEPOSIT',
    amount: 20_000 + number,
    depositorName: `손*${number}`,
    bank: 'KB국민',
    accountEnd: '789',
    at: '2026-11-21T06:00:00.000Z',
    receivedAt: '2026-11-21T06:00:05.000Z',
    sources: ['SMS'],
    fault: null,
    withheld: ['SEVERAL_CANDIDATES'],
    reservationId: null,
    paymentId: null,
    settled: null,
    version: 2,
    ...over,
  };
}

function candidate(number: number, over: Partial<DepositCandidate> = {}): DepositCandidate {
  return {
    reservationId: sampleId(100 + number),
    code: `K7QX-29M${number}`,
    roomName: '1번 룸',
    state: 'PENDING',
    startsAt: '2026-11-21T09:00:00.000Z',
    endsAt: '2026-11-21T11:00:00.000Z',
    guestName: '홍*동',
    priceAmount: 20_001,
    dueAmount: 20_001,
    score: 92,
    reasons: ['AMOUNT_EQUAL', 'NAME_EQUAL'],
    isPayable: true,
    ...over,
  };
}

/** A reservation that is not among the candidates. */
function found(): Reservation {
  return {
    id: sampleId(300),
    code: 'K7QX-29M9',
    storeId: STORES[0].id,
    roomId: sampleId(400),
    kind: 'GUEST',
    state: 'CONFIRMED',
    startsAt: '2026-11-21T09:00:00.000Z',
    endsAt: '2026-11-21T11:00:00.000Z',
    bufferEndsAt: '2026-11-21T11:10:00.000Z',
    businessDate: '2026-11-21',
    guestName: '김*수',
    guestPhone: '010-****-5678',
    headCount: 2,
    channel: 'STAFF',
    blockReason: null,
    memo: '',
    priceAmount: 40_000,
    paidAmount: 10_000,
    waivedAmount: 0,
    holdExpiresAt: null,
    seriesId: null,
    version: 1,
  };
}

/** Simulates a server with these deposits, all of them with the same candidates. */
async function open({
  rows,
  candidates = [candidate(1), candidate(2)],
  role = 'FRANCHISEE',
  path = '/',
}: {
  rows: Deposit[];
  candidates?: DepositCandidate[];
  role?: 'FRANCHISEE' | 'SUB_ADMIN';
  path?: string;
}) {
  const kept = { rows };
  const settle = (requests: { path: string }, over: Partial<Deposit>): Deposit => {
    const it = kept.rows.find(({ id }) => requests.path.includes(id));
    if (!it) throw new Error('no such deposit');
    const after: Deposit = { ...it, ...over, version: it.version + 1 };
    kept.rows = kept.rows.map((row) => (row.id === it.id ? after : row));
    return after;
  };
  const settled = { at: '2026-11-21T06:01:00.000Z', by: '김지은', note: null };
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: ({ query }) => {
      const items = kept.rows.filter((it) => query['state'] !== 'OPEN' || it.settled === null);
      return { total: items.length, isTotalExact: true, items };
    },
    [FIND]: ({ query }) => ({ items: query['q'] === 'k7qx-29m9' ? [found()] : [], nextCursor: null }),
    [RELAYS]: () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/deposit-rule': () => ({ total: 0, items: [] }),
    [ADD]: ({ body }) => ({
      relay: {
        id: sampleId(900),
        storeId: STORES[0].id,
        name: String(body?.['name']),
        mostAutomaticAmount: Number(body?.['mostAutomaticAmount']),
        createdAt: '2026-11-21T06:00:00.000Z',
        createdBy: '김지은',
        lastUsedAt: null,
      },
      token: 'dep_once',
    }),
    [MATCH]: (call) =>
      settle(call, {
        state: 'MATCHED_MANUAL',
        reservationId: String(call.body?.['reservationId']),
        paymentId: sampleId(500),
        settled,
      }),
    [IGNORE]: (call) => settle(call, { state: 'IGNORED', settled }),
    [UNDO]: (call) => ({
      ...settle(call, {
        state: 'SUGGESTED',
        reservationId: null,
        paymentId: null,
        settled: null,
        withheld: ['UNDONE'],
      }),
      left: { reservationId: sampleId(101), code: 'K7QX-29M1', state: 'CONFIRMED', dueAmount: 20_001 },
    }),
    [REVEAL]: () => ({ depositorName: '홍길동', text: '[KB] 홍길동 20,001' }),
    [ONE]: (call) => ({
      ...(kept.rows.find(({ id }) => call.path.includes(id)) ?? sample(1)),
      text: '[KB] 홍*동 20,001',
      candidates,
    }),
  });
  const rendered = await renderScreen(<DepositsPage />, path);
  await screen.findByTestId('deposit-count');
  return { requests, kept, ...rendered };
}

const LAST = '방금 한 일 되돌리기';
const press = (code: string) => fireEvent.keyDown(document.body, { code });
const rowTexts = () => screen.getAllByTestId('deposit').map((row) => /손\*\d+/.exec(row.textContent)?.[0]);
const openRow = () => document.querySelector('[data-testid=deposit] [aria-expanded=true]')?.textContent;

it('the deposit inbox moves by j and k, shows candidates with their reasons, and matches one by its number (NX-6)', async () => {
  const { requests } = await open({ rows: [sample(1), sample(2)] });
  await screen.findAllByTestId('deposit');
  expect(requests.get(LIST)?.[0]?.query).toEqual({ page: '0', limit: '50', state: 'OPEN' });
  press('KeyJ');
  await waitFor(() => expect(openRow()).toMatch(/손\*1.*강남점 · KB국민 · ···789 · 문자.*₩20,001후보 있음/));
  const [first] = await screen.findAllByTestId('candidate');
  expect(first?.textContent).toMatch(
    /^1홍\*동 · 받을 금액 ₩20,001K7QX-29M1 · 1번 룸 · .*18:0092점 · 금액 같음, 이름 같음연결$/,
  );
  press('KeyJ');
  await waitFor(() => expect(openRow()).toContain('손*2'));
  press('KeyK');
  await waitFor(() => expect(openRow()).toContain('손*1'));
  await screen.findAllByTestId('candidate');
  press('Digit2');
  await waitFor(() => expect(rowTexts()).toEqual(['손*2']));
  expect(requests.get(MATCH)?.map(({ body }) => body)).toEqual([
    { version: 2, reservationId: sampleId(102), mayExceedDue: false },
  ]);
  // The next row has moved up to the place of the matched one.
  expect(openRow()).toContain('손*2');
});

it('the deposit inbox undoes the last decision with u, and by a button', async () => {
  const { requests } = await open({ rows: [sample(1), sample(2)] });
  await screen.findAllByTestId('deposit');
  press('KeyJ');
  await waitFor(() => expect(openRow()).toContain('손*1'));
  press('KeyI');
  await screen.findByRole('button', { name: LAST });
  expect(rowTexts()).toEqual(['손*2']);
  press('KeyU');
  await waitFor(() => expect(rowTexts()).toEqual(['손*1', '손*2']));
  expect(requests.get(UNDO)?.map(({ path, body }) => [path.includes(sampleId(1)), body])).toEqual([
    [true, { version: 3, reason: '입금함에서 되돌림' }],
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: LAST })).toBeNull());
  fireEvent.click(screen.getByText('손*2'));
  fireEvent.click(await screen.findByRole('button', { name: '예약 입금 아님' }));
  fireEvent.click(await screen.findByRole('button', { name: LAST }));
  await waitFor(() => expect(requests.get(UNDO)).toHaveLength(2));
});

it('the deposit inbox finds any other reservation of the store by code and keyboard, and matches the deposit to it', async () => {
  const { requests } = await open({ rows: [sample(1, { state: 'UNMATCHED' })], candidates: [] });
  await screen.findAllByTestId('deposit');
  press('KeyJ');
  const field = await screen.findByRole('textbox', { name: '다른 예약 찾기' });
  press('KeyC');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'nobody' } });
  fireEvent.submit(field);
  await screen.findByText('이 매장에서 찾은 예약이 없어요.');
  fireEvent.change(field, { target: { value: ' k7qx-29m9 ' } });
  fireEvent.submit(field);
  const row = await screen.findByTestId('candidate');
  expect(row.textContent).toMatch(/^김\*수 · 받을 금액 ₩30,000K7QX-29M9 · 010-\*{4}-5678 · .*18:00연결$/);
  expect(requests.get(FIND)?.map(({ query }) => query)).toEqual(
    ['nobody', 'k7qx-29m9'].map((q) => ({ storeId: STORES[0].id, q, kind: 'GUEST', limit: '10' })),
  );
  fireEvent.click(within(row).getByRole('button', { name: 'K7QX-29M9 예약에 연결' }));
  await waitFor(() =>
    expect(requests.get(MATCH)?.map(({ body }) => body)).toEqual([
      { version: 2, reservationId: sampleId(300), mayExceedDue: false },
    ]),
  );
});

it('the deposit inbox asks for confirmation before more than the amount due, and does nothing for a completed reservation', async () => {
  const { requests } = await open({
    rows: [sample(1)],
    candidates: [
      candidate(1, { dueAmount: 15_000, reasons: ['AMOUNT_MORE', 'NAME_EQUAL'] }),
      candidate(2, { isPayable: false, state: 'EXPIRED' }),
    ],
  });
  await screen.findAllByTestId('deposit');
  press('KeyJ');
  await screen.findAllByTestId('candidate');
  press('Digit2');
  press('Digit3');
  press('Digit1');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('K7QX-29M1 예약에서 받을 금액보다 ₩5,001 많이 들어왔어요');
  // A pending confirmation must be answered before other keys work.
  press('KeyI');
  expect(requests.get(MATCH) ?? requests.get(IGNORE)).toBeUndefined();
  fireEvent.click(within(dialog).getByRole('button', { name: '그대로 연결' }));
  await waitFor(() =>
    expect(requests.get(MATCH)?.map(({ body }) => body)).toEqual([
      { version: 2, reservationId: sampleId(101), mayExceedDue: true },
    ]),
  );
});

it('the deposit inbox shows why a deposit waits and the unreadable text, and reveals the whole name with a reason', async () => {
  const { requests } = await open({
    rows: [
      sample(1, {
        state: 'UNREADABLE',
        kind: null,
        amount: null,
        depositorName: null,
        fault: 'ENCODING_LOST',
        withheld: [],
      }),
    ],
    candidates: [],
  });
  fireEvent.click(await screen.findByText('읽지 못한 알림'));
  await screen.findByText('글자가 깨져서 읽을 수 없어요');
  expect((await screen.findByTestId('deposit-text')).textContent).toBe('[KB] 홍*동 20,001');
  fireEvent.click(screen.getByRole('button', { name: '이름 전체 보기' }));
  fireEvent.click(await screen.findByRole('button', { name: '결제·환불 확인' }));
  await waitFor(() => expect(screen.getByTestId('deposit-text').textContent).toBe('[KB] 홍길동 20,001'));
  expect(requests.get(REVEAL)?.map(({ body }) => body)).toEqual([{ reason: '결제·환불 확인' }]);
});

it('the deposit inbox shows all deposits with their results, and says when there are none', async () => {
  await open({
    rows: [
      sample(1, {
        state: 'MATCHED_AUTO',
        withheld: [],
        reservationId: sampleId(101),
        paymentId: sampleId(500),
        settled: { at: '2026-11-21T06:01:00.000Z', by: '카운터 휴대폰', note: null },
      }),
    ],
  });
  expect((await screen.findByTestId('empty-state')).textContent).toContain('확인할 입금이 없어요');
  fireEvent.click(screen.getByRole('button', { name: '전체' }));
  fireEvent.click(await screen.findByText('손*1'));
  await screen.findByText(/카운터 휴대폰 알림으로 자동 연결했어요/);
  expect(screen.getByRole('button', { name: '되돌리기' })).toBeTruthy();
});

it('the deposit inbox lets a person with stores:write register a relay phone and shows its token once', async () => {
  const { requests } = await open({ rows: [], path: `/?store=${STORES[0].id}` });
  fireEvent.click(await screen.findByRole('button', { name: '휴대폰 등록' }));
  fireEvent.change(await screen.findByLabelText(/^이름/), { target: { value: ' 카운터 ' } });
  fireEvent.change(screen.getByLabelText(/^자동 연결 한도/), { target: { value: '50000' } });
  fireEvent.click(screen.getByRole('button', { name: '등록' }));
  await screen.findByDisplayValue('Authorization: Bearer dep_once');
  expect(screen.getByDisplayValue(`${window.location.origin}/api/v2/playroom/deposit/relay`)).toBeTruthy();
  expect(requests.get(ADD)?.[0]?.body).toEqual({ storeId: STORES[0].id, name: '카운터', mostAutomaticAmount: 50_000 });
});

it('the deposit inbox hides the relay phones without stores:write, and shows a refusal', async () => {
  answerCalls({
    'GET /api/v2/auth/me': () => person('SUB_ADMIN'),
    [LIST]: () => refuse('INTERNAL', 500),
    'GET /api/v2/{product}/deposit-rule': () => ({ total: 0, items: [] }),
  });
  await renderScreen(<DepositsPage />, `/?store=${STORES[0].id}`);
  await screen.findByRole('alert');
  expect(screen.getByRole('button', { name: '파일 선택' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: '휴대폰 등록' })).toBeNull();
});
