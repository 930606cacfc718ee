import { describe, expect, it } from 'vitest';
import { bytesOf, filesFor, fontFiles, readManifest } from './bytes.ts';

/**
 * Further files that a screen requests after it is rendered: its own chunk, its texts, parallel chunks, and the fonts.
 */
const textsOf = (language: string, names: readonly string[]) =>
  names.map((name) => `src/locales/${language}/${name}.json`);
const fonts = ['src/ui/fonts-own.css', 'src/ui/further-fonts.ts'];
const signIn = ['src/features/accounts/accounts.tsx', ...fonts];
const signInTexts = ['common', 'auth'];
const dashboard = ['src/app/dashboard.tsx', 'src/app/dashboard-home.tsx', 'src/app/dashboard-live.tsx', ...fonts];
const dashboardTexts = ['common'];
const dashboardModules = (language: string) => [`src/app/first-texts-${language}.ts`];

/** Size of the status line and headers of a reply with a file. */
const HEADER_BYTES = 550;
/**
 * Size of the first data: the current user, the first count of notifications, the beginning of the stream, and the
 * demo's rooms on the overview.
 */
const DATA_BYTES = 7_000;

describe('the bytes loaded until a screen is usable', () => {
  it('are at most 130 kB of JavaScript for sign-in', () => {
    // English also loads Korean, the fallback language.
    const files = filesFor(readManifest(), [
      ...signIn,
      ...textsOf('kr', signInTexts),
      ...textsOf('en', signInTexts),
    ]).filter((file) => file.endsWith('.js'));
    expect(files.length).toBeGreaterThan(1);
    expect(bytesOf(files) + files.length * HEADER_BYTES).toBeLessThanOrEqual(130_000);
  });

  it.each([
    { language: 'Korean', texts: ['kr'], drawn: ['hangul-names', 'hangul-first', 'latin-text'] },
    { language: 'English', texts: ['kr', 'en'], drawn: ['hangul-names', 'latin-text', 'latin-heading'] },
  ])(
    'are at most 240 kB in all for the dashboard in $language, on a machine without Korean fonts',
    ({ texts, drawn }) => {
      const code = filesFor(readManifest(), [
        ...dashboard,
        ...texts.flatMap((language) => [...textsOf(language, dashboardTexts), ...dashboardModules(language)]),
      ]);
      const files = [...code, ...fontFiles(drawn), 'index.html', 'favicon.svg', 'sound/notification.mp3'];
      expect(code.some((file) => file.endsWith('.css'))).toBe(true);
      expect(bytesOf(files) + files.length * HEADER_BYTES + DATA_BYTES).toBeLessThanOrEqual(240_000);
    },
  );

  it.each(['kr', 'en'])('are at most 60 kB of JavaScript for the page of a guest (%s, GP-1)', (language) => {
    const files = filesFor(readManifest('guest'), [`src/locales/${language}.json`]).filter((file) =>
      file.endsWith('.js'),
    );
    // The entry, the library and the texts.
    expect(files.length).toBeGreaterThanOrEqual(3);
    expect(bytesOf(files, 'guest') + files.length * HEADER_BYTES).toBeLessThanOrEqual(60_000);
  });

  it.each(['kr', 'en'])('are at most 60 kB of JavaScript for the page of online booking (%s, BK-10)', (language) => {
    const texts = [`src/locales/book/${language}.json`];
    const files = filesFor(readManifest('guest'), texts, 'book.html').filter((file) => file.endsWith('.js'));
    expect(files.length).toBeGreaterThanOrEqual(3);
    expect(bytesOf(files, 'guest') + files.length * HEADER_BYTES).toBeLessThanOrEqual(60_000);
  });

  it('are at most 60 kB of JavaScript for the tablet at a door (DP-3)', () => {
    const files = filesFor(readManifest('guest'), [], 'display.html').filter((file) => file.endsWith('.js'));
    // The entry, which has the texts of both languages, and the library.
    expect(files.length).toBeGreaterThanOrEqual(2);
    expect(bytesOf(files, 'guest') + files.length * HEADER_BYTES).toBeLessThanOrEqual(60_000);
  });

  it('count the imports of a file once, and exclude lazy ones', () => {
    const manifest = {
      'index.html': {
        file: 'assets/a.js',
        isEntry: true,
        imports: ['_b.js'],
        dynamicImports: ['src/c.tsx', 'src/d.tsx'],
      },
      '_b.js': { file: 'assets/b.js' },
      'src/c.tsx': { file: 'assets/c.js', imports: ['_b.js', '_e.js'], css: ['assets/c.css'] },
      'src/d.tsx': { file: 'assets/d.js' },
      '_e.js': { file: 'assets/e.js' },
    };
    expect(filesFor(manifest, ['src/c.tsx'])).toEqual([
      'assets/a.js',
      'assets/b.js',
      'assets/c.css',
      'assets/c.js',
      'assets/e.js',
    ]);
    expect(() => filesFor(manifest, ['src/x.tsx'])).toThrow('src/x.tsx is not in the manifest');
  });
});
