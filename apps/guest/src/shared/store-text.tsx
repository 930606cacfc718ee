import type { GuestLanguage } from './guest-language.ts';

/** What a store wrote in Korean and in English. Empty: nothing. A page that was kept before an update has no English text. */
interface WrittenText {
  readonly ko: string;
  readonly en?: string | undefined;
}

interface ChosenText {
  readonly words: string;
  /** The language of the words, for screen readers and translations of the browser. */
  readonly lang: 'ko' | 'en';
  /** The words are in the other language, because the store wrote none in that of the page. */
  readonly isFallback: boolean;
}

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]/;

/** Words without Korean letters count as English, wherever the store wrote them. */
export function chooseStoreText({ ko, en = '' }: WrittenText, language: GuestLanguage): ChosenText | null {
  const isEnglish = language === 'en';
  const own = isEnglish ? en : ko;
  const words = own === '' ? (isEnglish ? ko : en) : own;
  if (words === '') return null;
  const lang = langOfName(words);
  return { words, lang, isFallback: own === '' && (lang === 'en') !== isEnglish };
}

/** Whether the store wrote the text in any language. */
export function isWritten(ko: string, en = ''): boolean {
  return ko !== '' || en !== '';
}

/** The language of a name, which the store writes once. */
export function langOfName(name: string): 'ko' | 'en' {
  return HANGUL.test(name) ? 'ko' : 'en';
}

interface StoreTextProps extends WrittenText {
  readonly language: GuestLanguage;
  /** The words before a text in the other language, such as "In Korean:". */
  readonly mark: string;
}

/** A text of the store in the language of the page, or in the other one with a mark (GP-12). */
export function StoreText({ language, mark, ...written }: StoreTextProps) {
  const chosen = chooseStoreText(written, language);
  if (chosen === null) return null;
  return (
    <>
      {chosen.isFallback && <p className="quiet other-language">{mark}</p>}
      <p className="written" lang={chosen.lang}>
        {chosen.words}
      </p>
    </>
  );
}

interface StoreAddressProps {
  readonly language: GuestLanguage;
  readonly address: string;
  readonly addressEn?: string | undefined;
  readonly className: string;
}

/** The address in the language of the page; below an English one the Korean one, which taxis and maps in Korea know. */
export function StoreAddress({ language, address, addressEn = '', className }: StoreAddressProps) {
  const chosen = chooseStoreText({ ko: address, en: addressEn }, language);
  if (chosen === null) return null;
  return (
    <>
      <p className={className} lang={chosen.lang}>
        {chosen.words}
      </p>
      {chosen.words !== address && address !== '' && (
        <p className="quiet" lang={langOfName(address)}>
          {address}
        </p>
      )}
    </>
  );
}
