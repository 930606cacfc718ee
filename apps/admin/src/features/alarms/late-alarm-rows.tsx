import { lazy, Suspense, type ComponentProps } from 'react';

const load = () => import('./alarm-rows.tsx');
const Rows = lazy(async () => ({ default: (await load()).AlarmRows }));

/** `AlarmRows` with code that loads with the first alarm, because the first screen seldom needs it. */
export function LateAlarmRows(props: ComponentProps<typeof Rows>) {
  return (
    <Suspense fallback={null}>
      <Rows {...props} />
    </Suspense>
  );
}

const Groups = lazy(async () => ({ default: (await load()).AlarmGroups }));

/** `AlarmGroups` with code that loads with the first alarm. */
export function LateAlarmGroups(props: ComponentProps<typeof Groups>) {
  return (
    <Suspense fallback={null}>
      <Groups {...props} />
    </Suspense>
  );
}

const Ended = lazy(async () => ({ default: (await load()).EndedAlarms }));

/** `EndedAlarms` with code that loads with the first alarm. */
export function LateEndedAlarms(props: ComponentProps<typeof Ended>) {
  return (
    <Suspense fallback={null}>
      <Ended {...props} />
    </Suspense>
  );
}

/** Loads the code ahead on screens with doors: it must be available without a connection. */
export function fetchAlarmRows(): void {
  load().catch((error: unknown) => console.warn('The rows of alarms cannot be fetched ahead', error));
}
