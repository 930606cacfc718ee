import { useCallback } from 'react';
import en from '../../locales/panels/en.json';
import kr from '../../locales/panels/kr.json';
import { createTranslate, type TextKey } from '../../shared/texts.ts';
import { useGuest } from '../guest-context.ts';

type PanelKey = keyof typeof kr;
export type PanelText = (key: TextKey | PanelKey, blanks?: Readonly<Record<string, string | number>>) => string;

const TEXTS = { kr: createTranslate(kr), en: createTranslate(en) };

/**
 * The texts of panels that a guest opens, with those of the page. They load with the code of the panels, so that the page
 * begins without them.
 */
export function usePanelText(): PanelText {
  const { language, text } = useGuest();
  return useCallback<PanelText>(
    (key, blanks) => (isPanelKey(key) ? TEXTS[language](key, blanks) : text(key, blanks)),
    [language, text],
  );
}

function isPanelKey(key: TextKey | PanelKey): key is PanelKey {
  return Object.hasOwn(kr, key);
}
