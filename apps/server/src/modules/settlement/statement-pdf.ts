import PDFDocument from 'pdfkit';
import type { FileReply } from '../../http/index.ts';
import { readPdfFonts } from '../../pdf-fonts.ts';

export interface PaperRow {
  readonly label: string;
  /** Amounts in won, one per column; `null`: an empty cell. */
  readonly amounts: readonly (number | null)[];
  readonly note: string;
  readonly isStrong: boolean;
}

export interface Paper {
  readonly title: string;
  /** The lines above the table. */
  readonly details: readonly (readonly [label: string, text: string])[];
  readonly headings: readonly [label: string, ...amounts: string[]];
  readonly rows: readonly PaperRow[];
}

/** A4 in points. */
const [MARGIN, WIDTH, BOTTOM] = [42, 511, 790];
const [LABEL_WIDTH, ROW_HEIGHT, NOTE_HEIGHT] = [191, 22, 11];
const GREY = '#5b6470';

/** Writes one table as a PDF, on as many pages as it needs. */
export function paperFile(name: string, paper: Paper): FileReply {
  const { regular, bold } = readPdfFonts();
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: paper.title }, lang: 'ko-KR' });
  document.registerFont('regular', regular).registerFont('bold', bold);
  const writer = new PaperWriter(document, paper);
  writer.writeTop();
  for (const row of paper.rows) writer.writeRow(row);
  document.end();
  return {
    type: 'application/pdf',
    body: document,
    headers: { 'content-disposition': `attachment; filename="${name}.pdf"`, 'cache-control': 'no-store' },
  };
}

/** Writes the parts of a paper from top to bottom and begins a page for a row that does not fit. */
class PaperWriter {
  private readonly document: PDFKit.PDFDocument;
  private readonly paper: Paper;
  private readonly columnWidth: number;
  /** The top of the next part, in points from the top of the page. */
  private top = MARGIN;

  constructor(document: PDFKit.PDFDocument, paper: Paper) {
    this.document = document;
    this.paper = paper;
    this.columnWidth = (WIDTH - LABEL_WIDTH) / (paper.headings.length - 1);
  }

  /** Writes the title, the lines above the table and the headings of the columns. */
  writeTop(): void {
    const { document, paper } = this;
    document.font('bold').fontSize(18).text(paper.title, MARGIN, this.top);
    this.top += 36;
    for (const [label, text] of paper.details) {
      document.font('regular').fontSize(9).fillColor(GREY).text(label, MARGIN, this.top, { lineBreak: false });
      document.fillColor('black').text(text, MARGIN + 90, this.top, { width: WIDTH - 90 });
      this.top = Math.max(this.top + 16, document.y + 3);
    }
    this.top += 10;
    this.writeHeadings();
  }

  writeRow(row: PaperRow): void {
    const { document } = this;
    const { labelHeight, height } = this.measureRow(row);
    if (this.top + height > BOTTOM) {
      document.addPage();
      this.top = MARGIN;
      this.writeHeadings();
    }
    const { label, amounts, note, isStrong } = row;
    document
      .font(isStrong ? 'bold' : 'regular')
      .fontSize(9)
      .fillColor('black')
      .text(label, MARGIN, this.top + 4, { width: LABEL_WIDTH - 8 });
    if (note !== '')
      document
        .font('regular')
        .fontSize(7.5)
        .fillColor(GREY)
        .text(note, MARGIN, this.top + 4 + labelHeight + 2, { width: LABEL_WIDTH - 8, lineGap: 1.5 });
    document
      .font(isStrong ? 'bold' : 'regular')
      .fontSize(9)
      .fillColor('black');
    for (const [index, amount] of amounts.entries())
      if (amount !== null) this.writeInColumn(index, amount.toLocaleString('en-US'), this.top + 4);
    this.top += height;
    this.drawLine(this.top);
  }

  private writeHeadings(): void {
    const [label, ...amounts] = this.paper.headings;
    this.document.font('bold').fontSize(9).fillColor(GREY).text(label, MARGIN, this.top, { lineBreak: false });
    for (const [index, heading] of amounts.entries()) this.writeInColumn(index, heading, this.top);
    this.drawLine(this.top + 15);
    this.top += 20;
  }

  private measureRow({ label, note, isStrong }: PaperRow): { readonly labelHeight: number; readonly height: number } {
    const { document } = this;
    const width = LABEL_WIDTH - 8;
    document.font(isStrong ? 'bold' : 'regular').fontSize(9);
    const labelHeight = document.heightOfString(label, { width });
    document.fontSize(7.5);
    const noteHeight =
      note === '' ? 0 : Math.max(NOTE_HEIGHT, document.heightOfString(note, { width, lineGap: 1.5 }) + 2);
    return { labelHeight, height: Math.max(ROW_HEIGHT, labelHeight + noteHeight + 10) };
  }

  private writeInColumn(index: number, text: string, top: number): void {
    this.document.text(text, MARGIN + LABEL_WIDTH + index * this.columnWidth, top, {
      width: this.columnWidth,
      align: 'right',
      lineBreak: false,
    });
  }

  private drawLine(top: number): void {
    this.document
      .moveTo(MARGIN, top)
      .lineTo(MARGIN + WIDTH, top)
      .lineWidth(0.5)
      .strokeColor('#c8cdd3')
      .stroke();
  }
}
