import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import path from 'node:path';

/**
 * Shows a piece of the application alone in the browser, for what no screen shows today: `code` is TSX that may import from
 * `@/…` (apps/admin/src) and draws into `document.body`.
 */
export async function showComponent(page: Page, code: string): Promise<void> {
  const admin = path.resolve(import.meta.dirname, '../apps/admin');
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'tsx', resolveDir: admin },
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    alias: { '@': path.join(admin, 'src') },
    // Vite's own: here no texts are bundled.
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.glob': 'Object' },
  });
  const script = outputFiles[0]?.text ?? '';
  await page.route('**/component', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="ko"><title>component</title><body><script type="module" src="/component.js"></script></body></html>' }));
  await page.route('**/component.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto('/component');
}
