// @sweep 1/8 (decision 086)
import type { AuditEntry, PersonalDataTerms } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { AuditPage } from './audit-page.tsx';

const LIST = 'GET /api/v2/{product}/audit';
const VERIFICATION = 'GET /api/v2/{product}/audit/verification';
const VERIFY = 'POST /api/v2/{product}/audit/verification';

const entry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  id: sampleId(1),
  seq: 1234,
  at: '2026-11-20T10:00:07.000Z',
  actor: { kind: 'PERSON', id: sampleId(9), label: '김하나', address: '10.1.2.3' },
  storeId: STORES[0].id,
  action: 'room.changed',
  subject: { kind: 'room', id: sampleId(10), name: '1번 룸' },
  detail: { before: { capacity: 4, amenities: [] }, after: { capacity: 6, amenities: ['TV'] } },
  names: {},
  hash: 'ab'.repeat(32),
  ...over,
});
const whole = {
  last: {
    startedAt: '2026-11-20T00:00:00.000Z',
    finishedAt: '2026-11-20T00:00:05.000Z',
    seq: 1234,
    hash: 'cd'.repeat(32),
    fault: null,
  },
  isUnderWay: false,
};
const TERMS = 'GET /api/v2/{product}/personal-data';
const SET_TERMS = 'POST /api/v2/{product}/personal-data';
const terms: PersonalDataTerms = {
  keptMonths: 60,
  changed: { at: '2026-11-01T00:00:00.000Z', by: '김하나', version: 3 },
  erased: [{ storeId: STORES[0].id, to: '2021-11-20T00:00:00.000Z' }],
};
interface Given {
  readonly total?: number;
  readonly nextCursor?: string;
  readonly role?: 'ADMIN' | 'SUB_ADMIN';
}
const answers = (items: AuditEntry[], { total = items.length, nextCursor, role = 'ADMIN' }: Given = {}) =>
  ({
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/audit/actor': () => ({
      total: 1,
      items: [{ id: sampleId(9), kind: 'PERSON' as const, label: '김하나' }],
    }),
    [VERIFICATION]: () => whole,
    [TERMS]: () => terms,
    [VERIFY]: () => ({ ...whole, isUnderWay: true }),
    [LIST]: () => ({ total, isTotalExact: total < 500, items, nextCursor: nextCursor ?? null }),
  }) as const;

it('the audit page shows person, action, subject, address and changes in plain words', async () => {
  answerCalls(
    answers([
      entry(),
      entry({
        id: sampleId(2),
        seq: 1233,
        action: 'cash-box.opened',
        subject: { kind: 'cash-box', id: null, name: null },
        storeId: null,
        detail: {},
      }),
    ]),
  );
  await renderScreen(<AuditPage />);
  const [row, unknown] = await screen.findAllByTestId('audit-row');
  for (const words of ['룸 정보 변경', '김하나', '10.1.2.3', '1번 룸', '강남점', '정원 4 → 6', '편의 시설 없음 → TV'])
    expect(row?.textContent).toContain(words);
  // An action that this version does not know is shown by its code.
  for (const words of ['cash-box.opened', 'cash-box']) expect(unknown?.textContent).toContain(words);
});

it('the audit page shows the system by its label, and a placeholder for an id without a name', async () => {
  const by = (label: string) => ({ kind: 'SYSTEM' as const, id: null, label, address: null });
  answerCalls(
    answers([
      entry({ actor: by('timer'), detail: { before: { roomId: sampleId(77) }, after: { roomId: sampleId(78) } } }),
      entry({ id: sampleId(2), actor: by('munjigi create-admin') }),
      entry({ id: sampleId(3), actor: by('우리은행 문자') }),
    ]),
  );
  await renderScreen(<AuditPage />);
  const rows = await screen.findAllByTestId('audit-row');
  expect(rows.map((row) => row.querySelector('[data-column=actor]')?.textContent)).toEqual([
    '자동 작업시스템',
    '서버 명령: 첫 관리자 만들기시스템',
    '우리은행 문자시스템',
  ]);
  fireEvent.click(screen.getByRole('button', { name: /자동 작업 .* 상세 보기/ }));
  expect(within(await screen.findByTestId('audit-changes')).getAllByText('(지워졌거나 이름 없음)')).toHaveLength(2);
});

