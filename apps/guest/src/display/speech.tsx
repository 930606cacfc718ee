import en from '../locales/display/en.json';
import kr from '../locales/display/kr.json';
import { createTranslate } from '../shared/texts.ts';
import { createDisplayFormat, type DisplayFormat } from './display-format.ts';

type DisplayTexts = typeof kr;

/** The texts and times of one language. */
interface Language extends DisplayFormat {
  readonly say: (key: keyof DisplayTexts, blanks?: Readonly<Record<string, string | number>>) => string;
}

/** Both languages of a display, which shows them together: a guest at the door chooses none. */
export interface Speech {
  readonly ko: Language;
  readonly en: Language;
  /** The time of day, which is the same in both. */
  readonly clock: (at: number) => string;
}

const translations = { ko: createTranslate<DisplayTexts>(kr), en: createTranslate<DisplayTexts>(en) };
const speeches = new Map<string, Speech>();

/** The speech of a time zone. Formats are expensive, so they are made once. */
export function createSpeech(timeZone: string): Speech {
  const cached = speeches.get(timeZone);
  if (cached) return cached;
  const ko = { ...createDisplayFormat('ko', timeZone), say: translations.ko };
  const speech = {
    ko,
    en: { ...createDisplayFormat('en', timeZone), say: translations.en },
    clock: (at: number) => ko.time(at, at),
  };
  speeches.set(timeZone, speech);
  return speech;
}

/** A text in Korean and below it in English, once if they are equal. */
export function BothLanguages({
  text,
  speech,
}: {
  readonly text: (language: Language) => string;
  readonly speech: Speech;
}) {
  const [korean, english] = [text(speech.ko), text(speech.en)];
  return (
    <>
      <span lang="ko">{korean}</span>
      {english !== korean && (
        <>
          {' '}
          <span lang="en">{english}</span>
        </>
      )}
    </>
  );
}
