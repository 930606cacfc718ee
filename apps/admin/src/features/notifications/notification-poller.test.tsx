import type { Role } from '@munjigi/contract/roles';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen } from '../../testing/render-screen.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { NotificationPoller } from './notification-poller.tsx';
import { notificationLive } from './notifications.live.ts';

const LIST = 'GET /api/v2/{product}/payment/notification';
const play = vi.fn<() => Promise<void>>();

beforeEach(() => {
  sessionStorage.clear();
  play.mockReset().mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(play);
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function start(role: Role, unconfirmedCount: number) {
  const requests = answerCalls({
    'GET /api/v2/auth/me': () => person(role),
    [LIST]: () => ({ total: 12, unconfirmedCount, items: [] }),
  });
  const { client } = await renderScreen(
    <>
      <NotificationPoller />
      <NotificationBell />
    </>,
  );
  await waitFor(() => expect(requests.get(LIST)).toHaveLength(1));
  return { client, requests: () => requests.get(LIST) ?? [] };
}

describe('the notification poller', () => {
  it('asks for page 0, limit 1 every five seconds, also while the page is hidden, not on focus or reconnect (NT-3)', async () => {
    const { requests } = await start('ADMIN', 0);
    expect(requests()[0]?.query).toEqual({ page: '0', limit: '1' });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(requests()).toHaveLength(3);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(requests()).toHaveLength(3);
  });

  it('asks at once when the stream says that notifications changed (NT-4)', async () => {
    const { requests, client } = await start('ADMIN', 0);
    act(() =>
      notificationLive['notifications.changed']?.(
        { storeId: person('ADMIN').stores[0]?.id ?? '' },
        { client, product: 'playroom' },
      ),
    );
    await waitFor(() => expect(requests()).toHaveLength(2));
  });

  it.each([
    ['ADMIN', 1],
    ['SUB_ADMIN', 1],
    ['CUSTOMER_MANAGER', 1],
    ['FRANCHISEE', 0],
  ] as const)(
    'plays the chime for %s: %i times after an answer with unconfirmed notifications',
    async (role, times) => {
      await start(role, 2);
      await act(() => vi.advanceTimersByTimeAsync(100));
      expect(play).toHaveBeenCalledTimes(times);
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(play).toHaveBeenCalledTimes(times * 2);
    },
  );

  it('is silent while everything is confirmed', async () => {
    await start('ADMIN', 0);
    await act(() => vi.advanceTimersByTimeAsync(5_100));
    expect(play).not.toHaveBeenCalled();
  });

  it('only logs a sound that cannot be played (reference 8)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    play.mockRejectedValue(new Error('NotAllowedError'));
    await start('ADMIN', 1);
    await waitFor(() =>
      expect(warn).toHaveBeenCalledWith('The notification sound could not be played', expect.any(Error)),
    );
  });
});

describe('the notification bell', () => {
  it('shows the unconfirmed count and leads to the lookup', async () => {
    await start('ADMIN', 3);
    await waitFor(() => expect(screen.getByTestId('unconfirmed-count').textContent).toBe('3'));
    const bell = screen.getByRole('link', { name: '확인할 결제 알림: 3' });
    expect(bell.getAttribute('href')).toBe('/dashboard/admin/notification');
  });

  it('silences the chime for this session', async () => {
    await start('ADMIN', 3);
    fireEvent.click(await screen.findByRole('button', { name: '알림음 끄기' }));
    play.mockClear();
    await act(() => vi.advanceTimersByTimeAsync(5_100));
    expect(play).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: '알림음 켜기' })).toBeTruthy();
  });
});
