import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, refuse } from '../../../testing/answers.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { sampleDetail } from '../../../testing/reservation-samples.ts';
import { sampleId } from '../../../testing/samples.ts';
import { PaymentLinkAction } from './payment-link.tsx';
import { PaymentLinkButton } from './payment-link-button.tsx';

afterEach(() => void vi.restoreAllMocks());

const AT = '/api/v2/{product}/reservation/{reservationId}/message/payment-link' as const;
const due = {
  reservationId: sampleId(50),
  storeId: sampleId(1),
  dueAmount: 12_000,
  obstacle: null,
  copyObstacle: null,
};

function answer(answers: object) {
  return answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    [`GET ${AT}`]: () => due,
    ...answers,
  });
}
async function open(answers: object, paidAmount = 0) {
  const calls = answer(answers);
  await renderScreen(<PaymentLinkAction reservation={sampleDetail({ priceAmount: 12_000, paidAmount })} />);
  return calls;
}

it('the payment link is sent after a confirmation that names the amount due (MS-12)', async () => {
  const calls = await open({ [`POST ${AT}`]: () => ({}) });
  fireEvent.click(await screen.findByRole('button', { name: '결제 링크 보내기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '결제 링크를 보낼까요?' }));
  expect(dialog.getByText(/12,000/)).toBeTruthy();
  expect(calls.has(`POST ${AT}`)).toBe(false);
  fireEvent.click(dialog.getByRole('button', { name: '결제 링크 보내기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.get(`POST ${AT}`)).toHaveLength(1);
});

it('the payment link stays open with the reason when its limit is reached (MS-8)', async () => {
  await open({ [`POST ${AT}`]: () => refuse('MESSAGE_LIMIT', 429) });
  fireEvent.click(await screen.findByRole('button', { name: '결제 링크 보내기' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: '결제 링크 보내기' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
});

it('the payment link says why it cannot be sent, and has no button then (MS-12)', async () => {
  await open({
    [`GET ${AT}`]: () => ({ ...due, obstacle: 'NO_PAYMENT_PROVIDER', copyObstacle: 'NO_PAYMENT_PROVIDER' }),
  });
  expect((await screen.findByTestId('payment-link')).textContent).toContain('온라인 결제를 연결하지 않아');
  expect(screen.queryByRole('button')).toBeNull();
});

it('the payment link asks the server nothing for a reservation that is paid', async () => {
  const calls = await open({}, 12_000);
  expect(screen.queryByTestId('payment-link')).toBeNull();
  expect(calls.has(`GET ${AT}`)).toBe(false);
});

it('the payment link of a list is sent after one confirmation, and says why it cannot be sent (RV-72)', async () => {
  let obstacle: string | null = null;
  const calls = answer({
    'GET /api/v2/{product}/reservation/{reservationId}': () => sampleDetail({ priceAmount: 12_000, paidAmount: 0 }),
    [`GET ${AT}`]: () => ({ ...due, obstacle }),
    [`POST ${AT}`]: () => ({}),
  });
  await renderScreen(<PaymentLinkButton reservationId={sampleId(50)} />);
  fireEvent.click(screen.getByRole('button', { name: '결제 링크' }));
  const dialog = within(await screen.findByRole('dialog', { name: '결제 링크를 보낼까요?' }));
  fireEvent.click(dialog.getByRole('button', { name: '결제 링크 보내기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.get(`POST ${AT}`)).toHaveLength(1);
  obstacle = 'NO_PHONE';
  fireEvent.click(screen.getByRole('button', { name: '결제 링크' }));
  expect(await screen.findByText(/휴대폰 번호가 없어/)).toBeTruthy();
});

const COPY = `POST ${AT}/copy` as const;
const copied = (link: string | null) => ({
  reservationId: sampleId(50),
  storeId: sampleId(1),
  dueAmount: 12_000,
  link,
});
const LINK = '/g/mjg_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';

it('the payment link is copied beside sending it, also without a phone number (MS-19)', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never);
  const calls = await open({
    [`GET ${AT}`]: () => ({ ...due, obstacle: 'NO_PHONE' }),
    [COPY]: () => copied(LINK),
  });
  fireEvent.click(await screen.findByRole('button', { name: '링크 복사' }));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${window.location.origin}${LINK}`));
  expect(calls.get(COPY)).toHaveLength(1);
  expect(screen.getByTestId('payment-link').textContent).toContain('이미 보낸 링크도 그대로 쓸 수 있어요');
});

it('the payment link stays on screen when the browser refuses the clipboard, and its refusals are shown (MS-19)', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const writeText = () => Promise.reject(new Error('refused'));
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as never);
  let reply: object = refuse('TOO_MANY_ATTEMPTS', 429, { retryAfterSeconds: 60 });
  await open({ [COPY]: () => reply });
  fireEvent.click(await screen.findByRole('button', { name: '링크 복사' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  reply = copied(LINK);
  fireEvent.click(screen.getByRole('button', { name: '링크 복사' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('결제 링크')).value).toBe(
    `${window.location.origin}${LINK}`,
  );
});

it('the payment link cannot be copied by support, who send it (AC-6)', async () => {
  answerCalls({
    'GET /api/v2/auth/me': () => person('CUSTOMER_MANAGER'),
    [`GET ${AT}`]: () => due,
  });
  await renderScreen(<PaymentLinkAction reservation={sampleDetail({ priceAmount: 12_000, paidAmount: 0 })} />);
  expect(await screen.findByRole('button', { name: '결제 링크 보내기' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: '링크 복사' })).toBeNull();
});
