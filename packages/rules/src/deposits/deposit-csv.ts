import { readCsvLines, type CsvLine } from './csv.ts';
import { instantOf, MEANS_WORD, toTimeOfDay } from './deposit-message-parts.ts';
import type { DepositReading } from './deposit-message.ts';

/** A line of a bank's file: its movement, or why it has none. `text` is the unchanged line. */
export interface DepositCsvRow {
  /** The number of the line in the file, from 1. */
  readonly line: number;
  readonly text: string;
  readonly reading: DepositReading | null;
}

export const MOST_CSV_ROWS = 2000;
const MOST_HEAD_LINE = 30;
const MOST_WON = 2_000_000_000;

/**
 * What a column of a bank's file holds. `amount`: one column for both directions, with a sign or beside `direction`,
 * which says 입금 or 출금.
 */
export const DEPOSIT_COLUMNS = ['date', 'time', 'in', 'out', 'amount', 'direction', 'balance', 'name'] as const;
export type DepositColumn = (typeof DEPOSIT_COLUMNS)[number];
/** The number of the column that holds each part, from 0. */
export type DepositColumns = Readonly<Partial<Record<DepositColumn, number>>>;

/** A bank's file with its head, the columns that were found, and its lines. */
export interface DepositFile {
  /** The number of the head's line, from 1. */
  readonly headLine: number;
  readonly head: readonly string[];
  readonly columns: DepositColumns;
  /** Empty while the columns are not complete. */
  readonly rows: readonly DepositCsvRow[];
}

/** Head texts of banks (docs/domain.md 4), without spaces, brackets and signs; of several in a file the first listed one counts. */
const HEADS: Readonly<Record<DepositColumn, readonly string[]>> = {
  date: [
    '거래일시',
    '거래일자시간',
    '거래일시분초',
    '입금일시',
    '처리일시',
    '일시',
    '거래일자',
    '거래날짜',
    '거래년월일',
    '거래일',
    '입금일자',
    '입금일',
    '일자',
    '날짜',
  ],
  time: ['거래시간', '거래시각', '입금시간', '시간', '시각'],
  in: ['입금액', '입금', '입금금액', '맡기신금액', '맡긴금액', '받으신금액', '받은금액', '들어온금액'],
  out: ['출금액', '출금', '출금금액', '찾으신금액', '찾은금액', '지급', '지급액', '지급금액', '보낸금액', '보내신금액'],
  amount: ['거래금액', '거래액', '금액'],
  direction: ['입출금구분', '입출구분', '입출금', '거래구분', '구분', '거래유형'],
  balance: ['거래후잔액', '거래후잔고', '거래잔액', '통장잔액', '잔액', '잔고', '남은금액'],
  name: [
    '보낸분받는분',
    '받는분보낸분',
    '보낸분',
    '보내는분',
    '의뢰인수취인',
    '의뢰인받는분',
    '의뢰인명',
    '의뢰인',
    '입금자명',
    '입금자',
    '입금인',
    '송금인',
    '상대계좌예금주명',
    '상대계좌예금주',
    '상대예금주명',
    '상대예금주',
    '거래상대방',
    '상대방',
    '예금주명',
    '기재내용',
    '거래기록사항',
    '기록사항',
    '거래내용',
    '내용',
    '적요내용',
    '적요',
    '거래메모',
    '송금메모',
    '메모',
    '비고',
  ],
};
/** Companies that transfer in their own name what a person paid through them. */
const PAYMENT_COMPANY = /카카오페이|비바리퍼블리카|네이버파이낸셜|네이버페이|^토스$|^토스뱅크$/;

/**
 * Reads a bank's file of movements (docs/domain.md 4). Lines above the head are skipped, but searched for the account's
 * number. A cell is always text: `=1+1` is a typed name, not an amount. `columns` are those that a person chose for the
 * head of `headLine`. Returns `null` for a text that is no table, or with more than `MOST_CSV_ROWS` rows.
 */
export function readDepositFile(
  text: string,
  timeZone: string,
  chosen?: { readonly headLine: number; readonly columns: DepositColumns },
): DepositFile | null {
  const lines = readCsvLines(text, separatorOf(text));
  const top = lines.slice(0, MOST_HEAD_LINE);
  const headAt = chosen ? top.findIndex(({ line }) => line === chosen.headLine) : findHead(top);
  const head = lines[headAt];
  if (!head || head.cells.length < 2 || lines.length - headAt > MOST_CSV_ROWS + 1) return null;
  const columns = chosen?.columns ?? columnsOf(head.cells);
  return {
    headLine: head.line,
    head: head.cells,
    columns,
    rows: isComplete(columns) ? rowsOf(lines, headAt, columns, timeZone) : [],
  };
}

