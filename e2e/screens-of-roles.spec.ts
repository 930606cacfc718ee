import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { goInside } from './support/go-inside.ts';
import { expectScreen, markHeading } from './support/journey.ts';
import type { Who } from './support/people.ts';
import type { Playroom } from './support/playroom.ts';
import { checkScreenAt, LANGUAGES, SIZES, type Language } from './support/screens/screen-check.ts';
import { addressInLanguage, ROOM_ID, ROOM_NAME, STORE_ID } from './support/screens/screens.ts';
import { isChosen, PEOPLE, screensOf, type Screen } from './support/screens/screens-of-roles.ts';

/** Screens in one test: a page is loaded once for all of them. */
const MOST = 6;
const GROUP_MS = 900_000;

for (const who of PEOPLE) {
  // a11y.spec.ts shows each screen to the person whom the list names, at more sizes.
  const shown = screensOf(who, true).filter((screen) => screen.who !== who && isChosen(who, screen.name));
  for (const group of inGroups(shown)) {
    for (const language of LANGUAGES) {
      test(
        `${group.map(({ name }) => name).join(', ')}: ${who} sees the screens without a fault at any width (AC-4, ${language})`,
        { tag: '@proof' },
        async ({ page, playroom, signIn }) => {
          test.setTimeout(GROUP_MS);
          await signIn(who);
          await page.goto(`/404?lng=${language}`);
          const addressOf = await addressesFor(playroom, who);
          for (const screen of group) {
            await open(page, addressInLanguage(addressOf(screen), language));
            for (const size of SIZES) await checkScreenAt(page, { ...size, name: `${who}-${screen.name}-${language}` });
          }
        },
      );
    }
  }

  const refused = screensOf(who, false).filter(({ name }) => isChosen(who, `no-${name}`) || isChosen(who, name));
  if (refused.length > 0)
    for (const language of LANGUAGES) {
      test(
        `${who} sees the page without permission instead of ${String(refused.length)} screens (AC-4, ${language})`,
        { tag: '@proof' },
        async ({ page, playroom, signIn }) => {
          test.setTimeout(GROUP_MS);
          await signIn(who);
          await page.goto(`/404?lng=${language}`);
          const addressOf = await addressesFor(playroom, who);
          for (const screen of refused) await refuse(page, { who, screen, language, address: addressOf(screen) });
        },
      );
    }
}

function inGroups(screens: readonly Screen[]): Screen[][] {
  const groups: Screen[][] = [];
  for (let from = 0; from < screens.length; from += MOST) groups.push(screens.slice(from, from + MOST));
  return groups;
}

/** Resolves the placeholders of paths to a store and a room of the person. */
async function addressesFor({ ask }: Playroom, who: Who): Promise<(screen: Screen) => string> {
  const { items } = await ask<{ items: { id: string; storeId: string; name: string }[] }>(who, 'GET', 'room?limit=100');
  const room = items.find(({ name }) => name === ROOM_NAME) ?? items[0];
  if (room === undefined) throw new Error(`${who} has no room`);
  return ({ path }) => path.replace(ROOM_ID, room.id).replace(STORE_ID, room.storeId);
}

async function open(page: Page, address: string): Promise<void> {
  const { pathname, searchParams } = new URL(address, page.url());
  // Another part of the same screen keeps its heading.
  if (new URL(page.url()).pathname !== pathname) await markHeading(page);
  await goInside(page, address);
  await expectScreen(page, address);
  // A person without the right to a part of the settings has no tab for it.
  const tab = page.locator(`#store-tab-${searchParams.get('tab') ?? 'basics'}`);
  if ((await tab.count()) > 0) await expect(tab).toHaveAttribute('aria-selected', 'true');
}

interface Refusal {
  readonly who: Who;
  readonly screen: Screen;
  readonly language: Language;
  readonly address: string;
}

async function refuse(page: Page, { who, screen, language, address }: Refusal): Promise<void> {
  await goInside(page, addressInLanguage(address, language));
  // Customer managers have no overview and are led to the help desk.
  if (screen.name === 'overview') {
    await expect(page).toHaveURL(/\/dashboard\/support/);
    return;
  }
  await expect(page.getByTestId('no-permission'), address).toBeVisible();
  for (const size of SIZES) await checkScreenAt(page, { ...size, name: `${who}-no-${screen.name}-${language}` });
  await goInside(page, '/dashboard/account');
  await expect(page.getByTestId('no-permission')).toHaveCount(0);
}
