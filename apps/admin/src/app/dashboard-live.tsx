import { AlarmBell } from '../features/alarms/alarm-bell.tsx';
import { PaletteButton } from '../features/command-palette/palette-button.tsx';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { NotificationPoller } from '../features/notifications/notification-poller.tsx';
import { useLive } from './live.ts';

/** What runs for as long as a person is signed in: the event stream and the poller. */
export function DashboardLive() {
  useLive();
  return <NotificationPoller />;
}

/** The bells in the header and the palette beside them, which come after the first paint. */
export function HeaderBell() {
  return <><PaletteButton /><AlarmBell /><NotificationBell /></>;
}
