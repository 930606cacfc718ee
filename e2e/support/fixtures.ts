import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Page,
  type WebError,
} from '@playwright/test';
import { DEMO_DOORS, emailOf, PASSWORD, type Who } from './people.ts';
import { openPlayroom, type Playroom } from './playroom.ts';
import { ROOM_ID, ROOM_NAME, STORE_ID } from './screens/screens.ts';
import { applyWidth, shiftClock } from './sight.ts';
import { createWarmContexts, type WarmContext, type WarmContexts } from './warm-contexts.ts';

/** How long the demo's creation may take on a slow machine. */
const DEMO_MS = 120_000;

interface Options {
  /**
   * Whether the test gets a new browser context instead of a shared one: for a stopped clock, permissions or a cold
   * cache.
   */
  readonly hasOwnContext: boolean;
}
interface Fixtures {
  /** The shared context that the test uses; null if the test has its own. */
  readonly warmContext: WarmContext | null;
  /** Signs a person in on every page of the context (by default this test's own), without the form. */
  readonly signIn: (who: Who, context?: BrowserContext) => Promise<void>;
  /** Signs in with a separate session, for tests that end the session. */
  readonly signInAlone: (who: Who) => Promise<string>;
  /** Opens a page for a second person in a second browser context. */
  readonly another: (who: Who) => Promise<Page>;
  /** Declares that the test expects this console error. Every other one fails the test. */
  readonly expectError: (pattern: RegExp) => void;
  readonly errors: { readonly patterns: RegExp[]; watch(context: BrowserContext): void };
}
interface WorkerFixtures {
  readonly warmContexts: WarmContexts;
  readonly server: string;
  readonly tokenOf: (who: Who) => Promise<string>;
  /** The demo's first store, controlled through the API. */
  readonly playroom: Playroom;
  /** Resolves a path of `SCREENS` to its address. */
  readonly addressOf: (path: string) => Promise<string>;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  hasOwnContext: [false, { option: true }],

  warmContexts: [async ({ browser, server }, use) => use(createWarmContexts(browser, server)), { scope: 'worker' }],

  warmContext: async ({ warmContexts, hasOwnContext, hasTouch, locale, viewport }, use, test) => {
    // A retried test is recorded on video, and that needs a new context.
    if (hasOwnContext || test.retry > 0 || locale !== test.project.use.locale) return use(null);
    const warm = await warmContexts.take({ hasTouch, viewport });
    await use(warm);
    await warmContexts.giveBack(warm);
  },

  context: async ({ context, warmContext }, use) => {
    const used = warmContext?.context ?? context;
    await shiftClock(used);
    await use(used);
  },
  page: async ({ context, warmContext }, use) => {
    const page = warmContext?.page ?? (await context.newPage());
    await applyWidth(page);
    await use(page);
  },

  server: [
    async ({}, use, worker) => {
      const server = worker.project.use.baseURL;
      if (server === undefined) throw new Error('The configuration names no baseURL');
      await use(server);
    },
    { scope: 'worker' },
  ],

  tokenOf: [
    async ({ server }, use) => {
      const tokens = new Map<Who, Promise<string>>();
      const tokenOf = (who: Who) => {
        const token = tokens.get(who) ?? login(server, who);
        tokens.set(who, token);
        return token;
      };
      await demoIsWhole(server);
      await use(tokenOf);
    },
    { scope: 'worker', timeout: DEMO_MS + 10_000 },
  ],

  playroom: [async ({ server, tokenOf }, use) => use(await openPlayroom(server, tokenOf)), { scope: 'worker' }],

  addressOf: [
    async ({ server, tokenOf }, use) => {
      let playroom: Playroom | null = null;
      await use(async (path) => {
        if (!path.includes(ROOM_ID) && !path.includes(STORE_ID)) return path;
        playroom ??= await openPlayroom(server, tokenOf);
        return path.replace(ROOM_ID, playroom.room(ROOM_NAME).id).replace(STORE_ID, playroom.storeId);
      });
    },
    { scope: 'worker' },
  ],

