import { toPlainSigns } from './signs.ts';

/**
 * Why a text is no amount of won. `EMPTY`: nothing was typed. `NEGATIVE`. `FRACTION`: there is no half won.
 * `AMBIGUOUS`: it can be read as two amounts. `OTHER_CURRENCY`. `NOT_AN_AMOUNT`.
 */
export type WonRefusal = 'EMPTY' | 'NEGATIVE' | 'FRACTION' | 'AMBIGUOUS' | 'OTHER_CURRENCY' | 'NOT_AN_AMOUNT';

const MOST_TYPED = 100;
const DIGIT_WORDS = '영일이삼사오육칠팔구';
const UNITS: Readonly<Record<string, number>> = { 십: 10, 백: 100, 천: 1000 };

/**
 * Reads an amount of won as a person means it: `14,000`, `14,000.00`, `₩14,000`, `1만4천원`, `일만사천원`. What can mean two
 * amounts is refused.
 */
export function readWon(typed: string): { readonly won: number } | { readonly refused: WonRefusal } {
  if (typed.length > MOST_TYPED) return { refused: 'NOT_AN_AMOUNT' };
  const plain = toPlainSigns(typed)
    .replace(/[₩￦\\]|KRW|원정?$/gi, '')
    .replace(/^금(?=\s?\d)/, '')
    .replace(/원$/, '')
    .trim();
  if (toPlainSigns(typed) === '') return { refused: 'EMPTY' };
  if (plain === '') return { refused: 'NOT_AN_AMOUNT' };
  if (/[$€£¥]|USD|EUR|JPY/i.test(plain)) return { refused: 'OTHER_CURRENCY' };
  if (/^[-−–—(]|[-−–—]$/.test(plain)) return { refused: 'NEGATIVE' };
  const positive = plain.replace(/^\+\s?/, '');
  return readDigits(positive) ?? readUnits(positive) ?? { refused: 'NOT_AN_AMOUNT' };
}

function readDigits(text: string): ReturnType<typeof readWon> | null {
  const whole = /^(\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(\.\d*)?$/.exec(text);
  if (whole) return toWon(whole[1] ?? '', whole[2]);
  if (/^\d[\d,]*(?:\.\d*)?$/.test(text)) return { refused: 'AMBIGUOUS' };
  return null;
}

function toWon(whole: string, fraction: string | undefined): ReturnType<typeof readWon> {
  const isGrouped = /[, ]/.test(whole);
  // 14.000 is 14 won to one person and 14,000 to another.
  if (fraction !== undefined && !isGrouped && /^\.\d{3}$/.test(fraction) && whole.length <= 3)
    return { refused: 'AMBIGUOUS' };
  if (fraction !== undefined && /[1-9]/.test(fraction)) return { refused: 'FRACTION' };
  const won = Number(whole.replace(/[, ]/g, ''));
  return Number.isSafeInteger(won) ? { won } : { refused: 'NOT_AN_AMOUNT' };
}

/** Reads 만, 천, 백 and 십, with digits or words: `1만 4천`, `1.4만`, `일만사천`. */
function readUnits(text: string): ReturnType<typeof readWon> | null {
  const compact = text.replace(/[\s,]/g, '');
  const found = /^(?:(\d+(?:\.\d)?|[영일이삼사오육칠팔구십백천]*)만)?([\d영일이삼사오육칠팔구십백천]*)$/.exec(compact);
  if (!found || !/[만천백십영일이삼사오육칠팔구]/.test(compact)) return null;
  const [, above, below = ''] = found;
  const tenThousands = above === undefined ? 0 : above === '' ? 1 : readBelowTenThousand(above);
  const rest = below === '' ? 0 : readBelowTenThousand(below);
  // 1만4 is 10,004 or 14,000.
  if (above !== undefined && /^\d{1,3}$/.test(below)) return { refused: 'AMBIGUOUS' };
  if (tenThousands === null || rest === null || rest >= 10_000) return { refused: 'AMBIGUOUS' };
  const won = Math.round(tenThousands * 10_000) + rest;
  return Number.isSafeInteger(won) ? { won } : { refused: 'NOT_AN_AMOUNT' };
}

/** Reads `4000`, `4천5백`, `사천오백`, `1.4`; `null`: parts in a wrong order. */
function readBelowTenThousand(text: string): number | null {
  if (/^\d+(?:\.\d)?$/.test(text)) return Number(text);
  let [sum, digits, lastUnit] = [0, '', 10_000];
  for (const sign of text) {
    const unit = UNITS[sign];
    if (unit === undefined) {
      digits += /\d/.test(sign) ? sign : String(DIGIT_WORDS.indexOf(sign));
      continue;
    }
    if (unit >= lastUnit || digits.length > 1) return null;
    sum += unit * (digits === '' ? 1 : Number(digits));
    [digits, lastUnit] = ['', unit];
  }
  return digits.length > 1 ? null : sum + Number(digits);
}
