import type { Page } from '@playwright/test';
import type { BookingDesk } from './booking-desk.ts';
import { expect } from './fixtures.ts';
import type { Taps } from './taps.ts';

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

type Tap = Taps['tap'];
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

/** How a test touches the page: it counts the taps, or does not. */
type Fingers = Pick<Taps, 'tap' | 'type'>;
const UNCOUNTED: Fingers = { tap: tapOnly, type: (field, words) => field.fill(words) };

/** Fills in the form in either language. The next key of the keyboard leads from the name to the phone. */
export async function fillForm(
  page: Page,
  { phone, readCode }: Pick<BookingDesk, 'phone' | 'readCode'>,
  { tap, type }: Fingers = UNCOUNTED,
): Promise<void> {
  await type(page.locator('input[name=name]'), '나시험');
  await page.keyboard.press('Enter');
  await provePhone(page, { phone, readCode }, { tap, type });
  await tap(page.getByRole('checkbox'));
}

/** Names the phone and enters the code that it gets. */
export async function provePhone(
  page: Page,
  { phone, readCode }: Pick<BookingDesk, 'phone' | 'readCode'>,
  { tap, type }: Fingers = UNCOUNTED,
): Promise<void> {
  await type(page.locator('input[name=phone]'), phone);
  await tap(page.locator('.send-code'));
  const code = page.locator('input[name=code]');
  await expect(code).toBeFocused();
  await type(code, await readCode());
}
