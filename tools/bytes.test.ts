import { describe, expect, it } from 'vitest';
import { brotliBytes, filesFor, readManifest } from './bytes.ts';

/** Further ones that a screen asks for as soon as it is there: its own chunk, and its Korean texts. */
const signIn = ['src/features/accounts/accounts.tsx', 'src/locales/kr/common.json', 'src/locales/kr/auth.json'];
const dashboard = ['src/app/dashboard.tsx', 'src/app/dashboard-home.tsx', 'src/locales/kr/common.json', 'src/locales/kr/navbar.json'];

describe('the bytes of JavaScript (brotli) before a screen stands', () => {
  it('are at most 130 kB for sign-in', () => {
    const files = filesFor(readManifest(), signIn);
    expect(files.length).toBeGreaterThan(1);
    expect(brotliBytes(files)).toBeLessThanOrEqual(130_000);
  });

  it('are at most 240 kB for the dashboard', () => {
    expect(brotliBytes(filesFor(readManifest(), dashboard))).toBeLessThanOrEqual(240_000);
  });

  it('count what an import brings along, once, and leave out what is lazy', () => {
    const manifest = {
      'index.html': { file: 'assets/a.js', isEntry: true, imports: ['_b.js'], dynamicImports: ['src/c.tsx', 'src/d.tsx'] },
      '_b.js': { file: 'assets/b.js' },
      'src/c.tsx': { file: 'assets/c.js', imports: ['_b.js', '_e.js'] },
      'src/d.tsx': { file: 'assets/d.js' },
      '_e.js': { file: 'assets/e.js' },
    };
    expect(filesFor(manifest, ['src/c.tsx'])).toEqual(['assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/e.js']);
    expect(() => filesFor(manifest, ['src/x.tsx'])).toThrow('src/x.tsx is not in the manifest');
  });
});
