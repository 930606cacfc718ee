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
import { ROOM_ID, ROOM_NAME } from './screens.ts';
import { applyWidth, shiftClock } from './sight.ts';
import { createWarmContexts, type WarmContext, type WarmContexts } from './warm-contexts.ts';

/** How long the creation of the demo may take on a slow machine. */
const DEMO_MS = 120_000;

interface Options {
  /** A new browser context instead of one that other tests used: for a stopped clock, permissions, a cold cache. */
  readonly hasOwnContext: boolean;
}
interface Fixtures {
  /** The context of the test that other tests use too; null when the test has its own. */
  readonly warmContext: WarmContext | null;
  /** Signs a person in on every page of the context (this test's own when not given), without the form. */
  readonly signIn: (who: Who, context?: BrowserContext) => Promise<void>;
  /** Signs in with a separate session, for tests that end it. */
  readonly signInAlone: (who: Who) => Promise<string>;
  /** A second person in a second browser. */
  readonly another: (who: Who) => Promise<Page>;
  /** Declares that the test expects this console error. Every other one fails the test. */
  readonly expectError: (pattern: RegExp) => void;
  readonly errors: { readonly patterns: RegExp[]; watch(context: BrowserContext): void };
}
interface WorkerFixtures {
  readonly warmContexts: WarmContexts;
  readonly server: string;
  readonly tokenOf: (who: Who) => Promise<string>;
  /** The demo's first store, by the server's own calls. */
  readonly playroom: Playroom;
  /** The address of a screen of `SCREENS`. */
  readonly addressOf: (path: string) => Promise<string>;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  hasOwnContext: [false, { option: true }],

  warmContexts: [async ({ browser, server }, use) => use(createWarmContexts(browser, server)), { scope: 'worker' }],

  warmContext: async ({ warmContexts, hasOwnContext, hasTouch, locale, viewport }, use, test) => {
    // A retried test is recorded, and that needs a new context.
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
        if (!path.includes(ROOM_ID)) return path;
        playroom ??= await openPlayroom(server, tokenOf);
        return path.replace(ROOM_ID, playroom.room(ROOM_NAME).id);
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

  another: async ({ warmContexts, errors, tokenOf, hasTouch, viewport }, use) => {
    const taken: WarmContext[] = [];
    await use(async (who) => {
      const warm = await warmContexts.take({ hasTouch, viewport });
      taken.push(warm);
      errors.watch(warm.context);
      await shiftClock(warm.context);
      await applyWidth(warm.page);
      await keepToken(warm.context, await tokenOf(who));
      return warm.page;
    });
    for (const warm of taken) await warmContexts.giveBack(warm);
  },
});

export { expect };

/**
 * The details of a test that goes over screens in one of the two languages. `npm test` runs it in Korean; `npm run proof -- languages`
 * runs it in English as well, where the structure of a page is the same and only its words are others.
 */
export function sweepIn(language: 'kr' | 'en'): { readonly tag: string[] } {
  return { tag: language === 'en' ? ['@proof'] : [] };
}

/** Puts the token where sign-in puts it, once a tab: a test that signs out stays signed out after a reload. */
async function keepToken(context: BrowserContext, token: string): Promise<void> {
  await context.addInitScript((kept) => {
    // A page that has not navigated yet has no storage.
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

/** The server answers before the demo's people are there, and its locks have become doors. */
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
    // Few tries: each failed sign-in counts towards the ten that an account has.
  }).toPass({ timeout: DEMO_MS, intervals: [3_000, 10_000, 25_000, 40_000] });
}
