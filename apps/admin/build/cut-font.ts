import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import subsetFont, { type Axes } from 'subset-font';

export interface Cut {
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly characters: readonly string[];
  readonly axes?: Axes;
  /** OpenType features to keep, such as `kern`. */
  readonly features: readonly string[];
  /** For a font whose licence reserves its name for the unchanged original. Both names have the same length. */
  readonly newName?: { readonly from: string; readonly to: string };
}

/** Cuts a font down to these characters, unless the same cut is in the folder already; returns its file (WOFF2). */
export async function cutFont(font: Buffer, cut: Cut, folder: string): Promise<string> {
  const hash = createHash('sha256').update(font).update(JSON.stringify(cut)).digest('hex').slice(0, 12);
  const file = path.join(folder, `${cut.name}-${hash}.woff2`);
  if (existsSync(file)) return file;
  const small = await subsetFont(font, cut.characters.join(''), {
    targetFormat: 'sfnt',
    keepFeatures: [...cut.features],
    noHinting: true,
    ...(cut.axes ? { variationAxes: cut.axes } : {}),
  });
  if (cut.newName) rename(small, cut.newName);
  writeFileSync(file, await subsetFont(small, null, { targetFormat: 'woff2', keepAllGlyphs: true }));
  return file;
}

/** Records of a font's `name` table about the original: copyright, trademark, licence and its address. */
const OF_THE_ORIGINAL = new Set([0, 7, 13, 14]);

/** Puts another name into a font (TrueType), in place; its copyright and licence records stay as they are. */
function rename(font: Buffer, { from, to }: { readonly from: string; readonly to: string }): void {
  if (from.length !== to.length) throw new Error(`${to} is not as long as ${from}`);
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'name');
  if (entry === undefined) throw new Error('The font has no table of names');
  const table = font.readUInt32BE(entry + 8);
  const strings = table + font.readUInt16BE(table + 4);
  for (let index = 0; index < font.readUInt16BE(table + 2); index += 1) {
    const record = table + 6 + index * 12;
    if (OF_THE_ORIGINAL.has(font.readUInt16BE(record + 6))) continue;
    const start = strings + font.readUInt16BE(record + 10);
    const text = font.subarray(start, start + font.readUInt16BE(record + 8));
    // Names are stored in UTF-16, most significant byte first, or in one byte per letter.
    for (const encode of [
      (name: string) => Buffer.from(name, 'utf16le').swap16(),
      (name: string) => Buffer.from(name, 'latin1'),
    ]) {
      for (let at = text.indexOf(encode(from)); at !== -1; at = text.indexOf(encode(from))) encode(to).copy(text, at);
    }
  }
}
