import { isOnServer } from '../../shared/is-on-server.ts';
import type { JoinedWaitlist } from '../booking-api.ts';

/** Entries of the waitlist that this browser added, with the tokens that withdraw them. They have no data of the guest. */
const keyOf = (storeId: string) => `booking-waits-${storeId}`;

/** The entries whose time has not begun, soonest first. `now`: of the server. */
export function recallWaits(storeId: string, now: string): JoinedWaitlist[] {
  if (isOnServer) return [];
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(storeId)) ?? '[]');
    const waits = Array.isArray(stored) ? stored.filter(isWait) : [];
    return waits.filter(({ startsAt }) => startsAt > now).sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  } catch (error) {
    console.warn(error);
    return [];
  }
}

export function rememberWaits(storeId: string, waits: readonly JoinedWaitlist[]): void {
  try {
    localStorage.setItem(keyOf(storeId), JSON.stringify(waits));
  } catch (error) {
    // A full storage, or one that the in-app browser forbids: the same wish with a new code gets the token again.
    console.warn(error);
  }
}

function isWait(value: unknown): value is JoinedWaitlist {
  const { startsAt, endsAt, headCount, withdrawToken } = (value ?? {}) as Partial<JoinedWaitlist>;
  const texts = [startsAt, endsAt, withdrawToken];
  return texts.every((text) => typeof text === 'string') && typeof headCount === 'number';
}
