import { readFileSync } from 'node:fs';
import { expectAccessible, violations } from './support/axe.ts';
import { expect, sweepIn, test } from './support/fixtures.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

const WORDS = {
  kr: {
    title: '감사 로그',
    changed: '룸 정보 변경',
    details: /룸 정보 변경 상세 보기/,
    filter: '조회 조건',
    close: '닫기',
  },
  en: {
    title: 'Audit log',
    changed: 'Changed a room',
    details: /Changed a room, details/,
    filter: 'Filters',
    close: 'Close',
  },
} as const;

/** Edits a room as head office, so that the audit log has an entry with the values before and after. */
async function changeRoom(server: string, token: string): Promise<{ name: string; id: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const address = `${server}/api/v2/playroom/room`;
  let room: { id: string; name: string; capacity: number; version: number } | undefined;
  // Parallel tests edit the same room, so the edit may need another attempt.
  await expect(async () => {
    const rooms = (await (await fetch(`${address}?limit=100`, { headers })).json()) as {
      items: NonNullable<typeof room>[];
    };
    room = rooms.items.at(-1);
    const reply = await fetch(`${address}/${room?.id ?? ''}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ version: room?.version, capacity: room?.capacity === 8 ? 9 : 8 }),
    });
    expect(reply.status).toBe(200);
  }).toPass();
  if (room === undefined) throw new Error('The demo has no rooms');
  return room;
}

test(
  'the audit log says in plain words who changed what, with the values before and after, and links to the room',
  inSweep(),
  async ({ page, signIn, server, tokenOf }) => {
    const room = await changeRoom(server, await tokenOf('admin'));
    await signIn('sub');
    await page.goto('/dashboard/system/audit');
    const row = page
      .getByTestId('audit-row')
      .filter({ hasText: '룸 정보 변경' })
      .filter({ hasText: room.name })
      .first();
    await expect(row).toContainText('김본부');
    await expect(row).toContainText(/정원 \d+ → \d+/);
    await row.getByRole('button').click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByTestId('audit-changes').getByRole('row').nth(1)).toContainText('정원');
    await expect(drawer).toContainText('room.changed');
    await drawer.getByRole('link', { name: '룸 화면으로' }).click();
    await expect(page).toHaveURL(`/dashboard/room/${room.id}`);
  },
);

test(
  'the filters and pages of the audit log are in the address, and back and reload keep them (SH-6)',
  inSweep(),
  async ({ page, signIn, server, tokenOf }) => {
    await changeRoom(server, await tokenOf('admin'));
    await signIn('admin');
    await page.goto('/dashboard/system/audit');
    await page.getByLabel('작업', { exact: true }).selectOption('room');
    await expect(page).toHaveURL(/action=room$/);
    await expect(page.getByTestId('audit-row').first()).toHaveAttribute('data-action', /^room\./);
    await page.getByLabel('사람', { exact: true }).selectOption({ label: '김본부' });
    await expect(page).toHaveURL(/action=room&by=[0-9a-f-]{36}$/);
    await page.reload();
    await expect(page.getByTestId('audit-row').first()).toContainText('김본부');
    await page.goBack();
    await expect(page).toHaveURL(/action=room$/);
    await page.getByLabel('사람·주소 찾기').fill('아무도 아닌 사람');
    await expect(page.getByText('조건에 맞는 기록이 없어요')).toBeVisible();
    await page.getByRole('button', { name: '조건 지우기' }).first().click();
    await expect(page.getByTestId('audit-row').first()).toBeVisible();

    await page.getByRole('button', { name: '다음 페이지' }).click();
    await expect(page).toHaveURL(/after=[\w-]+&seen=20/);
    await expect(page.getByTestId('audit-range')).toContainText('21–');
    await page.getByRole('button', { name: '최신으로' }).click();
    await expect(page.getByTestId('audit-range')).toContainText('1–20');
  },
);

test(
  'the export of the audit log holds exactly the filtered entries, and is logged itself',
  inSweep(),
  async ({ page, signIn, server, tokenOf }) => {
    await changeRoom(server, await tokenOf('admin'));
    await signIn('admin');
    await page.goto('/dashboard/system/audit?action=room.changed');
    await expect(page.getByRole('status').filter({ hasText: /^\d+건$/ })).toHaveCount(1);
    await page.getByRole('button', { name: '내보내기' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d{2}-\d{2}\.csv$/);
    const [headings, ...lines] = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(headings).toContain('번호,시각,사람,구분,접속 주소,매장,작업');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toContain('룸 정보 변경,room.changed');
    await page.goto('/dashboard/system/audit');
    await expect(page.getByTestId('audit-row').filter({ hasText: '감사 로그 내보내기' }).first()).toContainText(
      '김본부',
    );
  },
);

test(
  'head office has the audit chain verified again and reads what to store elsewhere; SUB_ADMIN only reads',
  inSweep(),
  async ({ page, signIn, another }) => {
    await signIn('admin');
    await page.goto('/dashboard/system/audit');
    const card = page.getByTestId('chain');
    await card.getByRole('button', { name: '지금 검증' }).click();
    await expect(card).toContainText(/1번부터 [\d,]+번 기록까지 다시 계산했고, 바뀐 기록이 없어요/, {
      timeout: 30_000,
    });
    await card.getByText('검증을 더 확실하게 하려면').click();
    await expect(card.getByLabel('다른 곳에 보관할 값')).toHaveValue(/^--expect playroom:[1-9]\d*:[0-9a-f]{64}$/);
    const sub = await another('sub');
    await sub.goto('/dashboard/system/audit');
    await expect(sub.getByTestId('chain')).toContainText('바뀐 기록이 없어요');
    await expect(sub.getByRole('button', { name: '지금 검증' })).toHaveCount(0);
  },
);

test(
  'a person without the right to the audit log sees the 403 screen with a way back',
  inSweep(),
  async ({ page, signIn }) => {
    await signIn('owner');
    await page.goto('/dashboard/system/audit');
    await expect(page.getByTestId('no-permission')).toContainText('감사 로그 보기');
  },
);

for (const lng of ['kr', 'en'] as const) {
  test(
    `the audit log and its entries are accessible and fit a phone (${lng})`,
    inSweep(sweepIn(lng)),
    async ({ page, signIn, server, tokenOf }) => {
      await changeRoom(server, await tokenOf('admin'));
      await signIn('admin');
      await page.goto(`/dashboard/system/audit?action=room&lng=${lng}`);
      await expect(page.getByRole('heading', { level: 1, name: WORDS[lng].title })).toBeVisible();
      const row = page.getByTestId('audit-row').filter({ hasText: WORDS[lng].changed }).first();
      await expect(row).toBeVisible();
      await expect(page.getByTestId('chain')).toBeVisible();
      await expectAccessible(page, { what: `the log in ${lng}` });
      await page.setViewportSize({ width: 360, height: 740 });
      await page.getByRole('button', { name: WORDS[lng].filter, exact: false }).first().click();
      await expectAccessible(page, { what: `the log as cards in ${lng}` });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.getByRole('button', { name: WORDS[lng].details }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await violations(page, '[role=dialog]'), `an entry in ${lng}`).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: WORDS[lng].close }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  );
}
