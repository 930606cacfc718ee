import type { Locator, Page } from '@playwright/test';
import type { BookingDesk } from './booking-desk.ts';
import { expect } from './fixtures.ts';

/** Steps of a guest on the booking page, from the address of the store to the filled form. */

const freeDays = (page: Page) => page.getByTestId('calendar').locator('button.free');
/**
 * The first day with four starts left: the first starts of a day pass while a slow test looks at them. From 05:00 on that
 * is the calendar day, which begins at 06:00; the one before may have a start left.
 */
export const freeDay = (page: Page) => {
  const minute = (Math.floor(Date.now() / 60_000) + 9 * 60) % 1440;
  const days = freeDays(page);
  return (
    minute >= 300 && minute < 360 ? days.filter({ hasText: /오늘|Today/, hasNotText: '오늘 새벽' }) : days
  ).first();
};
/** A whole day: one reservation in the only room leaves free times, at any hour of the test. */
export const wholeDay = (page: Page) => freeDays(page).nth(1);
export const startTimes = (page: Page) => page.getByTestId('time').getByRole('button');
export const freeTime = (page: Page) => startTimes(page).nth(3);

type Tap = (target: Locator) => Promise<void>;
const tapOnly: Tap = (target) => target.tap();

/** Goes from the store's address to the form, for a free time of the day. */
export async function openForm(
  page: Page,
  { path }: BookingDesk,
  day = freeDay(page),
  tap: Tap = tapOnly,
): Promise<void> {
  await page.goto(path);
  await tap(day);
  await tap(freeTime(page));
  await expect(page.getByTestId('total')).toBeVisible();
}

export async function fillForm(page: Page, { phone, readCode }: BookingDesk, tap: Tap = tapOnly): Promise<void> {
  await page.getByLabel('이름').fill('나시험');
  await page.getByLabel('휴대전화 번호').fill(phone);
  await tap(page.getByRole('button', { name: '인증번호 받기' }));
  await page.getByLabel('인증번호 6자리').fill(await readCode());
  await tap(page.getByRole('checkbox'));
}
