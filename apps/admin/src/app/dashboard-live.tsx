import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AlarmBell } from '../features/alarms/alarm-bell.tsx';
import { PaletteButton } from '../features/command-palette/palette-button.tsx';
import { useEmergencies } from '../features/doors/emergency/emergency-list.api.ts';
import { useIsPushed } from '../features/notifications/desktop.ts';
import { NotificationBell } from '../features/notifications/notification-bell.tsx';
import { NotificationPoller } from '../features/notifications/notification-poller.tsx';
import { ErrorBoundary, loadFailureState } from '../ui/states/error-boundary.tsx';
import { useAuthContext, useCan, useProduct } from '../session/auth.tsx';
import { useLive } from './live.ts';

const EmergencyBars = lazy(async () => ({
  default: (await import('../features/doors/emergency/emergency-bars.tsx')).EmergencyBars,
}));

/** Starts after the requests of the first screen. */
const SOON_MS = 500;

/** Everything that runs while a person is signed in: the event stream, the poller, and the reports of activity. */
export function DashboardLive() {
  useLive();
  // The code is not needed for the first paint, so it loads later.
  useEffect(() => {
    const aborter = new AbortController();
    import('./activity.ts').then(
      ({ reportActivity }) => {
        if (!aborter.signal.aborted) aborter.signal.addEventListener('abort', reportActivity());
      },
      (error: unknown) => console.warn('The activity of the person is not reported', error),
    );
    return () => aborter.abort();
  }, []);
  const isPushed = useIsPushed();
  const person = useAuthContext().user?.id;
  const navigate = useNavigate();
  useEffect(() => {
    if (!isPushed || person === undefined) return;
    const aborter = new AbortController();
    import('../features/notifications/push/push-subscription.ts').then(
      ({ maintainPushSubscription }) => {
        if (!aborter.signal.aborted)
          aborter.signal.addEventListener(
            'abort',
            maintainPushSubscription(person, (path) => void navigate(path)),
          );
      },
      (error: unknown) => console.warn('Push to this browser is not kept up', error),
    );
    return () => aborter.abort();
  }, [isPushed, person, navigate]);
  const { i18n } = useTranslation();
  // Loads the texts of fields, refusals and failures ahead: a dialog that had to wait for them would hide its screen. A
  // failed load is retried and shown where the texts are needed.
  useEffect(() => {
    const timer = setTimeout(() => {
      void i18n.loadNamespaces(['form', 'problems']);
      loadFailureState().catch(console.warn);
    }, SOON_MS);
    return () => clearTimeout(timer);
  }, [i18n]);
  // A failure of the poller does not affect the event stream, and vice versa.
  return (
    <ErrorBoundary place="background">
      <NotificationPoller />
    </ErrorBoundary>
  );
}

/**
 * The bells in the header and the palette beside them, loaded after the first paint. A failure of one does not affect
 * the others.
 */
export function HeaderBell() {
  return (
    <>
      <ErrorBoundary place="control">
        <PaletteButton />
      </ErrorBoundary>
      <ErrorBoundary place="control">
        <AlarmBell />
      </ErrorBoundary>
      <ErrorBoundary place="control">
        <NotificationBell />
      </ErrorBoundary>
    </>
  );
}

/** Above every screen while a store is locked down or released for a fire (DR-8). The bar's code and texts load with the first such store. */
export function EmergencyWatch() {
  const emergencies =
    useEmergencies(useProduct(), useCan()('doors:read')).data?.items.filter(({ endedAt }) => endedAt === null) ?? [];
  return (
    emergencies.length > 0 && (
      <Suspense fallback={null}>
        <EmergencyBars emergencies={emergencies} />
      </Suspense>
    )
  );
}
