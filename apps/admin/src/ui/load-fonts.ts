const KEPT_KEY = 'munjigi-fonts';

/**
 * Loads the web fonts when the first screen stands and the page has nothing else to do, so that they are never in the way
 * of its first paint: first the small ones with the characters of our own texts, then, if need be, the rules for all others. A browser
 * that has them in its cache gets them at once.
 */
export function loadFonts(firstScreen: Promise<unknown>): void {
  if (localStorage.getItem(KEPT_KEY) !== null) load();
  // A first screen that fails says so itself, and is to be read as well.
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
