import { lazy, Suspense, type ComponentProps } from 'react';

const Rows = lazy(() => import('./alarm-rows.tsx').then(({ AlarmRows }) => ({ default: AlarmRows })));

/** `AlarmRows` whose code comes with the first alarm: the first screen need not carry what is seldom there. */
export function LateAlarmRows(props: ComponentProps<typeof Rows>) {
  return <Suspense fallback={null}><Rows {...props} /></Suspense>;
}
