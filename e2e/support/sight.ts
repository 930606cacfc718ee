import type { BrowserContext, Page } from '@playwright/test';
import { at, dayFromNow } from './playroom.ts';

/**
 * The hour and width that `npm run proof -- hours` sets for tests with the tag `@any-width`: CLOCK_SHIFT_MS, by which
 * every process of the run is ahead of the machine's clock, and PAGE_WIDTH in CSS pixels. `npm test` sets neither.
 */
const SHIFT_MS = Number(process.env['CLOCK_SHIFT_MS'] ?? 0);
const WIDTH = Number(process.env['PAGE_WIDTH'] ?? 0);
const HALF_DAY_MS = 43_200_000;

/** The details of a test that passes at every hour of a store and at 390 px as at 1440 px. */
export const ANY_WIDTH = { tag: '@any-width' } as const;
/**
 * The details of a test that repeats another one at a second width: `npm run proof -- hours` runs it, `npm test` does
 * not.
 */
export const SECOND_WIDTH = { tag: ['@any-width', '@second-width'] };

/**
 * Moves the clock of the context's pages by the same offset as the server's. A page whose clock a test has set keeps
 * it.
 */
export async function shiftClock(context: BrowserContext): Promise<void> {
  if (SHIFT_MS === 0) return;
  await context.addInitScript(
    ({ shiftMs, machineMs, halfDayMs }) => {
      const RealDate = Date;
      if (RealDate.now() - machineMs > halfDayMs) return;
      const now = () => RealDate.now() + shiftMs;
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, args: unknown[], newTarget) =>
          Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
        apply: () => new RealDate(now()).toString(),
        get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
      });
    },
    { shiftMs: SHIFT_MS, machineMs: Date.now() - SHIFT_MS, halfDayMs: HALF_DAY_MS },
  );
}

export async function applyWidth(page: Page): Promise<void> {
  if (WIDTH > 0) await page.setViewportSize({ width: WIDTH, height: WIDTH < 600 ? 844 : 900 });
}

/** A token ends after twelve hours, so a page whose clock is further ahead of the server signs its user out. */
const LONGEST_LEAD_MS = 10 * 3_600_000;

/**
 * Stops the page's clock at `clock` (`14:00`) in Seoul and returns the date (`2026-11-24`): today, or yesterday when
 * that instant of today is more than ten hours ahead of the server.
 */
export async function stopClock(page: Page, clock: string): Promise<string> {
  const isTooFarAhead = Date.parse(at(dayFromNow(0), clock)) - Date.now() > LONGEST_LEAD_MS;
  const date = dayFromNow(isTooFarAhead ? -1 : 0);
  await page.clock.setFixedTime(at(date, clock));
  return date;
}
