import type { UnpaidStay } from '@munjigi/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../../testing/answers.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { sampleDetail } from '../../../testing/reservation-samples.ts';
import { sampleId, sampleRoom } from '../../../testing/samples.ts';
import './payment-link-prompt.tsx'; // Loaded already, so that the dialog appears within the patience of the test.
import { RoomUnpaid } from './room-unpaid.tsx';

const AT = '/api/v2/{product}/reservation/{reservationId}/message/payment-link' as const;
const room = sampleRoom();
const stay = (over: Partial<UnpaidStay>): UnpaidStay => ({
  storeId: room.storeId,
  roomId: room.id,
  reservationId: sampleId(50),
  isPresent: false,
  startsAt: '2026-11-21T09:00:00.000Z',
  endsAt: '2026-11-21T10:00:00.000Z',
  dueAmount: 12_000,
  ...over,
});

async function show(items: UnpaidStay[], role: 'FRANCHISEE' | 'CUSTOMER_MANAGER' = 'FRANCHISEE') {
  const calls = answerCalls({
    'GET /api/v2/auth/me': () => person(role),
    'GET /api/v2/{product}/payment/unpaid-stay': () => ({ items }),
    'GET /api/v2/{product}/reservation/{reservationId}': () => sampleDetail({ priceAmount: 12_000, paidAmount: 0 }),
    [`GET ${AT}`]: () => ({
      reservationId: sampleId(50),
      storeId: room.storeId,
      dueAmount: 12_000,
      obstacle: null,
      copyObstacle: null,
    }),
  });
  await renderScreen(<RoomUnpaid room={room} />);
  return calls;
}

it('shows the amount due of the present and of the next guest of a room, the present one first (RM-21)', async () => {
  const calls = await show([
    stay({ reservationId: sampleId(51) }),
    stay({ isPresent: true, dueAmount: 8_000 }),
    stay({ roomId: sampleId(99), reservationId: sampleId(52) }),
  ]);
  const [present, next, ...others] = await screen.findAllByTestId('room-unpaid');
  expect(present?.textContent).toContain('지금 손님 미결제 ₩8,000');
  expect(next?.textContent).toContain('다음 손님 미결제 ₩12,000');
  expect(others).toEqual([]);
  expect(
    within(present as HTMLElement)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe(`/dashboard/reservation?store=${room.storeId}&reservation=${sampleId(50)}`);
  expect(calls.get('GET /api/v2/{product}/payment/unpaid-stay')?.[0]?.query).toEqual({ storeId: room.storeId });
});

it('asks to send the link to pay from the card of the room (RM-21, MS-12)', async () => {
  await show([stay({})], 'CUSTOMER_MANAGER');
  fireEvent.click(await screen.findByRole('button', { name: '결제 링크' }));
  expect(await screen.findByRole('dialog', { name: '결제 링크를 보낼까요?' })).toBeTruthy();
});
