const HANGUL_KEPT_KEY = 'munjigi-hangul-font';
const HANGUL_AFTER_MS = 8_000;

/**
 * Loads the web fonts when the page has loaded and has nothing else to do: they are never in the way of its first
 * paint. Pretendard comes in many slices of 25 kB. A machine that can show Hangul by itself gets them a little later:
 * with the first touch of the page or after eight seconds, and from its cache at once the next time.
 */
export function loadFontsLater(): void {
  const start = () => {
    whenIdle(loadLatin);
    if (!canShowHangul() || localStorage.getItem(HANGUL_KEPT_KEY) !== null) whenIdle(loadHangul);
    else loadHangulSoon();
  };
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

function loadHangulSoon(): void {
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    whenIdle(loadHangul);
  };
  setTimeout(ask, HANGUL_AFTER_MS);
  for (const touch of ['pointerdown', 'keydown']) window.addEventListener(touch, ask, { once: true, passive: true });
}

function loadLatin(): void {
  import('./fonts-latin.css').catch(warn);
}

function loadHangul(): void {
  import('./fonts-hangul.css').then(() => localStorage.setItem(HANGUL_KEPT_KEY, 'yes')).catch(warn);
}

function warn(error: unknown): void {
  console.warn('The fonts cannot be loaded', error);
}

/** A machine without Korean fonts draws the same box for every syllable. */
function canShowHangul(): boolean {
  const draw = (syllable: string) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 24;
    const pen = canvas.getContext('2d');
    if (pen === null) return syllable;
    pen.font = '20px sans-serif';
    pen.fillText(syllable, 0, 20);
    return canvas.toDataURL();
  };
  return draw('\uAC00') !== draw('\uBDC1');
}

function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 4_000 });
  else setTimeout(work, 1_000);
}
