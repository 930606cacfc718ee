import { expect, test } from './support/fixtures.ts';
import { expectAccessible } from './support/axe.ts';
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

test(
  'a bank’s file with an unknown head is previewed, its columns are chosen, and a deposit of it is corrected',
  inSweep(),
  async ({ page, signIn, playroom }) => {
    await signIn('owner');
    await page.goto(`/dashboard/deposit?store=${playroom.storeId}`);
    const amount = 1_000_001 + Math.floor(Math.random() * 800_000);
    const day = new Date(Date.now() + 9 * 3600_000).toISOString().slice(0, 10);
    await page.getByTestId('deposit-file').setInputFiles({
      name: '거래.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`승인일,입금내역,사람\n${day} 00:00:05,"${amount.toLocaleString('ko-KR')}.00",홍길동\n`),
    });
    const preview = page.getByRole('dialog');
    await expect(preview.getByText(/어느 열이 날짜이고 입금액인지/)).toBeVisible();
    await expect(preview.getByRole('button', { name: '가져오기' })).toBeDisabled();
    await preview.getByLabel('날짜·시각').selectOption({ label: '승인일' });
    await preview.getByLabel('입금액').selectOption({ label: '입금내역' });
    await preview.getByLabel('보낸 사람').selectOption({ label: '사람' });
    await expect(preview.getByRole('cell', { name: '홍*동' })).toBeVisible();
    await expectAccessible(page, { what: 'the preview of a bank’s file' });
    await preview.getByRole('button', { name: '가져오기' }).click();
    await expect(page.getByText('입금 1건과 출금 0건을 읽었어요.')).toBeVisible();

    const row = page.getByTestId('deposit').filter({ hasText: amount.toLocaleString('ko-KR') });
    await row.getByRole('button').first().click();
    await row.getByRole('button', { name: '바로잡기' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('입금자 이름').fill('김바로');
    await expectAccessible(page, { what: 'the correction of a deposit' });
    await dialog.getByRole('button', { name: '바로잡기' }).click();
    await expect(row).toContainText('김*로');
  },
);
