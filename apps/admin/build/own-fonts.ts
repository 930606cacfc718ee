import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { BASIC_LATIN, hangulOfScreens, rangeOf } from './own-glyphs.ts';
import { cutFont, type Cut } from './cut-font.ts';

const require = createRequire(import.meta.url);
const SHEET = path.join(import.meta.dirname, '../src/ui/fonts-own.css');
/** All weights of one family share a descriptor, because a browser falls back to another file only among those. */
const FAMILIES = {
  hangul: {
    family: 'Munjigi Sans KR',
    weight: '45 920',
    file: 'pretendard/dist/web/variable/woff2/PretendardVariable.woff2',
  },
  text: {
    family: 'Public Sans Variable',
    weight: '100 900',
    file: '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2',
  },
  heading: { family: 'Barlow', weight: '600', file: '@fontsource/barlow/files/barlow-latin-600-normal.woff2' },
} as const;
/** The rules of the whole Latin fonts, declared before our cuts, so that the cuts win for their characters. */
const WHOLE = ['@fontsource-variable/public-sans/index.css', '@fontsource/barlow/600.css'];
const LICENCES = [
  'pretendard/dist/LICENSE.txt',
  '@fontsource-variable/public-sans/LICENSE',
  '@fontsource/barlow/LICENSE',
];

/**
 * Cuts the fonts down to the characters of the application's own texts, and fills `src/ui/fonts-own.css` with them.
 * Names, stores and other typed text use the full fonts, in slices of which a browser fetches only those it needs.
 */
export function ownFonts(): Plugin {
  let folder = '';
  return {
    name: 'munjigi:own-fonts',
    configResolved: (config) => {
      folder = path.join(config.cacheDir, 'own-fonts');
    },
    load: {
      filter: { id: /fonts-own\.css$/ },
      handler: () => sheetOf(folder),
    },
    generateBundle() {
      const source = LICENCES.map(
        (file) =>
          `${file.replace(/\/(dist\/)?LICENSE.*/, '')}\n\n${readFileSync(require.resolve(file), 'utf8').trim()}\n`,
      );
      this.emitFile({ type: 'asset', fileName: 'font-licenses.txt', source: source.join(`\n${'-'.repeat(72)}\n\n`) });
    },
  };
}

async function sheetOf(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const { names, first, further } = hangulOfScreens();
  const variable = { wght: { min: 400, max: 700, default: 400 } };
  const latin = ['kern', 'tnum'];
  const cuts: readonly (Cut & { readonly kind: keyof typeof FAMILIES; readonly without?: string })[] = [
    {
      kind: 'hangul',
      name: 'hangul-names',
      characters: names,
      axes: variable,
      features: [],
      newName: { from: 'Pretendard', to: 'MunjigiHan' },
    },
    {
      kind: 'hangul',
      name: 'hangul-first',
      characters: first,
      axes: variable,
      features: [],
      newName: { from: 'Pretendard', to: 'MunjigiHan' },
    },
    {
      kind: 'hangul',
      name: 'hangul-further',
      characters: further,
      axes: variable,
      features: [],
      newName: { from: 'Pretendard', to: 'MunjigiHan' },
    },
    { kind: 'text', name: 'latin-text', characters: BASIC_LATIN, axes: variable, features: latin },
    // A heading that is all Korean has only spaces for Barlow, so it needs no file.
    { kind: 'heading', name: 'latin-heading', characters: BASIC_LATIN, features: latin, without: ' ' },
  ];
  const faces = await Promise.all(
    cuts.map(async ({ kind, without, ...cut }) => {
      const { family, weight, file } = FAMILIES[kind];
      const font = await cutFont(readFileSync(require.resolve(file)), cut, folder);
      const range = rangeOf(cut.characters.filter((character) => character !== without));
      return `@font-face{font-family:'${family}';font-style:normal;font-weight:${weight};font-display:swap;src:url('${path.relative(path.dirname(SHEET), font)}') format('woff2');unicode-range:${range}}`;
    }),
  );
  return [...WHOLE.map(wholeFaces), ...faces].join('\n');
}

/**
 * A font's rules, relative to our sheet, for characters outside Basic Latin: a single space, even one without width,
 * must not fetch a whole font.
 */
function wholeFaces(name: string): string {
  const sheet = require.resolve(name);
  const files = path.relative(path.dirname(SHEET), path.join(path.dirname(sheet), 'files'));
  return readFileSync(sheet, 'utf8')
    .replaceAll(/, url\([^)]*\.woff\) format\('woff'\)/g, '')
    .replaceAll('./files', files)
    .replaceAll('U+0000-00FF', 'U+00A1-00FF')
    .replaceAll('U+2000-206F', 'U+2010-206F');
}
