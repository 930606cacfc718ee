import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse as parseCsv } from 'csv-parse/sync';
import ICAL from 'ical.js';
import iconv from 'iconv-lite';
import PDFDocument from 'pdfkit';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { tableFile } from './http/files/table-file.ts';
import { writeCalendar } from './text/ics.ts';
import { paperFile } from './modules/settlement/papers/statement-pdf.ts';
import { readPdfFonts } from './text/pdf-fonts.ts';
import { PdfText } from './text/pdf-text.ts';
import { readPdf } from './testing/read-pdf.ts';

/** What guests and stores are called, and what a stranger may type to break a file. */
const TEXTS = [
  '㈜가나다 Café № 7 ℃ ✓ 金 ☕ 한글'.normalize('NFD'),
  'Ñandú ź Ł Ťš 龍體學 あいう カナ Привет Ελλάδα ½ ① Ⅳ ㎡ → ★ ♥ 😀',
  'memo \uFFFF\uFFFE end',
  'half \uD800 pair',
  '\u0000\u0007bell\u001B[31m',
  '_x0041_ and _x000D_',
  '=HYPERLINK("http://x")',
  '＝1+1',
  'a\u00A0b\u202F c',
  '"quoted", with ; and \\ and\nline',
];

async function* rowsOf(texts: readonly string[]): AsyncGenerator<(string | number)[]> {
  for (const [index, text] of texts.entries()) yield [index, text];
}

const bytesOf = async (body: unknown) => buffer(body as Readable);
/** What a reader can get back: everything but what no file can hold. */
const holdable = (text: string) =>
  text.replace(/\p{Surrogate}/gu, '\uFFFD').replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');

describe('exports, read back by programs that are not ours', () => {
  it('writes a sheet whose every text another reader returns as it was', async () => {
    const { body } = tableFile({ name: 'sheet', format: 'xlsx', headings: ['No', 'Text'], rows: rowsOf(TEXTS) });
    const [, ...rows] = await readSheet(await bytesOf(body), { trim: false });
    expect(rows.map((row) => row[1])).toEqual(TEXTS.map(holdable));
  });

  it('writes CSV whose texts survive, with a mark before what a spreadsheet would evaluate', async () => {
    const { body } = tableFile({ name: 'table', format: 'csv', headings: ['No', 'Text'], rows: rowsOf(TEXTS) });
    const [, ...rows] = parseCsv(iconv.decode(await bytesOf(body), 'utf8'), { bom: true });
    expect(rows.map((row) => row[1])).toEqual(
      TEXTS.map((each) => (/^[=＝]/.test(each) ? `'${holdable(each)}` : holdable(each))),
    );
  });

  it('writes a calendar that another reader parses, with every summary', () => {
    const at = new Date('2026-11-20T05:00:00Z');
    const event = { startsAt: at, endsAt: at, location: '', status: 'CONFIRMED', sequence: 0, changedAt: at } as const;
    const calendar = writeCalendar({
      name: TEXTS[0] ?? '',
      timeZone: 'Asia/Seoul',
      refreshMinutes: 30,
      events: TEXTS.map((summary, index) => ({ ...event, uid: `${index}@munjigi`, summary })),
    });
    const parsed = new ICAL.Component(ICAL.parse(calendar) as unknown[]);
    expect(parsed.getAllSubcomponents('vevent').map((each) => each.getFirstPropertyValue('summary'))).toEqual(
      TEXTS.map(holdable),
    );
  });

  it('writes PDFs without an empty box in any text', async () => {
    const paper = paperFile(
      { name: 'paper', readableName: 'paper' },
      {
        title: TEXTS[0] ?? '',
        details: TEXTS.map((text, index) => [String(index), text] as const),
        headings: ['Text', 'Amount'],
        rows: TEXTS.map((label) => ({ label, amounts: [14_000], note: label, isStrong: true })),
        footer: 'PAPER-001',
      },
    );
    const bytes = new Uint8Array(await bytesOf(paper.body));
    const { emptyBoxes, text } = await readPdf(bytes);
    expect(emptyBoxes).toBe(0);
    for (const part of ['㈜가나다', 'Café', '№', '℃', '✓', '金', '☕', '한글', 'Ñandú', '龍體學', 'Привет', 'あいう'])
      expect(text).toContain(part);
    expect(text).toContain('14,000');
  });

  it('finds an empty box when a font lacks a character, so that the test above can fail', async () => {
    const document = new PDFDocument();
    const bytes = bytesOf(document);
    const [, latin] = readPdfFonts('regular');
    if (!latin) throw new Error('no font');
    document.registerFont('latin', latin.bytes);
    document.font('latin').text('가');
    document.end();
    expect((await readPdf(new Uint8Array(await bytes))).emptyBoxes).toBeGreaterThan(0);
  });

  it('breaks a long name in a PDF inside its box and keeps all of it', async () => {
    const document = new PDFDocument({ size: 'A4' });
    const bytes = bytesOf(document);
    const writer = new PdfText(document);
    const name = '가나다라마바사아자차카타파하'.repeat(6);
    const box = { weight: 'regular', size: 12, width: 120 } as const;
    expect(writer.write(name, 40, 40, box)).toBeCloseTo(40 + writer.measureHeight(name, box), 5);
    expect(writer.measureHeight(name, box)).toBeGreaterThan(writer.measureHeight('가', box) * 5);
    document.end();
    expect((await readPdf(new Uint8Array(await bytes))).text.replaceAll(/\s/g, '')).toBe(name);
  });
});
