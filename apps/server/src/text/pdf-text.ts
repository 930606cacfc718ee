import { readPdfFonts, type FontWeight, type PdfFont } from './pdf-fonts.ts';
import { toWritableText } from './writable-text.ts';

export interface TextStyle {
  readonly weight: FontWeight;
  /** In points. */
  readonly size: number;
  readonly color?: string;
}

export interface TextBox extends TextStyle {
  /** The width at which lines break, in points; absent: one line. */
  readonly width?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Space between lines, in points. */
  readonly lineGap?: number;
}

/** A part of a text in one font. */
interface Run {
  readonly font: PdfFont;
  readonly text: string;
}

type Line = readonly Run[];

/** What stands for a character that no font has. */
const MISSING = '?';
/** Marks that choose a form of the character before them or join two; no font needs them here. */
const JOINERS = /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\uFE00-\uFE0F]|[\u{1F3FB}-\u{1F3FF}]/gu;

/**
 * Writes text into a PDF with a font for each of its characters, so that a name in any script leaves no empty box. Lines
 * break at spaces, and inside a word that is wider than the box.
 */
export class PdfText {
  private readonly document: PDFKit.PDFDocument;
  private readonly registered = new Set<string>();

  constructor(document: PDFKit.PDFDocument) {
    this.document = document;
  }

  /** Returns the height of the text in points. */
  measureHeight(text: string, box: TextBox): number {
    return this.layOut(text, box).length * this.lineHeight(box) - (box.lineGap ?? 0);
  }

  /** Writes the text with its top left corner at the point, and returns its bottom. */
  write(text: string, left: number, top: number, box: TextBox): number {
    const { width, align = 'left', color = 'black' } = box;
    let at = top;
    for (const line of this.layOut(text, box)) {
      const free = width === undefined ? 0 : width - this.widthOf(line, box.size);
      let x = left + (align === 'left' ? 0 : align === 'right' ? free : free / 2);
      for (const run of line) {
        this.useFont(run.font, box.size);
        this.document.fillColor(color).text(run.text, x, at + this.baselineShift(run.font, box), { lineBreak: false });
        x += this.document.widthOfString(run.text);
      }
      at += this.lineHeight(box);
    }
    return at - (box.lineGap ?? 0);
  }

  private layOut(text: string, box: TextBox): Line[] {
    const plain = toWritableText(text.normalize('NFC')).replace(JOINERS, '').replace(/\t/g, ' ');
    return plain.split(/\r\n|\r|\n/).flatMap((paragraph) => this.breakLines(paragraph, box));
  }

  private breakLines(paragraph: string, { weight, size, width }: TextBox): Line[] {
    const fonts = readPdfFonts(weight);
    if (width === undefined) return [toRuns(paragraph, fonts)];
    const lines: Line[] = [];
    let line = '';
    for (const word of paragraph.match(/\s*\S+|\s+$/g) ?? ['']) {
      if (this.widthOf(toRuns(line + word, fonts), size) <= width) {
        line += word;
        continue;
      }
      if (line !== '') lines.push(toRuns(line, fonts));
      line = '';
      for (const character of line === '' ? word.trimStart() : word) {
        if (line !== '' && this.widthOf(toRuns(line + character, fonts), size) > width) {
          lines.push(toRuns(line, fonts));
          line = '';
        }
        line += character;
      }
    }
    return [...lines, toRuns(line, fonts)];
  }

  private widthOf(line: Line, size: number): number {
    return line.reduce((sum, { font, text }) => {
      this.useFont(font, size);
      return sum + this.document.widthOfString(text);
    }, 0);
  }

  /** The height of a line of the first font, whose lines hold those of the others. */
  private lineHeight({ weight, size, lineGap = 0 }: TextBox): number {
    this.useFont(firstFont(weight), size);
    return this.document.currentLineHeight() + lineGap;
  }

  /** How much lower another font begins, so that all runs of a line stand on one base line. */
  private baselineShift(font: PdfFont, { weight, size }: TextStyle): number {
    const first = firstFont(weight);
    return font === first ? 0 : this.ascentOf(first, size) - this.ascentOf(font, size);
  }

  private ascentOf(font: PdfFont, size: number): number {
    this.useFont(font, size);
    return (font.ascent / 1000) * size;
  }

  private useFont(font: PdfFont, size: number): void {
    if (!this.registered.has(font.name)) {
      this.document.registerFont(font.name, font.bytes);
      this.registered.add(font.name);
    }
    this.document.font(font.name).fontSize(size);
  }
}

function firstFont(weight: FontWeight): PdfFont {
  const [first] = readPdfFonts(weight);
  if (first === undefined) throw new Error('no font');
  return first;
}

/** Splits a text into parts of one font each. A space stays with the font before it. */
function toRuns(text: string, fonts: readonly PdfFont[]): Line {
  const runs: { font: PdfFont; text: string }[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const found = fonts.find((font) => font.hasCharacter(codePoint));
    const last = runs.at(-1);
    const font = character === ' ' && last ? last.font : (found ?? fonts[0]);
    if (font === undefined) continue;
    const shown = found ? character : MISSING;
    if (last && last.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}
