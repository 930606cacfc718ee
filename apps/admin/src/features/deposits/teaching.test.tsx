// @sweep 1/8 (decision 086)
import type { Deposit, DepositDetail, DepositRule } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { DepositsPage } from './deposits-page.tsx';

const CORRECT = 'POST /api/v2/{product}/deposit/{depositId}/correct';
const RULES = 'GET /api/v2/{product}/deposit-rule';
const FORGET = 'DELETE /api/v2/{product}/deposit-rule/{ruleId}';

const rule: DepositRule = {
  id: sampleId(7),
  storeId: STORES[0].id,
  template: 'iM뱅크 0 0 0 입금 0 잔액 0 토스{name}',
  kind: 'DEPOSIT',
  createdAt: '2026-11-21T06:00:00.000Z',
  createdBy: '점장',
  lastUsedAt: null,
};

function sample(over: Partial<Deposit> = {}): Deposit {
  return {
    id: sampleId(1),
    storeId: STORES[0].id,
    state: 'UNMATCHED',
    kind: 'DEPOSIT',
    amount: 20_000,
    depositorName: '토***늘',
    bank: 'iM뱅크',
    accountEnd: '3093',
    at: '2026-11-21T06:00:00.000Z',
    receivedAt: '2026-11-21T06:00:05.000Z',
    sources: ['SMS'],
    fault: null,
    withheld: ['NAME_DIFFERS'],
    reservationId: null,
    paymentId: null,
    settled: null,
    version: 2,
    ...over,
  };
}

async function open(row: Deposit) {
  const detail: DepositDetail = { ...row, text: '입금 20,000 토***늘', candidates: [] };
  let rules: DepositRule[] = [];
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/deposit': () => ({ total: 1, isTotalExact: true, items: [row] }),
    'GET /api/v2/{product}/deposit/{depositId}': () => detail,
    'GET /api/v2/{product}/deposit-relay': () => ({ total: 0, items: [] }),
    [RULES]: () => ({ total: rules.length, items: rules }),
    [CORRECT]: () => {
      rules = [rule];
      return { ...row, state: 'MATCHED_AUTO', rule };
    },
    [FORGET]: () => {
      rules = [];
      return rule;
    },
  });
  await renderScreen(<DepositsPage />, `/?store=${STORES[0].id}`);
  fireEvent.click((await screen.findAllByTestId('deposit'))[0]?.querySelector('button') ?? document.body);
  fireEvent.click(await screen.findByRole('button', { name: '바로잡기' }));
  return { requests, dialog: await screen.findByRole('dialog') };
}

it('the deposit inbox corrects a name, keeps the shape of the text, lists it and deletes it', async () => {
  const { requests, dialog } = await open(sample());
  expect(dialog.textContent).toContain('입금 20,000 토***늘');
  const submit = within(dialog).getByRole('button', { name: '바로잡기' });
  expect(submit).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByLabelText(/^입금자 이름/), { target: { value: ' 김하늘 ' } });
  fireEvent.click(submit);
  await waitFor(() =>
    expect(requests.get(CORRECT)?.map(({ body }) => body)).toEqual([
      { version: 2, kind: 'DEPOSIT', depositorName: '김하늘', remember: true },
    ]),
  );
  const row = await screen.findByTestId('deposit-rule');
  expect(row.textContent).toContain('iM뱅크 0 0 0 입금 0 잔액 0 토스[이름]');
  fireEvent.click(within(row).getByRole('button', { name: '지우기' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '지우기' }));
  await screen.findByText(/기억한 형식이 없어요/);
});

it('the deposit inbox asks for the amount of an unreadable text, and keeps no shape for a line of a file', async () => {
  const { requests, dialog } = await open(
    sample({ state: 'UNREADABLE', kind: null, amount: null, fault: 'AMOUNT_UNCLEAR', withheld: [], sources: ['CSV'] }),
  );
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  fireEvent.change(within(dialog).getByLabelText(/^입금자 이름/), { target: { value: '김하늘' } });
  const submit = within(dialog).getByRole('button', { name: '바로잡기' });
  expect(submit).toHaveProperty('disabled', true);
  fireEvent.change(within(dialog).getByLabelText(/^금액/), { target: { value: '20000' } });
  fireEvent.click(submit);
  await waitFor(() =>
    expect(requests.get(CORRECT)?.map(({ body }) => body)).toEqual([
      { version: 2, kind: 'DEPOSIT', depositorName: '김하늘', amount: 20_000, remember: false },
    ]),
  );
});
