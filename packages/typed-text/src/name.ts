/** Signs that take a place and show nothing, or change how the signs around them are shown (Unicode TR 36). */
const UNSEEN =
  /[\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB]/g;
/** Letters of tags count only inside a flag. */
const TAGS = /(?<![\u{1F3F4}\u{E0020}-\u{E007E}])[\u{E0000}-\u{E007F}]+/gu;
/** Joiners have a meaning between emoji and in scripts that join letters. */
const IDLE_JOINERS =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Sinhala}\p{M}])[\u200C\u200D]/gu;
/** Full-width and mathematical letters are letters in another dress. */
const DRESSED_LETTERS = /[\uFF01-\uFF5E]|[\u{1D400}-\u{1D7FF}]/gu;
/** More marks on one letter than any language writes climb over the lines around them. */
const STACKED_MARKS = /\p{M}{5}/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Text of one line: as `normaliseLines`, with single spaces instead of line ends and rows of spaces. */
export function normaliseLine(typed: string): string {
  return clean(typed)
    .replace(/[\p{Zs}\t\n\r\u0085\u2028\u2029]+/gu, ' ')
    .trim();
}

/** Text of several lines in composed letters, without signs that show nothing. */
export function normaliseLines(typed: string): string {
  return clean(typed)
    .replace(/\p{Zs}/gu, ' ')
    .trim();
}

/** Whether a text has something to see, and no letter under a tower of marks. An empty text has not. */
export function hasVisibleLetter(text: string): boolean {
  return VISIBLE.test(text) && !STACKED_MARKS.test(text);
}

function clean(typed: string): string {
  return typed
    .replace(UNSEEN, '')
    .replace(TAGS, '')
    .replace(IDLE_JOINERS, '')
    .replace(DRESSED_LETTERS, (letter) => letter.normalize('NFKC'))
    .normalize('NFC');
}
