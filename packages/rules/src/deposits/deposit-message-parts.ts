import { dateOf, dayNumber } from '../time/calendar-date.ts';
import { DAY_MS } from '../time/durations.ts';
import { zonedDate, zonedInstant } from '../time/zone.ts';

/** `TAKEN_BACK`: the bank reversed a deposit. */
export type DepositKind = 'DEPOSIT' | 'WITHDRAWAL' | 'TAKEN_BACK';

const MOST_WON = 2_000_000_000;
/** A number in won: not the beginning of a longer one, of a decimal fraction or of 만원. */
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?![\d,]*\d|\.\d|\s?[만천백억])`;
const MEANS =
  '전자금융|인터넷뱅킹|인터넷|모바일뱅킹|모바일|스마트뱅킹|스마트폰|스마트|폰뱅킹|텔레뱅킹|펌뱅킹|기업뱅킹|오픈뱅킹|CMS공동|CMS|FBS|무통장|창구|타행이체|당행이체|타행IB|타행|당행|이체|송금|간편송금|간편|대체|계좌|센타|센터|현금|자동이체|자동|ATM|CD|IB|급여|지로|공동|카드|체크카드|수표|가상계좌';
const REVERSAL_WORD = '입금취소|취소입금|입금정정|정정입금';
const AFTER_KIND = '(?:액|금액|완료|알림|안내|내역|이체|이)?';
/** A word for the kind of a movement, with its means in front: 전자금융입금, FBS입금, 체크카드출금. */
export const KIND_WORD = String.raw`(?:(?:${MEANS})\s?)?(?:${REVERSAL_WORD}|입금|(?<!대)출금|(?<![가-힣])지급|(?<![가-힣])인출)${AFTER_KIND}`;
/** A means of payment as a word of its own: 타행이체, 급여. */
export const MEANS_WORD = new RegExp(String.raw`^(?:${MEANS})(?:입|출)?$`);

/** Removes words that contain the word for a kind and say nothing about it: 입출금통장, 입출금 알림, 세입금. */
export function removeMisleadingWords(text: string): string {
  return text
    .replace(/(?:자유)?입출금\s?(?=통장|계좌)/g, '')
    .replace(/(?:자유)?입출금(?:\s?(?:알림|안내|내역|통지))?/g, '\n')
    .replace(/입금\s?(?:알림|안내|통지|내역)(?=\s*(?:\n|$|[>\]]))/g, '\n')
    .replace(/[가-힣]{0,10}세입금/g, '\n')
    .replace(/(?:출금|인출|사용|이용)\s?가능\s?(?:금?액|잔액)?\s*[:：]?\s*[\d,]*\s*원?/g, '\n');
}

/** `김하늘님이 14,000원을 보냈어요`. */
const SENDER = /님(?:이|께서)/;
const SENT_IN = /보냈|보내셨|보내\s?주셨|송금했|송금하셨/;
const RECEIVED = /받았(?:어요|습니다)|송금\s?받|입금(?:됐|되었|하셨|했)/;
/** `김하늘님에게 14,000원을 보냈어요`. */
const RECEIVER = /님(?:에게|께(?!서))|에게/;
const SENT_OUT = /보냈|보내|송금/;
const OUTGOING = /이체\s?완료|받는\s?(?:분|통장|사람)/;
const SENTENCE_LENGTH = 60;
const CARD_WORD = /승인|결제|사용/;

/** Reads the kind of the movement; `null`: unclear. A word beside an amount decides before one elsewhere. */
export function readKind(text: string): DepositKind | null {
  if (/입금\s*(?:예정|요청|바랍|부탁|해\s*주|하시|기한|대기|실패|불가|거절|한도|계좌\s*안내)/.test(text)) return null;
  if (new RegExp(REVERSAL_WORD).test(text)) return 'TAKEN_BACK';
  const isIn = [besideAmount('입금'), /입금/];
  const isOut = [
    besideAmount('(?:(?<!대)출금|(?<![가-힣])지급|(?<![가-힣])인출)'),
    /(?<!대)출금|(?<![가-힣])지급|(?<![가-힣])인출/,
  ];
  for (const [at, inward] of isIn.entries()) {
    const [came, went] = [inward.test(text), isOut[at]?.test(text) ?? false];
    if (came !== went) return came ? 'DEPOSIT' : 'WITHDRAWAL';
    if (came) return null;
  }
  if (OUTGOING.test(text) || saysAfter(text, RECEIVER, SENT_OUT)) return 'WITHDRAWAL';
  if (RECEIVED.test(text) || saysAfter(text, SENDER, SENT_IN)) return 'DEPOSIT';
  return CARD_WORD.test(text) ? 'WITHDRAWAL' : null;
}

/** Whether a verb follows a person in one sentence. */
function saysAfter(text: string, person: RegExp, verb: RegExp): boolean {
  const at = text.search(person);
  return at >= 0 && verb.test(text.slice(at, at + SENTENCE_LENGTH));
}

function besideAmount(word: string): RegExp {
  return new RegExp(
    String.raw`${word}(?:액|금액|완료|이)?[\s:：(]*[₩\\]?\s*\d|\d[\d,]*\s*원?\s*(?:이|을)?\s*(?:${MEANS})?${word}`,
  );
}

/** The balance after the movement, and the text that says it. */
export function readBalance(text: string): { readonly text: string; readonly won: number | null } {
  const found = new RegExp(
    String.raw`(?:거래\s?후\s?|총\s?|현재\s?)?(?:잔[액고]|남은\s?금액)\s*[:：]?\s*[₩\\]?\s*(-?${NUMBER})(?:\.0{1,2})?\s*원?`,
  ).exec(text);
  return found ? { text: found[0], won: toWon(found[1] ?? '') } : { text: '', won: null };
}

/** Reads an amount in won; `null` for text that is not an amount: `1,50`. */
function toWon(text: string): number | null {
  if (!/^-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})$/.test(text)) return null;
  return Number(text.replaceAll(',', ''));
}

export interface AmountReading {
  readonly won: number;
  /** `false`: the name runs into the amount, so that a digit may belong to either. */
  readonly isClear: boolean;
  /** The numbers as they are written. */
  readonly texts: readonly string[];
}

/** The number next to the word; otherwise the numbers with a comma or 원, when they are all equal. */
export function readAmount(text: string): AmountReading | null {
  if (/\d,\d{1,2}(?!\d)|\d,\d{4}|\d{4},\d|\d ?[만천백억] ?[\d,]{0,8} ?원/.test(text)) return null;
  const beside = [...text.matchAll(new RegExp(String.raw`${KIND_WORD}[\s:：(]*[₩\\]?\s*(${NUMBER})\s*원?`, 'g'))].map(
    (match) => match[1] ?? '',
  );
  const written = [
    ...text.matchAll(new RegExp(String.raw`(?:[₩\\]\s*${NUMBER}|\d{1,3}(?:,\d{3})+|\d+(?=\s*원))`, 'g')),
  ];
  const numbers = beside.length > 0 ? beside : written.map(([number]) => number.replace(/[₩\\\s]/g, ''));
  const amounts = new Set(numbers.map(toWon));
  const [won] = amounts;
  if (amounts.size !== 1 || won === undefined || won === null || won < 1 || won > MOST_WON) return null;
  const runsIntoName = beside.length === 0 && written.some(({ index }) => isLetterBefore(text, index));
  return { won, isClear: !runsIntoName, texts: numbers };
}

function isLetterBefore(text: string, at: number): boolean {
  const before = text.slice(0, at).replace(new RegExp(`${KIND_WORD}$`), ' ');
  return /[^\s:：₩\\(]/.test(before.slice(-1));
}

/** The account of the store as the bank shows it: `123456**789`, `110000-**-***000`, `123-456-789012`, `통장(1234)`. */
export function readAccountEnd(text: string): { readonly text: string; readonly end: string | null } {
  for (const [token] of text.matchAll(/[\d*][\d*-]*/g)) {
    const found = token.includes('*') ? maskedAccountIn(token) : (WHOLE_ACCOUNT.exec(token)?.[0] ?? null);
    if (found !== null) return { text: found, end: /\d{1,4}$/.exec(found.replaceAll('-', ''))?.[0] ?? null };
  }
  const named = /(?:통장|계좌)\s?\((\d{3,4})\)/.exec(text);
  return { text: '', end: named?.[1] ?? null };
}

const WHOLE_ACCOUNT = /(?<!\d)\d{2,6}-\d{2,6}-\d{2,8}(?:-\d{1,3})?(?!\d)/;

/** The number begins with a group of two signs or more. */
function maskedAccountIn(token: string): string | null {
  for (const part of token.split('--')) {
    const groups = part.split('-');
    const start = groups.findIndex((group) => group.length >= 2);
    const account = groups
      .slice(start)
      .filter((group) => group !== '')
      .join('-');
    if (start >= 0 && account.includes('*') && /\d/.test(account)) return account;
  }
  return null;
}

const HALF = '(오전|오후|AM|PM)';
const TIME = new RegExp(
  String.raw`(?:(?<!\d)(\d{4}|\d{2})\s?[./년-]\s?)?(?<!\d)(\d{1,2})\s?[./월-]\s?(\d{1,2})\s?[.일]?(?:\([월화수목금토일]\))?[\s,/-]{0,6}${HALF}?\s{0,5}(\d{1,2})\s?[:시]\s?(\d{2})분?(?::\d{2})?\s?${HALF}?`,
  'gi',
);

/** The time of the movement, to the minute, and the text that says it. A missing year is the latest one not after the arrival. */
export function readTime(text: string, receivedAt: Date, timeZone: string): { text: string; at: Date | null } {
  let first = '';
  for (const found of text.matchAll(TIME)) {
    first ||= found[0];
    const at = instantIn(found, receivedAt, timeZone);
    if (at !== null) return { text: found[0], at };
  }
  return { text: first, at: null };
}

function instantIn(found: RegExpMatchArray, receivedAt: Date, timeZone: string): Date | null {
  const [, year, month = '', day = '', before, hours = '', minutes = '', after] = found;
  const time = toTimeOfDay(hours, minutes, before ?? after ?? null);
  const thisYear = Number(zonedDate(timeZone, receivedAt).slice(0, 4));
  const years =
    year === undefined
      ? [thisYear + 1, thisYear, thisYear - 1]
      : [year.length === 2 ? 2000 + Number(year) : Number(year)];
  for (const each of years) {
    const at = instantOf(timeZone, `${each}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, time);
    if (at !== null && (year !== undefined || at.getTime() <= receivedAt.getTime() + DAY_MS)) return at;
  }
  return null;
}

/**
 * Returns `HH:mm` of an hour and minutes, and 오전/오후 or AM/PM if there is one: 오후 02:11 is 14:11, 오전 12:11 is
 * 00:11. An hour above 12 keeps its meaning beside 오후.
 */
export function toTimeOfDay(hours: string, minutes: string, half: string | null): string {
  const isAfternoon = half !== null && /오후|PM/i.test(half);
  const hour = half === null || Number(hours) > 12 ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}

/** `null` for a date or time that does not exist. */
export function instantOf(timeZone: string, date: string, time: string): Date | null {
  if (!/^(19|2[01])\d\d-\d\d-\d\d$/.test(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null;
  return dateOf(dayNumber(date)) === date ? zonedInstant(timeZone, date, time) : null;
}
