// @sweep 1/8 (decision 086)
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls } from '../../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../../testing/render-screen.tsx';
import { reservableStore, sampleWaiting } from '../../../testing/reservation-samples.ts';
import { sampleId, sampleRoom } from '../../../testing/samples.ts';
import { reservationPanelsLive } from '../panels.live.ts';
import { WaitlistPanel } from './waitlist-panel.tsx';

const freed = sampleWaiting({
  id: sampleId(81),
  state: 'FREE',
  freeSince: '2026-11-20T02:00:00.000Z',
  freeRoomId: sampleId(10),
  memo: '창가',
  guestEmail: 'm***@g***.example',
  guestLanguage: 'en',
});

function answers() {
  return {
    'GET /api/v2/auth/me': () => person('FRANCHISEE'),
    'GET /api/v2/{product}/room': () => ({ total: 1, items: [sampleRoom()] }),
    'GET /api/v2/{product}/store/{storeId}': () => reservableStore(),
    'GET /api/v2/{product}/waitlist': ({ query }: { query: Readonly<Record<string, string>> }) => {
      if (query['state'] === 'OFFERED') return { total: 0, isTotalExact: true, items: [] };
      const item = query['state'] === 'FREE' ? freed : sampleWaiting();
      return { total: 1, isTotalExact: true, items: [item] };
    },
  } as const;
}
const booked = vi.fn();
async function open() {
  booked.mockClear();
  const { client } = await renderScreen(
    <WaitlistPanel day={null} storeId={STORES[0].id} onBook={booked} onClose={() => undefined} />,
  );
  await screen.findAllByTestId('waitlist-entry');
  return client;
}
const states = () => screen.getAllByTestId('waitlist-entry').map((entry) => entry.dataset['state']);

it('the waitlist panel lists entries with a free time first, and books with the full name and phone, which is recorded', async () => {
  const requests = answerCalls({
    ...answers(),
    'POST /api/v2/{product}/waitlist/{entryId}/reveal': () => ({
      guestName: '이민수',
      guestPhone: '010-3333-7777',
      guestEmail: 'minsu@guest.example',
    }),
  });
  await open();
  expect(states()).toEqual(['FREE', 'WAITING']);
  const [first] = screen.getAllByTestId('waitlist-entry');
  expect(first?.textContent).toMatch(/자리가 났어요: 1번 룸.*이\*수.*m\*\*\*@g\*\*\*\.example · 영어/);
  expect(requests.has('POST /api/v2/{product}/waitlist/{entryId}/reveal')).toBe(false);
  fireEvent.click(within(first as HTMLElement).getByRole('button', { name: '지금 예약' }));
  await waitFor(() =>
    expect(booked).toHaveBeenCalledExactlyOnceWith({
      roomId: sampleId(10),
      startsAt: freed.startsAt,
      endsAt: freed.endsAt,
      headCount: 2,
      memo: '창가',
      guestName: '이민수',
      guestPhone: '010-3333-7777',
      guestEmail: 'minsu@guest.example',
      guestLanguage: 'en',
      waiting: freed,
    }),
  );
  expect(requests.get('POST /api/v2/{product}/waitlist/{entryId}/reveal')?.map(({ body }) => body)).toEqual([
    { reason: '대기 손님 예약' },
  ]);
});

it('the waitlist panel moves an entry up when its time becomes free, and removes it when it is closed elsewhere', async () => {
  answerCalls(answers());
  const client = await open();
  const publish = (entry: ReturnType<typeof sampleWaiting>) =>
    act(() => reservationPanelsLive['waitlist.changed']?.(entry, { client, product: 'playroom' }));
  publish({ ...freed, state: 'DONE', version: 2 });
  await waitFor(() => expect(states()).toEqual(['WAITING']));
  publish(sampleWaiting({ state: 'FREE', freeSince: '2026-11-20T02:00:00.000Z', version: 2 }));
  await waitFor(() => expect(states()).toEqual(['FREE']));
});

it('the waitlist panel adds a guest to the waitlist for any room', async () => {
  const add = 'POST /api/v2/{product}/waitlist';
  const requests = answerCalls({ ...answers(), [add]: () => sampleWaiting({ id: sampleId(82), guestName: '박*연' }) });
  await open();
  fireEvent.click(screen.getByRole('button', { name: '대기 추가' }));
  const form = within(await screen.findByRole('form', { name: '대기 추가' }));
  fireEvent.click(form.getByRole('button', { name: '대기 명단에 올리기' }));
  expect(await form.findByText('이름을 입력해 주세요.')).toBeTruthy();
  fireEvent.change(form.getByRole('textbox', { name: /손님 이름/ }), { target: { value: '박서연' } });
  fireEvent.change(form.getByRole('textbox', { name: /연락처/ }), { target: { value: '010-5555-6666' } });
  fireEvent.click(form.getByRole('button', { name: /이메일/ }));
  fireEvent.change(form.getByRole('textbox', { name: '이메일' }), { target: { value: ' seoyeon@guest.example ' } });
  fireEvent.change(form.getByRole('combobox', { name: '메시지 언어' }), { target: { value: 'en' } });
  fireEvent.click(form.getByRole('button', { name: '대기 명단에 올리기' }));
  await waitFor(() =>
    expect(requests.get(add)?.[0]?.body).toMatchObject({
      storeId: STORES[0].id,
      roomId: null,
      guestName: '박서연',
      guestEmail: 'seoyeon@guest.example',
      guestLanguage: 'en',
      headCount: 2,
    }),
  );
  await waitFor(() => expect(screen.getAllByTestId('waitlist-entry')).toHaveLength(3));
});

it('the waitlist panel shows an offered time with the rest of its time and the reservation (WL-1)', async () => {
  const offer = sampleWaiting({
    id: sampleId(83),
    state: 'OFFERED',
    offeredReservationId: sampleId(50),
    offerUntil: new Date(Date.now() + 12 * 60_000).toISOString(),
  });
  answerCalls({
    ...answers(),
    'GET /api/v2/{product}/waitlist': ({ query }: { query: Readonly<Record<string, string>> }) =>
      query['state'] === 'OFFERED'
        ? { total: 1, isTotalExact: true, items: [offer] }
        : { total: 0, isTotalExact: true, items: [] },
  });
  await open();
  const [timer] = await screen.findAllByTestId('waitlist-offer');
  expect(timer?.textContent).toMatch(/자리를 제안했어요: 1[12]:\d\d 남음/);
  const [link] = screen.getAllByRole('link', { name: '제안한 예약 보기' });
  expect(link?.getAttribute('href')).toContain(`reservation=${sampleId(50)}`);
});
