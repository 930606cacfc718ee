const KEPT_KEY = 'munjigi-fonts';

/** Systems that always have a Korean font of their own. */
const WITH_KOREAN = /Windows|Mac OS|Android|iPhone|iPad|CrOS/;
/** Korean fonts of other systems, by their full names. */
const KOREAN_FONTS = ['Noto Sans CJK KR', 'Noto Sans KR', 'NanumGothic', 'NanumBarunGothic', 'Pretendard', 'UnDotum'];

/**
 * Loads the web fonts after the first screen has rendered and the page is idle, so that they never delay its first
 * paint. A browser with the fonts in its cache loads them at once.
 */
export function loadFonts(firstScreen: Promise<unknown>): void {
  if (localStorage.getItem(KEPT_KEY) !== null) load();
  // A first screen that fails shows an error, which needs the fonts as well.
  else firstScreen.then(loadWhenIdle, loadWhenIdle);
}

function load(): void {
  import('./fonts-latin.css')
    .then(() => {
      localStorage.setItem(KEPT_KEY, 'yes');
      return loadHangulIfNeeded();
    })
    .catch(warn);
}

/**
 * Korean is written in the font of the system, which costs nothing. Its web font loads for people who chose it, and on
 * systems without a Korean font.
 */
async function loadHangulIfNeeded(): Promise<void> {
  const { dataset } = document.documentElement;
  if (dataset['font'] !== 'Pretendard Variable' && (await hasKoreanFont())) {
    // The choice can change on every screen.
    const observer = new MutationObserver(() => {
      observer.disconnect();
      loadHangulIfNeeded().catch(warn);
    });
    observer.observe(document.documentElement, { attributeFilter: ['data-font'] });
    return;
  }
  await import('./fonts-hangul.css');
  (await import('./further-fonts.ts')).watchForFurtherSyllables();
}

async function hasKoreanFont(): Promise<boolean> {
  if (WITH_KOREAN.test(navigator.userAgent)) return true;
  try {
    await new FontFace('installed-korean', KOREAN_FONTS.map((name) => `local('${name}')`).join()).load();
    return true;
  } catch {
    // The rejection is the answer: none of the fonts is installed.
    return false;
  }
}

function loadWhenIdle(): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(load, { timeout: 4_000 });
  else setTimeout(load, 1_000);
}

function warn(error: unknown): void {
  console.warn('The fonts cannot be loaded', error);
}
