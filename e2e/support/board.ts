import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { at, GUEST, type Playroom } from './playroom.ts';

/** Functions for tests of the board of reservations. */

/** Width of an hour on the day board in pixels. */
export const PX_PER_HOUR = 52;
/**
 * Distance in pixels from the start of the shown business day to a time. The board starts with the business day before;
 * the demo’s stores begin their day at 06:00.
 */
export function xOnBoard(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return (24 - 6 + hours + minutes / 60) * PX_PER_HOUR;
}

export const drawer = (page: Page) => page.getByRole('dialog', { name: '예약 상세' });
export const createDialog = (page: Page) => page.getByRole('dialog', { name: '새 예약' });
export const row = (page: Page, roomId: string) => page.locator(`[data-testid=board-row][data-room="${roomId}"]`);
export const blockOf = (page: Page, reservationId: string) =>
  page.locator(`[data-testid=board-block][data-id="${reservationId}"]`);
/** Finds a block of the board by its text for screen readers. */
export const block = (page: Page, room: string, span: string) =>
  page.locator(`[data-testid=board-block][aria-label^="${room}, "][aria-label*=", ${span}"]`);

/** Opens the board of the demo’s first store, or of another one, on a business date. */
export async function openBoard(page: Page, storeId: string, date: string, more = ''): Promise<void> {
  await page.goto(`/dashboard/reservation?store=${storeId}&date=${date}${more}`);
  await expect(page.getByTestId('board-row').first()).toBeVisible();
}

/** A room and a time on the day board. */
export interface Spot {
  readonly room: string;
  /** A time of day, `HH:mm`. */
  readonly clock: string;
}

/** Horizontal distance in pixels from the start of the loaded period. */
async function xOf(page: Page, date: string, clock: string): Promise<number> {
  return xOfMoment(page, at(date, clock));
}

async function xOfMoment(page: Page, moment: string): Promise<number> {
  const start = await page.getByTestId('board').getAttribute('data-start');
  return ((Date.parse(moment) - Date.parse(start ?? '')) / 3_600_000) * PX_PER_HOUR;
}

/** Coordinates of a spot in the window. */
async function pointOf(
  page: Page,
  playroom: Playroom,
  date: string,
  { room, clock }: Spot,
): Promise<{ x: number; y: number }> {
  const box = await row(page, playroom.room(room).id).boundingBox();
  if (box === null) throw new Error(`${room} is not drawn`);
  return { x: box.x + (await xOf(page, date, clock)), y: box.y + box.height / 2 };
}

/**
 * Moves the mouse onto a spot, and again when the spot has moved meanwhile: the bar of a waiting guest can
 * appear above the board at any moment.
 */
async function aimAt(page: Page, playroom: Playroom, date: string, spot: Spot): Promise<{ x: number; y: number }> {
  let aimed = await pointOf(page, playroom, date, spot);
  await expect(async () => {
    await page.mouse.move(aimed.x, aimed.y, { steps: 4 });
    const before = aimed;
    aimed = await pointOf(page, playroom, date, spot);
    expect(aimed).toEqual(before);
  }).toPass();
  return aimed;
}

/** Drags with the mouse from one spot to another; both are visible. */
export async function drag(page: Page, playroom: Playroom, date: string, start: Spot, end: Spot): Promise<void> {
  await page
    .getByTestId('board')
    .evaluate((board, left) => (board.scrollLeft = left), Math.max(0, (await xOf(page, date, start.clock)) - 250));
  const from = await aimAt(page, playroom, date, start);
  await page.mouse.down();
  const to = await pointOf(page, playroom, date, end);
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await aimAt(page, playroom, date, end);
  await expect(page.getByTestId('board-ghost')).toBeVisible();
  await page.mouse.up();
}

/** Scrolls the board sideways to a moment: it does not draw what is out of sight. */
export async function scrollToMoment(page: Page, moment: string): Promise<void> {
  const left = await xOfMoment(page, moment);
  await page.getByTestId('board').evaluate((board, x) => (board.scrollLeft = x), Math.max(0, left - 50));
}

/**
 * Scrolls the board until the room is visible. Rooms of other tests may be above it, and the board does not render rows
 * out of sight.
 */
export async function broughtIntoSight(page: Page, target: Locator): Promise<Locator> {
  const board = page.getByTestId('board');
  await expect(async () => {
    if ((await target.count()) > 0) return;
    await board.evaluate(
      (item) =>
        (item.scrollTop =
          item.scrollTop + item.clientHeight >= item.scrollHeight - 1 ? 0 : item.scrollTop + item.clientHeight / 2),
    );
    await expect(target).toHaveCount(1, { timeout: 500 });
  }).toPass();
  return target;
}

/** Clicks the free time of a room, which opens the dialog of a new reservation. */
export async function clickFreeTime(page: Page, roomId: string, clock: string): Promise<Locator> {
  await (await broughtIntoSight(page, row(page, roomId))).click({ position: { x: xOnBoard(clock) + 5, y: 20 } });
  await expect(createDialog(page).getByLabel('손님 이름')).toBeFocused();
  return createDialog(page);
}

export async function fillGuest(page: Page): Promise<void> {
  await createDialog(page).getByLabel('손님 이름').fill(GUEST.guestName);
  await createDialog(page).getByLabel('연락처').fill(GUEST.guestPhone);
}
