const OWN_HANGUL = "16px 'Munjigi Sans KR'";

/**
 * Loads the slices with all of Hangul as soon as the page shows a syllable that our own fonts do not have (in the name
 * of a guest or store), or a person types. Their rules alone are as large as the dashboard's own code.
 */
export function watchForFurtherSyllables(): void {
  const loaded = new Set<string>();
  let isWaiting = false;
  const stop = () => {
    observer.disconnect();
    document.removeEventListener('input', load);
  };
  const load = () => {
    stop();
    import('./fonts-further.css').catch(warn);
  };
  const loadShown = () => {
    isWaiting = false;
    const fresh = new Set((shownText().match(/\p{Script=Hangul}/gu) ?? []).filter((text) => !loaded.has(text)));
    for (const syllable of fresh) loaded.add(syllable);
    // Checks each syllable separately, because the answer names the fonts for any of the requested characters.
    Promise.all([...fresh].map((syllable) => document.fonts.load(OWN_HANGUL, syllable)))
      .then((answers) => answers.some((faces) => faces.length === 0) && load())
      .catch(warn);
  };
  const observer = new MutationObserver(() => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(loadShown, 100);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  document.addEventListener('input', load);
  loadShown();
}

/**
 * The visible text: scripts and the text for browsers without scripts are excluded, and the contents of fields are
 * included.
 */
function shownText(): string {
  const texts = [...document.body.children]
    .filter((child) => !child.matches('script, noscript, style'))
    .map((child) => child.textContent);
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=password]), textarea',
  );
  return [...texts, ...[...fields].map((field) => field.value)].join('');
}

function warn(error: unknown): void {
  console.warn('The fonts cannot be loaded', error);
}
