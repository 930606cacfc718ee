import type { ListedCashReceipt } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { CashReceiptsPage } from './cash-receipts-page.tsx';

const LIST = 'GET /api/v2/{product}/cash-receipt';
const EXPORT = 'GET /api/v2/{product}/cash-receipt/export';

const ISSUED: ListedCashReceipt = {
  id: sampleId(1),
  storeId: STORES[0].id,
  reservationId: sampleId(50),
  reservationCode: 'K7QX-29MD',
  method: 'CASH',
  state: 'ISSUED',
  keptAmount: 20_000,
  issuedAmount: 20_000,
  supplyAmount: 18_182,
  vatAmount: 1818,
  taxFreeAmount: 0,
  paidAt: '2026-11-21T03:00:00.000Z',
  isSelfIssued: false,
  approvalNumber: '123456789',
  issuedAt: '2026-11-21T03:01:00.000Z',
  cancelledAt: null,
  receiptUrl: null,
  failure: null,
  selfIssueAt: null,
  dueAt: null,
  number: { purpose: 'EXPENSE', kind: 'BUSINESS', masked: '******7891', isOfReceipt: true },
};
const REFUSED: ListedCashReceipt = {
  ...ISSUED,
  id: sampleId(2),
  state: 'REFUSED',
  reservationId: null,
  reservationCode: null,
  issuedAmount: 0,
  approvalNumber: null,
  issuedAt: null,
  failure: { code: 'INVALID_REQUEST', message: '없는 번호' },
};
const EARLIER: ListedCashReceipt = {
  ...ISSUED,
  id: sampleId(3),
  issuedAmount: 25_000,
  number: { purpose: 'INCOME', kind: 'PHONE', masked: '*******1111', isOfReceipt: false },
};
const SELF: ListedCashReceipt = { ...ISSUED, id: sampleId(4), isSelfIssued: true, number: null };

const answers = (items: ListedCashReceipt[] = [ISSUED, REFUSED, EARLIER, SELF]) => ({
  'GET /api/v2/auth/me': () => person('ADMIN'),
  [LIST]: () => ({ total: items.length, isTotalExact: true, items }),
});
const open = (at = '/dashboard/cash-receipt') => renderScreen(<CashReceiptsPage />, at);

it('lists receipts with state, number and the way to the reservation (CR-14)', async () => {
  answerCalls(answers());
  await open();
  const rows = await screen.findAllByTestId('receipt-row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/K7QX-29MD.*현금.*20,000.*\*{6}7891.*지출증빙 · 사업자.*123456789.*발급됨/),
    expect.stringMatching(/예약 없는 결제.*오류.*없는 번호/),
    expect.stringMatching(/발급 .*25,000.*이전 번호/),
    expect.stringMatching(/번호 없이 발급/),
  ]);
  expect(rows[2]?.textContent).not.toContain('*******1111');
  const link = within(rows[0] as HTMLElement).getByRole('link', { name: 'K7QX-29MD' });
  expect(link.getAttribute('href')).toBe(
    `/dashboard/reservation?store=${STORES[0].id}&reservation=${String(ISSUED.reservationId)}`,
  );
  expect(within(rows[1] as HTMLElement).queryByRole('link')).toBeNull();
});

it('asks for the filter of the address, and exports the same', async () => {
  const sent = answerCalls({ ...answers(), [EXPORT]: () => 'a,b' });
  const save = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await open('/dashboard/cash-receipt?state=DUE&month=2026-11');
  await screen.findAllByTestId('receipt-row');
  expect(sent.get(LIST)?.at(-1)?.query).toMatchObject({ isDue: 'true', month: '2026-11', page: '0' });
  fireEvent.click(screen.getByRole('button', { name: '내보내기' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /csv/i }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(sent.get(EXPORT)?.[0]?.query).toEqual({ isDue: 'true', month: '2026-11', format: 'csv', lng: 'kr' });
  save.mockRestore();
  click.mockRestore();
});

it('says that there are none', async () => {
  answerCalls(answers([]));
  await open();
  expect(await screen.findByText('현금영수증이 없어요')).toBeTruthy();
});

it('shows a failure with a way to try again', async () => {
  answerCalls({ ...answers(), [LIST]: () => refuse('INTERNAL', 500) });
  await open();
  expect(await screen.findByRole('button', { name: /다시/ })).toBeTruthy();
});