/** Reads the movements of a file whose head is known; `null`: no such head, or too many rows. */
export function readDepositCsv(text: string, timeZone: string): readonly DepositCsvRow[] | null {
  const file = readDepositFile(text, timeZone);
  return file !== null && isComplete(file.columns) ? file.rows : null;
}

/** Whether the columns suffice to read a deposit: a date, and an incoming amount or one amount for both directions. */
export function isComplete(columns: DepositColumns): boolean {
  return columns.date !== undefined && (columns.in !== undefined || columns.amount !== undefined);
}

function separatorOf(text: string): string {
  const [best] = ['\t', ',', ';', '|']
    .map((separator) => ({ separator, head: findHead(readCsvLines(text, separator).slice(0, MOST_HEAD_LINE), true) }))
    .filter(({ head }) => head >= 0);
  return best?.separator ?? ((text.split('\n', 1)[0] ?? '').includes('\t') ? '\t' : ',');
}

/** The line with a complete head; otherwise, unless it must be complete, the first line with the most cells. */
function findHead(lines: readonly CsvLine[], mustBeComplete = false): number {
  const complete = lines.findIndex(({ cells }) => isComplete(columnsOf(cells)));
  if (complete >= 0 || mustBeComplete) return complete;
  const counts = lines.map(({ cells }) => cells.filter((cell) => cell !== '').length);
  return counts.indexOf(Math.max(...counts, 0));
}

function columnsOf(cells: readonly string[]): DepositColumns {
  const heads = cells.map((cell) => cell.replace(/\s|[()[\]/.:·_*-]/g, '').replace(/(?<=.)(?:원|KRW)$/i, ''));
  const columns: Partial<Record<DepositColumn, number>> = {};
  for (const column of DEPOSIT_COLUMNS) {
    const at = HEADS[column].map((head) => heads.indexOf(head)).find((found) => found >= 0);
    if (at !== undefined) columns[column] = at;
  }
  // 구분 of a file with two columns of amounts says how the money came, not in which direction.
  if (columns.in !== undefined || columns.out !== undefined) {
    delete columns.amount;
    delete columns.direction;
  }
  if (columns.name === columns.direction) delete columns.name;
  return columns;
}

function rowsOf(
  lines: readonly CsvLine[],
  headAt: number,
  columns: DepositColumns,
  timeZone: string,
): readonly DepositCsvRow[] {
  const accountEnd = accountEndOf(lines.slice(0, headAt));
  const names = nameColumns(lines[headAt]?.cells ?? [], columns);
  return lines
    .slice(headAt + 1)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ line, text, cells }) => ({
      line,
      text,
      reading: readingOf(cells, columns, { names, accountEnd, timeZone }),
    }));
}

function accountEndOf(lines: readonly CsvLine[]): string | null {
  const line = lines.map(({ text }) => text).find((text) => text.includes('계좌')) ?? '';
  return /\d[\d-]{6,}\d/.exec(line)?.[0].replaceAll('-', '').slice(-4) ?? null;
}

/** The columns that may hold the depositor, the most likely first. */
function nameColumns(head: readonly string[], columns: DepositColumns): number[] {
  const heads = head.map((cell) => cell.replace(/\s|[()[\]/.:·_*-]/g, ''));
  const holderColumns = HEADS.name
    .map((name) => heads.indexOf(name))
    .filter((at) => at >= 0 && at !== columns.direction);
  return [...new Set([...(columns.name === undefined ? [] : [columns.name]), ...holderColumns])];
}

interface RowContext {
  readonly names: readonly number[];
  readonly accountEnd: string | null;
  readonly timeZone: string;
}

function readingOf(
  cells: readonly string[],
  columns: DepositColumns,
  { names, accountEnd, timeZone }: RowContext,
): DepositReading | null {
  const cell = (column: DepositColumn) => (columns[column] === undefined ? '' : (cells[columns[column]] ?? ''));
  const movement =
    columns.amount === undefined ? bothAmounts(cell('in'), cell('out')) : oneAmount(cell('amount'), cell('direction'));
  const time = readFileTime(`${cell('date')} ${cell('time')}`.trim(), timeZone);
  if (movement === null || time === null) return null;
  const isReversed = cells.some((text) => /^(?:입금취소|취소입금|입금정정)$/.test(text));
  return {
    kind: isReversed ? 'TAKEN_BACK' : movement.kind,
    amount: movement.amount,
    isAmountClear: true,
    depositorName: nameOf(names.map((at) => cells[at] ?? '')),
    balance: cell('balance') === '' ? null : readFileAmount(cell('balance')),
    bank: null,
    accountEnd,
    ...time,
  };
}

