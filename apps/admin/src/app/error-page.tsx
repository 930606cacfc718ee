import { isRouteErrorResponse, useRouteError } from 'react-router';
import { PlainPage } from '../ui/plain-page.tsx';

/** Shown when a route fails. */
export function ErrorPage() {
  return <PlainPage detail={describe(useRouteError())} />;
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : String(error);
}