it('the audit page opens an entry with before and after side by side, and the link to its subject', async () => {
  const [a, b] = [sampleId(30), sampleId(31)];
  answerCalls(
    answers([
      entry({
        action: 'reservation.moved',
        subject: { kind: 'reservation', id: sampleId(40), name: 'K7QX-29MD' },
        detail: {
          before: { roomId: a, state: 'PENDING', startsAt: '2026-11-20T10:00:00.000Z' },
          after: { roomId: b, state: 'CONFIRMED', startsAt: '2026-11-20T11:00:00.000Z' },
          reason: '손님 요청',
        },
        names: { [a]: '1번 룸', [b]: '2번 룸' },
      }),
    ]),
  );
  const { search } = await renderScreen(<AuditPage />);
  fireEvent.click(await screen.findByRole('button', { name: /예약 이동 상세 보기/ }));
  const drawer = await screen.findByRole('dialog');
  const rows = within(within(drawer).getByTestId('audit-changes'))
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows.slice(0, 3)).toEqual(['항목변경 전변경 후', '룸1번 룸2번 룸', '상태결제 대기확정']);
  expect(rows[3]).toMatch(/19:00.*20:00/);
  for (const words of ['손님 요청', 'ab'.repeat(32), 'reservation.moved', '1,234'])
    expect(drawer.textContent).toContain(words);
  expect(within(drawer).getByRole('link', { name: '예약 화면으로' }).getAttribute('href')).toBe(
    `/dashboard/reservation?store=${STORES[0].id}&reservation=${sampleId(40)}`,
  );
  fireEvent.click(within(drawer).getByRole('button', { name: '김하나의 기록만 보기' }));
  await waitFor(() => expect(search()).toBe(`?by=${sampleId(9)}`));
});

it('the audit page keeps filter and page in the address, and starts a new filter at the newest entry (SH-6)', async () => {
  const requests = answerCalls(
    answers(
      Array.from({ length: 20 }, (_, n) => entry({ id: sampleId(100 + n), seq: 100 - n })),
      { total: 500, nextCursor: 'WzE' },
    ),
  );
  const { search } = await renderScreen(<AuditPage />, '/dashboard/system/audit?action=room');
  expect((await screen.findByTestId('audit-range')).textContent).toBe('1–20 / 500건 이상');
  fireEvent.click(screen.getByRole('button', { name: '다음 페이지' }));
  await waitFor(() => expect(search()).toBe('?action=room&after=WzE&seen=20'));
  await waitFor(() => expect(screen.getByTestId('audit-range').textContent).toBe('21–40 / 500건 이상'));
  expect(requests.get(LIST)?.at(-1)?.query).toEqual({ action: 'room', limit: '20', cursor: 'WzE' });
  fireEvent.change(screen.getByLabelText('사람'), { target: { value: sampleId(9) } });
  await waitFor(() => expect(search()).toBe(`?action=room&by=${sampleId(9)}`));
  fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(search()).toBe(''));
});

it('the audit page does not filter by store in a chain with one store, so that sign-ins and rights are shown', async () => {
  const [only] = STORES;
  const requests = answerCalls({
    ...answers([entry({ storeId: null })]),
    'GET /api/v2/auth/me': () => person('ADMIN', [only]),
  });
  await renderScreen(<AuditPage />, `/dashboard/system/audit?store=${only.id}`);
  await screen.findByTestId('audit-row');
  expect(requests.get(LIST)?.map(({ query }) => query)).toEqual([{ limit: '20' }]);
});