/** The first cell with a name. A payment company's name gives way to what the person wrote. */
function nameOf(texts: readonly string[]): string | null {
  const names = texts.filter(
    (text) => !/^[\d\s.,*-]*$/.test(text) && !text.includes('\uFFFD') && !MEANS_WORD.test(text.replaceAll(' ', '')),
  );
  return names.find((name) => !PAYMENT_COMPANY.test(name)) ?? names[0] ?? null;
}

type Movement = Pick<DepositReading, 'kind' | 'amount'>;

/** Exactly one of the two amounts is set. A negative one is a reversal. */
function bothAmounts(inward: string, outward: string): Movement | null {
  const [came, went] = [readFileAmount(inward), readFileAmount(outward)];
  if (came === null || went === null || (came === 0) === (went === 0) || went < 0) return null;
  if (came < 0) return { kind: 'TAKEN_BACK', amount: -came };
  return came > 0 ? { kind: 'DEPOSIT', amount: came } : { kind: 'WITHDRAWAL', amount: went };
}

function oneAmount(text: string, direction: string): Movement | null {
  const amount = readFileAmount(text);
  if (amount === null || amount === 0) return null;
  const isOut = amount < 0 || /출금|지급|이체출|보냄|사용|결제/.test(direction);
  const isIn = amount > 0 && /입금|받음|입$/.test(direction);
  if (isOut === isIn && direction !== '') return isOut ? null : { kind: 'DEPOSIT', amount };
  return { kind: isOut ? 'WITHDRAWAL' : 'DEPOSIT', amount: Math.abs(amount) };
}

/** Reads an amount in won: `14,000`, `14,000.00`, `₩14,000`, `(14,000)`. An empty cell is 0; `null`: no amount. */
function readFileAmount(text: string): number | null {
  const plain = text.replace(/[₩\\원\s]|KRW/gi, '');
  if (plain === '' || plain === '-') return 0;
  const found = /^(\()?([+−-]?)(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.0+)?\)?$/.exec(plain);
  if (!found) return null;
  const won = Number((found[3] ?? '').replaceAll(',', ''));
  if (won > MOST_WON) return null;
  return found[1] === '(' || found[2] === '-' || found[2] === '−' ? -won : won;
}

const FILE_DATE = /^(\d{4}|\d{2})\s?[./년-]?\s?(\d{1,2})\s?[./월-]?\s?(\d{1,2})[.일]?(?:\s?\([월화수목금토일]\))?/;
const FILE_TIME =
  /^(오전|오후|AM|PM)? ?(\d{1,2}) ?[:시]? ?(\d{2})분?(?: ?[:.]? ?(\d{2})초?)?(?:\.\d{1,9})? ?(오전|오후|AM|PM)?$/i;

/**
 * Reads the time of a line: `2026.08.22 14:05:33`, `2026-08-22 오후 02:05`, `2026-08-22 02:05:33 PM`, `20260822140533`.
 * A line that has only a date counts as of its midnight.
 */
function readFileTime(text: string, timeZone: string): Pick<DepositReading, 'at' | 'isDateOnly'> | null {
  const digits = /^(\d{4})(\d{2})(\d{2})\s?(\d{2})(\d{2})\d{0,2}$/.exec(text);
  if (digits) return instantAt(timeZone, digits.slice(1, 4), toTimeOfDay(digits[4] ?? '', digits[5] ?? '', null));
  const date = /^\d{8}(?!\d)/.test(text) ? /^(\d{4})(\d{2})(\d{2})/.exec(text) : FILE_DATE.exec(text);
  if (!date) return null;
  const rest = text.slice(date[0].length);
  if (rest.trim() === '') {
    const midnight = instantAt(timeZone, date.slice(1, 4), '00:00');
    return midnight && { ...midnight, isDateOnly: true };
  }
  const time = FILE_TIME.exec(
    rest
      .replace(/[\s,]+/g, ' ')
      .trim()
      .replace(/^T/, ''),
  );
  return (
    time && instantAt(timeZone, date.slice(1, 4), toTimeOfDay(time[2] ?? '', time[3] ?? '', time[1] ?? time[5] ?? null))
  );
}

function instantAt(
  timeZone: string,
  [year = '', month = '', day = '']: readonly string[],
  time: string,
): Pick<DepositReading, 'at' | 'isDateOnly'> | null {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = instantOf(timeZone, date, time);
  return at && { at, isDateOnly: false };
}
