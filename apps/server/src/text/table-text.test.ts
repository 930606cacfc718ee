import { readdirSync, readFileSync } from 'node:fs';
import { readDepositFile } from '@munjigi/rules';
import { strToU8, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readTableText } from './table-text.ts';

const corpus = new URL('../../../../packages/rules/src/corpus/bank-files/', import.meta.url);
const SHAPES = readdirSync(corpus).map((name) => {
  const { text } = JSON.parse(readFileSync(new URL(name, corpus), 'utf8')) as { readonly text: string };
  return [name, text] as const;
});

const read = async (bytes: Uint8Array): Promise<string> => {
  const table = await readTableText(bytes);
  if ('fault' in table) throw new Error(table.fault);
  return table.text;
};
const utf8 = (text: string) => new TextEncoder().encode(text);
const escaped = (cell: string) => cell.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** The cells of a shape, by the separator that most of its lines have. */
function cellsOf(text: string): string[][] {
  const file = readDepositFile(text, 'Asia/Seoul');
  if (file === null) throw new Error('no table');
  const separator = ['\t', ';', '|', ','].find((each) => text.includes(each)) ?? ',';
  return text
    .replace(/\r/g, '')
    .split('\n')
    .map((line) =>
      [
        ...line.matchAll(
          new RegExp(`(?:^|${separator === '|' ? '\\|' : separator})("(?:[^"]|"")*"|[^${separator}]*)`, 'g'),
        ),
      ].map(([, cell = '']) => cell.replace(/^"|"$/g, '').replaceAll('""', '"').trim()),
    );
}
const readingsOf = (text: string) => readDepositFile(text, 'Asia/Seoul')?.rows.map(({ reading }) => reading);

describe('files of tables (PY-3)', () => {
  describe.each(SHAPES)('%s', (_name, text) => {
    const cells = cellsOf(text);

    it('reads the same from a page that is named .xls', async () => {
      const rows = cells.map((row) => `<tr>${row.map((cell) => `<td class=xl65>${escaped(cell)}</td>`).join('')}</tr>`);
      const page = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta http-equiv="Content-Type" content="text/html; charset=euc-kr"><style>td{mso-number-format:"\\@"}</style></head><body><table border=1>${rows.join('\r\n')}</table></body></html>`;
      expect(readingsOf(await read(iconv.encode(page, 'cp949')))).toEqual(readingsOf(text));
      expect(readingsOf(await read(utf8(`\ufeff${page}`)))).toEqual(readingsOf(text));
    });

    it('reads the same from a sheet of XML', async () => {
      const rows = cells.map(
        (row) =>
          `<Row>${row.map((cell, at) => (cell === '' ? '' : `<Cell ss:Index="${at + 1}"><Data ss:Type="String">${escaped(cell)}</Data></Cell>`)).join('')}</Row>`,
      );
      const sheet = `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="1"><Table>${rows.join('\n')}</Table></Worksheet></Workbook>`;
      expect(readingsOf(await read(utf8(sheet)))).toEqual(readingsOf(text));
    });

    it('reads the same from a workbook', async () => {
      const workbook = await writeXlsx({ sheets: [{ name: '거래내역', rows: cells }] });
      expect(readingsOf(await read(workbook))).toEqual(readingsOf(text));
    });
  });

  it('reads numbers and dates of a workbook as their cells show them', async () => {
    const rows = [
      ['거래일시', '의뢰인', '입금', '출금', '잔액'],
      [new Date('2026-11-20T14:11:05Z'), '김하늘', 14_000, 0, 1_000_102],
      [new Date('2026-11-21T00:00:00Z'), '홍길동', 9000.0, null, null],
    ];
    const text = await read(await writeXlsx({ sheets: [{ name: 'a', rows: [['조회결과'], [], ...rows] }] }));
    expect(readDepositFile(text, 'Asia/Seoul')?.rows).toMatchObject([
      { reading: { kind: 'DEPOSIT', amount: 14_000, depositorName: '김하늘', at: new Date('2026-11-20T05:11:00Z') } },
      { reading: { amount: 9000, isDateOnly: true } },
    ]);
  });

  it('keeps covered cells, nested tables and line breaks of a page apart', async () => {
    const page =
      '<table><tr><td colspan=3>거래내역<br>조회</td><td>끝</td></tr><tr><td><table><tr><th>거래일</th><th>입금액</th></tr><tr><td>2026-11-20</td><td>14,000&nbsp;원</td></tr></table></td></tr></table>';
    expect(await read(utf8(page))).toBe('거래내역 조회\t\t\t끝\n거래일\t입금액\n2026-11-20\t14,000 원\n');
  });

  it.each([
    [
      'a binary workbook, or one with a password',
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'OLD_EXCEL',
    ],
    ['an archive that is no workbook', zipSync({ 'a.xml': strToU8('<a/>') }), 'BROKEN'],
    ['half an archive', zipSync({ 'xl/workbook.xml': strToU8('<a/>') }).slice(0, 40), 'BROKEN'],
    [
      'a workbook that unpacks to 60 MB',
      zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(60 * 1024 * 1024) }),
      'BROKEN',
    ],
  ])('refuses %s', async (_what, bytes, fault) => {
    expect(await readTableText(bytes)).toEqual({ fault });
  });

  it('leaves a table of text as it is, also one that mentions a tag', async () => {
    const text = '거래일,내용,입금\n2026-11-20,<table> 김하늘,14000\n';
    expect(await read(utf8(text))).toBe(text);
  });
});
