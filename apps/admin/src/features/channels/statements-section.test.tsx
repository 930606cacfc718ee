import type { ChannelStatement, ChannelStatementLine } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { StatementsSection } from './statements-section.tsx';

const LIST = 'GET /api/v2/{product}/channel-statement';
const LINES = 'GET /api/v2/{product}/channel-statement/{statementId}/line';
const REMOVE = 'DELETE /api/v2/{product}/channel-statement/{statementId}';

const amounts = (amount: number, commissionAmount: number) => ({
  amount,
  refundedAmount: 0,
  commissionAmount,
  payoutAmount: amount - commissionAmount,
});
const statement: ChannelStatement = {
  id: sampleId(1),
  apiKeyId: sampleId(2),
  channelName: '예약나라',
  from: '2026-11-01',
  to: '2026-11-30',
  fileName: 'november.csv',
  importedAt: '2026-12-02T01:00:00.000Z',
  importedBy: '본사',
  inStatement: amounts(45_000, 5200),
  inLedger: amounts(60_000, 6600),
  counts: { MATCHED: 12, DIFFERENT: 1, UNKNOWN: 0, MISSING: 2 },
};
const line: ChannelStatementLine = {
  reference: 'ch-7',
  state: 'DIFFERENT',
  reservation: { id: sampleId(3), storeId: STORES[0].id, storeName: '강남점', code: 'A7K2QX' },
  inStatement: amounts(20_000, 2500),
  inLedger: amounts(20_000, 2200),
};
const answers = (items: ChannelStatement[], role: 'ADMIN' | 'SUB_ADMIN' = 'ADMIN') =>
  ({
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/api-key': () => ({
      total: 1,
      items: [
        {
          id: sampleId(2),
          name: '예약나라',
          prefix: 'mk_3fQ9x1',
          storeIds: null,
          createdAt: '2026-11-01T00:00:00.000Z',
          lastUsedAt: null,
          revokedAt: null,
        },
      ],
    }),
    [LIST]: () => ({ total: items.length, items }),
    [LINES]: () => ({ total: 1, items: [line] }),
    [REMOVE]: () => statement,
  }) as const;

it('the statements of channels show what differs, and each payment beside the ledger', async () => {
  const calls = answerCalls(answers([statement]));
  await renderScreen(<StatementsSection />);
  const row = await screen.findByTestId('channel-statement');
  for (const words of ['예약나라', '금액 다름 1', '정산서에 없음 2', '일치 12', '장부는 ₩53,400'])
    expect(row.textContent).toContain(words);
  expect(row.textContent).not.toContain('알림 없음');
  fireEvent.click(within(row).getByRole('button', { name: /비교하기/ }));
  const shown = await screen.findByTestId('statement-line');
  for (const words of ['ch-7', '예약 A7K2QX · 강남점', '₩2,500', '₩2,200']) expect(shown.textContent).toContain(words);
  fireEvent.change(screen.getByLabelText('보기'), { target: { value: 'MISSING' } });
  await waitFor(() => expect(calls.get(LINES)?.at(-1)?.query).toMatchObject({ state: 'MISSING', page: '0' }));
});

it('head office can import once a file is chosen, and removes a statement after a confirmation', async () => {
  const calls = answerCalls(answers([statement]));
  await renderScreen(<StatementsSection />);
  fireEvent.click(await screen.findByRole('button', { name: '정산서 가져오기' }));
  const dialog = await screen.findByRole('dialog');
  const submit = within(dialog).getByRole('button', { name: '정산서 가져오기' });
  expect(submit).toHaveProperty('disabled', true);
  const file = new File(['reference,amount,commission\n'], 'november.csv');
  fireEvent.change(within(dialog).getByTestId('statement-file'), { target: { files: [file] } });
  await waitFor(() => expect(submit).toHaveProperty('disabled', false));
  fireEvent.click(within(dialog).getByRole('button', { name: '취소' }));
  fireEvent.click(await screen.findByRole('button', { name: /예약나라.*삭제/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '삭제' }));
  await waitFor(() => expect(calls.get(REMOVE)).toHaveLength(1));
});

it('people without the right to close a month read statements without buttons that change them', async () => {
  answerCalls(answers([], 'SUB_ADMIN'));
  await renderScreen(<StatementsSection />);
  expect(await screen.findByText('가져온 정산서가 없어요')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '정산서 가져오기' })).toBeNull();
});

it('the import says why no channel can be chosen', async () => {
  answerCalls({ ...answers([]), 'GET /api/v2/{product}/api-key': () => ({ total: 0, items: [] }) });
  await renderScreen(<StatementsSection />);
  fireEvent.click(await screen.findByRole('button', { name: '정산서 가져오기' }));
  await screen.findByText('발급한 API 키가 없어요. 채널의 키를 먼저 발급해 주세요.');
});
