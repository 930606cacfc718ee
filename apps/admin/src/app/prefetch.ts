let isAsked = false;

/** Has the browser fetch the signed-in part while a person types their password. */
export function prefetchDashboard(): void {
  if (isAsked) return;
  isAsked = true;
  import('./dashboard.tsx').catch((error: unknown) => {
    // It is asked for again when it is needed; then a failure is shown.
    isAsked = false;
    console.warn('The dashboard cannot be fetched ahead', error);
  });
}
