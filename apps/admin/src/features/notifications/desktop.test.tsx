import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls } from '../../testing/answers.ts';
import { person, renderScreen, STORES } from '../../testing/render-screen.tsx';
import { setPageTitle } from '../../ui/document-title.ts';
import { DesktopSwitch } from './desktop-switch.tsx';
import { NotificationPoller } from './notification-poller.tsx';
import { notificationLive } from './notifications.live.ts';

const shown: { title: string; options: NotificationOptions; click: () => void }[] = [];
let answerOfPerson: NotificationPermission = 'granted';

/** Replaces the browser's Notification, which jsdom does not have. */
class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static requestPermission = vi.fn(async () => (FakeNotification.permission = answerOfPerson));
  close = vi.fn();
  constructor(title: string, options: NotificationOptions) {
    super();
    shown.push({ title, options, click: () => this.dispatchEvent(new Event('click')) });
  }
}

beforeEach(() => {
  localStorage.clear();
  shown.length = 0;
  answerOfPerson = 'granted';
  FakeNotification.permission = 'default';
  FakeNotification.requestPermission.mockClear();
  vi.stubGlobal('Notification', FakeNotification);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function start() {
  const counts = { total: 10, unconfirmedCount: 1 };
  answerCalls({
    'GET /api/v2/auth/me': () => person('ADMIN'),
    'GET /api/v2/{product}/payment/notification': () => ({ ...counts, items: [] }),
  });
  const rendered = await renderScreen(
    <>
      <NotificationPoller />
      <DesktopSwitch />
    </>,
  );
  const arrive = (more: number, unconfirmed = more) => {
    counts.total += more;
    counts.unconfirmedCount += unconfirmed;
    act(() =>
      notificationLive['notifications.changed']?.(
        { storeId: STORES[0].id },
        { client: rendered.client, product: 'playroom' },
      ),
    );
  };
  return { counts, arrive };
}
const setVisibility = (state: DocumentVisibilityState) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);

describe('the title of the tab (NT-4)', () => {
  it('begins with the count on every screen, and has none after all are confirmed', async () => {
    setPageTitle('대시보드');
    const { counts, arrive } = await start();
    await waitFor(() => expect(document.title).toBe('(1) 대시보드 · Munjigi'));
    act(() => setPageTitle('출입문 설정'));
    expect(document.title).toBe('(1) 출입문 설정 · Munjigi');
    arrive(150);
    await waitFor(() => expect(document.title).toBe('(99+) 출입문 설정 · Munjigi'));
    arrive(0, -counts.unconfirmedCount);
    await waitFor(() => expect(document.title).toBe('출입문 설정 · Munjigi'));
  });
});

describe('notices on the desktop (NT-4)', () => {
  it('are enabled only by the switch, and the choice is stored', async () => {
    await start();
    const toggle = await screen.findByRole<HTMLInputElement>('switch');
    expect([toggle.checked, FakeNotification.requestPermission.mock.calls.length]).toEqual([false, 0]);
    fireEvent.click(toggle);
    await waitFor(() => expect(toggle.checked).toBe(true));
    expect(FakeNotification.requestPermission).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('munjigi-desktop-notices')).toBe('true');
    fireEvent.click(toggle);
    await waitFor(() => expect(toggle.checked).toBe(false));
    expect(localStorage.getItem('munjigi-desktop-notices')).toBeNull();
  });

  it('show one notification for several arrivals in a hidden tab; a click leads back', async () => {
    localStorage.setItem('munjigi-desktop-notices', 'true');
    FakeNotification.permission = 'granted';
    const { arrive } = await start();
    await waitFor(() => expect(document.title).toContain('(1)'));
    setVisibility('visible');
    arrive(1);
    await waitFor(() => expect(document.title).toContain('(2)'));
    expect(shown).toEqual([]);
    setVisibility('hidden');
    arrive(3);
    await waitFor(() =>
      expect(shown.map(({ title, options }) => [title, options.body, options.tag])).toEqual([
        ['새 결제 알림 3건', '확인할 알림이 5건 있어요.', 'munjigi-notifications'],
      ]),
    );
    // A confirmation lowers the count and is not an arrival.
    arrive(0, -1);
    await waitFor(() => expect(document.title).toContain('(4)'));
    expect(shown).toHaveLength(1);
    act(() => shown[0]?.click());
    expect(window.focus).toHaveBeenCalledTimes(1);
  });

  it('are not shown when switched off, even if the browser would allow them', async () => {
    FakeNotification.permission = 'granted';
    const { arrive } = await start();
    await waitFor(() => expect(document.title).toContain('(1)'));
    setVisibility('hidden');
    arrive(3);
    await waitFor(() => expect(document.title).toContain('(4)'));
    expect(shown).toEqual([]);
  });

  it('leave notifications to push where push is on, so that nothing is shown twice', async () => {
    localStorage.setItem('munjigi-desktop-notices', 'true');
    localStorage.setItem(
      'munjigi-push',
      JSON.stringify({ user: 'somebody', id: 'this', kinds: ['MONEY'], session: '' }),
    );
    FakeNotification.permission = 'granted';
    const { arrive } = await start();
    expect((await screen.findByRole('link', { name: '알림 받기 설정' })).getAttribute('href')).toBe(
      '/dashboard/account#push',
    );
    expect(screen.queryByRole('switch')).toBeNull();
    setVisibility('hidden');
    arrive(3);
    await waitFor(() => expect(document.title).toContain('(4)'));
    expect(shown).toEqual([]);
  });

  it('explain why they are not possible', async () => {
    answerOfPerson = 'denied';
    await start();
    fireEvent.click(await screen.findByRole('switch'));
    await waitFor(() => expect(screen.getByText(/브라우저가 알림을 막고 있어요/)).toBeTruthy());
    expect(screen.getByRole<HTMLInputElement>('switch').disabled).toBe(true);
    expect(localStorage.getItem('munjigi-desktop-notices')).toBeNull();
  });
});
