import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import type { Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The stores of the demo; other tests may add and remove others. */
const DEMO_STORES = ['강남점', '홍대점', '부산서면점'] as const;

interface CreatedStore {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** New names each time, because names and codes are never reused. */
function newNames(): { name: string; code: string } {
  const code = `e2e-${Date.now().toString(36)}-${Math.floor(Math.random() * 1000)}`;
  return { name: `시험 ${code}`, code };
}
const makeStore = (playroom: Playroom) => playroom.ask<CreatedStore>('admin', 'POST', 'store', newNames());
/** Closes a store, so that a test leaves none open; stores are never deleted. */
async function putAway(playroom: Playroom, id: string): Promise<void> {
  const { version } = await playroom.ask<CreatedStore>('admin', 'GET', `store/${id}`);
  await playroom.ask('admin', 'POST', `store/${id}/close`, { version, reason: '시험 끝' });
}
const rowOf = (page: Page, name: string) => page.getByTestId('store-row').filter({ hasText: name });
const open = async (page: Page, query = '') => {
  await page.goto(`/dashboard/system/stores${query}`);
  await expect(page.getByTestId('store-row').first()).toBeVisible();
};

test(
  'head office sees every store with its rooms, its franchisee and its terms, each with a link',
  inSweep(),
  async ({ page, signIn, playroom }) => {
    await signIn('sub');
    await page.goto('/dashboard');
    await page.getByRole('complementary').getByRole('link', { name: '매장', exact: true }).click();
    for (const name of DEMO_STORES)
      await expect(rowOf(page, name).getByTestId('store-state')).toHaveAttribute('data-state', 'OPEN');
    const gangnam = rowOf(page, '강남점');
    await expect(gangnam).toContainText('24시간');
    await expect(gangnam).toContainText('playroom/gangnam');
    await expect(page.getByRole('button', { name: '매장 추가' })).toHaveCount(0);
    await gangnam.getByRole('button', { name: '강남점 메뉴' }).click();
    await expect(page.getByRole('menuitem')).toHaveText([
      '이름과 매장 설정',
      '룸',
      '예약 현황',
      '출입문',
      '정산',
      '가맹점주',
    ]);
    await page.getByRole('menuitem', { name: '예약 현황' }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/reservation\\?store=${playroom.storeId}`));
    await page.goBack();
    await gangnam.getByRole('link', { name: '강남점' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '매장 설정' })).toBeVisible();
    await expect(page.getByLabel('매장 이름')).toHaveValue('강남점');
  },
);

test(
  'the list of stores is searched, filtered and sorted, and the address keeps that',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await open(page, '?sort=rooms&state=OPEN');
    // Other tests create rooms meanwhile, so which store has most is unknown.
    await expect(async () => {
      const counts = (await page.getByTestId('store-row').locator('[data-label="룸"]').allInnerTexts()).map((text) =>
        Number(/\d+/.exec(text)?.[0]),
      );
      expect(counts.length).toBeGreaterThanOrEqual(DEMO_STORES.length);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    }).toPass();
    await page.getByLabel('검색').fill('hongdae');
    await expect(page).toHaveURL(/q=hongdae/);
    await expect(page.getByTestId('store-row')).toHaveCount(1);
    await page.reload();
    await expect(rowOf(page, '홍대점')).toBeVisible();
    await expect(page.getByTestId('store-row')).toHaveCount(1);
    await page.getByLabel('검색').fill('이런 매장은 없다');
    await expect(page.getByRole('heading', { name: '조건에 맞는 매장이 없어요' })).toBeVisible();
    await page.getByRole('button', { name: '조건 지우기' }).click();
    for (const name of DEMO_STORES) await expect(rowOf(page, name)).toBeVisible();
  },
);

test(
  'a new store lists what it still needs, can be picked at once, and is closed and reopened; another person sees each change live',
  inSweep(),
  async ({ page, signIn, another, playroom, expectError }) => {
    expectError(/status of 409/);
    const { name, code } = newNames();
    await signIn('admin');
    const other = await another('sub');
    await open(other);
    await page.goto(`/dashboard/system/stores?q=${code}`);
    await page.getByRole('button', { name: '매장 추가' }).click();
    const dialog = page.getByRole('dialog', { name: '매장 추가' });
    await dialog.getByRole('button', { name: '추가' }).click();
    await expect(dialog.getByLabel(/^매장 이름/)).toHaveAccessibleDescription('꼭 입력해 주세요.');
    await dialog.getByLabel(/^매장 이름/).fill('강남점');
    await dialog.getByLabel(/^매장 코드/).fill(code);
    await dialog.getByRole('button', { name: '추가' }).click();
    await expect(dialog.getByLabel(/^매장 이름/)).toHaveAccessibleDescription(/같은 이름의 매장이 이미 있어요/);
    await dialog.getByLabel(/^매장 이름/).fill(name);
    await dialog.getByLabel('사업자등록번호').fill('1208147521');
    await expect(dialog.getByLabel('사업자등록번호')).toHaveValue('120-81-47521');
    await dialog.getByRole('button', { name: '추가' }).click();
    await expect(page.getByText(`${name} 매장을 추가했어요.`)).toBeVisible();
    const row = rowOf(page, name);
    await expect(row.getByTestId('store-state')).toContainText('아직 없어요: 룸, 요금');
    await expect(row).toContainText('10:00–22:00');
    await expect(rowOf(other, name)).toBeVisible();

    await row.getByRole('link', { name: '룸', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/room\?store=/);
    await expect(page.getByTestId('store-picker')).toHaveValue(/.+/);
    await page.goBack();
    await row.getByRole('button', { name: `${name} 메뉴` }).click();
    await page.getByRole('menuitem', { name: '영업 종료' }).click();
    const confirmation = page.getByRole('dialog', { name: `${name} 영업 종료` });
    await confirmation.getByRole('button', { name: '영업 종료' }).click();
    await expect(confirmation.getByLabel('사유')).toHaveAccessibleDescription('꼭 입력해 주세요.');
    await confirmation.getByLabel('사유').fill('계약 만료');
    await confirmation.getByRole('button', { name: '영업 종료' }).click();
    await expect(page.getByText(`${name} 영업을 종료했어요.`)).toBeVisible();
    await expect(row.getByTestId('store-state')).toContainText('계약 만료');
    await expect(rowOf(other, name).getByTestId('store-state')).toHaveAttribute('data-state', 'CLOSED');
    await row.getByRole('button', { name: `${name} 메뉴` }).click();
    await page.getByRole('menuitem', { name: '다시 열기' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '다시 열기' }).click();
    await expect(row.getByTestId('store-state')).toHaveAttribute('data-state', 'PREPARING');
    await putAway(playroom, (await row.getAttribute('data-store')) ?? '');
  },
);

test('a store with upcoming guests is not closed, and lists them', inSweep(), async ({ page, signIn, expectError }) => {
  expectError(/status of 409/);
  await signIn('admin');
  await open(page, '?q=hongdae');
  await page.getByRole('button', { name: '홍대점 메뉴' }).click();
  await page.getByRole('menuitem', { name: '영업 종료' }).click();
  await page.getByLabel('사유').fill('시험');
  await page.getByRole('dialog').getByRole('button', { name: '영업 종료' }).click();
  await expect(page.getByTestId('stranded-list').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('홍대점에 아직 남은 예약이 있어');
  await page.getByRole('dialog').getByRole('button', { name: '확인' }).click();
  await expect(rowOf(page, '홍대점').getByTestId('store-state')).toHaveAttribute('data-state', 'OPEN');
});

for (const [language, words] of [
  ['kr', { add: '매장 추가', close: '영업 종료', menu: '메뉴' }],
  ['en', { add: 'Add a store', close: 'Close for good', menu: 'Menu of' }],
] as const) {
  test(
    `the list of stores and its dialogs have no accessibility violation on a phone and on a desk (${language})`,
    inSweep(sweepIn(language)),
    async ({ page, signIn, playroom }) => {
      const store = await makeStore(playroom);
      await signIn('admin');
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        await open(page, `?lng=${language}`);
        await expect(rowOf(page, store.name)).toBeVisible();
        await expectAccessible(page, {
          what: `the list, ${width}`,
          modes: width === 360 ? ['dark'] : ['dark', 'light'],
        });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.getByRole('button', { name: words.add }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessible(page, { what: `a new store, ${width}`, modes: ['light'], within: '[role=dialog]' });
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      await rowOf(page, store.name).getByRole('button', { name: words.menu }).click();
      await expectAccessible(page, { what: 'the menu', modes: ['dark'], within: '[role=menu]' });
      await page.getByRole('menuitem', { name: words.close }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, { what: 'closing', modes: ['dark', 'light'], within: '[role=dialog]' });
      await putAway(playroom, store.id);
    },
  );
}
