import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

export type FontWeight = 'regular' | 'bold';

/** A font and the characters that it has. */
export interface PdfFont {
  /** The name by which a document registers it. */
  readonly name: string;
  readonly bytes: Buffer;
  /** The height above the base line, in thousandths of the size. */
  readonly ascent: number;
  readonly hasCharacter: (codePoint: number) => boolean;
}

/** The fonts of a weight, in the order in which they are tried (SIL Open Font License 1.1). */
const PATHS: Readonly<Record<FontWeight, readonly string[]>> = {
  regular: [
    'noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf',
    'noto-sans/400Regular/NotoSans_400Regular.ttf',
    'noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
    'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  ],
  bold: [
    'noto-sans-kr/700Bold/NotoSansKR_700Bold.ttf',
    'noto-sans/700Bold/NotoSans_700Bold.ttf',
    'noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
    'noto-emoji/700Bold/NotoEmoji_700Bold.ttf',
  ],
};
const fonts = new Map<string, PdfFont>();

/**
 * Reads the fonts of a weight on first use: Noto Sans KR for Korean, Hanja, kana and Latin, then others for what it lacks.
 * A PDF embeds the parts of the fonts that it uses.
 */
export function readPdfFonts(weight: FontWeight): readonly PdfFont[] {
  return PATHS[weight].map((path) => {
    const cached = fonts.get(path);
    if (cached) return cached;
    // The last glyph can be the empty space, and the font reader reads past the end of the file, so the file is padded.
    const bytes = Buffer.concat([readFileSync(require.resolve(`@expo-google-fonts/${path}`)), Buffer.alloc(16)]);
    const parsed = create(bytes) as Font;
    const font: PdfFont = {
      name: path,
      bytes,
      ascent: (parsed.ascent / parsed.unitsPerEm) * 1000,
      hasCharacter: (codePoint) => parsed.hasGlyphForCodePoint(codePoint),
    };
    fonts.set(path, font);
    return font;
  });
}