it('the audit page says that there are no entries yet', async () => {
  answerCalls(answers([]));
  await renderScreen(<AuditPage />);
  await screen.findByText('아직 기록이 없어요');
});
it('the audit page says that no entry matches the filter', async () => {
  answerCalls(answers([]));
  await renderScreen(<AuditPage />, '/?q=nobody');
  await screen.findByText('조건에 맞는 기록이 없어요');
});
it('the audit page offers to search further when few entries match', async () => {
  const requests = answerCalls(answers([], { nextCursor: 'WzI' }));
  const { search } = await renderScreen(<AuditPage />, '/?q=nobody');
  fireEvent.click(await screen.findByRole('button', { name: '더 찾기' }));
  await waitFor(() => expect(search()).toContain('after=WzI'));
  // One page takes ten requests, and further ones only after a click.
  expect(requests.get(LIST)?.length).toBe(10 + 10);
});
it('the audit page shows a failure and reads again on request', async () => {
  let isDown = true;
  answerCalls({
    ...answers([entry()]),
    [LIST]: () =>
      isDown ? refuse('INTERNAL', 500) : { total: 1, isTotalExact: true, items: [entry()], nextCursor: null },
  });
  await renderScreen(<AuditPage />);
  await screen.findByTestId('error-state');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
  await screen.findByTestId('audit-row');
});

it('the audit page shows the last verification of the chain, lets ADMIN start one, and shows the value to keep', async () => {
  const requests = answerCalls(answers([entry()]));
  await renderScreen(<AuditPage />);
  const card = await screen.findByTestId('chain');
  expect(card.textContent).toContain('1번부터 1,234번 기록까지 다시 계산했고, 바뀐 기록이 없어요.');
  const more = within(card).getByRole<HTMLDetailsElement>('group');
  more.open = true;
  fireEvent(more, new Event('toggle'));
  expect(await within(card).findByLabelText('다른 곳에 보관할 값')).toHaveProperty(
    'value',
    `--expect playroom:1234:${'cd'.repeat(32)}`,
  );
  fireEvent.click(within(card).getByRole('button', { name: '지금 검증' }));
  await waitFor(() => expect(card.textContent).toContain('지금 검증하고 있어요…'));
  expect(requests.get(VERIFY)).toHaveLength(1);
});
it('the audit page shows prominently which entry was changed; SUB_ADMIN has no button', async () => {
  answerCalls({
    ...answers([entry()], { role: 'SUB_ADMIN' }),
    [VERIFICATION]: () => ({
      isUnderWay: false,
      last: { ...whole.last, fault: { seq: 42, what: 'CHANGED' as const } },
    }),
  });
  await renderScreen(<AuditPage />);
  expect((await screen.findByRole('alert')).textContent).toContain('42번째 기록이 처음 쓰인 내용과 달라요.');
  expect(screen.queryByRole('button', { name: '지금 검증' })).toBeNull();
});

it('the audit page shows the retention of guest data and changes it, with a warning about what it erases (PD-2)', async () => {
  const requests = answerCalls({ ...answers([entry()]), [SET_TERMS]: () => ({ ...terms, keptMonths: 12 }) });
  await renderScreen(<AuditPage />);
  const card = within(await screen.findByTestId('kept'));
  expect(card.getByText(/60개월이 지나면/).textContent).toContain('2021년 11월 20일');
  fireEvent.click(card.getByRole('button', { name: '보관 기간 변경' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByText(/되돌릴 수 없고/)).toBeNull();
  fireEvent.change(dialog.getByLabelText('보관 기간'), { target: { value: '12' } });
  expect(dialog.getByText(/되돌릴 수 없고/)).toBeTruthy();
  expect(dialog.getByText(/5년 동안 보관/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: '저장하고 지우기' }));
  await waitFor(() => expect(requests.get(SET_TERMS)?.[0]?.body).toEqual({ keptMonths: 12, version: 3 }));
});

it('the audit page shows the retention of guest data without a button to a person who cannot change it', async () => {
  answerCalls({ ...answers([entry()], { role: 'SUB_ADMIN' }) });
  await renderScreen(<AuditPage />);
  expect(within(await screen.findByTestId('kept')).queryByRole('button')).toBeNull();
});
