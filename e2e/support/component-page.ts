import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import path from 'node:path';

/**
 * Renders a component alone in the browser, for behaviour that no screen shows. `code` is TSX that imports from `@/…`
 * (apps/admin/src) and renders into `document.body`.
 */
export async function showComponent(page: Page, code: string): Promise<void> {
  const admin = path.resolve(import.meta.dirname, '../../apps/admin');
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'tsx', resolveDir: admin },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    alias: { '@': path.join(admin, 'src') },
    // The page that Vite serves; no texts of the application are bundled here.
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.glob': 'Object' },
  });
  const script = outputFiles[0]?.text ?? '';
  await page.route('**/component', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="ko"><title>component</title><body><script type="module" src="/component.js"></script></body></html>',
    }),
  );
  await page.route('**/component.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto('/component');
}
