import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';
import { BASIC_LATIN, hangulOfScreens, rangeOf } from './own-glyphs.ts';
import { cutFont, type Cut } from './cut-font.ts';

const require = createRequire(import.meta.url);
const UI = path.join(import.meta.dirname, '../src/ui');
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
 * Cuts the fonts down to the characters of the application's own texts, and fills `src/ui/fonts-latin.css` and
 * `src/ui/fonts-hangul.css` with them. Names, stores and other typed text use the full fonts, in slices of which a
 * browser fetches only those it needs.
 */
export function ownFonts(): Plugin {
  let folder = '';
  return {
    name: 'munjigi:own-fonts',
    configResolved: (config) => {
      folder = path.join(config.cacheDir, 'own-fonts');
    },
    load: {
      filter: { id: /fonts-(?:latin|hangul)\.css$/ },
      handler: (id) => (id.endsWith('fonts-hangul.css') ? hangulSheet(folder) : latinSheet(folder)),
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

type OwnCut = Cut & { readonly kind: keyof typeof FAMILIES; readonly without?: string };
const VARIABLE = { wght: { min: 400, max: 700, default: 400 } };

async function latinSheet(folder: string): Promise<string> {
  const features = ['kern', 'tnum'];
  const cuts: readonly OwnCut[] = [
    { kind: 'text', name: 'latin-text', characters: BASIC_LATIN, axes: VARIABLE, features },
    // A heading that is all Korean has only spaces for Barlow, so it needs no file.
    { kind: 'heading', name: 'latin-heading', characters: BASIC_LATIN, features, without: ' ' },
  ];
  return [...WHOLE.map(wholeFaces), ...(await cutFaces(cuts, folder))].join('\n');
}

async function hangulSheet(folder: string): Promise<string> {
  const cuts = Object.entries(hangulOfScreens()).map(([part, characters]): OwnCut => ({
    kind: 'hangul',
    name: `hangul-${part}`,
    characters,
    axes: VARIABLE,
    features: [],
    newName: { from: 'Pretendard', to: 'MunjigiHan' },
  }));
  return (await cutFaces(cuts, folder)).join('\n');
}

async function cutFaces(cuts: readonly OwnCut[], folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  return await Promise.all(
    cuts.map(async ({ kind, without, ...cut }) => {
      const { family, weight, file } = FAMILIES[kind];
      const font = await cutFont(readFileSync(require.resolve(file)), cut, folder);
      const range = rangeOf(cut.characters.filter((character) => character !== without));
      return `@font-face{font-family:'${family}';font-style:normal;font-weight:${weight};font-display:swap;src:url('${path.relative(UI, font)}') format('woff2');unicode-range:${range}}`;
    }),
  );
}

/**
 * A font's rules, relative to our sheet, for characters outside Basic Latin: a single space, even one without width, or
 * the sign of the won must not fetch a whole font.
 */
function wholeFaces(name: string): string {
  const sheet = require.resolve(name);
  const files = path.relative(UI, path.join(path.dirname(sheet), 'files'));
  return readFileSync(sheet, 'utf8')
    .replaceAll(/, url\([^)]*\.woff\) format\('woff'\)/g, '')
    .replaceAll('./files', files)
    .replaceAll('U+0000-00FF', 'U+00A1-00FF')
    .replaceAll('U+2000-206F', 'U+2010-206F')
    .replaceAll('U+20A0-20AB', 'U+20A0-20A8,U+20AA-20AB');
}
