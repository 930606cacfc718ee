import { isRouteErrorResponse, useRouteError } from 'react-router';
import { describeFailure, PlainPage } from '../../ui/states/plain-page.tsx';

/** Shown when a route fails. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <PlainPage detail={isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : describeFailure(error)} />
  );
}
