/** The words by which banks name themselves, each with the one name that is stored. The first match wins. */
const BANKS: readonly (readonly [RegExp, string])[] = [
  [/카카오\s?뱅크|카뱅/, '카카오뱅크'],
  [/토스\s?뱅크|토스/, '토스뱅크'],
  [/케이\s?뱅크|K\s?뱅크|KBANK/i, '케이뱅크'],
  [/^\W*(?:KB|국민)/i, 'KB국민'],
  [/신한|^\W*쏠(?:뱅크)?$/, '신한'],
  [/우리/, '우리'],
  [/하나|KEB/i, '하나'],
  [/^\W*NH|농협|올원/i, 'NH농협'],
  [/IBK|기업|i-ONE/i, 'IBK기업'],
  [/새마을|^\W*MG/i, '새마을금고'],
  [/우체국/, '우체국'],
  [/수협|^\W*SH(?![a-z])/i, '수협'],
  [/신협|^\W*CU(?![a-z])/i, '신협'],
  [/^\W*SC|제일/i, 'SC제일'],
  [/^\W*(?:iM|DGB)|대구/i, 'iM뱅크'],
  [/부산/, '부산'],
  [/광주/, '광주'],
  [/전북/, '전북'],
  [/경남/, '경남'],
  [/제주/, '제주'],
  [/산업|KDB/i, 'KDB산업'],
  [/씨티|citi/i, '씨티'],
];

const SHORT_NAME =
  'KB국민|KB|국민|신한|우리WON|우리|KEB하나|하나|NH농협|NH|농협|IBK기업|IBK|기업|SC제일|SC|제일|MG새마을|새마을|MG|우체국|Sh수협|SH수협|수협|신협|DGB대구|대구|BNK부산|부산|BNK경남|경남|광주|전북|제주|KDB산업|산업|한국씨티|씨티';
const WHOLE_NAME = String.raw`(?:${SHORT_NAME})\s?은행|[가-힣A-Z]{2,6}(?:증권|저축은행)|(?:카카오|토스|케이|K|iM)\s?뱅크|카뱅|(?:MG\s?)?새마을금고`;
/** What follows a short name that begins a line: a date, an account, a kind or nothing. */
const AFTER_NAME = String.raw`(?=\s*(?:,|\d|\*|입금|출금|지급|이체|$))`;

/** The name of a bank at the start of a line. A short name counts only there, because 하나 and 우리 are words. */
const LEADING_NAME = new RegExp(String.raw`^[ \t]*(?:${WHOLE_NAME}|(?:${SHORT_NAME})${AFTER_NAME})`, 'm');
const LONE_NAME = new RegExp(String.raw`^(?:${WHOLE_NAME}|${SHORT_NAME}|토스|카카오)$`);
/** The bank behind its account: `469***03801011 기업`. */
const TRAILING_NAME = new RegExp(String.raw`[\d*]{2}\s?(${SHORT_NAME})(?=\s|$)`);
const NAME_AT_END = new RegExp(String.raw`(?<=\s)(?:${WHOLE_NAME}|${SHORT_NAME})\s?$`);
const NAMES = new RegExp(WHOLE_NAME, 'g');
/** In 내 토스뱅크 통장 the name belongs to the account. */
const NAMES_OF_NO_ACCOUNT = new RegExp(String.raw`(?:${WHOLE_NAME})(?!\s?(?:통장|계좌))`, 'g');

/** Whether the text is only the name of a bank. */
export function isBankName(text: string): boolean {
  return LONE_NAME.test(text);
}

/** Removes the bank in front of its account, as in `김하늘 NH농협 302-****-1234-51`. */
export function removeBankBefore(text: string, account: string): string {
  const at = account === '' ? -1 : text.indexOf(account);
  if (at < 0) return text;
  const before = text.slice(0, at);
  return before.replace(NAME_AT_END, '\n') + text.slice(at);
}

/** Removes the name of a bank from the start of a line, and whole names anywhere. */
export function removeBankNames(text: string): string {
  return text.replace(LEADING_NAME, '\n').replace(NAMES_OF_NO_ACCOUNT, '\n');
}

/**
 * Finds the bank of a message only where banks name themselves: in brackets, at the start of a line, as a whole name
 * (하나은행), or behind the account. A mention in the depositor's part is not the store's bank.
 */
export function findBank(text: string): string | null {
  const labels = [...text.matchAll(/\[([^\]]{1,20})\]/g)].map((match) => match[1] ?? '');
  const leading = LEADING_NAME.exec(text.replace(/\[[^\]]{1,20}\]/g, '\n'))?.[0];
  const named = [...text.matchAll(NAMES)].map((match) => match[0]);
  const trailing = TRAILING_NAME.exec(text)?.[1];
  for (const label of [...labels, leading, ...named, trailing]) {
    const found = label === undefined ? undefined : BANKS.find(([pattern]) => pattern.test(label.trim()));
    if (found) return found[1];
  }
  return null;
}
