import { unzip, zipSync, type Unzipped } from 'fflate';
import { Parser } from 'htmlparser2';
import readExcelFile from 'read-excel-file/node';
import { readFileText } from './korean-text.ts';

/**
 * Files of tables as banks and channels give them, as text with one line for a row and tabs between cells: CSV in any
 * encoding as it is, Excel workbooks (`.xlsx`), and the HTML tables and XML sheets that carry the name `.xls`
 * (docs/domain.md 4).
 */

/** `OLD_EXCEL`: the binary format before 2007, or a workbook with a password. `BROKEN`: no table can be read. */
export type TableFault = 'OLD_EXCEL' | 'BROKEN';

/** A workbook of a megabyte is some ten when unpacked; more is an attack. */
const MOST_UNPACKED_BYTES = 48 * 1024 * 1024;
const MOST_ROWS = 20_000;
const MOST_CELLS = 200;
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const COMPOUND_FILE = [0xd0, 0xcf, 0x11, 0xe0];

/** Reads a file of a table as text. Cells have no line breaks, so that line numbers are row numbers. */
export async function readTableText(bytes: Uint8Array): Promise<{ text: string } | { fault: TableFault }> {
  const beginsWith = (sign: readonly number[]) => sign.every((byte, at) => bytes[at] === byte);
  if (beginsWith(COMPOUND_FILE)) return { fault: 'OLD_EXCEL' };
  if (beginsWith(ZIP)) {
    const rows = await readWorkbook(bytes);
    return rows === null ? { fault: 'BROKEN' } : { text: toText(rows) };
  }
  const text = readFileText(bytes);
  return { text: isMarkup(text) ? toText(readMarkup(text)) : text };
}

type Row = readonly string[];

/** Returns the rows of the first sheet with a table; `null`: it is no workbook, or too large. */
async function readWorkbook(bytes: Uint8Array): Promise<readonly Row[] | null> {
  const files = await unpackSheets(bytes);
  if (files === null) return null;
  try {
    const sheets = await readExcelFile(Buffer.from(zipSync(files, { level: 0 })));
    const tables = sheets.map(({ data }) =>
      data.slice(0, MOST_ROWS).map((row) => row.slice(0, MOST_CELLS).map(toCell)),
    );
    return tables.find((rows) => rows.some((row) => row.filter((cell) => cell !== '').length > 1)) ?? [];
  } catch {
    // Any error of the reader means that the file is no workbook that it knows.
    return null;
  }
}

/** Unpacks the parts of a workbook without its pictures. `null`: damaged, or larger than any statement. */
async function unpackSheets(bytes: Uint8Array): Promise<Unzipped | null> {
  let size = 0;
  const files = await new Promise<Unzipped | null>((resolve) =>
    unzip(
      bytes,
      {
        filter: ({ name, originalSize }) => {
          if (!/\.(?:xml|rels)$/i.test(name)) return false;
          size += originalSize;
          return size <= MOST_UNPACKED_BYTES;
        },
      },
      (error, unpacked) => resolve(error === null ? unpacked : null),
    ),
  );
  return size > MOST_UNPACKED_BYTES ? null : files;
}

const DAY_MS = 86_400_000;

/** The wall clock of a date in a sheet is that of UTC. A date without a time stays one. */
function toCell(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!(value instanceof Date)) return '';
  if (Number.isNaN(value.getTime())) return '';
  const [date = '', time = ''] = value.toISOString().slice(0, 19).split('T');
  if (date < '1901') return time;
  return value.getTime() % DAY_MS === 0 ? date : `${date} ${time}`;
}

/** Whether a text is a page or an XML sheet rather than a table of text. */
function isMarkup(text: string): boolean {
  return /^\s*<[!?a-z]/i.test(text.slice(0, 1000)) && /<(?:table|(?:\w{1,10}:)?workbook)[\s>]/i.test(text);
}

interface OpenRow {
  readonly cells: string[];
  /** The text of the open cell. `null`: no cell is open. */
  cell: string | null;
  /** Columns that the open cell covers after its own. */
  span: number;
}

/** Returns the rows of all tables of a page, or of all sheets of an XML file, in the order of their ends. */
function readMarkup(text: string): readonly Row[] {
  const rows: Row[] = [];
  const open: OpenRow[] = [];
  let isHidden = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const kind = kindOf(name);
        const row = open.at(-1);
        if (kind === 'hidden') isHidden = true;
        if (kind === 'row') open.push({ cells: [], cell: null, span: 0 });
        else if (kind === 'cell' && row && row.cells.length < MOST_CELLS) openCell(row, attributes);
        else if (kind === 'break' && row && row.cell !== null) row.cell += ' ';
      },
      ontext(part) {
        const row = open.at(-1);
        if (!isHidden && row && row.cell !== null) row.cell += part;
      },
      onclosetag(name) {
        const kind = kindOf(name);
        const row = open.at(-1);
        if (kind === 'hidden') isHidden = false;
        if (kind === 'cell' && row) closeCell(row);
        if (kind !== 'row' || !row) return;
        closeCell(row);
        open.pop();
        if (rows.length < MOST_ROWS) rows.push(row.cells);
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(text);
  return rows;
}

function openCell(row: OpenRow, attributes: Readonly<Record<string, string>>): void {
  closeCell(row);
  // A sheet of XML skips empty cells and names the next one by its number.
  const index = Number(attributes['ss:index'] ?? 0);
  while (row.cells.length < Math.min(index - 1, MOST_CELLS)) row.cells.push('');
  const covered = Number(attributes['colspan'] ?? 1) - 1 || Number(attributes['ss:mergeacross'] ?? 0);
  row.cell = '';
  row.span = Number.isFinite(covered) ? Math.min(Math.max(0, covered), MOST_CELLS) : 0;
}

function closeCell(row: OpenRow): void {
  if (row.cell === null) return;
  row.cells.push(row.cell, ...Array<string>(row.span).fill(''));
  row.cell = null;
}

function kindOf(tag: string): 'row' | 'cell' | 'break' | 'hidden' | null {
  const name = tag.replace(/^\w{1,10}:/, '');
  if (name === 'tr' || name === 'row') return 'row';
  if (name === 'td' || name === 'th' || name === 'cell') return 'cell';
  if (name === 'br' || name === 'p' || name === 'div') return 'break';
  return name === 'style' || name === 'script' || name === 'title' ? 'hidden' : null;
}

function toText(rows: readonly Row[]): string {
  return rows.map((row) => row.map(quoteCell).join('\t')).join('\n');
}

/** `2026-11-20T14:11:05.000` of an XML sheet is `2026-11-20 14:11:05`. */
const XML_TIME = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d{1,9})?$/;

function quoteCell(cell: string): string {
  const line = cell
    .replace(/\s+/g, ' ')
    .trim()
    .replace(XML_TIME, '$1 $2')
    .replace(/ 00:00:00$/, '');
  return line.startsWith('"') ? `"${line.replaceAll('"', '""')}"` : line;
}
