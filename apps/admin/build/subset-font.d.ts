declare module 'subset-font' {
  export type Axes = Readonly<
    Record<string, number | { readonly min?: number; readonly max?: number; readonly default?: number }>
  >;

  /** Cuts a font (TTF, WOFF, WOFF2) down to the characters of a text; null keeps all with `keepAllGlyphs`. */
  export default function subsetFont(
    font: Buffer,
    text: string | null,
    options: {
      targetFormat: 'sfnt' | 'woff2';
      variationAxes?: Axes;
      keepFeatures?: string[];
      noHinting?: boolean;
      keepAllGlyphs?: boolean;
    },
  ): Promise<Buffer>;
}
