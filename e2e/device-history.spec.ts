import { expect, test } from './fixtures.ts';

test.beforeEach(async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/admin/device-history');
  await expect(page.getByTestId('history-row').first()).toBeVisible();
});

test('the history lists commands and reports, newest first', async ({ page }) => {
  await expect(page.getByRole('columnheader')).toHaveText(['요청 시각', '대상', '동작', '결과', '요청자', '방법', '응답 시간']);
  await expect(page.getByTestId('history-row')).toHaveCount(20);
  const times = await page.getByTestId('history-row').locator('time').evaluateAll((all) => all.map((it) => it.getAttribute('datetime') ?? ''));
  expect(times).toEqual([...times].sort().reverse());
});

test('a row opens with its steps, its reason and its ids', async ({ page }) => {
  await page.getByLabel('결과').selectOption('TIMED_OUT');
  await expect(page).toHaveURL(/status=TIMED_OUT/);
  const row = page.getByTestId('history-row').first();
  await expect(row).toContainText('응답 없음');
  await expect(row).toContainText('기기가 답하지 않았어요.');
  const id = await row.getAttribute('data-command');
  await row.getByRole('button').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByTestId('command-steps').getByRole('listitem')).toHaveCount(4);
  await expect(drawer).toContainText(id ?? 'an id');
  await expect(drawer).toContainText('10,000');
  await drawer.getByRole('button', { name: '닫기' }).click();
  await expect(drawer).toBeHidden();
});

test('filters and pages live in the address; back and reload keep them', async ({ page }) => {
  await page.getByLabel('동작').selectOption('OPEN');
  await page.getByRole('button', { name: '다음 쪽' }).click();
  await expect(page.getByTestId('history-range')).toContainText('21–40');
  await expect(page).toHaveURL(/action=OPEN&page=1/);
  await page.reload();
  await expect(page.getByTestId('history-range')).toContainText('21–40');
  await page.goBack();
  await expect(page.getByTestId('history-range')).toContainText('1–20');
  await page.getByRole('combobox', { name: '한 번에 보기' }).selectOption('50');
  await expect(page.getByTestId('history-row')).toHaveCount(50);
  await page.getByRole('button', { name: '조건 지우기' }).click();
  await expect(page).not.toHaveURL(/action/);
});

test('the date pickers reach from 1900-01-01 to 2099-12-31', async ({ page }) => {
  for (const label of ['시작일', '종료일']) {
    await expect(page.getByLabel(label)).toHaveAttribute('min', '1900-01-01');
    await expect(page.getByLabel(label)).toHaveAttribute('max', '2099-12-31');
  }
});

test('a period narrows the history, and a wrong one is told', async ({ page }) => {
  const day = await page.evaluate(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(Date.now() - 20 * 86_400_000));
  await page.getByLabel('시작일').fill(day);
  await page.getByLabel('종료일').fill(day);
  await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}`));
  await expect.poll(async () => {
    const times = await page.getByTestId('history-row').locator('time').evaluateAll((all) => all.map((it) => it.getAttribute('datetime') ?? ''));
    return [...new Set(times.map((time) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(new Date(time))))];
  }).toEqual([day]);
  await page.getByLabel('시작일').fill('2026-11-20');
  await page.getByLabel('종료일').fill('2026-11-01');
  await expect(page.getByText('조건에 맞는 기록이 없어요')).toBeVisible();
});

test('a door’s opening appears at the top without a reload', async ({ page, another }) => {
  const colleague = await another('owner');
  await colleague.goto('/dashboard/door');
  const card = colleague.getByTestId('door-card').filter({ hasText: '1번 한강룸 문' }).first();
  await card.getByRole('button', { name: '1번 한강룸 문 열기' }).click();
  const row = page.getByTestId('history-row').filter({ hasText: '1번 한강룸 문' }).filter({ has: page.getByRole('cell', { name: '열기', exact: true }) }).first();
  await expect(row).toContainText('완료', { timeout: 5_000 });
  await expect(row).toContainText('박점주');
  await expect(row).toContainText('원격');
});

test('times and latencies stand in columns of equal figures at their side', async ({ page }) => {
  const cell = page.getByTestId('history-row').first().locator('[data-column=latency]');
  await expect(cell).toHaveCSS('text-align', 'end');
  await expect(cell).toHaveCSS('font-variant-numeric', 'tabular-nums');
});
