import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { at, dayFromNow, type Playroom } from './support/playroom.ts';
import { sweepOf } from './sweeps.ts';

const inSweep = sweepOf(import.meta.filename, 16);

/** The owner’s second store, whose settings no other test reads. */
const STORE = '홍대점';
/** A day that no other test uses in this store. */
const DAY = 36;

// Two of these tests at once would edit the same store concurrently.
test.describe.configure({ mode: 'default' });

async function openTab(page: Page, playroom: Playroom, tab: string, more = ''): Promise<void> {
  await page.goto(`/dashboard/store?store=${playroom.store(STORE).id}&tab=${tab}${more}`);
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
}

test.beforeEach(async ({ signIn }) => signIn('owner'));

test('a store setting is saved and still there after a reload', inSweep(), async ({ page, playroom }) => {
  await openTab(page, playroom, 'booking');
  await page.getByLabel('미결제 예약 유지').fill('0');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByLabel('미결제 예약 유지')).toHaveAccessibleDescription(
    '1에서 1440 사이의 숫자를 입력해 주세요.',
  );
  await page.getByLabel('미결제 예약 유지').fill('25');
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expect(page.getByText('저장했어요.')).toBeVisible();
  await expect(page.getByTestId('save-bar')).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('미결제 예약 유지')).toHaveValue('25');
});

test(
  "a store setting that another person saved meanwhile is shown beside the user's own input",
  inSweep(),
  async ({ page, playroom, expectError }) => {
    expectError(/status of 409/);
    await openTab(page, playroom, 'basics');
    await page.getByLabel('전화번호').fill('02-333-1111');
    const { id } = playroom.store(STORE);
    const { version } = await playroom.ask<{ version: number }>('admin', 'GET', `store/${id}`);
    await playroom.ask('admin', 'PATCH', `store/${id}`, { version, phone: '02-333-2222' });
    await page.getByRole('button', { name: '저장', exact: true }).click();
    const row = page.getByTestId('stale-notice').getByRole('row', { name: /전화번호/ });
    await expect(row.getByRole('cell')).toHaveText(['02-333-2222', '02-333-1111']);
    await page.getByRole('button', { name: '내 값으로 저장' }).click();
    await expect(page.getByText('저장했어요.')).toBeVisible();
    await expect(page.getByTestId('stale-notice')).toBeHidden();
    expect(await playroom.ask('admin', 'GET', `store/${id}`)).toMatchObject({ phone: '02-333-1111' });
  },
);

test(
  'a holiday of a store becomes an ordinary day, and an ordinary day a holiday',
  inSweep(),
  async ({ page, playroom }) => {
    const year = '2026';
    await openTab(page, playroom, 'closures', `&year=${year}`);
    const christmas = page.locator(`[data-testid=holiday][data-date="${year}-12-25"]`);
    await christmas.getByRole('button', { name: /평일로$/ }).click();
    await expect(christmas).toContainText('평일로 운영');
    const form = page.getByRole('form', { name: '공휴일 추가' });
    await form.getByLabel('날짜').fill(`${year}-12-24`);
    await form.getByLabel('이름').fill('개점 기념일');
    await form.getByRole('button', { name: '공휴일 추가' }).click();
    const own = page.locator(`[data-testid=holiday][data-date="${year}-12-24"]`);
    await expect(own).toContainText('매장 지정');
    await page.reload();
    await expect(christmas).toContainText('평일로 운영');
    await own.getByRole('button', { name: /삭제$/ }).click();
    await expect(own).toHaveCount(0);
    await christmas.getByRole('button', { name: /되돌리기$/ }).click();
    await expect(christmas).not.toContainText('평일로 운영');
  },
);

test(
  'a closure lists the reservations within it and cancels none of them',
  inSweep(),
  async ({ page, playroom, expectError }) => {
    expectError(/status of 409/);
    const { id: storeId } = playroom.store(STORE);
    const room = await playroom.ask<{ id: string }>('owner', 'POST', 'room', {
      storeId,
      name: '점검 시험룸',
      capacity: 4,
    });
    const date = dayFromNow(DAY);
    const hit = await playroom.book(room, date, '12:00', '14:00');
    await openTab(page, playroom, 'closures');
    await page.getByRole('button', { name: '휴무 추가' }).click();
    const dialog = page.getByRole('dialog', { name: '휴무 추가' });
    await dialog.getByLabel(/^하루 종일/).uncheck();
    await dialog.getByLabel('시작일').fill(date);
    await dialog.getByLabel('시작 시각').fill('13:00');
    await dialog.getByLabel('종료 시각').fill('12:00');
    await dialog.getByLabel('사유').fill('소방 점검');
    await dialog.getByRole('button', { name: '휴무로 정하기' }).click();
    await expect(dialog.getByLabel('종료일')).toHaveAccessibleDescription('종료가 시작보다 늦어야 해요.');
    await dialog.getByLabel('종료 시각').fill('15:00');
    await dialog.getByRole('button', { name: '휴무로 정하기' }).click();
    await expect(page.getByTestId('stranded-list')).toContainText(hit.code);
    await page.getByRole('button', { name: '그래도 저장' }).click();
    const closure = page.getByTestId('closure').filter({ hasText: '소방 점검' });
    await expect(closure).toContainText('매장 전체');
    expect(await playroom.read(hit.id)).toMatchObject({ state: 'CONFIRMED', startsAt: at(date, '12:00') });
    await closure.getByRole('button', { name: '소방 점검 휴무 취소' }).click();
    await page
      .getByRole('dialog', { name: '이 휴무를 취소할까요?' })
      .getByRole('button', { name: '휴무 취소' })
      .click();
    await expect(closure).toHaveCount(0);
  },
);

test(
  'a calendar feed of a store is created, read by anyone with its address, and revoked',
  inSweep(),
  async ({ page, playroom }) => {
    await openTab(page, playroom, 'feeds');
    await page.getByRole('button', { name: '주소 만들기' }).click();
    const dialog = page.getByRole('dialog', { name: '주소 만들기' });
    await dialog.getByRole('button', { name: '만들기' }).click();
    const address = await dialog.getByRole('textbox', { name: '캘린더 주소' }).inputValue();
    await dialog.getByRole('button', { name: '닫기' }).click();

    const read = await fetch(address);
    expect(read.status).toBe(200);
    expect(read.headers.get('content-type')).toContain('text/calendar');
    const text = await read.text();
    expect(text).toContain('BEGIN:VCALENDAR');
    expect(text).toContain('BEGIN:VEVENT');

    const feed = page.getByTestId('feed').filter({ hasText: '매장 전체' });
    await feed.getByRole('button', { name: '매장 전체 주소 폐기' }).click();
    await page
      .getByRole('dialog', { name: '매장 전체 주소를 폐기할까요?' })
      .getByRole('button', { name: '폐기' })
      .click();
    await expect(feed).toHaveCount(0);
    expect((await fetch(address)).status).toBe(410);
    expect((await fetch(`${address.slice(0, -4)}xxxx`)).status).toBe(404);
  },
);
