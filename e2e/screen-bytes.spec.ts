import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withBookingDesk, type BookingDesk } from './support/booking-desk.ts';
import { SLOT_MS } from './support/desk.ts';
import { expect, test } from './support/fixtures.ts';
import { issueLink } from './support/guest-link.ts';
import { GUEST, type Playroom } from './support/playroom.ts';
import { addressInLanguage } from './support/screens/screens.ts';
import { SCREEN_OF_EACH_ROUTE } from './support/screens/screens-of-roles.ts';
import { TransferredBytes } from './support/transferred-bytes.ts';

/**
 * The bytes of a first visit to every screen, counted in a browser with a cold cache until nothing has started for a
 * while: code, texts, styles, fonts, data, pictures. The event stream is not part of it: it depends on what happens in the
 * chain. The browser says that it runs on Windows, which has a Korean font like every common system: there Korean
 * costs no web font.
 *
 * `docs/screen-bytes.md` has the budgets. `UPDATE_SCREEN_BYTES=1` writes it again.
 */

const TABLE = path.join(import.meta.dirname, '../docs/screen-bytes.md');
const ON_WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** Fonts and texts that load ahead start later than the screen itself. */
const QUIET_MS = 1500;
/** The largest amount of JavaScript that is promised, in kB. */
const SCRIPT_KB: Readonly<Record<string, number>> = {
  'sign-in': 110,
  'guest-page': 85,
  'booking-page': 85,
  'door-display': 85,
};
/** What the demo's data and the day may add to a visit. */
const MARGIN_KB = 6;

type Language = 'kr' | 'en';
interface Visit {
  readonly allKb: number;
  readonly scriptKb: number;
}

for (const who of ['admin', 'owner2'] as const) {
  test(`the overview uses every request that the head of the page sent ahead (${who})`, async ({ page, signIn }) => {
    await signIn(who);
    await page.goto('/dashboard');
    await expect(page.getByTestId('overview-room').first()).toBeVisible();
    expect(await page.evaluate<boolean>('window.munjigiEarly !== undefined')).toBe(true);
    await expect.poll(async () => readUnusedRequests(page)).toEqual([]);
  });
}

test('the first visit of every page for visitors and guests stays within its budget of bytes', async ({
  browser,
  server,
  addressOf,
  playroom,
}) => {
  test.setTimeout(300_000);
  const visits = new Map<string, Visit>();
  for (const screen of SCREEN_OF_EACH_ROUTE.filter(({ who }) => who === null)) {
    const url = server + addressInLanguage(await addressOf(screen.path), 'kr');
    visits.set(screen.name, await visit(browser, url, { token: null, heading: screen.kr }));
  }
  await visitGuestPages({ browser, server, playroom, language: 'kr' }, visits);
  expectWithinBudgets(visits, 'kr');
});

/** Alone on a fresh demo, because the data of a screen depends on what other tests have made. */
const isAlone = process.env['SCREEN_BYTES'] === '1' || process.env['UPDATE_SCREEN_BYTES'] === '1';
for (const language of isAlone ? (['kr', 'en'] as const) : []) {
  test(`the first visit of every screen stays within its budget of bytes (${language})`, async ({
    browser,
    server,
    tokenOf,
    addressOf,
    playroom,
  }) => {
    test.setTimeout(600_000);
    const visits = new Map<string, Visit>();
    for (const screen of SCREEN_OF_EACH_ROUTE) {
      const token = screen.who === null ? null : await tokenOf(screen.who);
      const url = server + addressInLanguage(await addressOf(screen.path), language);
      visits.set(screen.name, await visit(browser, url, { token, heading: screen[language] }));
    }
    await visitGuestPages({ browser, server, playroom, language }, visits);
    if (process.env['UPDATE_SCREEN_BYTES'] === '1') return writeBudgets(language, visits);
    expectWithinBudgets(visits, language);
    expect([...readBudgets().keys()].sort(), 'the screens of the table').toEqual([...visits.keys()].sort());
  });
}

function expectWithinBudgets(visits: ReadonlyMap<string, Visit>, language: Language): void {
  const budgets = readBudgets();
  for (const [name, { allKb, scriptKb }] of visits) {
    const budget = budgets.get(name)?.[language];
    expect.soft(budget, `${name}: docs/screen-bytes.md has its budget (UPDATE_SCREEN_BYTES=1)`).toBeDefined();
    expect.soft(allKb, `${name}: kB in all`).toBeLessThanOrEqual(budget ?? 0);
    const mostScriptKb = SCRIPT_KB[name];
    if (mostScriptKb !== undefined)
      expect.soft(scriptKb, `${name}: kB of JavaScript`).toBeLessThanOrEqual(mostScriptKb);
  }
}

