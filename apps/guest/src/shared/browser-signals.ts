interface BrowserSignals {
  readonly wake: () => void;
  readonly sleep: () => void;
  readonly goOffline: () => void;
}

/**
 * Calls `wake` when the page is visible, focused or online again or comes back from the history, `sleep` when it is hidden,
 * and `goOffline` without a connection, until the returned function is called.
 */
export function watchBrowser({ wake, sleep, goOffline }: BrowserSignals): () => void {
  const change = () => (document.hidden ? sleep() : wake());
  document.addEventListener('visibilitychange', change);
  window.addEventListener('focus', wake);
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', wakeRestored);
  window.addEventListener('offline', goOffline);
  function wakeRestored({ persisted }: PageTransitionEvent): void {
    if (persisted) wake();
  }
  return () => {
    document.removeEventListener('visibilitychange', change);
    window.removeEventListener('focus', wake);
    window.removeEventListener('online', wake);
    window.removeEventListener('pageshow', wakeRestored);
    window.removeEventListener('offline', goOffline);
  };
}
