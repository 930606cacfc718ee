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
