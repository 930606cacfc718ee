import type { DoorDisplay } from '@munjigi/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, refuse } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { sampleId, sampleRoom } from '../../testing/samples.ts';
import { DoorDisplayPanel } from './door-display-panel.tsx';

const READ = 'GET /api/v2/{product}/room/{roomId}/display';
const ISSUE = 'POST /api/v2/{product}/room/{roomId}/display';
const REVOKE = 'DELETE /api/v2/{product}/room/{roomId}/display';
const ROOM = sampleRoom({ name: '파티룸' });
const NONE: DoorDisplay = {
  roomId: ROOM.id,
  storeId: ROOM.storeId,
  state: 'NONE',
  displayId: null,
  issuedAt: null,
  issuedByName: null,
  lastSeenAt: null,
  revokedAt: null,
};
const active = (): DoorDisplay => ({
  ...NONE,
  state: 'ACTIVE',
  displayId: sampleId(91),
  issuedAt: '2026-11-20T03:00:00Z',
  issuedByName: '김관리',
  lastSeenAt: new Date(Date.now() - 30 * 60_000).toISOString(),
});

function start(first: DoorDisplay, role: 'ADMIN' | 'CUSTOMER_MANAGER' = 'ADMIN', isReplacedConcurrently = false) {
  let shown = first;
  const calls = answerCalls({
    'GET /api/v2/auth/me': () => person(role),
    [READ]: () => shown,
    [ISSUE]: () => {
      shown = active();
      return isReplacedConcurrently ? refuse('STALE', 409, { current: shown }) : { ...shown, path: '/d/mjd_secret' };
    },
    [REVOKE]: () => (shown = { ...active(), state: 'REVOKED', revokedAt: new Date().toISOString() }),
  });
  return renderScreen(<DoorDisplayPanel room={ROOM} />).then(() => calls);
}

it('the door display of a room gets a link, which is shown once with its QR code (DP-1)', async () => {
  const calls = await start(NONE);
  expect(await screen.findByText('연결된 태블릿이 없어요.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '주소 만들기' }));
  const dialog = within(await screen.findByRole('dialog', { name: '태블릿 주소' }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>('태블릿에서 열 주소').value).toBe(
    `${window.location.origin}/d/mjd_secret`,
  );
  expect(await dialog.findByRole('img', { name: '태블릿에서 열 주소의 QR 코드' })).toBeDefined();
  expect(calls.get(ISSUE)?.[0]?.body).toEqual({ replacesDisplayId: null });
  fireEvent.click(dialog.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByRole('button', { name: '새 주소' })).toBeDefined();
});

it('a door display that was not seen for a while is named, replaced after a confirmation, and disconnected', async () => {
  const calls = await start(active());
  expect(await screen.findByText(/한동안 접속하지 않았어요/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: '새 주소' }));
  const replacing = within(await screen.findByRole('dialog', { name: /새 주소를 만들까요/ }));
  fireEvent.click(replacing.getByRole('button', { name: '새 주소' }));
  const link = within(await screen.findByRole('dialog', { name: '태블릿 주소' }));
  expect(calls.get(ISSUE)?.[0]?.body).toEqual({ replacesDisplayId: sampleId(91) });
  fireEvent.click(link.getByRole('button', { name: '닫기' }));
  fireEvent.click(await screen.findByRole('button', { name: '연결 해제' }));
  const revoking = within(await screen.findByRole('dialog', { name: /연결을 해제할까요/ }));
  fireEvent.click(revoking.getByRole('button', { name: '연결 해제' }));
  await waitFor(() => expect(calls.get(REVOKE)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: '주소 만들기' })).toBeDefined();
});

it('a door display that another person replaced meanwhile is shown as it is now', async () => {
  await start(active(), 'ADMIN', true);
  fireEvent.click(await screen.findByRole('button', { name: '새 주소' }));
  const replacing = within(await screen.findByRole('dialog', { name: /새 주소를 만들까요/ }));
  fireEvent.click(replacing.getByRole('button', { name: '새 주소' }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.queryByRole('dialog', { name: '태블릿 주소' })).toBeNull();
});

it('without `doors:configure` a person sees the state of a door display without buttons', async () => {
  await start(active(), 'CUSTOMER_MANAGER');
  expect(await screen.findByText(/마지막 접속/)).toBeDefined();
  expect(screen.queryByRole('button', { name: '새 주소' })).toBeNull();
});
