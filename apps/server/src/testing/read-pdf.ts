import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** A glyph as pdf.js shows it, or a distance. The character code in a font of pdfkit is the glyph; 0 is the empty box. */
type ShownGlyph = { readonly originalCharCode: number } | number;

/** A PDF as pdf.js reads it. */
interface ReadPdf {
  readonly text: string;
  /** The texts of the pages, in the order in which they are written. */
  readonly pages: readonly (readonly string[])[];
  /** The number of glyphs that are the box for a missing character. */
  readonly emptyBoxes: number;
}

/** Reads a PDF with a program that is not ours. */
export async function readPdf(data: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data, verbosity: 0 }).promise;
  const pages: string[][] = [];
  let emptyBoxes = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [index, operator] of fnArray.entries())
      if (operator === OPS.showText)
        emptyBoxes += (argsArray[index] as [ShownGlyph[]])[0].filter(
          (glyph) => typeof glyph === 'object' && glyph.originalCharCode === 0,
        ).length;
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')));
  }
  await document.destroy();
  return { text: pages.flat().join(''), pages, emptyBoxes };
}
