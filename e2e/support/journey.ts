import { readFileSync } from 'node:fs';
import { ENDPOINTS } from '@munjigi/contract';
import { reachOf, type Capability, type Role } from '@munjigi/contract/roles';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { navigationFor, type NavItem } from '../../apps/admin/src/session/navigation.ts';
import { expect } from './fixtures.ts';
import { readScreenRights } from './screens/screen-definitions.ts';

/**
 * Steps of a working day of one role: signing in by the form, every entry of the menu, every address, and signing out.
 * They use the product's list of screens, so that new screens are included.
 */

type Language = 'kr' | 'en';

const WORDS = {
  kr: {
    email: '이메일',
    password: '비밀번호',
    signIn: '로그인',
    openMenu: '메뉴 열기',
    menu: '메뉴',
    noPermission: '이 화면을 볼 권한이 없어요',
  },
  en: {
    email: 'E-mail',
    password: 'Password',
    signIn: 'Sign in',
    openMenu: 'Open menu',
    menu: 'Menu',
    noPermission: 'You do not have access to this page',
  },
} as const;
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';

/** A person with a role, on a page in one language. */
export interface Worker {
  readonly page: Page;
  readonly lng: Language;
  readonly role: Role;
  readonly email: string;
  readonly password: string;
}

/** Signs in by the form and returns the token of the new session. */
export async function signInByForm({ page, lng, email, password }: Worker, startsAt: string | RegExp): Promise<string> {
  const words = WORDS[lng];
  await page.goto(`/auth/jwt/sign-in?lng=${lng}`);
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(password);
  await page.getByTestId('sign-in-form').getByRole('button', { name: words.signIn, exact: true }).click();
  await expect(page).toHaveURL(startsAt);
  const token = await page.evaluate(() => sessionStorage.getItem('jwt_access_token'));
  if (token === null) throw new Error(`${email} has no token after signing in`);
  return token;
}

