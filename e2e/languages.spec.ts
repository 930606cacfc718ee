import type { Page } from '@playwright/test';
import { showComponent } from './support/component-page.ts';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

// Some of these tests stop the clock of their pages.
test.use({ hasOwnContext: true });

const KR = { title: '로그인', lang: 'ko' };
const EN = { title: 'Sign in', lang: 'en' };

async function shown(page: Page): Promise<{ title: string; lang: string }> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  return { title: await heading.innerText(), lang: await page.evaluate(() => document.documentElement.lang) };
}

test('the languages are kr and en, kr first', async ({ page }) => {
  await page.goto('/auth/jwt/sign-in');
  expect(await shown(page)).toEqual(KR);
  const picker = page.getByTestId('language-picker');
  await expect(picker).toHaveValue('kr');
  await expect(picker.getByRole('option')).toHaveText(['한국어', 'English']);
});

test.describe('with a browser in French', () => {
  test.use({ locale: 'fr-FR' });
  test('with a browser in French an unknown language falls back to kr', async ({ page }) => {
    await page.goto('/auth/jwt/sign-in');
    expect(await shown(page)).toEqual(KR);
    await page.goto('/auth/jwt/sign-in?lng=de');
    expect(await shown(page)).toEqual(KR);
  });
});

test.describe('with a browser in English', () => {
  test.use({ locale: 'en-GB' });
  test('with a browser in English the browser’s language applies when nothing else is set', async ({ page }) => {
    await page.goto('/auth/jwt/sign-in');
    expect(await shown(page)).toEqual(EN);
  });
});

test('the language comes from the first that is set: query string, cookie, local storage, session storage, browser', async ({
  page,
  context,
}) => {
  await page.goto('/404');
  // The application stores the language that it detected a moment after it has started.
  await page.waitForFunction(() => localStorage.getItem('i18nextLng') !== null);
  await page.evaluate(() => {
    localStorage.removeItem('i18nextLng');
    sessionStorage.setItem('i18nextLng', 'en');
  });
  await page.goto('/auth/jwt/sign-in');
  expect(await shown(page), 'session storage before the browser').toEqual(EN);
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'kr'));
  await page.goto('/auth/jwt/sign-in');
  expect(await shown(page), 'local storage before session storage').toEqual(KR);
  await context.addCookies([{ name: 'i18next', value: 'en', url: page.url() }]);
  await page.goto('/auth/jwt/sign-in');
  expect(await shown(page), 'cookie before local storage').toEqual(EN);
  await page.goto('/auth/jwt/sign-in?lng=kr');
  expect(await shown(page), 'query string before the cookie').toEqual(KR);
});

test('the chosen language is stored in local storage', async ({ page }) => {
  await page.goto('/auth/jwt/sign-in?lng=en');
  expect(await shown(page)).toEqual(EN);
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('en');
  await page.goto('/auth/jwt/sign-in');
  expect(await shown(page)).toEqual(EN);
});

