import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { FailureState } from '../ui/error-boundary.tsx';
import { reportFailure } from '../ui/failure-report.ts';

/** In the place of a screen whose code did not load: the shell around it stays. What fails while it is drawn, its own boundary shows. */
export function ScreenFailure() {
  const error = useRouteError();
  const [id] = useState(() => Math.random().toString(36).slice(2, 10).padEnd(8, '0'));
  useEffect(() => reportFailure({ id, place: 'route', name: undefined, error }), [id, error]);
  return <FailureState id={id} error={error} place="screen" />;
}
