import { plainText } from '../plain-text.ts';

/**
 * The similarity of a depositor's name and a guest's. `MASKED`: equal as far as the bank shows it. `INITIALS`: the
 * first consonants, ㅎㄱㄷ.
 */
export type NameLikeness = 'EQUAL' | 'PARTIAL' | 'MASKED' | 'INITIALS' | 'NONE';

/** The letters of a name, and the digits that follow it. */
export interface DepositName {
  readonly letters: string;
  readonly digits: string;
}

const HONORIFIC = /(?:고객님|회원님|손님|님|씨|귀하)$/;
/** The service through which the money came, which some banks write beside the name. */
const SERVICE = /\((?:토스|카카오페이|카카오|네이버페이|페이코)\)|^(?:토스|카카오페이|네이버페이|페이코)\s(?=\S)/g;
/** Banks truncate a name after about so many characters. */
const CUT_AT = 7;

/** Removes spaces, brackets, honorifics and the legal form of a company, and lower-cases Latin letters. */
export function depositNameOf(text: string): DepositName {
  const plain = plainText(text)
    .toLowerCase()
    .replace(/㈜|\(주\)|주식회사/g, '')
    .replace(SERVICE, '')
    .replace(/[\s()[\]{}<>'".,_/\\-]/g, '')
    .replace(/[＊●○◯★☆□■]/g, '*');
  let bodyEnd = plain.length;
  while (bodyEnd > 0 && isDigit(plain[bodyEnd - 1])) bodyEnd -= 1;
  const [body, digits] = [plain.slice(0, bodyEnd), plain.slice(bodyEnd)];
  const bare = body.replace(HONORIFIC, '');
  // 하늘님 keeps two letters; a single letter is not a name.
  return { letters: Array.from(bare).length >= 2 ? bare : body, digits };
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** Compares a depositor's name with a guest's name. A name of one letter matches no guest. */
export function likenessOf(depositor: string, guest: string): NameLikeness {
  const [theirs, ours] = [depositNameOf(depositor).letters, depositNameOf(guest).letters];
  const [theirCharacters, ourCharacters] = [Array.from(theirs), Array.from(ours)];
  if (theirCharacters.length < 2 || ourCharacters.length < 2) return 'NONE';
  if (theirs.includes('*')) return isMasked(theirCharacters, ourCharacters) ? 'MASKED' : 'NONE';
  if (theirs === ours) return 'EQUAL';
  if (theirCharacters.every((letter) => INITIALS.includes(letter)))
    return theirCharacters.length === ourCharacters.length &&
      ourCharacters.every((letter, at) => initialOf(letter) === theirCharacters[at])
      ? 'INITIALS'
      : 'NONE';
  if (ours.includes(theirs) || theirs.includes(ours)) return 'PARTIAL';
  return theirCharacters.length >= CUT_AT - 1 && ours.startsWith(theirCharacters.slice(0, -1).join(''))
    ? 'PARTIAL'
    : 'NONE';
}

function isMasked(masked: readonly string[], full: readonly string[]): boolean {
  const shows = masked.some((letter) => letter !== '*');
  return shows && masked.length === full.length && masked.every((letter, at) => letter === '*' || letter === full[at]);
}

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';

/** The first consonant of a syllable (Unicode 3.12: 588 syllables begin with each). */
function initialOf(letter: string): string {
  const at = letter.charCodeAt(0) - 0xac00;
  return at < 0 || at >= 11_172 ? letter : (INITIALS[Math.floor(at / 588)] ?? letter);
}

/** How banks write Toss Payments: its name in Korean or Latin letters, often cut after a few of them (docs/domain.md 4). */
const PROVIDER_NAME = /^(?:\(주\)|㈜|주식회사)?(?:토스페이[먼맨]|tosspaym)/i;

/** Whether the sender of a deposit is a provider of payments that pays out. The wallet Toss Pay sends money of guests. */
export function isProviderName(name: string): boolean {
  return PROVIDER_NAME.test(name.replaceAll(' ', ''));
}
