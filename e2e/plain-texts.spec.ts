import type { Page } from '@playwright/test';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { goInside } from './support/go-inside.ts';
import { addressInLanguage, FURTHER_SCREENS, SCREENS } from './support/screens/screens.ts';
import { ANY_WIDTH } from './support/sight.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** Each thing has one word, and particles fit the nouns before them, on every screen (issue 14, point 18). */

const REPLACED = {
  kr: /\((으|을|를|이|가|은|는|와|과)\)|(을|를|이|가|은|는)\((를|을|가|이|는|은)\)|짝 없는|거절된 결제 신호|이루는 룸|기독탄신일|누가 열었는지 모르게|정리 중|사용 불가|봉쇄|접근 토큰|고객 응대|× \d+칸/,
  en: /out of reach|\bheard\b|\bleaf\b|\bnobody\b|\bsomebody\b|\bwhoever\b|clean-up|it changes here/i,
} as const;

async function findReplacedWords(page: Page, language: 'kr' | 'en'): Promise<string[]> {
  const text = await page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label], [title]')].map(
        (it) => `${it.getAttribute('aria-label') ?? ''} ${it.getAttribute('title') ?? ''}`,
      ),
    ].join('\n'),
  );
  return text.split('\n').filter((line) => REPLACED[language].test(line));
}

for (const language of ['kr', 'en'] as const) {
  for (const who of ['admin', 'owner', 'care'] as const) {
    const screens = [...SCREENS, ...FURTHER_SCREENS].filter((screen) => screen.who === who);
    const { tag } = sweepIn(language);
    test(
      `no screen of ${who} shows a replaced word or a particle in brackets (${language})`,
      inSweep({ tag: [...tag, ANY_WIDTH.tag] }),
      async ({ page, addressOf, signIn }) => {
        await signIn(who);
        const found: string[] = [];
        for (const screen of screens) {
          const address = await addressOf(screen.path);
          await goInside(page, addressInLanguage(address, language));
          await expect(page.getByRole('heading', { name: screen[language], exact: false }).first()).toBeVisible();
          await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
          found.push(...(await findReplacedWords(page, language)).map((line) => `${screen.name}: ${line}`));
        }
        expect(found).toEqual([]);
      },
    );
  }
}