  errors: [
    async ({ context }, use) => {
      const patterns: RegExp[] = [];
      const seen: string[] = [];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error') seen.push(`${message.text()} (${message.location().url})`);
      };
      const onWebError = (error: WebError) => seen.push(`uncaught: ${String(error.error())}`);
      const contexts: BrowserContext[] = [];
      const watch = (watched: BrowserContext) => {
        contexts.push(watched);
        watched.on('console', onConsole).on('weberror', onWebError);
      };
      watch(context);
      await use({ patterns, watch });
      for (const watched of contexts) watched.off('console', onConsole).off('weberror', onWebError);
      expect(
        seen.filter((text) => !patterns.some((pattern) => pattern.test(text))),
        'errors in the console',
      ).toEqual([]);
    },
    { auto: true },
  ],

  expectError: async ({ errors }, use) => use((pattern) => void errors.patterns.push(pattern)),

  signIn: async ({ context, tokenOf }, use) =>
    use(async (who, other = context) => keepToken(other, await tokenOf(who))),

  signInAlone: async ({ context, server }, use) =>
    use(async (who) => {
      const token = await login(server, who);
      await keepToken(context, token);
      return token;
    }),

  another: async ({ warmContexts, errors, tokenOf, hasTouch, viewport }, use, { project }) => {
    const usedContexts: WarmContext[] = [];
    // Not the language of this test, which a new context would have, because other tests use the context afterwards.
    const { locale } = project.use;
    await use(async (who) => {
      const warm = await warmContexts.take({ hasTouch, viewport, ...(locale !== undefined && { locale }) });
      usedContexts.push(warm);
      errors.watch(warm.context);
      await shiftClock(warm.context);
      await applyWidth(warm.page);
      await keepToken(warm.context, await tokenOf(who));
      return warm.page;
    });
    for (const warm of usedContexts) await warmContexts.giveBack(warm);
  },
});

export { expect };

/**
 * The details of a test that goes over screens in one of the two languages. `npm test` runs it in Korean; `npm run
 * proof -- languages` also runs it in English, where a page has the same structure and other words.
 */
export function sweepIn(language: 'kr' | 'en'): { readonly tag: string[] } {
  return { tag: language === 'en' ? ['@proof'] : [] };
}

/**
 * Stores the token where sign-in stores it, once per tab, so that a test that signs out stays signed out after a
 * reload.
 */
async function keepToken(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((kept) => {
    // A page that has not navigated yet has no session storage.
    if (window.origin === 'null' || sessionStorage.getItem('e2e-was-signed-in') !== null) return;
    sessionStorage.setItem('e2e-was-signed-in', 'yes');
    sessionStorage.setItem('jwt_access_token', kept);
  }, token);
}

async function login(server: string, who: Who): Promise<string> {
  const reply = await fetch(`${server}/api/v2/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(who), password: PASSWORD }),
  });
  if (!reply.ok) throw new Error(`Sign-in of ${who} answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { accessToken: string }).accessToken;
}

/**
 * Waits until the demo is complete. The server answers before the demo's people exist and its locks have become doors.
 */
async function demoIsWhole(server: string): Promise<void> {
  await expect(async () => {
    const token = await login(server, 'admin');
    const reply = await fetch(`${server}/api/v2/playroom/device-control/history?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const doors = await fetch(`${server}/api/v2/playroom/door?limit=1`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(((await doors.json()) as { total: number }).total).toBeGreaterThanOrEqual(DEMO_DOORS);
    expect(((await reply.json()) as { isTotalExact: boolean }).isTotalExact).toBe(false);
    // Few attempts, because each failed sign-in counts towards the account's limit of ten.
  }).toPass({ timeout: DEMO_MS, intervals: [3_000, 10_000, 25_000, 40_000] });
}
