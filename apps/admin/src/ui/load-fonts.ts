/** Loads the web fonts when the page has loaded and has nothing else to do: they are never in the way of its first paint. */
export function loadFontsLater(): void {
  const load = () => {
    const start = () => void import('./fonts.css').catch((error: unknown) => console.warn('The fonts cannot be loaded', error));
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: 4_000 });
    else setTimeout(start, 1_000);
  };
  if (document.readyState === 'complete') load();
  else window.addEventListener('load', load, { once: true });
}
