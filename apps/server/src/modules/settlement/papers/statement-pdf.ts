import PDFDocument from 'pdfkit';
import { groupDigits } from '@munjigi/rules';
import { attachmentHeaders, type FileReply } from '../../../http/index.ts';
import { PdfText } from '../../../text/pdf-text.ts';
import { toWritableText } from '../../../text/writable-text.ts';

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
  /** Stands on each page beside its number. */
  readonly footer: string;
}

export interface FileNames {
  /** In ASCII, without the extension. */
  readonly name: string;
  /** For people, in any script. */
  readonly readableName: string;
}

/** A4 in points. */
const [MARGIN, WIDTH, BOTTOM, FOOTER_TOP] = [42, 511, 780, 805];
const [LABEL_WIDTH, ROW_HEIGHT, NOTE_HEIGHT] = [191, 22, 11];
const GREY = '#5b6470';

/** Writes one table as a PDF, on as many pages as it needs. */
export function paperFile({ name, readableName }: FileNames, paper: Paper): FileReply {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // The footer of a page says how many there are.
    bufferPages: true,
    info: { Title: toWritableText(readableName) },
    lang: 'ko-KR',
  });
  const writer = new PaperWriter(document, paper);
  writer.writeTop();
  for (const row of paper.rows) writer.writeRow(row);
  writer.writeFooters();
  document.end();
  return {
    type: 'application/pdf',
    body: document,
    headers: attachmentHeaders(`${name}.pdf`, `${readableName}.pdf`),
  };
}

/** Writes the parts of a paper from top to bottom and begins a page for a row that does not fit. */
class PaperWriter {
  private readonly document: PDFKit.PDFDocument;
  private readonly text: PdfText;
  private readonly paper: Paper;
  private readonly columnWidth: number;
  /** The top of the next part, in points from the top of the page. */
  private top = MARGIN;

  constructor(document: PDFKit.PDFDocument, paper: Paper) {
    this.document = document;
    this.text = new PdfText(document);
    this.paper = paper;
    this.columnWidth = (WIDTH - LABEL_WIDTH) / (paper.headings.length - 1);
  }

  /** Writes the title, the lines above the table and the headings of the columns. */
  writeTop(): void {
    const { text, paper } = this;
    text.write(paper.title, MARGIN, this.top, { weight: 'bold', size: 18, width: WIDTH });
    this.top += 36;
    for (const [label, detail] of paper.details) {
      text.write(label, MARGIN, this.top, { weight: 'regular', size: 9, color: GREY });
      const bottom = text.write(detail, MARGIN + 90, this.top, { weight: 'regular', size: 9, width: WIDTH - 90 });
      this.top = Math.max(this.top + 16, bottom + 3);
    }
    this.top += 10;
    this.writeHeadings();
  }

  writeRow(row: PaperRow): void {
    const { labelHeight, height } = this.measureRow(row);
    if (this.top + height > BOTTOM) {
      this.document.addPage();
      this.top = MARGIN;
      this.writeHeadings();
    }
    const { label, amounts, note } = row;
    this.text.write(label, MARGIN, this.top + 4, labelBox(row));
    if (note !== '') this.text.write(note, MARGIN, this.top + 4 + labelHeight + 2, NOTE_BOX);
    for (const [index, amount] of amounts.entries())
      if (amount !== null)
        this.writeInColumn(index, groupDigits(amount), this.top + 4, {
          weight: labelBox(row).weight,
          color: 'black',
        });
    this.top += height;
    this.drawLine(this.top);
  }

  /** Writes the footer and `1/3` on each page. Call it last. */
  writeFooters(): void {
    const { start, count } = this.document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.document.switchToPage(start + page);
      const box = { weight: 'regular', size: 8, color: GREY, width: WIDTH } as const;
      this.text.write(this.paper.footer, MARGIN, FOOTER_TOP, box);
      this.text.write(`${String(page + 1)}/${String(count)}`, MARGIN, FOOTER_TOP, { ...box, align: 'right' });
    }
  }

  private writeHeadings(): void {
    const [label, ...amounts] = this.paper.headings;
    this.text.write(label, MARGIN, this.top, { weight: 'bold', size: 9, color: GREY });
    for (const [index, heading] of amounts.entries())
      this.writeInColumn(index, heading, this.top, { weight: 'bold', color: GREY });
    this.drawLine(this.top + 15);
    this.top += 20;
  }

  private measureRow(row: PaperRow): { readonly labelHeight: number; readonly height: number } {
    const labelHeight = this.text.measureHeight(row.label, labelBox(row));
    const noteHeight = row.note === '' ? 0 : Math.max(NOTE_HEIGHT, this.text.measureHeight(row.note, NOTE_BOX) + 2);
    return { labelHeight, height: Math.max(ROW_HEIGHT, labelHeight + noteHeight + 10) };
  }

  private writeInColumn(
    index: number,
    text: string,
    top: number,
    style: { weight: 'regular' | 'bold'; color: string },
  ) {
    const left = MARGIN + LABEL_WIDTH + index * this.columnWidth;
    this.text.write(text, left, top, { ...style, size: 9, width: this.columnWidth, align: 'right' });
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

const NOTE_BOX = { weight: 'regular', size: 7.5, color: GREY, width: LABEL_WIDTH - 8, lineGap: 1.5 } as const;

function labelBox({ isStrong }: PaperRow) {
  return { weight: isStrong ? 'bold' : 'regular', size: 9, width: LABEL_WIDTH - 8 } as const;
}
