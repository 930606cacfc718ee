import { lazy, Suspense, type ComponentProps } from 'react';

/** Loads the rows and groups of alarms. */
export const loadAlarmRows = () => import('./alarm-rows.tsx');
const Rows = lazy(async () => ({ default: (await loadAlarmRows()).AlarmRows }));

/** `AlarmRows` with code that loads with the first alarm, because the first screen seldom needs it. */
export function LateAlarmRows(props: ComponentProps<typeof Rows>) {
  return (
    <Suspense fallback={null}>
      <Rows {...props} />
    </Suspense>
  );
}

const Groups = lazy(async () => ({ default: (await loadAlarmRows()).AlarmGroups }));

/** `AlarmGroups` with code that loads with the first alarm. */
export function LateAlarmGroups(props: ComponentProps<typeof Groups>) {
  return (
    <Suspense fallback={null}>
      <Groups {...props} />
    </Suspense>
  );
}

/** Loads the code ahead on screens with doors: it must be available without a connection. */
export function fetchAlarmRows(): void {
  loadAlarmRows().catch((error: unknown) => console.warn('The rows of alarms cannot be fetched ahead', error));
}
