import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { sampleId } from '../../testing/samples.ts';
import { sampleStore } from '../../testing/store-samples.ts';
import { StoreFeedsSection } from './calendar-feeds-section.tsx';

it('the calendar feeds of a store show a feed’s address once, and are revoked after a confirmation (RV-8)', async () => {
  const feed = {
    id: sampleId(90),
    storeId: STORES[0].id,
    roomId: null,
    createdAt: '2026-11-20T03:00:00Z',
    lastReadAt: null,
  };
  const create = 'POST /api/v2/{product}/calendar-feed';
  const revoke = 'DELETE /api/v2/{product}/calendar-feed/{feedId}';
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/calendar-feed': () => ({ total: 1, items: [feed] }),
    [revoke]: () => feed,
    [create]: () => ({ feed, path: '/api/v2/playroom/calendar-feed/a/secret' }),
  });
  await renderScreen(<StoreFeedsSection store={sampleStore()} rooms={[{ id: sampleId(10), name: '1번 룸' }]} />);
  fireEvent.click(await screen.findByRole('button', { name: '주소 만들기' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('보여 줄 예약'), { target: { value: sampleId(10) } });
  fireEvent.click(dialog.getByRole('button', { name: '만들기' }));
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLTextAreaElement>('캘린더 주소').value).toMatch(
      /^http.*\/calendar-feed\/a\/secret$/,
    ),
  );
  expect(requests.get(create)?.[0]?.body).toEqual({ storeId: STORES[0].id, roomId: sampleId(10) });
  fireEvent.click(dialog.getByRole('button', { name: '닫기' }));
  fireEvent.click(await screen.findByRole('button', { name: '매장 전체 주소 폐기' }));
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: /폐기할까요/ })).getByRole('button', { name: '폐기' }),
  );
  await waitFor(() => expect(requests.get(revoke)).toHaveLength(1));
});
