import { useEffect } from 'react';
import { useAuthContext, useCan, useProduct } from '../../app/auth.tsx';
import { useNotificationCount } from './notifications.api.ts';
import { hearsSound } from './notification-roles.ts';
import { playNotificationSound } from './sound.ts';

/**
 * Asks for the notification count every five seconds while somebody is signed in, and rings at each answer that has
 * unconfirmed ones, for the roles that hear it (reference, 6, 7 and 9). Shows nothing.
 */
export function NotificationPoller() {
  const can = useCan();
  const { user } = useAuthContext();
  const { data, dataUpdatedAt } = useNotificationCount(useProduct(), can('notifications:read'));
  const rings = (data?.unconfirmedCount ?? 0) > 0 && hearsSound(user?.roles ?? []);

  useEffect(() => {
    // `dataUpdatedAt` is what makes the same number in a new answer ring again.
    if (rings && dataUpdatedAt > 0) playNotificationSound();
  }, [rings, dataUpdatedAt]);

  return null;
}
