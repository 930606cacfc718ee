const START_MS = 2000;

/**
 * Registers the worker that keeps document and code of the page, so that a phone that reloads the tab without a
 * connection still shows it (GP-6, DP-4). In-app browsers without workers work as before.
 */
export function keepPageOffline(folder: '/g/' | '/d/' = '/g/'): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return;
  const register = () =>
    void navigator.serviceWorker
      .register(`${folder}g-worker.js`, { scope: folder })
      .catch((error: unknown) => console.warn('The page is not kept for times without a connection', error));
  // After the page is usable: a slow phone has one thing to do first.
  setTimeout(register, START_MS);
}
