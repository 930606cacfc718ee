import { MINUTE_MS } from '@munjigi/rules/durations';
import { hourOf } from './display-format.ts';
import type { RoomMoment } from './door-state.ts';

/** What keeps a tablet usable for months: its light, its pixels and its version. */

const NIGHT_FROM_HOUR = 21;
const NIGHT_UNTIL_HOUR = 7;
const RELOAD_FROM_HOUR = 4;
const RELOAD_UNTIL_HOUR = 6;
const LONGEST_MS = 6 * 3600_000;
/** The largest shift in pixels. */
const SHIFT_PX = 4;

/** Whether the page is dark: at night, and while the store is closed. By day the browser decides. */
export function isDarkTime(timeZone: string, { kind }: RoomMoment, now: number): boolean {
  const hour = hourOf(timeZone, now);
  return kind === 'CLOSED' || hour >= NIGHT_FROM_HOUR || hour < NIGHT_UNTIL_HOUR;
}

/**
 * Whether the page reloads to get a new version: once a day between 04:00 and 06:00 of the store, while the server
 * answers and no guest is in the room.
 */
export function isReloadDue(
  timeZone: string,
  { kind }: RoomMoment,
  { now, runningMs, isOffline }: { readonly now: number; readonly runningMs: number; readonly isOffline: boolean },
): boolean {
  if (isOffline || kind === 'IN_USE' || runningMs < LONGEST_MS) return false;
  const hour = hourOf(timeZone, now);
  return hour >= RELOAD_FROM_HOUR && hour < RELOAD_UNTIL_HOUR;
}

/** Moves the page by a few pixels each minute, against burn-in. */
export function shiftAt(now: number): string {
  const minute = Math.floor(now / MINUTE_MS);
  const width = 2 * SHIFT_PX + 1;
  return `translate(${(minute % width) - SHIFT_PX}px, ${(Math.floor(minute / width) % width) - SHIFT_PX}px)`;
}

/** Keeps the screen on while the page is visible, where the browser can (Screen Wake Lock API). */
export function keepScreenOn(): void {
  const request = () => {
    if (document.hidden || !('wakeLock' in navigator)) return;
    // Low battery and power saving refuse it; the next time that the page becomes visible requests it again.
    navigator.wakeLock.request('screen').catch((error: unknown) => console.warn('The screen can turn off', error));
  };
  document.addEventListener('visibilitychange', request);
  request();
}
