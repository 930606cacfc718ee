import { readCsvLines } from './csv.ts';
import { instantOf, type DepositReading } from './deposit-message.ts';

/** A line of a bank's file: its movement, or why it has none. `text` is the unchanged line. */
export interface DepositCsvRow {
  /** The number of the line in the file, from 1. */
  readonly line: number;
  readonly text: string;
  readonly reading: DepositReading | null;
}

export const MOST_CSV_ROWS = 2000;

type Column = 'date' | 'time' | 'in' | 'out' | 'balance' | 'name';
/**
 * Header texts of banks, without spaces and brackets. The first match wins; for names, the sender precedes the remark.
 */
const HEADS: Readonly<Record<Column, readonly RegExp[]>> = {
  date: [/^거래일시$/, /^거래일자?$/, /^일시$/, /^일자$/, /^날짜$/],
  time: [/^거래시간$/, /^거래시각$/, /^시간$/],
  in: [/^입금액?$/, /^입금금액$/, /^맡기신금액$/],
  out: [/^출금액?$/, /^출금금액$/, /^찾으신금액$/],
  balance: [/^거래후잔액$/, /^잔액$/, /^남은금액$/],
  name: [
    /^보낸분받는분$/,
    /^보낸분$/,
    /^의뢰인받는분$/,
    /^의뢰인$/,
    /^입금자명?$/,
    /^기재내용$/,
    /^거래내용$/,
    /^내용$/,
    /^적요$/,
  ],
};

/** Whether a line below the first has a head of movements with tabs: 거래 and then a tab, without a comma between them. */
function hasTabbedHead(text: string): boolean {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => (line.includes('\t') ? line.split(',') : []))
    .some((part) => part.includes('거래') && part.lastIndexOf('\t') > part.indexOf('거래'));
}

/**
 * Reads a bank's file of movements (docs/domain.md 4). Lines above the header row are skipped, but searched for the
 * account's number. A cell is always text: `=1+1` is a typed name, not an amount. Returns `null` without a header row
 * that has a date and an incoming amount, or with more than `MOST_CSV_ROWS` rows.
 */
export function readDepositCsv(text: string, timeZone: string): readonly DepositCsvRow[] | null {
  const separator = (text.split('\n', 1)[0] ?? '').includes('\t') || hasTabbedHead(text) ? '\t' : ',';
  const lines = readCsvLines(text, separator);
  const headAt = lines.slice(0, 30).findIndex(({ cells }) => isHead(cells));
  const head = lines[headAt];
  if (!head || lines.length - headAt > MOST_CSV_ROWS + 1) return null;
  const columns = columnsOf(head.cells);
  const accountEnd =
    /\d[\d-]{6,}\d/
      .exec(
        lines
          .slice(0, headAt)
          .map((line) => line.text)
          .find((text) => text.includes('계좌')) ?? '',
      )?.[0]
      .replaceAll('-', '')
      .slice(-4) ?? null;
  return lines
    .slice(headAt + 1)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ line, text: raw, cells }) => ({
      line,
      text: raw,
      reading: readingOf(
        (column) => (columns[column] === undefined ? '' : (cells[columns[column]] ?? '')),
        accountEnd,
        timeZone,
      ),
    }));
}

type Columns = Partial<Record<Column, number>>;

function columnsOf(cells: readonly string[]): Columns {
  const heads = cells.map((cell) => cell.replace(/[\s()[\]/.:]/g, '').replace(/(?<=.)원$/, ''));
  const columns: Columns = {};
  for (const [column, patterns] of Object.entries(HEADS) as [Column, readonly RegExp[]][]) {
    const at = patterns.map((pattern) => heads.findIndex((head) => pattern.test(head))).find((found) => found >= 0);
    if (at !== undefined) columns[column] = at;
  }
  return columns;
}

function isHead(cells: readonly string[]): boolean {
  const columns = columnsOf(cells);
  return columns.date !== undefined && columns.in !== undefined;
}

function readingOf(
  cell: (column: Column) => string,
  accountEnd: string | null,
  timeZone: string,
): DepositReading | null {
  const [came, went] = [wonOf(cell('in')), wonOf(cell('out'))];
  const at = timeOf(`${cell('date')} ${cell('time')}`.trim(), timeZone);
  // Exactly one of the two amounts is set.
  if (came === null || went === null || came > 0 === went > 0 || at === null) return null;
  const balance = cell('balance') === '' ? null : wonOf(cell('balance'));
  return {
    kind: came > 0 ? 'DEPOSIT' : 'WITHDRAWAL',
    amount: came + went,
    isAmountClear: true,
    depositorName: cell('name') || null,
    balance,
    bank: null,
    accountEnd,
    at,
  };
}

/** An empty cell is 0; `null`: the text is not an amount. */
function wonOf(text: string): number | null {
  const plain = text.replace(/[₩원\s]/g, '');
  if (plain === '' || plain === '-') return 0;
  if (!/^(?:\d{1,3}(?:,\d{3})+|\d{1,10})$/.test(plain)) return null;
  const won = Number(plain.replaceAll(',', ''));
  return won <= 2_000_000_000 ? won : null;
}

function timeOf(text: string, timeZone: string): Date | null {
  const found = /^(\d{4})[./-]?(\d{2})[./-]?(\d{2})\D+(\d{2}):?(\d{2})/.exec(text);
  return found ? instantOf(timeZone, `${found[1]}-${found[2]}-${found[3]}`, `${found[4]}:${found[5]}`) : null;
}
