import type { GuestLanguage } from '../shared/guest-language.ts';
import type texts from '../locales/book/kr.json';
import { createTranslate } from '../shared/texts.ts';

type BookingTexts = typeof texts;
/** The text of a key, with its `{blanks}` filled. */
export type BookingText = (key: keyof BookingTexts, blanks?: Readonly<Record<string, string | number>>) => string;

/** Loads the texts of one language; the script of the document has requested them already. */
export async function loadBookingTexts(language: GuestLanguage): Promise<BookingText> {
  const { default: texts } = await (language === 'kr'
    ? import('../locales/book/kr.json')
    : import('../locales/book/en.json'));
  return createTranslate<BookingTexts>(texts);
}
