import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import { toWritableText } from '../../text/writable-text.ts';
import { attachmentHeaders } from './attachment.ts';
import type { FileReply } from './file.ts';

export type TableCell = string | number;

/** A table to download. */
export interface TableFile {
  /** The name of the sheet, and of the file without its extension. */
  readonly name: string;
  /** A name of the file for people, in any script. */
  readonly readableName?: string;
  readonly format: 'csv' | 'xlsx';
  readonly headings: readonly string[];
  readonly rows: AsyncIterable<TableCell[]>;
}

/**
 * Streams row by row, so that memory does not grow with the number of rows. Spreadsheets evaluate none of the cells.
 */
export function tableFile({ name, readableName, format, headings, rows }: TableFile): FileReply {
  const headers = attachmentHeaders(`${name}.${format}`, readableName && `${readableName}.${format}`);
  if (format === 'csv') return { type: 'text/csv; charset=utf-8', body: Readable.from(csv(headings, rows)), headers };
  const sheet = writeXlsxStream(toSheetRows(rows), {
    name,
    columns: headings.map((header) => ({ header })),
    freezePane: { rows: 1 },
  });
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Readable.fromWeb(sheet as Parameters<typeof Readable.fromWeb>[0]),
    headers,
  };
}

async function* toSheetRows(rows: AsyncIterable<readonly TableCell[]>): AsyncGenerator<TableCell[]> {
  for await (const row of rows) yield row.map((cell) => (typeof cell === 'number' ? cell : toSheetText(cell)));
}

/** The most characters of a cell in a spreadsheet (ECMA-376). */
const MOST_CELL = 32_767;

/** A spreadsheet reads `_x0041_` as a character (ECMA-376, ST_Xstring), so text that looks like one is escaped. */
export function toSheetText(text: string): string {
  return toWritableText(text)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .slice(0, MOST_CELL);
}

/** RFC 4180, with the byte order mark by which spreadsheets recognise UTF-8. */
async function* csv(headings: readonly string[], rows: AsyncIterable<readonly TableCell[]>): AsyncGenerator<string> {
  yield `\u{feff}${line(headings)}`;
  let lines = '';
  for await (const row of rows) {
    lines += line(row);
    if (lines.length < 60_000) continue;
    yield lines;
    lines = '';
  }
  if (lines) yield lines;
}

function line(row: readonly TableCell[]): string {
  return `${row.map(field).join(',')}\r\n`;
}

function field(cell: TableCell): string {
  if (typeof cell === 'number') return String(cell);
  const plain = toWritableText(cell);
  // A spreadsheet evaluates text that begins like this as a formula, and a stranger may have typed it.
  const text = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
