import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const HEAD_OFFICE = '/dashboard/system/settlement';
const rows = (page: Page) => page.getByTestId('settlement-row');
const withState = (page: Page, ...states: string[]) =>
  rows(page).filter({ has: page.locator(states.map((it) => `[data-state=${it}]`).join(', ')) });
const lines = (page: Page) => page.getByTestId('settlement-lines');
const wonOf = (text: string) => Number(text.replace('−', '-').replace(/[^\d-]/g, ''));

async function openFirst(page: Page, ...states: string[]): Promise<void> {
  await withState(page, ...states)
    .first()
    .getByRole('button')
    .click();
  await expect(lines(page)).toBeVisible();
}

test(
  'a franchisee opens the statement from the sales, sees the components of each line, and comments on it',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('owner');
    await page.goto('/dashboard/statistics');
    await page.getByRole('link', { name: '정산서', exact: true }).click();
    await expect(page).toHaveURL('/dashboard/statistics/settlement');
    await openFirst(page, 'PAID');
    const amounts = await lines(page).locator('tbody tr td.strong').allInnerTexts();
    const sum = wonOf((await lines(page).locator('[data-line=SUM] td').allInnerTexts()).join(''));
    expect(amounts.reduce((won, text) => won + wonOf(text), 0)).toBe(sum);
    expect(sum).toBeGreaterThan(0);
    await lines(page).getByRole('button', { name: '환불', exact: true }).click();
    await expect(page.getByTestId('entry').first()).toContainText('환불');
    await expect(page.getByLabel('이 항목에 대한 의견')).toHaveCount(0);

    await page.getByRole('button', { name: '목록으로' }).click();
    await openFirst(page, 'OPEN');
    await lines(page)
      .getByRole('button', { name: /^로열티/ })
      .click();
    const said = `요율을 확인해 주세요 ${Date.now().toString(36)}`;
    await page.getByLabel('이 항목에 대한 의견').fill(said);
    await page.getByRole('button', { name: '남기기' }).click();
    await expect(page.getByTestId('comment').filter({ hasText: said })).toContainText('매장');
    await expect(page.getByRole('button', { name: '조정 추가' })).toHaveCount(0);
  },
);

test(
  'head office pays a closed period, adjusts and shares an open one, and downloads its statement',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('admin');
    await page.goto(HEAD_OFFICE);
    // Whether the demo's settlements are overdue depends on the day of the month.
    await openFirst(page, 'CLOSED', 'OVERDUE');
    await page.getByRole('button', { name: '지급 완료로 표시' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('이체 기록').fill('기업은행 시험 이체');
    await dialog.getByRole('button', { name: '지급 완료' }).click();
    await expect(page.locator('[data-state=PAID]')).toBeVisible();
    await expect(page.getByText('이체 기록: 기업은행 시험 이체')).toBeVisible();

    await page.getByRole('button', { name: '목록으로' }).click();
    await openFirst(page, 'OPEN');
    await page.getByRole('button', { name: '초안 공유' }).click();
    await dialog.getByRole('button', { name: '공유하기' }).click();
    await expect(page.getByTestId('versions')).toBeVisible();
    const reason = `간판 수리 ${Date.now().toString(36)}`;
    await page.getByRole('button', { name: '조정 추가' }).click();
    await dialog.getByLabel('금액').fill('12345');
    await dialog.getByLabel('사유').fill(reason);
    await dialog.getByRole('button', { name: '추가', exact: true }).click();
    await expect(lines(page)).toContainText(reason);
    await expect(page.getByTestId('changes-since')).toContainText(reason);
    await page.getByRole('button', { name: '내보내기' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('로열티');
    expect(text).toContain(reason);
    await expectAccessible(page, { what: 'an open period' });
  },
);

test('head office sets the fee of a provider from a date on', inSweep(), async ({ page, signIn }) => {
  await signIn('admin');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(HEAD_OFFICE);
  // A store of another test without terms adds a second button.
  await page.getByRole('button', { name: '정산 조건' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: '결제 수수료' }).click();
  await dialog.getByLabel('적용 시작일').fill('2099-02-14');
  await dialog.getByLabel('수수료율').fill('31');
  await expect(dialog.getByText('0에서 30 사이로')).toBeVisible();
  await dialog.getByLabel('카드 우대 구간').selectOption({ index: 2 });
  await dialog.getByRole('button', { name: '수수료 저장' }).click();
  const added = dialog.locator('[data-fee="CARD.2099-02-14"]');
  await expect(added).toContainText('1%');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, { what: 'the fees of a provider' });
  await added.getByRole('button').click();
  await expect(added).toHaveCount(0);
});

test('the screens of settlement fit a phone in English', inSweep(), async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('owner');
  await page.goto('/dashboard/statistics/settlement?lng=en');
  await expect(rows(page).first()).toBeVisible();
  await openFirst(page, 'PAID');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, { what: 'a paid period' });
});
