import en from '../locales/chain/en.json';
import kr from '../locales/chain/kr.json';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { createTranslate } from '../shared/texts.ts';

export type ChainText = (key: keyof typeof kr, blanks?: Readonly<Record<string, string | number>>) => string;

/** Only the server renders these pages, so both languages are there. */
export const CHAIN_TEXTS: Readonly<Record<GuestLanguage, ChainText>> = {
  kr: createTranslate(kr),
  en: createTranslate(en),
};

/** What the script of the page needs beside the rendered content, as attributes of the list. */
export const NOW_TEXTS = ['chain.now.free', 'chain.now.next', 'chain.now.tomorrow', 'chain.now.none'] as const;
