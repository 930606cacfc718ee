import { expect, test } from './fixtures.ts';
import { expectAccessible } from './axe.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The current time in the format of the bank's clock in Seoul. */
function bankTime(): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: 'Asia/Seoul',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date());
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('month')}/${of('day')} ${of('hour')}:${of('minute')}`;
}

test(
  'a registered phone sends a transfer, which waits in the deposit inbox, is set aside with a key and restored',
  inSweep(),
  async ({ page, signIn, playroom }) => {
    await signIn('owner');
    await page.goto(`/dashboard/statistics?store=${playroom.storeId}`);
    await page.getByRole('link', { name: '입금 확인', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/deposit/);
    await expect(page.getByRole('heading', { level: 1, name: '입금 확인' })).toBeVisible();

    await page.getByRole('button', { name: '휴대폰 등록' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^이름/).fill('시험 전화');
    await dialog.getByRole('button', { name: '등록' }).click();
    const header = await dialog.getByLabel(/^헤더/).inputValue();
    const address = await dialog.getByLabel(/^보낼 주소/).inputValue();
    await dialog.getByRole('button', { name: '닫기' }).click();

    // An unusual amount that equals no price of the demo and no amount of an earlier try.
    const amount = 1_000_001 + Math.floor(Math.random() * 800_000);
    const won = amount.toLocaleString('ko-KR');
    const answer = await page.request.post(address, {
      headers: { authorization: header.replace(/^Authorization: /, ''), 'content-type': 'text/plain' },
      data: `[Web발신][KB]${bankTime()} 123456**789 모르는분 전자금융입금 ${won} 잔액9,${String(amount).slice(0, 3)},${String(amount).slice(3, 6)}`,
    });
    expect(answer.status()).toBe(200);
    const row = page.getByTestId('deposit').filter({ hasText: won });
    await expect(row).toBeVisible();
    await row.getByRole('button').first().click();
    await expect(row.getByTestId('deposit-text')).toContainText('모**');
    await expectAccessible(page, { what: 'the deposit inbox' });
    await page.keyboard.press('i');
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('button', { name: '방금 한 일 되돌리기' })).toBeVisible();
    await page.keyboard.press('u');
    await expect(row).toBeVisible();
  },
);
