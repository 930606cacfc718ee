import { writeXlsx } from 'hucre/xlsx';
import { attachmentHeaders, toSheetText, type FileReply, type TableCell } from '../../../http/index.ts';
import type { StatementPaper } from './statement-paper.ts';
import type { FileNames } from './statement-pdf.ts';

const WON = '#,##0';
const WIDTHS = [34, 16, 14, 14, 16, 8, 60];
const SMALL_AMOUNT_COLUMNS = [1, 2, 3, 4, 5];

/** Writes a statement as a workbook that prints on A4 with its number and the number of the page. */
export async function statementSheet({ name, readableName }: FileNames, paper: StatementPaper): Promise<FileReply> {
  const cells = cellsOf(paper);
  const headingRow = paper.details.length + 2;
  const styles = new Map<string, { style: object }>();
  const bold = { font: { bold: true } };
  styles.set('0,0', { style: { font: { bold: true, size: 16 } } });
  for (let column = 0; column < WIDTHS.length; column += 1)
    styles.set(`${String(headingRow)},${String(column)}`, {
      style: { ...bold, ...(SMALL_AMOUNT_COLUMNS.includes(column) && { alignment: { horizontal: 'right' } }) },
    });
  for (const [index, { isStrong }] of paper.rows.entries())
    for (const column of [0, ...SMALL_AMOUNT_COLUMNS])
      styles.set(`${String(headingRow + 1 + index)},${String(column)}`, {
        style: { numFmt: WON, ...(isStrong && bold) },
      });
  const body = await writeXlsx({
    sheets: [
      {
        name: toSheetText(paper.title),
        columns: WIDTHS.map((width) => ({ width })),
        rows: cells.map((row) =>
          row.map((cell) => (typeof cell === 'number' ? cell : cell === '' ? null : toSheetText(cell))),
        ),
        cells: styles,
        pageSetup: { paperSize: 'a4', orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
        headerFooter: { oddFooter: `&L${paper.statementNumber}&R&P/&N` },
      },
    ],
  });
  return {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: Buffer.from(body),
    headers: attachmentHeaders(`${name}.xlsx`, `${readableName}.xlsx`),
  };
}

/** The title, the particulars, and below an empty row the lines with their headings. */
function cellsOf({ title, details, headings, rows }: StatementPaper): TableCell[][] {
  return [
    [title],
    ...details.map(([label, text]) => [label, text]),
    [],
    [...headings],
    ...rows.map(({ label, amounts, count, note }) => [
      label,
      ...amounts.map((amount) => amount ?? ''),
      count ?? '',
      note,
    ]),
  ];
}