/** Signs out with the button in the account drawer and expects that the server refuses the token afterwards. */
export async function signOutByButton({ page }: Worker, server: string, token: string): Promise<void> {
  await page.getByTestId('account-button').click();
  await page.getByTestId('sign-out').click();
  await expect(page).toHaveURL(/\/auth\/jwt\/sign-in/);
  expect((await fetch(`${server}/api/v2/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
}

/** Collects the calls that the server refuses from now on, except expected ones. */
function watchRefusals(context: BrowserContext): string[] {
  const refused: string[] = [];
  context.on('response', (reply) => {
    if (reply.status() >= 400 && new URL(reply.url()).pathname.startsWith('/api/'))
      refused.push(`${reply.status()} ${reply.request().method()} ${reply.url()}`);
  });
  return refused;
}

/**
 * Follows every link of the role's menu: the screen opens with its name and its content, and the server refuses
 * nothing.
 */
export async function walkMenu({ page, lng, role }: Worker): Promise<void> {
  const texts = JSON.parse(
    readFileSync(new URL(`../../apps/admin/src/locales/navbar/${lng}.json`, import.meta.url), 'utf8'),
  ) as Readonly<Record<string, string>>;
  const refused = watchRefusals(page.context());
  // Starts on a screen that is in no menu, so that every entry navigates.
  await page.goto('/dashboard/account');
  await expect(page.locator('main h1')).toBeVisible();
  const isPhone = (page.viewportSize()?.width ?? 0) < 1200;
  for (const { item, branch } of entriesOf(role)) {
    if (isPhone) await page.getByRole('button', { name: WORDS[lng].openMenu }).tap();
    const menu = isPhone ? page.getByRole('dialog', { name: WORDS[lng].menu }) : page.getByRole('complementary');
    const unfold = menu.getByRole('button', { name: texts[branch?.title ?? ''] ?? '' });
    if (branch !== undefined && (await unfold.getAttribute('aria-expanded')) === 'false') await unfold.click();
    // Some entries have a caption below their name.
    const link = menu
      .getByRole('link')
      .filter({ has: page.locator('.nav-title').getByText(texts[item.title] ?? '', { exact: true }) });
    if (item.opensNewTab) {
      const opened = page.context().waitForEvent('page');
      await link.click();
      const other = await opened;
      await expect(other.getByRole('heading').first()).toBeVisible();
      await other.close();
      continue;
    }
    await markHeading(page);
    await link.click();
    await expect(page).toHaveURL(new RegExp(`^[^?#]*${item.path}(\\?|$)`));
    await expectScreen(page, item.path);
  }
  expect(refused).toEqual([]);
}

/** Opens every screen by its address: those of the role appear, and the others name the missing right. */
export async function walkAddresses({ page, lng, role }: Worker, roomId: string): Promise<void> {
  const refused = watchRefusals(page.context());
  for (const [path, needs] of Object.entries(await readScreenRights())) {
    const address = `/dashboard/${path.replace(':id', roomId)}`;
    await markHeading(page);
    await page.evaluate((to) => {
      window.history.pushState({}, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, address);
    if (reachOf([role], needs) !== null) {
      await expectScreen(page, address);
      continue;
    }
    await expect(unseen(page), address).toHaveText(WORDS[lng].noPermission);
    await expect(page.locator(`[data-testid=no-permission] [data-capability='${needs}']`), address).toBeVisible();
  }
  expect(refused).toEqual([]);
}

/** Parameters of paths that are words of the contract; all others are ids. */
const CODES: Readonly<Record<string, string>> = { kind: 'CONFIRMED', language: 'ko' };

/**
 * Expects that the server refuses everything that the role has no right to, names the right, and does so before it
 * reads the input.
 */
export async function isRefusedByServer(
  { role }: Worker,
  server: string,
  product: string,
  token: string,
): Promise<void> {
  const closed = Object.values(ENDPOINTS).filter(
    ({ access }) =>
      !['public', 'signed-in', 'channel', 'guest', 'companion'].includes(access) &&
      reachOf([role], access as Capability) === null,
  );
  const answers = await Promise.all(
    closed.map(async ({ method, path, access }) => {
      const address = path
        .replace('{product}', product)
        .replaceAll(/\{(\w+)\}/g, (_whole, name: string) => CODES[name] ?? UNKNOWN_ID);
      const reply = await fetch(server + address, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method !== 'GET' && { body: '{}' }),
      });
      const { code, capability } = (await reply.json()) as { code?: string; capability?: string };
      return { asked: `${method} ${path}`, status: reply.status, code, capability, expected: access };
    }),
  );
  expect(
    answers.filter(
      ({ status, code, capability, expected }) =>
        status !== 403 || code !== 'CAPABILITY_MISSING' || capability !== expected,
    ),
  ).toEqual([]);
  expect(answers.length > 0).toBe(role !== 'ADMIN');
}

interface Entry {
  readonly item: NavItem;
  readonly branch: NavItem | undefined;
}

function entriesOf(role: Role): Entry[] {
  return navigationFor([role]).flatMap(({ items }) =>
    items.flatMap((item): Entry[] =>
      item.children === undefined
        ? [{ item, branch: undefined }]
        : item.children.map((child) => ({ item: child, branch: item })),
    ),
  );
}

/** Marks the headings of the previous screen, so that they do not pass for those of the next one. */
export async function markHeading(page: Page): Promise<void> {
  await page
    .locator('main h1')
    .evaluateAll((headings) => headings.forEach((heading) => heading.setAttribute('data-seen', '')));
}
const unseen = (page: Page): Locator => page.locator('main h1:not([data-seen])');

/** Expects a heading with content below it, and nothing that loads or has failed. */
export async function expectScreen(page: Page, address: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(unseen(page), address).toBeVisible();
  await expect(main.locator('[aria-busy=true], .MuiSkeleton-root'), address).toHaveCount(0);
  await expect(main.getByTestId('error-state'), address).toHaveCount(0);
  await expect(main.getByTestId('no-permission'), address).toHaveCount(0);
  const heading = (await unseen(page).innerText()).length;
  await expect.poll(async () => (await main.innerText()).length, address).toBeGreaterThan(heading + 20);
}
