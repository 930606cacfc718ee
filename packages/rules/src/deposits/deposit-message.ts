import { findBank, removeBankBefore, removeBankNames } from './deposit-bank.ts';
import { depositorParts, isFromOwnAccount, readDepositorName } from './deposit-message-name.ts';
import {
  readAccountEnd,
  readAmount,
  readBalance,
  readKind,
  readTime,
  removeMisleadingWords,
  type DepositKind,
} from './deposit-message-parts.ts';
import { makeDepositTemplate, readByTemplate, type DepositTemplate } from './deposit-template.ts';

/** Why a text contains nothing reliable. */
export type DepositFault = 'ENCODING_LOST' | 'KIND_UNCLEAR' | 'AMOUNT_UNCLEAR';

/** A bank's description of one movement of money. Amounts are in won. */
export interface DepositReading {
  readonly kind: DepositKind;
  /** 0: a withdrawal whose amount is unclear. */
  readonly amount: number;
  /** `false`: the name runs into the amount, so that a digit may belong to either. */
  readonly isAmountClear: boolean;
  /** The name as the bank wrote it; `null`: none, or several parts of the text could be it. */
  readonly depositorName: string | null;
  /** The balance of the account after the movement. */
  readonly balance: number | null;
  readonly bank: string | null;
  /** The last digits of the account that the bank shows, at most four. */
  readonly accountEnd: string | null;
  /** The time to the minute; `null`: the text contains no time. */
  readonly at: Date | null;
  /** A line of a file that has only a date: `at` is its midnight. */
  readonly isDateOnly: boolean;
}

/** What a program that forwards a phone's messages adds: a line with the number of the sender, the time, the SIM. */
const FORWARDER_LINES = [
  /^[ \t]*(?:보낸 ?(?:사람|이|번호)|발신(?:자|번호)?|(?:받은|수신) ?(?:시간|시각)|From|Sender|SMS from|Received|Date|Time|SIM\d?) ?[:：]? ?[+(]?\d[^\n가-힣]*(?:\([^)\n]*\))?/gim,
  /^[ \t]*\(?\+?(?:82-?)?0?1[568]\d\d-?\d{4}\)?(?:\(\))? ?[:：]?/gim,
];
/** Digits alone that no amount has: an account without signs between its groups, or a date. */
const LONE_DIGITS = /(?<![\d,.*-])\d{11,16}(?![\d,.*-]|\s?원)|(?<=^|\n)[ \t]*20\d{6}[ \t]*(?=\n|$)/g;

interface MessageContext {
  readonly receivedAt: Date;
  readonly timeZone: string;
  /** The shapes that people of the store taught. */
  readonly templates?: readonly DepositTemplate[];
}

/**
 * Reads a text from `repairText`: an SMS or a push message of a bank (docs/domain.md 4). A missing year is the latest
 * one that is not after `receivedAt`. A shape that a person taught decides about kind and name; `templateId` names it.
 */
export function readDepositMessage(
  text: string,
  { receivedAt, timeZone, templates = [] }: MessageContext,
): (DepositReading & { readonly templateId: string | null }) | { readonly fault: DepositFault } {
  const taught = readByTemplate(text, templates);
  const { bank, balance, time, account, rest } = extractParts(text, receivedAt, timeZone);
  const kind = taught?.kind ?? (isFromOwnAccount(rest) ? 'WITHDRAWAL' : readKind(rest));
  if (kind === null) return { fault: 'KIND_UNCLEAR' };

  const amount = readAmount(rest);
  if (amount === null && kind !== 'WITHDRAWAL') return { fault: 'AMOUNT_UNCLEAR' };
  return {
    kind,
    amount: amount?.won ?? 0,
    isAmountClear: amount?.isClear ?? false,
    depositorName: taught
      ? taught.depositorName
      : readDepositorName(removeBankNames(cutAmounts(rest, amount?.texts ?? []))),
    balance: balance.won,
    bank,
    accountEnd: account.end,
    at: time.at,
    isDateOnly: false,
    templateId: taught?.id ?? null,
  };
}

/**
 * Makes the shape of a message that a person corrected, for the messages of the bank that follow. `null`: the name does
 * not occur in the text, or the shape would say too little.
 */
export function makeTemplateOf(
  text: string,
  depositorName: string | null,
  receivedAt: Date,
  timeZone: string,
): string | null {
  const { rest } = extractParts(text, receivedAt, timeZone);
  const parts = depositorParts(removeBankNames(cutAmounts(rest, readAmount(rest)?.texts ?? [])));
  return makeDepositTemplate(text, depositorName, parts);
}

/** Takes the recognised parts out of a text; each leaves a line end in `rest`. */
function extractParts(text: string, receivedAt: Date, timeZone: string) {
  const message = removeMisleadingWords(
    FORWARDER_LINES.reduce((rest, line) => rest.replace(line, ''), text.replace(/\r\n?/g, '\n'))
      .replace(/\[(?:Web|국제|국외)\s*발신\]/gi, '\n')
      .replace(/\[([^[\]]*)\]/g, (label, inside: string) => (/입금|출금/.test(inside) ? ` ${inside} ` : label)),
  );
  let rest = message.replace(/\[[^\]]{1,20}\]/g, '\n').replace(/(?<=\d)\.0{1,2}(?=\s|원|$)/g, '');
  const balance = readBalance(rest);
  rest = cut(rest, balance.text);
  const time = readTime(rest, receivedAt, timeZone);
  rest = cut(rest, time.text);
  const account = readAccountEnd(rest);
  rest = cut(removeBankBefore(rest, account.text), account.text).replace(LONE_DIGITS, '\n');
  return { bank: findBank(message), balance, time, account, rest };
}

/** Replaces a recognised part with a line end, so that the parts around it stay apart. */
function cut(text: string, part: string): string {
  return part === '' ? text : text.replaceAll(part, '\n');
}

function cutAmounts(text: string, amounts: readonly string[]): string {
  return [...new Set(amounts)]
    .sort((one, other) => other.length - one.length)
    .reduce(
      (rest, amount) =>
        rest.replace(new RegExp(String.raw`(?:KRW|[₩\\])?\s*(?<![\d,])${amount}\s*(?:원|KRW)?(?![\d,])`, 'g'), '\n'),
      text,
    );
}
