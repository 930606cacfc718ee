const KEPT_KEY = 'munjigi-fonts';

/**
 * Loads the web fonts after the first screen has rendered and the page is idle, so that they never delay its first
 * paint: first the small ones with the characters of our own texts, then, if needed, the rules for all others. A
 * browser with the fonts in its cache loads them at once.
 */
export function loadFonts(firstScreen: Promise<unknown>): void {
  if (localStorage.getItem(KEPT_KEY) !== null) load();
  // A first screen that fails shows an error, which needs the fonts as well.
  else firstScreen.then(loadWhenIdle, loadWhenIdle);
}

function load(): void {
  import('./fonts-own.css')
    .then(() => import('./further-fonts.ts'))
    .then(({ watchForFurtherSyllables }) => {
      localStorage.setItem(KEPT_KEY, 'yes');
      watchForFurtherSyllables();
    })
    .catch((error: unknown) => console.warn('The fonts cannot be loaded', error));
}

function loadWhenIdle(): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 4_000 });
  else setTimeout(load, 1_000);
}
