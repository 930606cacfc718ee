import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

/**
 * Browser contexts that the tests of a worker use one after the other. A shared context keeps its renderer process, its
 * HTTP cache and the compiled scripts of the application: loading a page costs 1.3 s of processor time, and 1.9 s in a
 * new context (decision 049).
 */
export interface WarmContexts {
  /**
   * Takes a context with one empty page. `options` are those of a new context; only `hasTouch` and `viewport` may
   * differ.
   */
  take(options: BrowserContextOptions): Promise<WarmContext>;
  /** Clears everything that a test can leave behind. A context that cannot be cleared is closed. */
  giveBack(warm: WarmContext): Promise<void>;
}

export interface WarmContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly hasTouch: boolean;
  readonly devTools: CDPSession;
  /** Disposes of the init scripts of the test. */
  readonly scripts: { dispose(): Promise<void> }[];
}

/**
 * An empty page with the headers of the application's pages. For any other page, including `about:blank`, the browser
 * starts another process.
 */
const EMPTY_PAGE = {
  contentType: 'text/html',
  headers: { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' },
  body: '<!doctype html><title>Empty page</title>',
};
const PAGE_EVENTS = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;
const CONTEXT_EVENTS = [
  'console',
  'page',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'weberror',
] as const;

export function createWarmContexts(browser: Browser, server: string): WarmContexts {
  const idle: WarmContext[] = [];
  return {
    async take(options) {
      const hasTouch = options.hasTouch ?? false;
      const index = idle.findIndex((warmContext) => warmContext.hasTouch === hasTouch);
      const warm = index >= 0 ? idle.splice(index, 1)[0] : undefined;
      const { viewport } = options;
      if (warm === undefined) return openContext(browser, options, hasTouch);
      if (viewport) await warm.page.setViewportSize(viewport);
      return warm;
    },
    async giveBack(warm) {
      try {
        await clear(warm, server);
        idle.push(warm);
      } catch (error) {
        // For example, the page crashed or the test closed it. The next test opens another context.
        console.warn(`A browser context could not be cleared: ${String(error)}`);
        await warm.context.close();
      }
    },
  };
}

async function openContext(browser: Browser, options: BrowserContextOptions, hasTouch: boolean): Promise<WarmContext> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const warm: WarmContext = { context, page, hasTouch, devTools: await context.newCDPSession(page), scripts: [] };
  for (const place of [context, page]) {
    const addInitScript = place.addInitScript.bind(place) as (...args: unknown[]) => ReturnType<Page['addInitScript']>;
    place.addInitScript = async (...args: unknown[]) => {
      const script = await addInitScript(...args);
      warm.scripts.push(script);
      return script;
    };
  }
  context.clock.install = () =>
    Promise.reject(new Error('A clock cannot be taken out of a context again: test.use({ hasOwnContext: true })'));
  context.grantPermissions = () =>
    Promise.reject(new Error('A permission changes what the next test sees: test.use({ hasOwnContext: true })'));
  return warm;
}

async function clear({ context, page, devTools, scripts }: WarmContext, server: string): Promise<void> {
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  for (const event of CONTEXT_EVENTS) context.removeAllListeners(event);
  for (const script of scripts.splice(0)) await script.dispose();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.route(`${server}/empty-page`, (route) => route.fulfill(EMPTY_PAGE));
  await page.goto(`${server}/empty-page`);
  await page.unrouteAll();
  await page.evaluate(() => sessionStorage.clear());
  await context.clearCookies();
  await devTools.send('Storage.clearDataForOrigin', {
    origin: server,
    storageTypes: 'local_storage,indexeddb,service_workers,cache_storage',
  });
  await devTools.send('Page.resetNavigationHistory');
  await page.emulateMedia({
    media: null,
    colorScheme: null,
    forcedColors: null,
    contrast: null,
    reducedMotion: 'reduce',
  });
}
