import { readFileSync } from 'node:fs';
import { expect, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

test.beforeEach(async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/dashboard/admin/device-history');
  await expect(page.getByTestId('history-row').first()).toBeVisible();
});

test('the device history lists commands and reports, newest first', async ({ page }) => {
  await expect(page.getByRole('columnheader')).toHaveText([
    '요청 시각',
    '대상',
    '동작',
    '결과',
    '요청자',
    '방법',
    '응답 시간',
  ]);
  await expect(page.getByTestId('history-row')).toHaveCount(20);
  const times = await page
    .getByTestId('history-row')
    .locator('time')
    .evaluateAll((all) => all.map((it) => it.getAttribute('datetime') ?? ''));
  expect(times).toEqual([...times].sort().reverse());
});

test('a row of the device history expands to its steps, its reason and its ids', inSweep(), async ({ page }) => {
  // Another test may leave a lock offline, so that its relocking times out and appears here too.
  await page.getByLabel('요청자 구분').selectOption('PERSON');
  await page.getByLabel('방법').selectOption('REMOTE');
  await page.getByLabel('결과').selectOption('TIMED_OUT');
  await expect(page).toHaveURL(/status=TIMED_OUT/);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  const row = page.getByTestId('history-row').first();
  await expect(row).toContainText('응답 없음');
  await expect(row).toContainText('기기가 응답하지 않았어요.');
  const id = await row.getAttribute('data-command');
  await row.getByRole('button').click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByTestId('command-steps').getByRole('listitem')).toHaveCount(4);
  await expect(drawer.getByTestId('command-why')).toContainText('님이 요청했어요 (원격).');
  await expect(drawer).toContainText(id ?? 'an id');
  await expect(drawer).toContainText('10,000');
  await drawer.getByRole('button', { name: '닫기' }).click();
  await expect(drawer).toBeHidden();
});

test(
  'the filters and pages of the device history are in the address, and back and reload keep them',
  inSweep(),
  async ({ page }) => {
    await page.getByLabel('동작').selectOption('OPEN');
    await page.getByRole('button', { name: '다음 페이지' }).click();
    await expect(page.getByTestId('history-range')).toContainText('21–40');
    await expect(page).toHaveURL(/action=OPEN&after=[\w-]+&seen=20/);
    await page.reload();
    await expect(page.getByTestId('history-range')).toContainText('21–40');
    await page.goBack();
    await expect(page.getByTestId('history-range')).toContainText('1–20');
    await page.getByRole('combobox', { name: '한 번에 보기' }).selectOption('50');
    await expect(page.getByTestId('history-row')).toHaveCount(50);
    await page.getByRole('button', { name: '조건 지우기' }).click();
    await expect(page).not.toHaveURL(/action/);
  },
);

test(
  'the date pickers of the device history reach from 1900-01-01 to 2099-12-31',
  inSweep(),
  async ({ page, expectError }) => {
    // The endpoint of the history refuses periods that start or end in 1900, and periods that end before they start.
    expectError(/400.*history\?(?:from|to)=(?:1900|2099)/);
    for (const label of ['시작일', '종료일']) {
      const field = page.getByLabel(label);
      for (const day of ['1900-01-01', '2099-12-31']) {
        await field.fill(day);
        await expect(field).toHaveAttribute('aria-invalid', 'false');
      }
      for (const day of ['1899-12-31', '2100-01-01']) {
        await field.fill(day);
        await expect(field).toHaveAttribute('aria-invalid', 'true');
      }
    }
  },
);

test(
  'a period narrows the device history, and an invalid period is refused with an explanation',
  inSweep(),
  async ({ page }) => {
    const day = await page.evaluate(() =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(Date.now() - 20 * 86_400_000),
    );
    await page.getByLabel('시작일').fill(day);
    await page.getByLabel('종료일').fill(day);
    await expect(page).toHaveURL(new RegExp(`from=${day}&to=${day}`));
    await expect
      .poll(async () => {
        const times = await page
          .getByTestId('history-row')
          .locator('time')
          .evaluateAll((all) => all.map((it) => it.getAttribute('datetime') ?? ''));
        return [
          ...new Set(
            times.map((time) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(new Date(time))),
          ),
        ];
      })
      .toEqual([day]);
    await page.getByLabel('시작일').fill('2026-11-20');
    await page.getByLabel('종료일').fill('2026-11-01');
    await expect(page.getByText('조건에 맞는 기록이 없어요')).toBeVisible();
  },
);