interface GuestVisits {
  readonly browser: Browser;
  readonly server: string;
  readonly playroom: Playroom;
  readonly language: Language;
}

async function visitGuestPages({ browser, server, playroom, language }: GuestVisits, visits: Map<string, Visit>) {
  await withBookingDesk(playroom, server, async (desk) => {
    for (const [name, page] of await listGuestPages(playroom, desk)) {
      const url = server + addressInLanguage(page, language);
      visits.set(name, await visit(browser, url, { token: null, heading: null }));
    }
  });
}

interface Visitor {
  readonly token: string | null;
  /** The heading of the screen; `null` for pages with another one each day. */
  readonly heading: string | null;
}

async function visit(browser: Browser, url: string, { token, heading }: Visitor): Promise<Visit> {
  const context = await browser.newContext({ userAgent: ON_WINDOWS });
  try {
    const page = await context.newPage();
    const counted = await TransferredBytes.watch(await context.newCDPSession(page));
    if (token !== null) await page.addInitScript((value) => sessionStorage.setItem('jwt_access_token', value), token);
    await page.goto(url);
    const shown =
      heading === null ? page.locator('main') : page.getByRole('heading', { level: 1, name: heading, exact: true });
    await expect(shown.first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    while (!counted.isQuiet(QUIET_MS)) await sleep(100);
    // The screen has used every request that the head of the page sent ahead: they are the same, letter by letter.
    expect.soft(await readUnusedRequests(page), `${url}: sent ahead in vain`).toEqual([]);
    return {
      allKb: (counted.count() - counted.count('event-stream')) / 1000,
      scriptKb: counted.count('javascript') / 1000,
    };
  } finally {
    await context.close();
  }
}

const readUnusedRequests = (page: Page) => page.evaluate<string[]>('Object.keys(window.munjigiEarly?.replies ?? {})');

/** The pages of guests: of a reservation, of a store that can be booked, and of the tablet at a door. */
async function listGuestPages(
  playroom: Playroom,
  { roomId, path: bookingPage }: Pick<BookingDesk, 'roomId' | 'path'>,
): Promise<readonly (readonly [name: string, path: string])[]> {
  const startsAt = Math.ceil(Date.now() / SLOT_MS) * SLOT_MS;
  const stay = await playroom.ask<{ id: string }>('admin', 'POST', 'reservation', {
    ...GUEST,
    roomId,
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 2 * SLOT_MS).toISOString(),
  });
  const display = await playroom.ask<{ path: string }>('admin', 'POST', `room/${roomId}/display`, {
    replacesDisplayId: null,
  });
  return [
    ['guest-page', await issueLink(playroom, stay.id, 'admin')],
    ['booking-page', bookingPage],
    ['door-display', display.path],
  ];
}

type Budgets = Map<string, Partial<Record<Language, number>>>;

function readBudgets(): Budgets {
  const rows = readFileSync(TABLE, 'utf8').matchAll(/^\| ([\w-]+) \| (\d+|–) \| (\d+|–) \|$/gm);
  const kb = (text: string | undefined) => (text === undefined || text === '–' ? {} : { value: Number(text) });
  return new Map(
    [...rows].map(([, name = '', kr, en]) => {
      const [korean, english] = [kb(kr).value, kb(en).value];
      return [
        name,
        { ...(korean !== undefined && { kr: korean }), ...(english !== undefined && { en: english }) },
      ] as const;
    }),
  );
}

function writeBudgets(language: Language, visits: ReadonlyMap<string, Visit>): void {
  const budgets = readBudgets();
  for (const [name, { allKb }] of visits)
    budgets.set(name, {
      ...budgets.get(name),
      [language]: Math.ceil(allKb + MARGIN_KB),
    });
  const rows = [...visits.keys()].map((name) => {
    const { kr = '–', en = '–' } = budgets.get(name) ?? {};
    return `| ${name} | ${kr} | ${en} |`;
  });
  const [head = ''] = readFileSync(TABLE, 'utf8').split(/^\| screen /m);
  writeFileSync(TABLE, `${head}| screen | Korean | English |\n|---|---|---|\n${rows.join('\n')}\n`);
}
