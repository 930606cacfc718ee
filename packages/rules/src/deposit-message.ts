import { dateOf, dayNumber } from './calendar-date.ts';
import { zonedDate, zonedInstant } from './zone.ts';

/** `TAKEN_BACK`: the bank reversed a deposit. */
export type DepositKind = 'DEPOSIT' | 'WITHDRAWAL' | 'TAKEN_BACK';
/** Why a text contains nothing reliable. */
export type DepositFault = 'ENCODING_LOST' | 'KIND_UNCLEAR' | 'AMOUNT_UNCLEAR';

/** A bank's description of one movement of money. Amounts are in won. */
export interface DepositReading {
  readonly kind: DepositKind;
  readonly amount: number;
  /** `false`: the name runs into the amount, so that a digit may belong to either. */
  readonly isAmountClear: boolean;
  /** The name as the bank wrote it. */
  readonly depositorName: string | null;
  /** The balance of the account after the movement. */
  readonly balance: number | null;
  readonly bank: string | null;
  /** The last digits of the account that the bank shows, at most four. */
  readonly accountEnd: string | null;
  /** The time to the minute; `null`: the text contains no time. */
  readonly at: Date | null;
}

const MOST_WON = 2_000_000_000;
const DAY_MS = 86_400_000;
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?![\d,]*\d)`;
const KIND_WORD = String.raw`(?:전자금융|인터넷|모바일|스마트폰|펌뱅킹|CMS|무통장|창구|타행|당행|ATM|체크카드|자동이체|오픈뱅킹)?(?:입금취소|취소입금|입금정정|입금|출금)(?:액|금액|완료|알림)?`;

/**
 * Reads a text from `repairedText`: an SMS or a push message of a bank (docs/domain.md 4). A missing year is the latest
 * one that is not after `receivedAt`.
 */
export function readDepositMessage(
  text: string,
  { receivedAt, timeZone }: { readonly receivedAt: Date; readonly timeZone: string },
): DepositReading | { readonly fault: DepositFault } {
  const bank = bankIn(text);
  let rest = text
    .replace(/\[(?:Web|국제|국외)\s*발신\]/gi, ' ')
    .replace(/\[[^\]]{1,20}\]/g, ' ')
    .replace(LEADING_BANK, ' ');
  const kind = kindIn(rest);
  if (kind === null) return { fault: 'KIND_UNCLEAR' };

  const balanceAt = new RegExp(String.raw`(?:거래\s*후\s*)?잔[액고]\s*[:：]?\s*₩?\s*(-?${NUMBER})\s*원?`).exec(rest);
  const balance = balanceAt ? wonOf(balanceAt[1] ?? '') : null;
  if (balanceAt) rest = rest.replace(balanceAt[0], ' ');
  const time = timeIn(rest, receivedAt, timeZone);
  rest = rest.replace(time.text, ' ');
  const account = accountIn(rest);
  rest = rest.replace(account.text, ' ');

  const amount = amountIn(rest);
  if (amount === null) return { fault: 'AMOUNT_UNCLEAR' };
  return {
    kind,
    amount: amount.won,
    isAmountClear: amount.isClear,
    depositorName: nameIn(rest, amount.texts),
    balance,
    bank,
    accountEnd: account.end,
    at: time.at,
  };
}

function kindIn(text: string): DepositKind | null {
  if (/입금\s*(?:예정|요청|바랍|해\s*주|하시|계좌\s*안내)/.test(text)) return null;
  if (/입금취소|취소입금|입금정정/.test(text)) return 'TAKEN_BACK';
  const [isIn, isOut] = [text.includes('입금'), text.includes('출금')];
  return isIn === isOut ? null : isIn ? 'DEPOSIT' : 'WITHDRAWAL';
}

/** Reads an amount in won; `null` for text that is not an amount: `1,50`. */
function wonOf(text: string): number | null {
  if (!/^-?(?:\d{1,3}(?:,\d{3})+|\d{1,15})$/.test(text)) return null;
  return Number(text.replaceAll(',', ''));
}

interface Amount {
  readonly won: number;
  readonly isClear: boolean;
  readonly texts: readonly string[];
}

/** The number next to the word; otherwise the numbers with a comma or 원, when they are all equal. */
function amountIn(text: string): Amount | null {
  if (/\d,\d{1,2}(?!\d)|\d,\d{4}|\d{4},\d/.test(text)) return null;
  const beside = [...text.matchAll(new RegExp(String.raw`${KIND_WORD}\s*[:：]?\s*₩?\s*(${NUMBER})\s*원?`, 'g'))].map(
    (match) => match[1] ?? '',
  );
  const written = [...text.matchAll(new RegExp(String.raw`(?:₩\s*${NUMBER}|\d{1,3}(?:,\d{3})+|\d+(?=\s*원))`, 'g'))];
  const numbers =
    beside.length > 0 ? beside : written.map((regExpExecArray) => regExpExecArray[0].replace(/[₩\s]/g, ''));
  const amounts = new Set(numbers.map(wonOf));
  const [won] = amounts;
  if (amounts.size !== 1 || won === undefined || won === null || won < 1 || won > MOST_WON) return null;
  const runsIntoName =
    beside.length === 0 &&
    written.some(({ index }) =>
      /[^\s\d:：₩]/.test(
        text
          .slice(0, index)
          .replace(new RegExp(`${KIND_WORD}$`), ' ')
          .slice(-1),
      ),
    );
  return { won, isClear: !runsIntoName, texts: numbers };
}

const LABEL = '(?:보낸\\s*분|입금자명?|의뢰인|보내신\\s*분|적요|내용|거래|계좌|통장|금액|완료)';
/** Labels are removed only as separate words, because 거래처 and 완료상사 are names. */
const LABELS = new RegExp(`(?<![^\\s:：|;,/()])${LABEL}+(?![^\\s:：|;,/()])`, 'g');
const NOISE = /으?로부터|님(?:이|께서)?\s*(?:보냈어요|보내셨습니다|입금)|입금되었습니다|했어요|하였습니다/g;
const BANK_WORDS =
  /(?:KB|NH|IBK|MG|SC|iM)?\s?(?:국민|신한|우리|하나|농협|기업|카카오뱅크|카카오|토스뱅크|토스|케이뱅크|새마을금고|새마을|우체국|수협|신협|제일|대구|부산|광주|전북|경남|제주)\s?은행|카카오뱅크|토스뱅크|케이뱅크|새마을금고/g;
const LEADING_BANK =
  /^\s*(?:KB국민|국민|신한|우리|하나|NH농협|농협|IBK기업|기업|SC제일|iM뱅크|우체국|수협|신협|부산|광주|전북|경남|제주)(?=\s|입금|출금)/;
const MOST_NAME = 30;

/** The text that remains after all recognised parts are removed. */
function nameIn(text: string, amounts: readonly string[]): string | null {
  let rest = text;
  for (const amount of [...new Set(amounts)].sort((one, other) => other.length - one.length))
    rest = rest.replace(new RegExp(String.raw`₩?\s*(?<![,])${amount}\s*원?(?![\d,])`, 'g'), ' ');
  rest = rest
    .replace(BANK_WORDS, ' ')
    .replace(NOISE, ' ')
    .replace(new RegExp(KIND_WORD, 'g'), ' ')
    .replace(LABELS, ' ')
    .replace(/[|:;,/]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return rest === '' || rest.length > MOST_NAME ? null : rest;
}

/** The words that banks use for themselves, each with the one name that is stored. */
const BANKS: readonly (readonly [RegExp, string])[] = [
  [/^\W*(?:KB|국민)/i, 'KB국민'],
  [/카카오뱅크|카뱅/, '카카오뱅크'],
  [/신한/, '신한'],
  [/우리(?:은행|WON)?/, '우리'],
  [/하나/, '하나'],
  [/NH|농협/i, 'NH농협'],
  [/IBK|기업/i, 'IBK기업'],
  [/토스/, '토스뱅크'],
  [/케이뱅크|K뱅크/i, '케이뱅크'],
  [/새마을|MG/i, '새마을금고'],
  [/우체국/, '우체국'],
  [/수협/, '수협'],
  [/신협/, '신협'],
  [/SC|제일/i, 'SC제일'],
  [/iM|대구/i, 'iM뱅크'],
  [/부산/, '부산'],
  [/광주/, '광주'],
  [/전북/, '전북'],
  [/경남/, '경남'],
  [/제주/, '제주'],
];

/** Finds a bank only where banks name themselves: in brackets, or with the word 은행 or 뱅크. */
function bankIn(text: string): string | null {
  const labels = [...text.matchAll(/\[([^\]]{1,20})\]/g)]
    .map((match) => match[1] ?? '')
    .filter((text) => !/발신/.test(text));
  const leading = LEADING_BANK.exec(text.replace(/\[[^\]]{1,20}\]/g, ' '));
  if (leading) labels.push(leading[0].trim());
  const words = [...text.matchAll(new RegExp(BANK_WORDS.source, 'g'))].map((match) => match[0]);
  for (const label of [...labels, ...words]) {
    const found = BANKS.find(([pattern]) => pattern.test(label));
    if (found) return found[1];
  }
  return null;
}

/** Formats of account numbers: `123456**789`, `110000-**-***000`, `123-456-789012`. */
function accountIn(text: string): { text: string; end: string | null } {
  for (const [token] of text.matchAll(/[\d*][\d*-]*/g)) {
    const found = token.includes('*') ? maskedAccountIn(token) : (WHOLE_ACCOUNT.exec(token)?.[0] ?? null);
    if (found !== null) return { text: found, end: /\d{1,4}$/.exec(found.replaceAll('-', ''))?.[0] ?? null };
  }
  return { text: '', end: null };
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

const TIME =
  /(?:(\d{4}|\d{2})\s?[./년-]\s?)?(\d{1,2})\s?[./월-]\s?(\d{1,2})\s?[.일]?\s{0,5}(오전|오후)?\s{0,5}(\d{1,2}):(\d{2})(?::\d{2})?/;

function timeIn(text: string, receivedAt: Date, timeZone: string): { text: string; at: Date | null } {
  const found = TIME.exec(text);
  if (!found) return { text: '', at: null };
  const [whole, year, month = '', day = '', half, hours = '', minutes = ''] = found;
  const hour = (Number(hours) % (half ? 12 : 100)) + (half === '오후' ? 12 : 0);
  const time = `${String(hour).padStart(2, '0')}:${minutes}`;
  const thisYear = Number(zonedDate(timeZone, receivedAt).slice(0, 4));
  const years =
    year === undefined
      ? [thisYear + 1, thisYear, thisYear - 1]
      : [year.length === 2 ? 2000 + Number(year) : Number(year)];
  for (const each of years) {
    const at = instantOf(timeZone, `${each}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, time);
    if (at !== null && (year !== undefined || at.getTime() <= receivedAt.getTime() + DAY_MS))
      return { text: whole, at };
  }
  return { text: whole, at: null };
}

/** `null` for a date or time that does not exist. */
export function instantOf(timeZone: string, date: string, time: string): Date | null {
  if (!/^(19|2[01])\d\d-\d\d-\d\d$/.test(date) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return null;
  return dateOf(dayNumber(date)) === date ? zonedInstant(timeZone, date, time) : null;
}
