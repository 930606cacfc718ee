import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
type Fonts = Readonly<Record<'regular' | 'bold', Buffer>>;
let fonts: Fonts | null = null;

/**
 * Reads Nanum Gothic (SIL Open Font License 1.1) on first use. It has all Korean syllables; a PDF embeds the part of
 * the font that it uses.
 */
export function readPdfFonts(): Fonts {
  // The last glyph is the empty space, and the font reader reads past the end of the file, so the file is padded.
  const read = (path: string) => Buffer.concat([readFileSync(path), Buffer.alloc(16)]);
  return (fonts ??= {
    regular: read(require.resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf')),
    bold: read(require.resolve('@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf')),
  });
}
