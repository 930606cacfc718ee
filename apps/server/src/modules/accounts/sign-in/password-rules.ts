import { SHORTEST_PASSWORD, type PasswordFault } from '@munjigi/contract';
import { invalidInput } from '../../../http/index.ts';

const LONGEST = 200;
const WORDS: Readonly<Record<PasswordFault, string>> = {
  PASSWORD_TOO_SHORT: `must have at least ${SHORTEST_PASSWORD} characters`,
  PASSWORD_TOO_LONG: `must have at most ${LONGEST} characters`,
  PASSWORD_COMMON: 'is one of the passwords that are tried first',
  PASSWORD_PERSONAL: 'is your name, your e-mail or the chain',
};

/** The form that is hashed, independent of the keyboard. */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * The fault of a new password, or `null`: its length, that it is among the most frequently leaked passwords, or that it
 * consists of public data of the person. Kinds of characters do not matter (NIST SP 800-63B, 3.1.1.2).
 */
export async function passwordFault(password: string, personal: readonly string[]): Promise<PasswordFault | null> {
  const text = normalisePassword(password);
  const { length } = Array.from(text);
  if (length < SHORTEST_PASSWORD) return 'PASSWORD_TOO_SHORT';
  if (length > LONGEST) return 'PASSWORD_TOO_LONG';
  const low = text.toLowerCase();
  if (isPersonal(low, personal)) return 'PASSWORD_PERSONAL';
  return (await isCommon(low)) ? 'PASSWORD_COMMON' : null;
}

/** Throws the fault as a problem of the field. */
export async function refuseFaultyPassword(path: string, password: string, personal: readonly string[]): Promise<void> {
  const fault = await passwordFault(password, personal);
  if (fault) throw invalidInput([{ path, code: fault, message: WORDS[fault] }]);
}

export function faultInWords(fault: PasswordFault): string {
  return WORDS[fault];
}

let leaked: Promise<ReadonlySet<string>> | undefined;

/** The 49,233 most frequently leaked passwords, loaded on first use. */
function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((text) => text.toLowerCase())),
  );
  return leaked;
}

/** A listed password, a listed password surrounded by digits and signs, or a few characters repeated. */
async function isCommon(low: string): Promise<boolean> {
  const list = await leakedPasswords();
  if (list.has(low) || list.has(withoutEdges(low)) || new Set(low).size < 4) return true;
  const unit = /^(.{1,8}?)\1+$/u.exec(low)?.[1];
  return unit !== undefined && (unit.length < 4 || list.has(unit) || list.has(withoutEdges(unit)));
}

function withoutEdges(text: string): string {
  return /\p{L}(?:.*\p{L})?/su.exec(text)?.[0] ?? '';
}

function isPersonal(low: string, personal: readonly string[]): boolean {
  const letters = lettersOf(low);
  const names = personal
    .flatMap((text) => [text, text.split('@')[0] ?? ''])
    .map(lettersOf)
    .filter((text) => text.length >= 2);
  // The password consists only of the names and no other letters.
  return (
    (letters !== '' &&
      names.sort((a, b) => b.length - a.length).reduce((rest, name) => rest.replaceAll(name, ''), letters) === '') ||
    personal.some((text) => text.toLowerCase() === low)
  );
}

function lettersOf(text: string): string {
  return normalisePassword(text)
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}
