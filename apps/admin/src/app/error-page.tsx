import { isRouteErrorResponse, useRouteError } from 'react-router';

/** Shown when a route fails. The texts are exactly those of the reference, in every language. */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <main className="plain-page">
      <h1>Unexpected Application Error!</h1>
      <p className="plain-page-text" data-testid="error-detail">
        {describe(error)}
      </p>
      <a className="button" href="/">
        Munjigi
      </a>
    </main>
  );
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : String(error);
}
