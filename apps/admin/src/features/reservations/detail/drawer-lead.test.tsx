// @sweep 1/8 (decision 086)
import type { Door, EntryFacts, ReservationDetail } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, refuse, type Refusal } from '../../../testing/answers.ts';
import { boardDay, boardReservation } from '../../../testing/board-samples.ts';
import { noPayments } from '../../../testing/payment-samples.ts';
import { person, renderScreen } from '../../../testing/render-screen.tsx';
import { reservableStore, sampleDetail, sampleEntry } from '../../../testing/reservation-samples.ts';
import { sampleCommand, sampleDoor, sampleId, sampleRoom } from '../../../testing/samples.ts';
import { ReservationDrawer } from './reservation-drawer.tsx';

const AT = '/api/v2/{product}/reservation/{reservationId}' as const;
const OPEN = 'POST /api/v2/{product}/door/open';
/** The stay of the sample is from 05:00 to 07:00, its access window from 04:50 to 07:10. */
const INSIDE = new Date('2026-11-21T05:30:00Z');
const BEFORE = new Date('2026-11-21T03:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: INSIDE }));
afterEach(() => void vi.useRealTimers());

interface Scene {
  readonly detail?: Partial<ReservationDetail>;
  readonly entry?: Partial<EntryFacts>;
  readonly doors?: () => Refusal | Promise<{ total: number; items: Door[] }>;
}

async function render({ detail, entry, doors }: Scene) {
  const stay = sampleDetail(detail);
  const codeId = entry?.hasCode === true ? sampleId(70) : null;
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/reservation/readiness': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/reservation/extension-offer': () => ({ total: 0, items: [] }),
    'GET /api/v2/{product}/reservation/overrun': () => ({ total: 0, items: [] }),
    [`GET ${AT}`]: () => stay,
    [`GET ${AT}/entry`]: () => sampleEntry(stay, entry),
    [`GET ${AT}/readiness`]: () => ({ total: 0, items: [] }),
    [`GET ${AT}/access`]: () => ({
      reservationId: stay.id,
      storeId: stay.storeId,
      codeId,
      madeAt: codeId === null ? null : '2026-11-21T01:00:00.000Z',
      doors: [],
    }),
    [`GET ${AT}/guest-access`]: () => ({
      reservationId: stay.id,
      storeId: stay.storeId,
      state: 'NONE' as const,
      tokenId: null,
      issuedAt: null,
      issuedByName: null,
      lastUsedAt: null,
      expiresAt: null,
      readableUntil: null,
      revokedAt: null,
    }),
    'GET /api/v2/{product}/message': () => ({ total: 0, isTotalExact: true, items: [] }),
    ...noPayments(stay),
    'GET /api/v2/{product}/store/{storeId}': () => reservableStore(),
    'GET /api/v2/{product}/room': () => ({ total: 1, items: [sampleRoom()] }),
    'GET /api/v2/{product}/door': doors ?? (() => ({ total: 1, items: [sampleDoor()] })),
    'GET /api/v2/{product}/reservations/daily': () => boardDay([boardReservation()], []),
    [OPEN]: () => sampleCommand(),
  });
  await renderScreen(<ReservationDrawer />, `/?reservation=${sampleId(50)}`);
  return requests;
}

async function show(scene: Scene) {
  const requests = await render(scene);
  await screen.findByRole('group', { name: '할 수 있는 일' });
  const body = screen.getByTestId('drawer-body');
  return { requests, body, drawer: within(body) };
}

const CODE = { hasCode: true, isCodeGiven: false };
const isPrimary = (button: HTMLElement) => /button-primary|MuiButton-contained/.test(button.className);
const primaryButtons = (body: HTMLElement) =>
  [...body.querySelectorAll('button')].filter(isPrimary).map(({ textContent }) => textContent);

