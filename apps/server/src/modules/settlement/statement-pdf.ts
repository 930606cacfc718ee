import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import type { FileReply } from '../../http/index.ts';

const require = createRequire(import.meta.url);
type Fonts = Readonly<Record<'regular' | 'bold', Buffer>>;
let fonts: Fonts | null = null;

/**
 * Reads Nanum Gothic (SIL Open Font License 1.1) on first use. It has all Korean syllables; a PDF embeds the part of
 * the font that it uses.
 */
function readFonts(): Fonts {
  // The last glyph is the space, which is empty, and the font reader reads past the end of the file: pad it.
  const read = (path: string) => Buffer.concat([readFileSync(path), Buffer.alloc(16)]);
  return (fonts ??= {
    regular: read(require.resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf')),
    bold: read(require.resolve('@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf')),
  });
}

export interface PaperRow {
  readonly label: string;
  /** Won, one for each column; `null`: an empty cell. */
  readonly amounts: readonly (number | null)[];
  readonly note: string;
  readonly isStrong: boolean;
}

export interface Paper {
  readonly title: string;
  /** The lines above the table. */
  readonly told: readonly (readonly [label: string, text: string])[];
  readonly headings: readonly [label: string, ...amounts: string[]];
  readonly rows: readonly PaperRow[];
}

/** A4 in points. */
const [MARGIN, WIDTH, BOTTOM] = [42, 511, 790];
const [LABEL_WIDTH, ROW_HEIGHT, NOTE_HEIGHT] = [191, 22, 11];
const GREY = '#5b6470';

/** Writes one table as a PDF, on as many pages as it needs. */
export function paperFile(name: string, { title, told, headings, rows }: Paper): FileReply {
  const { regular, bold } = readFonts();
  const doc = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: title }, lang: 'ko-KR' });
  doc.registerFont('regular', regular).registerFont('bold', bold);
  const columnWidth = (WIDTH - LABEL_WIDTH) / (headings.length - 1);
  const inColumn = (index: number, text: string, y: number) =>
    doc.text(text, MARGIN + LABEL_WIDTH + index * columnWidth, y, {
      width: columnWidth,
      align: 'right',
      lineBreak: false,
    });
  const rule = (y: number) =>
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor('#c8cdd3')
      .stroke();

  doc.font('bold').fontSize(18).text(title, MARGIN, MARGIN);
  let y = MARGIN + 36;
  for (const [label, text] of told) {
    doc.font('regular').fontSize(9).fillColor(GREY).text(label, MARGIN, y, { lineBreak: false });
    doc.fillColor('black').text(text, MARGIN + 90, y, { width: WIDTH - 90 });
    y = Math.max(y + 16, doc.y + 3);
  }
  y = head(y + 10);

  function head(top: number): number {
    doc.font('bold').fontSize(9).fillColor(GREY).text(headings[0], MARGIN, top, { lineBreak: false });
    for (const [index, heading] of headings.slice(1).entries()) inColumn(index, heading, top);
    rule(top + 15);
    return top + 20;
  }

  for (const { label, amounts, note, isStrong } of rows) {
    doc.font(isStrong ? 'bold' : 'regular').fontSize(9);
    const labelHeight = doc.heightOfString(label, { width: LABEL_WIDTH - 8 });
    doc.fontSize(7.5);
    const noteHeight =
      note === '' ? 0 : Math.max(NOTE_HEIGHT, doc.heightOfString(note, { width: LABEL_WIDTH - 8, lineGap: 1.5 }) + 2);
    const height = Math.max(ROW_HEIGHT, labelHeight + noteHeight + 10);
    if (y + height > BOTTOM) {
      doc.addPage();
      y = head(MARGIN);
    }
    doc
      .font(isStrong ? 'bold' : 'regular')
      .fontSize(9)
      .fillColor('black')
      .text(label, MARGIN, y + 4, { width: LABEL_WIDTH - 8 });
    if (note !== '')
      doc
        .font('regular')
        .fontSize(7.5)
        .fillColor(GREY)
        .text(note, MARGIN, y + 4 + labelHeight + 2, { width: LABEL_WIDTH - 8, lineGap: 1.5 });
    doc
      .font(isStrong ? 'bold' : 'regular')
      .fontSize(9)
      .fillColor('black');
    for (const [index, amount] of amounts.entries())
      if (amount !== null) inColumn(index, amount.toLocaleString('en-US'), y + 4);
    y += height;
    rule(y);
  }
  doc.end();
  return {
    type: 'application/pdf',
    body: doc,
    headers: { 'content-disposition': `attachment; filename="${name}.pdf"`, 'cache-control': 'no-store' },
  };
}
