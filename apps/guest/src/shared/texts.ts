import type { GuestLanguage } from './guest-language.ts';
import type texts from '../locales/kr.json';

type GuestTexts = typeof texts;
export type TextKey = keyof GuestTexts;
/** The text of a key, with its `{blanks}` filled. */
export type Translate = (key: TextKey, blanks?: Readonly<Record<string, string | number>>) => string;

/** The part of the texts that `formatRemaining` needs, which the page of booking has as well. */
export type TimeText = (key: TextKey & `time.${string}`, blanks: Readonly<Record<string, number>>) => string;

/** Loads the texts of one language; the script of the document has requested them already. */
export async function loadTexts(language: GuestLanguage): Promise<Translate> {
  const { default: texts } = await (language === 'kr' ? import('../locales/kr.json') : import('../locales/en.json'));
  return createTranslate(texts);
}

/** Fills `{blanks}`. `{count:person|people}` is the first word for a count of one and the second for any other. */
export function createTranslate<Texts extends Readonly<Record<string, string>>>(texts: Texts) {
  return (key: keyof Texts & string, blanks: Readonly<Record<string, string | number>> = {}): string =>
    (texts[key] ?? '').replace(/\{(\w+)(?::(\w+)\|(\w+))?\}/g, (_blank, name: string, one?: string, other?: string) =>
      other === undefined ? String(blanks[name] ?? '') : String(Number(blanks[name]) === 1 ? one : other),
    );
}
