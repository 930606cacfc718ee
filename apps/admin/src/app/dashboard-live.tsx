import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { NotificationPoller } from '../features/notifications/notification-poller.tsx';
import { useLive } from './live.ts';

/** What runs for as long as a person is signed in: the event stream and the poller. */
export function DashboardLive() {
  useLive();
  return <NotificationPoller />;
}

/** The bell in the header, which comes after the first paint. */
export const HeaderBell = NotificationBell;