test('a change of language shows a toast in the chosen language', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard');
  const picker = page.locator('.header').getByTestId('language-picker');
  await picker.selectOption('en');
  await expect(page.getByText('Language has been changed!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await picker.selectOption('kr');
  await expect(page.getByText('언어가 변경되었습니다.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
});

test('while texts load a toast says so in Korean', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/assets/{common,navbar}-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('.header').getByTestId('language-picker').selectOption('en');
  await expect(page.getByText('로딩중...', { exact: true })).toBeVisible();
  release();
  await expect(page.getByText('Language has been changed!')).toBeVisible();
  await expect(page.getByText('로딩중...', { exact: true })).toBeHidden();
});

test(
  'texts that fail to load are requested five more times, after 350 ms and twice as long each time; then a toast reports the failure',
  inSweep(),
  async ({ page, signIn, expectError }) => {
    expectError(/ERR_FAILED|Failed to|texts cannot be loaded|dynamically imported|i18next/i);
    const PAUSES = [350, 700, 1400, 2800, 5600];
    await page.clock.install();
    await signIn('admin');
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const requests: string[] = [];
    await page.route('**/assets/common-*.js', async (route) => {
      requests.push(route.request().url());
      await route.abort();
    });
    await page.clock.pauseAt(Date.now() + 10_000);
    // A pause begins when the failure has reached the page, however long that takes. The page records the pauses that it
    // has begun.
    await page.evaluate((pauses) => {
      const target = window as unknown as {
        begun: number[];
        setTimeout: (run: () => void, ms?: number, ...args: unknown[]) => number;
      };
      const { setTimeout } = target;
      target.begun = [];
      target.setTimeout = (run, ms, ...args) => {
        if (ms !== undefined && pauses.includes(ms)) target.begun.push(ms);
        return setTimeout(run, ms, ...args);
      };
    }, PAUSES);
    const begunPauses = () => page.evaluate(() => (window as unknown as { begun: number[] }).begun);
    await page.locator('.header').getByTestId('language-picker').selectOption('en');
    for (const [round, pause] of PAUSES.entries()) {
      await expect.poll(begunPauses).toEqual(PAUSES.slice(0, round + 1));
      await page.clock.runFor(pause - 1);
      expect(requests.length).toBe(round + 1);
      await page.clock.runFor(1);
      // After the last pause the screen may request its texts again.
      await expect.poll(() => requests.length).toBeGreaterThanOrEqual(round + 2);
    }
    expect(new Set(requests).size).toBe(1);
    await expect(async () => {
      await page.clock.runFor(100);
      await expect(page.getByText('언어 변경에 실패했습니다.')).toBeVisible({ timeout: 300 });
    }).toPass();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    await expect(page.locator('.header').getByTestId('language-picker')).toHaveValue('kr');
  },
);

// Korean is the fallback and always loaded, so a change from English loads nothing. The test therefore changes to
// English and holds its texts back.
for (const end of ['comes', 'fails']) {
  const isFound = end === 'comes';
  test(
    `a change of language that ${end} shows a toast in English, beginning with the one that it is loading`,
    inSweep(),
    async ({ page, expectError }) => {
      expectError(/texts cannot be loaded|not there|i18next/);
      await showComponent(
        page,
        `
      import i18next from 'i18next';
      import common from '@/locales/common/en.json';
      import { changeLanguage } from '@/session/change-language.ts';
      const backend = { type: 'backend', init() {}, read: (language, namespace, done) => { window.finish = (isFound) => isFound ? done(null, {}) : done(new Error('not there'), false); } };
      await i18next.use(backend).init({ lng: 'en', fallbackLng: false, ns: ['common'], defaultNS: 'common', partialBundledLanguages: true, resources: { en: { common } } });
      changeLanguage('kr');`,
      );
      await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
      await page.evaluate(
        (found) => (window as unknown as { finish: (found: boolean) => void }).finish(found),
        isFound,
      );
      await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
      if (!isFound) await expect(page.getByText('Error changing language!')).toBeVisible();
    },
  );
}

test('texts come from bundled files, one per namespace of two languages, and not as data over HTTP', async ({
  page,
  signIn,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await signIn('admin');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requests.filter((path) => /\/assets\/common-[\w-]+\.js$/.test(path)).length).toBeGreaterThan(0);
  expect(requests.filter((path) => /\/assets\/first-texts-kr-[\w-]+\.js$/.test(path)).length).toBeGreaterThan(0);
  expect(requests.filter((path) => path.endsWith('.json') || /locales/.test(path))).toEqual([]);
});

test('numbers and dates have the format of the language', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/admin/device-history?page=3');
  const first = page.getByTestId('history-row').first().locator('time');
  await expect(page.getByTestId('history-range')).toHaveText(/^61–80 \/ [\d,]+건( 이상)?$/);
  await expect(first).toHaveText(/(\d+월 \d+일 \(.\)|오늘|어제) \d{2}:\d{2}/);
  await page.goto('/dashboard/admin/device-history?page=3&lng=en');
  await expect(page.getByTestId('history-range')).toHaveText(/^61–80 of (more than )?[\d,]+$/);
  await expect(first).toHaveText(/([A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}|today|yesterday) \d{2}:\d{2}/);
});

test('the lang attribute of the page applies when even the browser names no language', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'languages', { get: () => [] });
    Object.defineProperty(navigator, 'language', { get: () => '' });
    Object.defineProperty(navigator, 'userLanguage', { get: () => '' });
  });
  await page.route('**/auth/jwt/sign-in', async (route) => {
    const reply = await route.fetch();
    const html = (await reply.text()).replace(/(<html[^>]*?)lang="ko"/, '$1lang="en"');
    await route.fulfill({ response: reply, body: html });
  });
  await page.goto('/auth/jwt/sign-in');
  expect(await shown(page)).toEqual(EN);
});

test('at most ten files of texts are loaded at once', inSweep(), async ({ page }) => {
  await page.goto('/404');
  const settings = await page.evaluate(async () => {
    const html = await (await fetch('/')).text();
    const scripts = [...html.matchAll(/\/assets\/[\w-]+\.js/g)].map(([path]) => path);
    const sources = await Promise.all([...new Set(scripts)].map(async (path) => (await fetch(path)).text()));
    return sources.join(' ').match(/maxParallelReads:\s*10\b/g) ?? [];
  });
  expect(settings.length).toBeGreaterThan(0);
});

test('each language has its label, country, date locale and number format', async ({ page }) => {
  expect(await readLocaleOptions(page)).toEqual({
    kr: {
      value: 'kr',
      label: '한국어',
      countryCode: 'KR',
      adapterLocale: 'ko',
      numberFormat: { code: 'ko-KR', currency: 'KRW' },
    },
    en: {
      value: 'en',
      label: 'English',
      countryCode: 'GB',
      adapterLocale: 'en',
      numberFormat: { code: 'en-US', currency: 'USD' },
    },
  });
});

/** Reads the language options from the application's own module, in the browser. */
async function readLocaleOptions(page: Page): Promise<unknown> {
  await showComponent(
    page,
    "import { LOCALE_OPTIONS } from '@/session/i18n.ts'; document.body.textContent = JSON.stringify(LOCALE_OPTIONS);",
  );
  await expect(page.locator('body')).toContainText('KRW');
  return JSON.parse((await page.locator('body').textContent()) ?? '') as unknown;
}
