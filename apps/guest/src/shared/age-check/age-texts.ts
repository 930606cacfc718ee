import en from '../../locales/age/en.json';
import kr from '../../locales/age/kr.json';
import { createTranslate } from '../texts.ts';

export type AgeText = (key: keyof typeof kr) => string;

/** The texts of the check, which load with its code. */
export const AGE_TEXTS: Readonly<Record<'kr' | 'en', AgeText>> = {
  kr: createTranslate(kr),
  en: createTranslate(en),
};