test(
  'opening a door adds a row to the top of the device history without a reload',
  inSweep(),
  async ({ page, another }) => {
    const colleague = await another('owner');
    await colleague.goto('/dashboard/door');
    const card = colleague.getByTestId('door-card').filter({ hasText: '1번 한강룸 문' }).first();
    await card.getByRole('button', { name: '1번 한강룸 문 열기' }).click();
    const row = page
      .getByTestId('history-row')
      .filter({ hasText: '1번 한강룸 문' })
      .filter({ has: page.getByRole('cell', { name: '열기', exact: true }) })
      .first();
    await expect(row).toContainText('완료');
    await expect(row).toContainText('박점주');
    await expect(row).toContainText('원격');
    await row.getByRole('button').click();
    const drawer = page.getByRole('dialog');
    const steps = drawer.getByTestId('command-timeline').getByRole('listitem');
    await expect(steps.first()).toContainText('요청됨');
    await expect(steps.last()).toContainText('완료 · 풀림');
    await drawer.getByRole('button', { name: '박점주의 기록만 보기' }).click();
    await expect(page).toHaveURL(/\?by=[0-9a-f-]{36}$/);
    await expect(page.getByTestId('history-row').first()).toContainText('박점주');
    await expect(page.getByTestId('history-row').filter({ hasNotText: '박점주' })).toHaveCount(0);
    await page.getByRole('button', { name: '박점주만 보는 중' }).click();
    await expect(page).not.toHaveURL(/by=/);
  },
);

test(
  'the filters of the device history for requester, result and channel work together',
  inSweep(),
  async ({ page }) => {
    await page.getByLabel('요청자 찾기').fill('이부');
    await page.getByLabel('결과').selectOption({ label: '실패한 것 모두' });
    await page.getByLabel('방법').selectOption('REMOTE');
    await page.getByLabel('요청자 구분').selectOption('PERSON');
    for (const part of [
      /[?&]q=/,
      /status=FAILED%2CTIMED_OUT%2CEXPIRED%2CREJECTED_OFFLINE/,
      /source=REMOTE/,
      /cause=PERSON/,
    ])
      await expect(page).toHaveURL(part);
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    const rows = page.getByTestId('history-row');
    await expect(rows.first()).toContainText('이부장');
    await expect(rows.filter({ hasNotText: '이부장' })).toHaveCount(0);
    for (const status of await rows
      .locator('[data-status]')
      .evaluateAll((all) => all.map((it) => it.getAttribute('data-status'))))
      expect(['FAILED', 'TIMED_OUT', 'EXPIRED', 'REJECTED_OFFLINE']).toContain(status);
    await page.getByLabel('방법').selectOption('KEYPAD');
    await expect(page.getByText('조건에 맞는 기록이 없어요')).toBeVisible();
  },
);

test(
  'the export of the device history holds exactly the filtered rows, as CSV and as a workbook',
  inSweep(),
  async ({ page }) => {
    await page.getByLabel('결과').selectOption('TIMED_OUT');
    await expect(page).toHaveURL(/status=TIMED_OUT/);
    // Waits until the list is complete: a menu that moves while the page grows would be pressed and not chosen from.
    await expect(page.getByRole('status').filter({ hasText: /^\d+건$/ })).toHaveCount(1);
    const save = async (format: string) => {
      await page.getByRole('button', { name: '내보내기' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: format }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    const csv = await save('CSV');
    expect(csv.name).toMatch(/^device-history-\d{4}-\d{2}-\d{2}\.csv$/);
    const [headings, ...lines] = csv.bytes.toString('utf8').trimEnd().split('\r\n');
    expect(headings).toContain('요청 시각,매장,룸,대상,동작');
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => !line.includes(',응답 없음,'))).toEqual([]);
    const workbook = await save('엑셀');
    expect([workbook.name.endsWith('.xlsx'), workbook.bytes.subarray(0, 2).toString()]).toEqual([true, 'PK']);
  },
);

test(
  'on a phone the filters of the device history are behind a button, and nothing scrolls sideways',
  inSweep(),
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await expect(page.getByLabel('방법')).toBeHidden();
    await page.getByRole('button', { name: '조회 조건' }).click();
    await page.getByLabel('방법').selectOption('REMOTE');
    await expect(page.getByRole('button', { name: '조회 조건 1' })).toBeVisible();
    await expect(page.getByTestId('history-row').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  },
);

test('the device history aligns times and latencies in columns of equal-width digits', inSweep(), async ({ page }) => {
  const cell = page.getByTestId('history-row').first().locator('[data-column=latency]');
  await expect(cell).toHaveCSS('text-align', 'end');
  await expect(cell).toHaveCSS('font-variant-numeric', 'tabular-nums');
});
