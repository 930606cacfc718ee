import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useAuthContext, useCan, useProduct } from '../../session/auth.tsx';
import { setTitleCount } from '../../ui/document-title.ts';
import { showsDesktopNotices } from './desktop.ts';
import { useNotificationCount } from './notifications.api.ts';
import { hasNotificationSound, LOOKUP_PATH } from './notification-roles.ts';
import { playNotificationSound } from './sound.ts';

/**
 * Polls the notification count every five seconds while a person is signed in, and plays the chime at each answer with
 * unconfirmed ones, for the roles with sound (reference, 6, 7 and 9). Puts the count into the tab's title, and shows a
 * desktop notification of arrivals while the tab was hidden (NT-4). Renders nothing.
 */
export function NotificationPoller() {
  const can = useCan();
  const { user } = useAuthContext();
  const navigate = useNavigate();
  const { data, dataUpdatedAt } = useNotificationCount(useProduct(), can('notifications:read'));
  const unconfirmed = data?.unconfirmedCount ?? 0;
  const rings = unconfirmed > 0 && hasNotificationSound(user?.roles ?? []);
  const lastTotal = useRef<number | null>(null);

  useEffect(() => {
    // `dataUpdatedAt` repeats the chime when a new answer has the same number.
    if (rings && dataUpdatedAt > 0) playNotificationSound();
  }, [rings, dataUpdatedAt]);

  useEffect(() => {
    setTitleCount(unconfirmed);
    return () => setTitleCount(0);
  }, [unconfirmed]);

  useEffect(() => {
    if (data === undefined) return;
    const arrived = lastTotal.current === null ? 0 : data.count - lastTotal.current;
    lastTotal.current = data.count;
    // A visible tab shows the bell instead; without unconfirmed notifications there is no notice.
    if (arrived <= 0 || data.unconfirmedCount === 0 || document.visibilityState === 'visible' || !showsDesktopNotices())
      return;
    import('./desktop-notice.ts')
      .then(({ showDesktopNotice }) =>
        showDesktopNotice({ arrived, unconfirmed: data.unconfirmedCount, onOpen: () => void navigate(LOOKUP_PATH) }),
      )
      .catch((error: unknown) => console.warn('The desktop could not be told of new notifications', error));
  }, [data, navigate]);

  return null;
}
