import { SHORTEST_PASSWORD, type PasswordFault } from '@munjigi/contract';
import { invalidInput } from '../../http/index.ts';

const LONGEST = 200;
const WORDS: Readonly<Record<PasswordFault, string>> = {
  PASSWORD_TOO_SHORT: `must have at least ${SHORTEST_PASSWORD} characters`,
  PASSWORD_TOO_LONG: `must have at most ${LONGEST} characters`,
  PASSWORD_COMMON: 'is one of the passwords that are tried first',
  PASSWORD_PERSONAL: 'is your name, your e-mail or the chain',
};

/** As it is hashed: the same for whoever types it on another keyboard. */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * What is wrong with a new password, or `null`: its length, that it is among the passwords that leaked most often, or that it is
 * made of what everybody knows of the person. Which kinds of characters it has does not matter (NIST SP 800-63B, 3.1.1.2).
 */
export async function passwordFault(password: string, known: readonly string[]): Promise<PasswordFault | null> {
  const text = normalisePassword(password);
  const { length } = Array.from(text);
  if (length < SHORTEST_PASSWORD) return 'PASSWORD_TOO_SHORT';
  if (length > LONGEST) return 'PASSWORD_TOO_LONG';
  const low = text.toLowerCase();
  if (isPersonal(low, known)) return 'PASSWORD_PERSONAL';
  return (await isCommon(low)) ? 'PASSWORD_COMMON' : null;
}

/** The fault as the refusal of a field. */
export async function refuseFaultyPassword(path: string, password: string, known: readonly string[]): Promise<void> {
  const fault = await passwordFault(password, known);
  if (fault) throw invalidInput([{ path, code: fault, message: WORDS[fault] }]);
}

export function faultInWords(fault: PasswordFault): string {
  return WORDS[fault];
}

let leaked: Promise<ReadonlySet<string>> | undefined;

/** The 49,233 passwords that leaked most often, read when they are needed first. */
function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'].map((it) => it.toLowerCase())));
  return leaked;
}

/** One of the list, one with digits and signs around it, or a few characters over and over. */
async function isCommon(low: string): Promise<boolean> {
  const list = await leakedPasswords();
  if (list.has(low) || list.has(withoutEdges(low)) || new Set(low).size < 4) return true;
  const unit = /^(.{1,8}?)\1+$/u.exec(low)?.[1];
  return unit !== undefined && (unit.length < 4 || list.has(unit) || list.has(withoutEdges(unit)));
}

function withoutEdges(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function isPersonal(low: string, known: readonly string[]): boolean {
  const letters = lettersOf(low);
  const names = known.flatMap((it) => [it, it.split('@')[0] ?? '']).map(lettersOf).filter((it) => it.length >= 2);
  // Nothing is left of it without them.
  return letters !== '' && names.sort((a, b) => b.length - a.length).reduce((rest, name) => rest.replaceAll(name, ''), letters) === '' || known.some((it) => it.toLowerCase() === low);
}

function lettersOf(text: string): string {
  return normalisePassword(text).toLowerCase().replace(/[^\p{L}]/gu, '');
}
