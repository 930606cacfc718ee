import { lazy, Suspense, type ComponentProps } from 'react';

const load = () => import('./alarm-rows.tsx');
const Rows = lazy(async () => ({ default: (await load()).AlarmRows }));

/** `AlarmRows` whose code comes with the first alarm: the first screen need not carry what is seldom there. */
export function LateAlarmRows(props: ComponentProps<typeof Rows>) {
  return <Suspense fallback={null}><Rows {...props} /></Suspense>;
}

/** For screens with doors: the code must be there when the connection is not. */
export function fetchAlarmRows(): void {
  load().catch((error: unknown) => console.warn('The rows of alarms cannot be fetched ahead', error));
}
