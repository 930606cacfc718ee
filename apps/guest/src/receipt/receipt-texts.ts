import en from '../locales/receipt/en.json';
import kr from '../locales/receipt/kr.json';
import type { GuestLanguage } from '../shared/guest-language.ts';
import { createTranslate } from '../shared/texts.ts';

export type ReceiptText = (key: keyof typeof kr, blanks?: Readonly<Record<string, string | number>>) => string;

/** Only the server renders this page, so both languages are there. */
export const RECEIPT_TEXTS: Readonly<Record<GuestLanguage, ReceiptText>> = {
  kr: createTranslate(kr),
  en: createTranslate(en),
};
