import { isBankName } from './deposit-bank.ts';
import { KIND_WORD, MEANS_WORD } from './deposit-message-parts.ts';

const MOST_NAME = 30;
const ARROW = /→|▶|▸|➔|➜|⇒|»|›|->|=>/;
/** A label whose value is the depositor. */
const NAME_LABEL =
  /(?:(?:보낸|보내신|보내는|입금하신) ?(?:분|이|사람)|입금자명?|입금인|의뢰인|송금인|예금주) ?[:：] ?([^:：]+)/;
const LABEL = '(?:보낸\\s?분|보낸\\s?이|입금자명?|의뢰인|보내신\\s?분|송금인|적요|내용|거래|계좌|통장|금액|완료|메모)';
/** Labels are removed only as separate words, because 거래처 and 완료상사 are names. */
const LABELS = new RegExp(`(?<![^\\s:：|;,/()])${LABEL}+(?![^\\s:：|;,/()])`, 'g');
/** Where a sentence about a sender ends the part with the name. */
const SENTENCE_ENDS = [
  /님(?:이|께서)? ?(?:보냈어요|보냈습니다|보내셨습니다|보내셨어요|보내 ?주셨어요|송금했어요|입금)/,
  /[을를] ?(?:보냈|보내|입금)/,
];
const SENTENCE_WORDS =
  /[이가]? ?입금(?:되었습니다|됐습니다|됐어요|되었어요|하셨습니다|했습니다)|으?로부터|했어요|하였습니다/g;
/** `김하늘님이 보낸 14,000원이 내 계좌로 입금됐어요`, `김하늘님이 14,000원을 보냈어요`. */
const SENDER_SENTENCE = /^([^→|]{1,30}?) ?님(?:이|께서)(?: |$)/;

/** The own holder of the account: `박*주(1234)`, `박*주님`, `박*주 고객님`. */
const HOLDER = /^[가-힣A-Za-z]+\*[가-힣A-Za-z*]* ?(?:\(\d{2,6}\)|(?:고객|회원)?님)$/;
const OWN_ACCOUNT = [
  /(?:통장|계좌|예금)(?: ?\([^()]{0,20}\))?$/,
  /(?:통장|계좌)(?:에|로|으로|에서)$/,
  /^(?:이 ?)?내 |^MY/i,
  /\(\d{3,6}\)$/,
  /뱅킹$/,
  /^(?:KB|NH|하나|신한|우리)? ?(?:스타|올원|스마트|쏠|SOL|원큐|WON|i-ONE|아이원|썸|더) ?(?:뱅킹|뱅크|Bank|알림)?$/i,
];
/** Lines that no bank writes about a movement: titles, advice, links, numbers of the bank. */
const TITLE =
  /^(?:알림|안내|내역|거래|이체|송금|받기|알림\s?서비스|고객님|회원님|FW|Fwd|RE|원|님|에|이|가|을|를|으로|로|주의|Web발신|국외발신)$|^[※*☎▶■●]|https?:|보이스피싱|고객센터|수신거부|문의|바로가기|인증번호/i;

/**
 * Reads the depositor's name from a text in which each recognised part (time, account, amount, balance, bank) is a line
 * end. A name is read where banks write one: before an arrow or a bar that leads to the own account, after a label, in
 * the sentence of a sender, or as the only part that is left. `null`: none, or several could be it.
 */
export function readDepositorName(text: string): string | null {
  const sentence = firstMatch(text, SENDER_SENTENCE);
  const labelled = firstMatch(text, NAME_LABEL);
  const named = beforeOwnAccount(text) ?? labelled ?? sentence;
  if (named !== undefined) return toName(lastPart(named));
  const candidates = withoutHolder(depositorParts(text));
  const [only] = candidates;
  return candidates.length === 1 && only !== undefined ? toName(only) : null;
}

/** The parts of a text that could be the depositor's name. */
export function depositorParts(text: string): string[] {
  return [...new Set(partsOf(text).filter((part) => toName(part) !== null))];
}

/** The part before an arrow or a bar that leads to the store's account. */
function beforeOwnAccount(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const [from, to, ...more] = line.includes('|') ? line.split('|') : line.split(ARROW);
    if (from === undefined || to === undefined || more.length > 0) continue;
    if (from.trim() !== '' && (isOwnAccount(to) || to.trim() === '')) return from;
  }
  return undefined;
}

/** Whether the text says that money left the store's account: `입출금통장(1234) → 김하늘`. */
export function isFromOwnAccount(text: string): boolean {
  return text.split('\n').some((line) => {
    const [from, to] = line.split(ARROW);
    return from !== undefined && to !== undefined && isOwnAccount(from) && !isOwnAccount(to);
  });
}

function lastPart(text: string): string {
  return partsOf(text).at(-1) ?? text;
}

function partsOf(text: string): string[] {
  return toLines(text)
    .map(cutSentence)
    .join('\n')
    .replace(new RegExp(KIND_WORD, 'g'), '\n')
    .replace(LABELS, '\n')
    .split(new RegExp(String.raw`[\n|;]|${ARROW.source}`))
    .map(trimPart)
    .filter((part) => part !== '');
}

function firstMatch(text: string, pattern: RegExp): string | undefined {
  return toLines(text)
    .map((line) => pattern.exec(line)?.[1])
    .find((name) => name !== undefined);
}

function toLines(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
}

function cutSentence(line: string): string {
  const ends = SENTENCE_ENDS.map((end) => line.search(end)).filter((at) => at >= 0);
  return line.slice(0, Math.min(line.length, ...ends)).replace(SENTENCE_WORDS, '\n');
}

function isOwnAccount(text: string): boolean {
  return OWN_ACCOUNT.some((pattern) => pattern.test(text.trim()));
}

const EDGE_SIGNS = new Set(' :：,.·・~\'"!?/\\_–—-');

/** Removes punctuation around a part, a bracket whose other half was a recognised part, and a pair around all of it. */
function trimPart(text: string): string {
  const letters = Array.from(text.replace(/\s+/g, ' '));
  const first = letters.findIndex((letter) => !EDGE_SIGNS.has(letter) && letter !== ')');
  const last = letters.findLastIndex((letter) => !EDGE_SIGNS.has(letter) && letter !== '(');
  const trimmed = first < 0 ? '' : letters.slice(first, last + 1).join('');
  const inner = /^[(<「『[]([^()<>「」『』[\]]+)[)>」』\]]$/.exec(trimmed)?.[1];
  return inner === undefined ? trimmed : trimPart(inner);
}

/** A part without an honorific; `null` for a part that cannot be a name. */
function toName(part: string): string | null {
  const name = trimPart(part).replace(/(?<=\S\S)\s?님$/, '');
  if (name === '' || name.length > MOST_NAME || !/[\p{L}]/u.test(name)) return null;
  if (isBankName(name) || HOLDER.test(trimPart(part)) || isOwnAccount(name) || TITLE.test(name)) return null;
  return MEANS_WORD.test(name) ? null : withoutMeans(name);
}

/** Removes a means that stands behind the name as a word of its own: `김하늘 타행이체`. */
function withoutMeans(name: string): string {
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  return words.length > 1 && MEANS_WORD.test(last) ? words.slice(0, -1).join(' ') : name;
}

/** A part with 님 beside another name is the holder of the account, to whom the bank writes. */
function withoutHolder(parts: readonly string[]): string[] {
  if (parts.length < 2) return [...parts];
  const others = parts.filter((part) => !part.endsWith('님'));
  return others.length > 0 ? others : [...parts];
}