describe('the reservation drawer leads with what the reservation needs now (RV-60)', () => {
  it('opens the door in the access window, with one filled button', async () => {
    const { body, requests } = await show({ detail: { state: 'IN_USE' } });
    expect(body.dataset).toMatchObject({ need: 'OPEN', opening: 'LEADS' });
    const openers = within(await screen.findByTestId('room-openers'));
    expect(primaryButtons(body)).toEqual([openers.getByRole('button').textContent]);
    fireEvent.click(openers.getByRole('button'));
    await waitFor(() => expect(requests.get(OPEN)).toHaveLength(1));
  });

  it('gives the code first to a guest who has none, with the door beside it', async () => {
    const { body } = await show({ entry: CODE });
    expect(body.dataset).toMatchObject({ need: 'GIVE_CODE', opening: 'BESIDE' });
    await waitFor(() => expect(primaryButtons(body)).toEqual(['손님에게 코드 알려 주기']));
    expect(await screen.findByTestId('room-openers')).toBeTruthy();
  });

  it('takes the payment first from an unpaid guest', async () => {
    const { body } = await show({ detail: { paidAmount: 0 }, entry: CODE });
    expect(body.dataset).toMatchObject({ need: 'TAKE_PAYMENT', opening: 'BESIDE' });
    expect(primaryButtons(body)).not.toContain('손님에게 코드 알려 주기');
  });

  it.each(['CANCELLED', 'COMPLETED', 'NO_SHOW', 'EXPIRED'] as const)(
    'has no Open outside the menu for a %s stay, also inside its window',
    async (state) => {
      const { body } = await show({ detail: { state } });
      expect(body.dataset).toMatchObject({ need: 'NONE', opening: 'MENU' });
      expect(screen.queryByTestId('room-openers')).toBeNull();
      expect(primaryButtons(body)).toEqual([]);
    },
  );

  it('asks outside the window and names the guest who is inside before it opens', async () => {
    vi.setSystemTime(BEFORE);
    const inside = {
      reservationId: sampleId(51),
      code: 'AAAA-2222',
      guestName: '남**수',
      endsAt: '2026-11-21T03:30:00.000Z',
      isOverrun: false,
    };
    const { drawer, requests } = await show({ entry: { inside } });
    expect(screen.queryByTestId('room-openers')).toBeNull();
    fireEvent.click(drawer.getByRole('button', { name: '다른 작업' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: '문 열기…' }));
    const dialog = within(await screen.findByRole('dialog', { name: '출입 시간이 아닌데 문을 열까요?' }));
    const facts = await dialog.findByTestId('outside-facts');
    expect(facts.textContent).toContain('지금 룸에 남**수 손님(AAAA-2222)이 있어요. 12:30까지 이용해요.');
    expect(facts.textContent).toMatch(/이 손님의 출입 시간: .*13:50.*16:10/);
    expect(requests.has(OPEN)).toBe(false);
    fireEvent.click(await dialog.findByRole('button', { name: /열기/ }));
    await waitFor(() => expect(requests.get(OPEN)?.[0]?.body).toEqual({ doorId: sampleDoor().id }));
  });

  it('shows the actions only once the doors above them are known, so that they do not move', async () => {
    let answer: (doors: { total: number; items: Door[] }) => void = () => {};
    const doors = new Promise<{ total: number; items: Door[] }>((resolve) => (answer = resolve));
    await render({ detail: { state: 'IN_USE' }, doors: () => doors });
    await waitFor(() => expect(document.querySelector('.room-openers[aria-busy=true]')).not.toBeNull());
    expect(screen.queryByRole('group', { name: '할 수 있는 일' })).toBeNull();
    answer({ total: 1, items: [sampleDoor()] });
    await screen.findByRole('group', { name: '할 수 있는 일' });
  });

  it('shows the actions when the doors cannot be read', async () => {
    const doors = () => refuse('CAPABILITY_MISSING', 403);
    const { drawer } = await show({ detail: { state: 'IN_USE' }, doors });
    expect(drawer.getByRole('button', { name: '출입문 다시 불러오기' })).toBeTruthy();
  });
});
